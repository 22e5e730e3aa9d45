import type { Route } from '../route.ts'
import { NEWS_ITEM } from './fragments.ts'

/** News feeds. */
export const newsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/news',
    summary: 'News, newest first; optionally of a megatrend, countries or an industry.',
    field: 'news',
    select: `results: items { ${NEWS_ITEM} }`,
    example: { order_by: 'impact', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/news/by-tickers',
    summary: 'News that affects any of several listings, directly or through the knowledge graph.',
    field: 'newsByTickers',
    select: `results: items { ${NEWS_ITEM} }`,
    example: { ticker: ['AAPL', 'NVDA', '005930.KO'], limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/news/search',
    summary: 'News search by words, company or theme, best match first.',
    field: 'newsSearch',
    select: `results: items { score ${NEWS_ITEM} } match_quality: matchQuality`,
    example: { q: 'iphone demand', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/news/types',
    summary: 'News categories.',
    field: 'newsTypes',
    select: 'types: items { type label description }',
  },
]
