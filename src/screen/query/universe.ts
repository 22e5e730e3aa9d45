import type { Listing } from '../../catalog/catalog.store.ts'
import type { Catalog } from '../../catalog/catalog-snapshot.ts'
import type { AssetType } from '../../catalog/knowledge.pure.ts'
import { requireMegatrend } from '../../catalog/taxonomy/find-megatrend.ts'
import { addTo, type Bitset, emptyBitset } from '../../core/bitset.pure.ts'
import { ApiError } from '../../core/errors.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import type { FigureTable } from '../../financial/screen/figure-table.ts'

/** Listings that fit all of the given fields. */
interface UniverseEntry {
  readonly country?: readonly string[] | undefined
  readonly gics?: string | undefined
  readonly exchange?: readonly string[] | undefined
  readonly type?: readonly AssetType[] | undefined
  readonly megatrend?: string | undefined
  readonly tickers?: readonly string[] | undefined
}

/** What a screen is over: any entry of include, no entry of exclude. */
export interface Universe {
  readonly include?: readonly UniverseEntry[] | undefined
  readonly exclude?: readonly UniverseEntry[] | undefined
}

type Fits = (listing: Listing) => boolean

/** The listings of a universe by their index in the table; throws 400 or 404 for what it names and there is not. */
export function universeOf({ catalog, listings, stocks }: FigureTable, { include, exclude }: Universe): Bitset {
  if (!include && !exclude) return stocks
  const included: Fits[] = include?.map((entry, index) => {
    const fits = fitsEntry(catalog, entry, `universe.include[${index}]`)
    return entry.type || entry.tickers ? fits : (listing) => listing.type === 'stock' && fits(listing)
  }) ?? [({ type }) => type === 'stock']
  const excluded = exclude?.map((entry, index) => fitsEntry(catalog, entry, `universe.exclude[${index}]`)) ?? []
  const universe = emptyBitset(listings.length)
  listings.forEach((listing, index) => {
    if (included.some((fits) => fits(listing)) && !excluded.some((fits) => fits(listing))) addTo(universe, index)
  })
  return universe
}

function fitsEntry(catalog: Catalog, entry: UniverseEntry, at: string): Fits {
  const { country, gics, exchange, type, megatrend, tickers } = entry
  const tests: Fits[] = []
  if (Object.values(entry).every((value) => value === undefined))
    throw new ApiError(
      'invalid_parameter',
      `"${at}" needs at least one field: country, gics, exchange, type, megatrend or tickers.`,
      { param: at },
    )
  if (type) tests.push((listing) => type.includes(listing.type))
  if (country) tests.push((listing) => listing.country !== null && country.includes(listing.country))
  if (gics !== undefined) {
    requireGics(catalog, gics, `${at}.gics`)
    tests.push((listing) => listing.gicsCode?.startsWith(gics) ?? false)
  }
  if (exchange) {
    const codes = new Set(exchange.map((code) => requireExchange(catalog, code, `${at}.exchange`)))
    tests.push((listing) => codes.has(listing.exchangeCode))
  }
  if (megatrend !== undefined) {
    const members = new Set(catalog.memberIdsIn(requireMegatrend(megatrend, `${at}.megatrend`).nodeId))
    tests.push((listing) => members.has(listing.id))
  }
  if (tickers) {
    const ids = new Set(tickers.map((ticker) => catalog.require(ticker, `${at}.tickers`).id))
    tests.push((listing) => ids.has(listing.id))
  }
  return (listing) => tests.every((fits) => fits(listing))
}

function requireGics(catalog: Catalog, code: string, param: string): void {
  if (catalog.gicsNode(code)) return
  const known = catalog.rows.gics.filter((node) => node.code.length === code.length).map((node) => node.code)
  const near = nearest(code, known)
  throw new ApiError('invalid_parameter', `"${param}" must be a GICS code; there is no ${code}.`, {
    param,
    ...(near === null ? {} : { did_you_mean: near }),
  })
}

function requireExchange(catalog: Catalog, given: string, param: string): string {
  const known = catalog.exchange(given.toUpperCase())
  if (known) return known.code
  const codes = catalog.rows.exchanges.map(({ code }) => code)
  const near = nearest(given, codes)
  const message = `"${param}" must be codes of exchanges, such as US or JP; ${JSON.stringify(given)} was given.`
  throw new ApiError('invalid_parameter', message, { param, ...(near === null ? {} : { did_you_mean: near }) })
}
