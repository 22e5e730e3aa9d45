import type { FigureTable } from '../../financial/screen/figure-table.ts'
import { market } from '../../market/market.ts'
import { computeMarketCap } from '../../market/profile/market-cap.ts'
import { frame } from '../frame/frame.ts'

/** What a listing cost on a day. */
interface CloseOn {
  readonly close: number | null
  readonly marketCapUsd: number | null
}

/** What the listing at an index of the table cost on a day. */
export type ClosesOn = (index: number) => CloseOn

/** Closes and market values of listings on a day; of an earlier day the close, and today's value scaled by the closes since. */
export function closesOn(table: FigureTable, day: number, isLatest: boolean): ClosesOn {
  return (index) => {
    const listing = table.listings[index]
    if (!listing) return { close: null, marketCapUsd: null }
    const { usd } = computeMarketCap(listing)
    if (isLatest) return { close: market().quote(listing.id)?.close ?? null, marketCapUsd: usd }
    const seen = frame().closeOn(listing.id, day)
    return {
      close: seen?.close ?? null,
      marketCapUsd: usd === null || seen === null ? null : scaledCap(usd, seen.sinceThen),
    }
  }
}

/** A market value as it was at an earlier close, to six digits. */
export function scaledCap(usd: number, sinceThen: number): number {
  return Number((usd * sinceThen).toPrecision(6))
}
