import { firstNotBelow } from '../../core/sorted.pure.ts'
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
  const { day: barDays, close, length } = bars
  const [firstStep] = steps
  if (!firstStep) return values
  // A step at a time: what is held does not change within it.
  let bar = findFirstOnOrAfter(bars, firstStep.day) - 1
  let row = firstNotBelow(days, firstStep.day)
  for (const [index, { quantity, cost }] of steps.entries()) {
    const until = steps[index + 1]?.day ?? Number.POSITIVE_INFINITY
    const held = quantity.toNumber()
    if (held === 0) {
      row = firstNotBelow(days, until)
      continue
    }
    for (let day = days[row] ?? until; row < days.length && day < until; day = days[++row] ?? until) {
      while (bar + 1 < length && (barDays[bar + 1] ?? 0) <= day) bar++
      if (bar < 0) {
        values[row] = cost.toNumber()
        continue
      }
      const barDay = barDays[bar] ?? 0
      const ratio = splits && barDay !== day ? computeSplitRatio(actions, barDay, day) : 1
      values[row] = ((held * (close[bar] ?? 0)) / ratio) * (rates[row] ?? Number.NaN)
    }
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
  const { day: days, length } = bars
  const [firstStep] = steps
  let bar = firstStep ? findFirstOnOrAfter(bars, firstStep.day) : length
  for (const [index, { day: begin, quantity }] of steps.entries()) {
    const until = Math.min(steps[index + 1]?.day ?? Number.POSITIVE_INFINITY, first + marks.length)
    const isHeld = !quantity.isZero()
    for (let day = days[bar] ?? until; bar < length && day < until; day = days[++bar] ?? until)
      if (isHeld || day === begin) marks[day - first] = 1
  }
}
