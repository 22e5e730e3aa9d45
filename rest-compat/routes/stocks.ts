import type { Route } from '../route.ts'
import { MATCH, NEWS_ITEM } from './fragments.ts'

/** Routes of listing search and resolution, and of a listing's news. */
export const stockRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/stocks',
    mode: 'with q',
    when: (query) => query.has('q'),
    summary: 'Searches listings by name, partial ticker, ISIN or business description.',
    field: 'stockSearch',
    select: `query match_quality: matchQuality matches: items { ${MATCH} }`,
    example: { q: 'electric cars' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/resolve',
    summary: 'Resolves a name, ticker, ISIN, brand or person to its listing.',
    field: 'stockResolve',
    select: `query match_quality: matchQuality ticker matches: items { ${MATCH} }`,
    example: { q: 'maker of the iphone' },
  },
  {
    method: 'POST',
    path: '/v1/stocks/resolve',
    summary: 'Resolves up to 25 names, tickers, ISINs, brands or people.',
    field: 'stockResolveBatch',
    select: `results: items { query match_quality: matchQuality ticker matches: items { ${MATCH} } }`,
    example: { queries: ['Apple', 'TSMC', '7203.JP'] },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/news',
    summary: 'News that affects a listing, directly or through the knowledge graph.',
    field: 'stock.news',
    select: `results: items { ${NEWS_ITEM} }`,
    example: { id: 'AAPL', limit: 3 },
  },
]
