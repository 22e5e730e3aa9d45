import { computeSplitRatio } from '../../market/bars/adjust.pure.ts'
import { type Bars, createBars, findFirstOnOrAfter } from '../../market/bars/bars.pure.ts'
import { market } from '../../market/market.ts'
import type { Book, ListingBook } from './book.ts'

/** A listing of a book with its raw bars. */
export interface PricedListing extends ListingBook {
  readonly bars: Bars
}

/** The listings of a book with their raw bars, read together. */
export async function readPricedListings({ listings }: Book): Promise<PricedListing[]> {
  const series = await market().series(
    listings.map(({ listing }) => listing.id),
    'day',
    'raw',
  )
  return listings.map((one, index) => ({ ...one, bars: series[index] ?? createBars(0) }))
}

/**
 * What is held of a listing at the end of each of some days, oldest first, in the base currency, as numbers: statistics, not the ledger.
 * Prices are the last close up to the day, in the shares of the day; without any, what is held counts at cost.
 */
export function valueDaily(
  { listing, ledger, bars }: PricedListing,
  days: Int32Array,
  rates: Float64Array,
): Float64Array {
  const values = new Float64Array(days.length)
  const actions = market().actions(listing.id)
  const splits = actions.some(({ type }) => type === 'split')
  const { steps } = ledger
  const quantities = Float64Array.from(steps, ({ quantity }) => quantity.toNumber())
  let step = -1
  let bar = findFirstOnOrAfter(bars, days[0] ?? 0) - 1
  for (let row = 0; row < days.length; row++) {
    const day = days[row] ?? 0
    while (step + 1 < steps.length && (steps[step + 1]?.day ?? 0) <= day) step++
    while (bar + 1 < bars.length && (bars.day[bar + 1] ?? 0) <= day) bar++
    const quantity = step < 0 ? 0 : (quantities[step] ?? 0)
    if (step < 0) continue
    if (bar < 0) {
      values[row] = steps[step]?.cost.toNumber() ?? 0
      continue
    }
    if (quantity === 0) continue
    const ratio = splits && bars.day[bar] !== day ? computeSplitRatio(actions, bars.day[bar] ?? 0, day) : 1
    values[row] = ((quantity * (bars.close[bar] ?? 0)) / ratio) * (rates[row] ?? Number.NaN)
  }
  return values
}

/** Days on which something that is held, or traded that day, has a bar; the last trade's day at least. */
export function tradingDays(listings: readonly PricedListing[], today: number): Int32Array {
  const traded = listings.flatMap(({ ledger }) => ledger.movements.map(({ day }) => day))
  if (traded.length === 0) return new Int32Array()
  const first = traded.reduce((least, day) => Math.min(least, day), today)
  const marks = new Uint8Array(today - first + 1)
  for (const { ledger, bars } of listings) markDays(marks, first, ledger, bars)
  const last = traded.reduce((most, day) => Math.max(most, day), first)
  if (marks.indexOf(1, last - first) < 0) marks[last - first] = 1
  const days: number[] = []
  for (const [index, mark] of marks.entries()) if (mark === 1) days.push(first + index)
  return Int32Array.from(days)
}

function markDays(marks: Uint8Array, first: number, { steps }: ListingBook['ledger'], bars: Bars): void {
  const begin = steps[0]?.day
  if (begin === undefined) return
  let step = -1
  for (let bar = findFirstOnOrAfter(bars, begin); bar < bars.length; bar++) {
    const day = bars.day[bar] ?? 0
    if (day - first >= marks.length) return
    while (step + 1 < steps.length && (steps[step + 1]?.day ?? 0) < day) step++
    const held = step >= 0 && steps[step]?.quantity.isZero() === false
    if (held || steps[step + 1]?.day === day) marks[day - first] = 1
  }
}
