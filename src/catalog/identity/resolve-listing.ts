import { type Page, type PageRequest, windowOf } from '../../core/input/paging.pure.ts'
import type { Listing } from '../catalog.store.ts'
import { catalog } from '../catalog.ts'
import type { MatchQuality } from './match-quality.pure.ts'
import type { ListingMatch, ResolveOptions } from './resolve.pure.ts'

/** A candidate listing for a query. */
export interface StockMatch extends ListingMatch {
  readonly listing: Listing
}

/** Candidate listings for one query, best first. */
export interface Resolved extends Page<StockMatch> {
  readonly query: string
  readonly matchQuality: MatchQuality
  /** Ticker of the first candidate when the match is strong; null otherwise. */
  readonly ticker: string | null
}

/** Results of several queries, in their order. */
export type Resolutions = Page<Resolved>

/** Resolves a query to its best candidates. */
export function resolveListing(query: string, options: ResolveOptions): Resolved {
  return resolvePage(query, options, { limit: options.limit, offset: 0, all: false })
}

/** Resolves each of several queries to its best candidates. */
export function resolveEach(queries: readonly string[], options: ResolveOptions): Resolutions {
  const rows = queries.map((query) => resolveListing(query, options))
  return { rows, total: rows.length, limit: options.limit, offset: 0, all: false }
}

/** A page of the listings that match a query, optionally of one country. */
export function searchListings({
  query,
  country,
  ...page
}: PageRequest & { readonly query: string; readonly country?: string | undefined }): Resolved {
  return resolvePage(query, { ...windowOf(page), countryFilter: country }, page)
}

function resolvePage(query: string, options: ResolveOptions, page: PageRequest): Resolved {
  const { matchQuality, matches, total } = catalog().resolver(query, options)
  const rows = matches.flatMap((match) => {
    const listing = catalog().listing(match.id)
    return listing ? [{ ...match, listing }] : []
  })
  const ticker = matchQuality === 'strong' && page.offset === 0 ? (rows[0]?.listing.ticker ?? null) : null
  return { query, matchQuality, ticker, rows, total, ...page }
}
