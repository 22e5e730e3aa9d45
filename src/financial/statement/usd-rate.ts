import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { readSeries } from '../../market/bars/bar.store.ts'
import { type Bars, findFirstOnOrAfter } from '../../market/bars/bars.pure.ts'
import { splitCurrency } from '../../market/quote/quote-currency.pure.ts'
import type { UsdRateAt } from './prepare.ts'

/** Longest time a rate holds after its day: markets close for a week at the new year of some countries. */
const RATE_DAYS_MAX = 10

/** The pair of a currency with the US dollar; null when the catalogue has none. */
export function findUsdPair(currency: string): { readonly listing: Listing; readonly isInverse: boolean } | null {
  const { currency: major } = splitCurrency(currency)
  const direct = catalog().listingByTicker(`${major}USD.FX`)
  const listing = direct ?? catalog().listingByTicker(`USD${major}.FX`)
  return listing ? { listing, isInverse: !direct } : null
}

/**
 * US dollars for one unit of these currencies on any day, from the bars of their pairs, which `read` reads or has; the catalogue must
 * be open.
 */
export async function readUsdRates(
  currencies: Iterable<string>,
  read: (listingIds: number[]) => Promise<ReadonlyMap<number, Bars>> = readSeries,
): Promise<UsdRateAt> {
  const pairs = new Map<string, { readonly id: number; readonly isInverse: boolean }>()
  for (const currency of new Set([...currencies].map((code) => splitCurrency(code).currency))) {
    const pair = findUsdPair(currency)
    if (pair) pairs.set(currency, { id: pair.listing.id, isInverse: pair.isInverse })
  }
  const series = await read([...pairs.values()].map(({ id }) => id))
  return (currency, day) => {
    const { currency: major, units } = splitCurrency(currency)
    const scale = 1 / units
    if (major === 'USD') return scale
    const pair = pairs.get(major)
    const bars = pair && series.get(pair.id)
    const close = bars ? closeAt(bars, day) : null
    return pair && close !== null && close > 0 ? scale * (pair.isInverse ? 1 / close : close) : null
  }
}

/** The last close on or before a day; null when there is none or it is too old. */
function closeAt(bars: Bars, day: number): number | null {
  const last = findFirstOnOrAfter(bars, day + 1) - 1
  const age = day - (bars.day[last] ?? Number.NEGATIVE_INFINITY)
  return age <= RATE_DAYS_MAX ? (bars.close[last] ?? null) : null
}
