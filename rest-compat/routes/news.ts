import { z } from 'zod'
import { newsByTickersInput, newsInput, newsSearchInput } from '../../src/news/news.input.ts'
import type { Route } from '../route.ts'
import { NEWS_ITEM, PAGING } from './fragments.ts'

/** News feeds. */
export const newsRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/news',
    summary: 'The news, newest first; can be scoped to a megatrend, countries or an industry.',
    input: newsInput,
    document: `query ($minImpact: Int, $aspect: String, $direction: String, $newsType: [String!], $lang: String, $collapse: Boolean,
        $from: String, $to: String, $megatrend: Int, $country: [String!], $gics: String, $source: String, $orderBy: String,
        $limit: Int, $offset: Int, $all: Boolean) {
      news(minImpact: $minImpact, aspect: $aspect, direction: $direction, newsType: $newsType, lang: $lang, collapse: $collapse,
        from: $from, to: $to, megatrend: $megatrend, country: $country, gics: $gics, source: $source, orderBy: $orderBy,
        limit: $limit, offset: $offset, all: $all) { results: items { ${NEWS_ITEM} } ${PAGING} } }`,
    at: 'news',
    rows: 'results',
    example: { order_by: 'impact', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/news/by-tickers',
    summary: 'News that moves any of some listings, directly or through the graph.',
    input: newsByTickersInput,
    document: `query ($ticker: [String!]!, $minImpact: Int, $aspect: String, $direction: String, $newsType: [String!], $lang: String,
        $collapse: Boolean, $from: String, $to: String, $orderBy: String, $limit: Int, $offset: Int, $all: Boolean) {
      newsByTickers(ticker: $ticker, minImpact: $minImpact, aspect: $aspect, direction: $direction, newsType: $newsType, lang: $lang,
        collapse: $collapse, from: $from, to: $to, orderBy: $orderBy, limit: $limit, offset: $offset, all: $all) {
        results: items { ${NEWS_ITEM} } ${PAGING} } }`,
    at: 'newsByTickers',
    rows: 'results',
    example: { ticker: ['AAPL', 'NVDA', '005930.KO'], limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/news/search',
    summary: 'News that fits words, a company or a theme, best first.',
    input: newsSearchInput,
    document: `query ($q: String!, $minImpact: Int, $aspect: String, $direction: String, $newsType: [String!], $lang: String,
        $collapse: Boolean, $from: String, $to: String, $limit: Int, $offset: Int, $all: Boolean) {
      newsSearch(q: $q, minImpact: $minImpact, aspect: $aspect, direction: $direction, newsType: $newsType, lang: $lang,
        collapse: $collapse, from: $from, to: $to, limit: $limit, offset: $offset, all: $all) {
        results: items { score ${NEWS_ITEM} } match_quality: matchQuality ${PAGING} } }`,
    at: 'newsSearch',
    rows: 'results',
    example: { q: 'iphone demand', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/news/types',
    summary: 'The categories of news.',
    input: z.strictObject({}),
    document: `{ newsTypes { types { type label description } ${PAGING} } }`,
    at: 'newsTypes',
    rows: 'types',
  },
]
