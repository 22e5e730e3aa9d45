import { z } from 'zod'
import { choice, country, day, flag, gicsCode, integer, listOf, paging, text } from '../core/input.ts'
import { ASPECTS, DIRECTIONS } from '../enrichment/knowledge.math.ts'
import { NEWS_TYPES } from '../enrichment/news-type.math.ts'

/** Orders a feed can take. */
const NEWS_ORDERS = ['recency', 'impact', 'relevance'] as const

/** Filters every feed knows. */
const common = {
  minImpact: integer('Least impact score; 4 keeps high signal only.', { min: 1, max: 5 }).optional(),
  aspect: choice('Aspect of the business affected.', ASPECTS).optional(),
  direction: choice('Direction of the effect shown on the row.', DIRECTIONS).optional(),
  newsType: listOf(choice('News type.', NEWS_TYPES), NEWS_TYPES.length, 'News types, any of them.').optional(),
  lang: text('Language of brief_text, where a translation is stored; ISO 639-1.', 10).default('en'),
  collapse: flag('One row per story; false gives every article.').default(true),
  from: day('First day, inclusive (UTC).').optional(),
  to: day('Last day, inclusive (UTC).').optional(),
}

const order = choice('Order of the rows.', NEWS_ORDERS).default('recency')

/** `GET /v1/news`. */
export const newsInput = z.strictObject({
  ...common,
  megatrend: integer('Megatrend node id; its subtree is included.', { min: 10_000_000, max: 99_999_999 }).optional(),
  country: listOf(country('Country.'), 50, 'Countries of the companies affected, any of them.').optional(),
  gics: gicsCode('GICS code of the companies affected.').optional(),
  source: text('Outlet id.', 100).optional(),
  orderBy: order,
  ...paging(50),
})

/** `GET /v1/news/by-tickers`. */
export const newsByTickersInput = z.strictObject({
  ticker: listOf(text('Ticker or listing id.', 40), 50, 'Tickers or listing ids, in order of preference.'),
  ...common,
  orderBy: order,
  ...paging(50),
})

/** `GET /v1/news/search`. */
export const newsSearchInput = z.strictObject({
  q: text('What to look for: words, a company, a theme.', 200),
  ...common,
  ...paging(50),
})

/** `GET /v1/stocks/{id}/news`. */
export const stockNewsInput = z.strictObject({ ...common, orderBy: order, ...paging(20) })

/** The filters and paging of any feed, as the store takes them. */
export type FeedFilter = Omit<z.output<typeof newsInput>, 'megatrend' | 'country' | 'gics' | 'source' | 'orderBy'> &
  Partial<Pick<z.output<typeof newsInput>, 'source'>> & {
    orderBy: (typeof NEWS_ORDERS)[number]
    /** Scope: rows speak of the first of these an article hits. */
    listingIds?: readonly number[]
    /** Only these articles. */
    articleIds?: readonly number[]
    /** Any impact on one of these makes an article match. */
    affectedIds?: readonly number[]
    /** Megatrend node range an article speaks to itself, or reaches through a named member. */
    trend?: { first: number; last: number; memberIds: readonly number[] }
  }
