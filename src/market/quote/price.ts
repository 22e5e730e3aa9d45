import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { market } from '../market.ts'
import type { Quote } from './quote.pure.ts'

/** A listing with its latest quote; null without bars. */
export interface Price {
  readonly listing: Listing
  readonly quote: Quote | null
}

/** Latest quotes of several listings. */
export interface Prices extends Page<Price> {
  /** Requested tickers that are unknown. */
  readonly unresolved: readonly string[]
}

/** Reads the latest quote of a listing. */
export function readPrice(listing: Listing): Price {
  return { listing, quote: market().quote(listing.id) ?? null }
}

/** Reads the latest quotes of several tickers in their order; duplicates give one row. */
export function readPrices(tickers: readonly string[]): Prices {
  const found = tickers.map((ticker) => ({ ticker, listing: catalog().find(ticker) }))
  const listings = new Set(found.flatMap(({ listing }) => listing ?? []))
  const rows = [...listings].map(readPrice)
  const unresolved = found.flatMap(({ ticker, listing }) => (listing ? [] : [ticker]))
  const without = rows.filter(({ quote }) => !quote).map(({ listing }) => listing.ticker)
  return {
    rows,
    unresolved,
    total: rows.length,
    limit: rows.length,
    offset: 0,
    all: false,
    ...(without.length > 0 ? { notes: [`There are no bars of ${without.join(', ')}.`] } : {}),
  }
}

/** True for assets quoted in percent per year: government bond yields and money-market rates. */
export function isYield(listing: Listing): boolean {
  return listing.type === 'bond' || listing.type === 'money_market'
}

/** Change from the previous close, rounded to eight significant digits to remove floating-point error. */
export function computeChange(quote: Quote | null): number | null {
  return quote?.previousClose == null ? null : Number((quote.close - quote.previousClose).toPrecision(8))
}

/** Change from the previous close in percent; null for yields, and where that close was not above zero. */
export function computeChangePct({ listing, quote }: Price): number | null {
  if (isYield(listing) || quote?.previousClose == null || quote.previousClose <= 0) return null
  const percent = Math.round((quote.close / quote.previousClose - 1) * 1e6) / 1e4
  return Number.isFinite(percent) ? percent : null
}

/** Change of a yield from the previous close in basis points; null for prices. */
export function computeChangeBps({ listing, quote }: Price): number | null {
  const change = computeChange(quote)
  return isYield(listing) && change !== null ? Math.round(change * 1e4) / 100 : null
}
