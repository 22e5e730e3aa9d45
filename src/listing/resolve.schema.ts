import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { country, flag, integer, listOf, parseInput, text } from '../core/input.ts'
import { type Page, PageInfoFields, pageOf } from '../core/page.ts'
import type { Listing } from './catalog.store.ts'
import { catalog } from './catalog.ts'
import { StockType } from './listing.schema.ts'
import type { ListingMatch, ResolveOptions } from './resolve.math.ts'

const query = () => text('Name, ticker, ISIN, brand, person or description.', 200)
const candidates = () => integer('Candidates per query.', { min: 1, max: 25 }).default(5)

/** `GET /v1/stocks/resolve`. */
export const stockResolveInput = z.strictObject({
  q: query(),
  country: country('Country to lean to.').optional(),
  limit: candidates(),
})

/** `POST /v1/stocks/resolve`. */
export const stockResolveBatchInput = z.strictObject({
  queries: listOf(query(), 25, 'Queries.'),
  limit: candidates(),
  country: country('Country to lean to.').optional(),
})

/** `GET /v1/stocks` with `q`. */
export const stockSearchInput = z.strictObject({
  q: text('Name, partial ticker or ISIN; also what the company does.', 200),
  country: country('Country to keep to.').optional(),
  limit: integer('Rows per page.', { min: 1, max: 100 }).default(10),
  offset: integer('Rows to skip.', { min: 0 }).default(0),
  all: flag('Return the full matching set, ignoring limit and offset.').default(false),
})

interface StockMatch extends ListingMatch {
  readonly listing: Listing
}

interface Resolved extends Page<StockMatch> {
  readonly query: string
  readonly matchQuality: 'strong' | 'weak' | 'none'
}

const StockMatchType = builder.objectRef<StockMatch>('StockMatch').implement({
  description: 'A listing a query may mean.',
  fields: (t) => ({
    stock: t.field({ type: StockType, description: 'The listing.', resolve: ({ listing }) => listing }),
    listingId: t.int({ description: 'Integer listing id.', resolve: ({ listing }) => listing.id }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    symbol: t.string({ description: 'Ticker without exchange.', resolve: ({ listing }) => listing.symbol }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    exchange: t.string({ description: 'Exchange code.', resolve: ({ listing }) => listing.exchangeCode }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166 alpha-2.',
      resolve: ({ listing }) => listing.country,
    }),
    type: t.string({ description: 'Kind of asset.', resolve: ({ listing }) => listing.type }),
    isin: t.string({ nullable: true, description: 'ISIN, where certain.', resolve: ({ listing }) => listing.isin }),
    marketCapUsd: t.float({
      nullable: true,
      description: 'Market capitalisation in US dollars.',
      resolve: ({ listing }) => listing.marketCapUsd,
    }),
    similarity: t.exposeFloat('similarity', { description: 'How close the match is, 0 to 1.' }),
    matchType: t.exposeString('matchType', { description: 'exact, isin, prefix, alias, name or semantic.' }),
  }),
})

const StockMatchesType = builder.objectRef<Resolved>('StockMatches').implement({
  description: 'What a query may mean, likeliest first.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The query as given.' }),
    matchQuality: t.exposeString('matchQuality', {
      description: 'strong = single match or clear leader, weak = several similar, none.',
    }),
    ticker: t.string({
      nullable: true,
      description: 'Ticker of the clear leader; null when there is none.',
      resolve: ({ matchQuality, rows }) => (matchQuality === 'strong' ? (rows[0]?.listing.ticker ?? null) : null),
    }),
    matches: t.field({ type: [StockMatchType], description: 'The candidates.', resolve: ({ rows }) => [...rows] }),
  }),
})

const StockResolutionsType = builder.objectRef<Page<Resolved>>('StockResolutions').implement({
  description: 'Answers to several queries, in their order.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    results: t.field({
      type: [StockMatchesType],
      description: 'One answer a query.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
})

function resolve(q: string, options: ResolveOptions): Resolved {
  const { matchQuality, matches } = catalog().resolver(q, options)
  const rows = matches.flatMap((match) => {
    const listing = catalog().listing(match.id)
    return listing ? [{ ...match, listing }] : []
  })
  return { query: q, matchQuality, rows, total: rows.length, limit: options.limit, offset: 0, all: false }
}

/** Most matches a search ranks; what lies behind is noise. */
const SEARCH_MATCHES_MAX = 100

function search(input: z.output<typeof stockSearchInput>): Resolved {
  const all = resolve(input.q, { limit: SEARCH_MATCHES_MAX, countryFilter: input.country })
  return { ...all, ...pageOf(all.rows, input) }
}

builder.queryFields((t) => ({
  stockResolve: t.field({
    type: StockMatchesType,
    nullable: true,
    description: 'The listing a name, ticker, ISIN, brand or person means. Free.',
    args: argumentsOf(stockResolveInput),
    resolve: (_, args) => {
      const { q, ...options } = parseInput(stockResolveInput, args)
      return resolve(q, options)
    },
  }),
  stockResolveBatch: t.field({
    type: StockResolutionsType,
    nullable: true,
    description: 'The same for up to 25 queries. Costs a credit a call.',
    args: argumentsOf(stockResolveBatchInput),
    resolve: (_, args, context: Context) => {
      const { queries, ...options } = parseInput(stockResolveBatchInput, args)
      const rows = queries.map((q) => resolve(q, options))
      context.meter.charge('stockResolveBatch', costOf('stockResolveBatch', rows.length))
      return { rows, total: rows.length, limit: options.limit, offset: 0, all: false }
    },
  }),
  stockSearch: t.field({
    type: StockMatchesType,
    nullable: true,
    description: 'Listings that fit a name, partial ticker, ISIN or description. Costs a credit a call.',
    args: argumentsOf(stockSearchInput),
    resolve: (_, args, context: Context) => {
      const found = search(parseInput(stockSearchInput, args))
      context.meter.charge('stockSearch', costOf('stockSearch', found.rows.length))
      return found
    },
  }),
}))
