import { z } from 'zod'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

/** Tickers by CIK, the SEC's number of a company. */
export type TickersByCik = ReadonlyMap<number, readonly string[]>

const cikRow = z.object({ cik: z.coerce.number().int().min(1), ticker: z.string().min(1) })

/** The companies of the shipped listings whose number is known: data of one can be read without the SEC's own list. */
export const SHIPPED_CIKS: TickersByCik = Map.groupBy(
  readShippedRows(new URL('../../../prisma/reference/ciks.csv', import.meta.url), cikRow),
  ({ cik }) => cik,
)
  .entries()
  .reduce(
    (all, [cik, rows]) =>
      all.set(
        cik,
        rows.map(({ ticker }) => ticker),
      ),
    new Map<number, string[]>(),
  )

/** The listings of a company: of its tickers where they are known, else the one with the same name. Empty when there is none. */
export function listingsOf(cik: number, name: string, tickers: TickersByCik): Listing[] {
  for (const source of [tickers, SHIPPED_CIKS]) {
    const found = source.get(cik)?.flatMap((ticker) => catalog().find(ticker) ?? []) ?? []
    const stocks = [...new Set(found)].filter(({ type }) => type === 'stock')
    if (stocks.length > 0) return stocks
  }
  const wanted = plainName(name)
  const named = catalog().listings.filter(
    ({ type, country, name: known }) => type === 'stock' && country === 'US' && plainName(known) === wanted,
  )
  return wanted !== '' && named.length === 1 ? named : []
}

/** The number of the company that a listing belongs to; null when it is not known. */
export function cikOf(listing: Listing, tickers: TickersByCik): number | null {
  for (const source of [tickers, SHIPPED_CIKS]) {
    for (const [cik, list] of source) if (list.some((ticker) => catalog().find(ticker)?.id === listing.id)) return cik
  }
  return null
}

const LEGAL_FORM =
  /\b(the|inc|incorporated|corp|corporation|co|company|plc|ltd|limited|llc|lp|holdings?|group|n ?v|s ?a)\b/g

/** A company's name without legal form, punctuation and letter case. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/\/[a-z]{2,3}\/?$/g, '')
    .replaceAll(/[.,'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(LEGAL_FORM, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
