import type { DemoListing } from '../../prisma/demo/market.ts'
import type { ReferenceRow } from '../../src/catalog/reference/reference.source.ts'

/** A shipped listing as the demo market takes it; its id is its place in the file. */
export function demoListingOf(row: ReferenceRow<'listing'>, index: number): DemoListing {
  return {
    id: index + 1,
    ticker: row.ticker,
    symbol: row.ticker.slice(0, row.ticker.lastIndexOf('.')),
    type: row.type,
    country: row.country,
    currency: row.currency,
    gicsCode: row.gics,
    marketCapUsd: row.market_cap_usd,
    sharesOutstanding: row.shares_outstanding,
  }
}
