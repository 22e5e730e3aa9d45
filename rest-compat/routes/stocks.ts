import { stockResolveBatchInput, stockResolveInput, stockSearchInput } from '../../src/listing/resolve.schema.ts'
import { stockNewsInput } from '../../src/news/news.input.ts'
import type { Route } from '../route.ts'
import { MATCH, NEWS_ITEM, PAGING } from './fragments.ts'

/** Identity of listings and their news. */
export const stockRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/stocks',
    mode: 'with q',
    when: (query) => query.has('q'),
    summary: 'Listings that fit a name, partial ticker, ISIN or description.',
    input: stockSearchInput,
    document: `query ($q: String!, $country: String, $limit: Int, $offset: Int, $all: Boolean) {
      stockSearch(q: $q, country: $country, limit: $limit, offset: $offset, all: $all) {
        query match_quality: matchQuality matches { ${MATCH} } ${PAGING} } }`,
    at: 'stockSearch',
    rows: 'matches',
    example: { q: 'electric cars' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/resolve',
    summary: 'The listing a name, ticker, ISIN, brand or person means.',
    input: stockResolveInput,
    document: `query ($q: String!, $country: String, $limit: Int) {
      stockResolve(q: $q, country: $country, limit: $limit) { query match_quality: matchQuality ticker matches { ${MATCH} } ${PAGING} } }`,
    at: 'stockResolve',
    rows: 'matches',
    example: { q: 'maker of the iphone' },
  },
  {
    method: 'POST',
    path: '/v1/stocks/resolve',
    summary: 'The same for up to 25 queries.',
    input: stockResolveBatchInput,
    document: `query ($queries: [String!]!, $limit: Int, $country: String) {
      stockResolveBatch(queries: $queries, limit: $limit, country: $country) {
        results { query match_quality: matchQuality ticker matches { ${MATCH} } } ${PAGING} } }`,
    at: 'stockResolveBatch',
    rows: 'results',
    example: { queries: ['Apple', 'TSMC', '7203.JP'] },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/news',
    summary: 'News that moves a listing, directly or through the graph.',
    input: stockNewsInput,
    document: `query ($id: String!, $minImpact: Int, $aspect: String, $direction: String, $newsType: [String!], $lang: String,
        $collapse: Boolean, $from: String, $to: String, $orderBy: String, $limit: Int, $offset: Int, $all: Boolean) {
      stock(id: $id) { news(minImpact: $minImpact, aspect: $aspect, direction: $direction, newsType: $newsType, lang: $lang,
        collapse: $collapse, from: $from, to: $to, orderBy: $orderBy, limit: $limit, offset: $offset, all: $all) {
        results: items { ${NEWS_ITEM} } ${PAGING} } } }`,
    at: 'stock.news',
    rows: 'results',
    example: { id: 'AAPL', limit: 3 },
  },
]
