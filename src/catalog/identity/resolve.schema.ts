import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { country } from '../../core/input/code-rule.ts'
import { flag, inRest, integer, listOf } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { AboutListingType } from '../listing.schema.ts'
import { MATCH_QUALITY } from './match-quality.pure.ts'
import { MATCH_TYPE } from './resolve-evidence.pure.ts'
import {
  type Resolutions,
  type Resolved,
  resolveEach,
  resolveListing,
  type StockMatch,
  searchListings,
} from './resolve-listing.ts'

const query = () => text('Name, ticker, ISIN, brand, person or business description.', 200)
const candidates = () => integer('Maximum number of candidates per query.', { min: 1, max: 25 }).default(5)
const preferredCountry = () => country('Preferred country.').optional()

const stockResolveInput = z.strictObject({
  query: inRest('q', query()),
  country: preferredCountry(),
  limit: candidates(),
})

const stockResolveBatchInput = z.strictObject({
  queries: listOf(query(), 25, 'Queries.'),
  limit: candidates(),
  country: preferredCountry(),
})

const stockSearchInput = z.strictObject({
  query: inRest('q', text('Name, partial ticker, ISIN or business description.', 200)),
  country: country('Country of the companies.').optional(),
  limit: integer('Maximum number of rows per page.', { min: 1, max: 100 }).default(10),
  offset: integer('Number of rows to skip.', { min: 0 }).default(0),
  all: flag('Return the full matching set, ignoring limit and offset.').default(false),
})

const MatchTypeEnum = enumType(MATCH_TYPE)
export const MatchQualityEnum = enumType(MATCH_QUALITY)

const StockMatchType = builder.objectRef<StockMatch>('StockMatch').implement({
  description: 'A candidate listing for a query.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    similarity: t.exposeFloat('similarity', { description: 'Similarity of the match, 0 to 1.' }),
    matchType: t.expose('matchType', { type: MatchTypeEnum, description: 'How the match was found.' }),
  }),
})

const StockMatchesType = pageType<Resolved>('StockMatches', {
  description: 'Candidate listings for a query, best first.',
  of: StockMatchType,
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The query as given.' }),
    matchQuality: t.expose('matchQuality', {
      type: MatchQualityEnum,
      description: 'Confidence in the first candidate.',
    }),
    ticker: t.exposeString('ticker', {
      nullable: true,
      description: 'Ticker of the first candidate when the match is strong; null otherwise.',
    }),
  }),
})

const StockResolutionsType = pageType<Resolutions>('StockResolutions', {
  description: 'Results of several queries, in their order.',
  of: StockMatchesType,
})

builder.queryFields((t) => ({
  stockResolve: t.metered({
    type: StockMatchesType,
    cost: 'stockResolve',
    description: 'Resolves a name, ticker, ISIN, brand or person to its listing. Free.',
    input: stockResolveInput,
    weight: { once: 2_000, perRow: 1 },
    resolve: (_, { query, ...options }) => resolveListing(query, options),
  }),
  stockResolveBatch: t.metered({
    type: StockResolutionsType,
    cost: 'stockResolveBatch',
    description: 'Resolves up to 25 queries. Costs one credit per call.',
    input: stockResolveBatchInput,
    weight: { once: 0, perRow: 2_000 },
    resolve: (_, { queries, ...options }) => resolveEach(queries, options),
  }),
  stockSearch: t.metered({
    type: StockMatchesType,
    cost: 'stockSearch',
    description: 'Searches listings by name, partial ticker, ISIN or business description. Costs one credit per call.',
    input: stockSearchInput,
    weight: { once: 2_000, perRow: 1 },
    resolve: (_, input) => searchListings(input),
  }),
}))
