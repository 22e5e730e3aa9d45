import type { Listing } from '../../catalog/catalog.store.ts'
import { roundTo } from '../../core/round.pure.ts'
import type { PricedListing } from '../valuation/daily-value.ts'
import { toCents } from '../valuation/nav.ts'

/** What a listing brought within a window: price, currency, dividends and fees. */
export interface Contributor {
  readonly listing: Listing
  readonly pnl: number
  readonly pctOfChange: number | null
  /** Whether it was held at the end. */
  readonly held: boolean
}

/** Values of a listing at the ends of a window. */
interface Ends {
  readonly one: PricedListing
  readonly before: number
  readonly after: number
  readonly held: boolean
}

/**
 * Splits the change of a net asset value, less what was put in and with what was paid out, by listing; the cents that rounding leaves
 * go to the largest, so that the sum is exact.
 */
export function attribute(
  ends: readonly Ends[],
  change: number,
  within: (day: number) => boolean,
): readonly Contributor[] {
  const rows = ends.flatMap(({ one, before, after, held }) => {
    const moved = one.ledger.movements.filter(({ day }) => within(day))
    if (before === 0 && after === 0 && moved.length === 0) return []
    const paid = moved.reduce((sum, { amount, fee, dividend }) => sum + amount.plus(fee).minus(dividend).toNumber(), 0)
    return [{ listing: one.listing, pnl: toCents(after - before - paid), held }]
  })
  const ranked = rows.toSorted((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl) || a.listing.id - b.listing.id)
  const rest = toCents(change - ranked.reduce((sum, { pnl }) => sum + pnl, 0))
  return ranked.map((row, place) => {
    const pnl = place === 0 ? toCents(row.pnl + rest) : row.pnl
    return { ...row, pnl, pctOfChange: change === 0 ? null : roundTo((pnl / change) * 100, 4) }
  })
}
