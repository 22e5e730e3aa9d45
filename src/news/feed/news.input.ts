import { z } from 'zod'
import { megatrendKey, megatrendScope } from '../../catalog/taxonomy/megatrend.input.ts'
import { country, gicsCode } from '../../core/input/code-rule.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import type { PageRequest } from '../../core/input/paging.pure.ts'
import { choice, flag, inRest, integer, listOf, number } from '../../core/input/rule.ts'
import { day, paging, withDayOrder } from '../../core/input/span-rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { ASPECT, DIRECTION } from '../../enrichment/vocabulary/verdict-enum.pure.ts'
import { NEWS_TYPE } from '../../impact/news-type.ts'
import type { TrendScope } from '../story/article-filter.store.ts'
import { briefLanguage } from './brief-language.ts'

/** Orders a feed can take. */
const NEWS_ORDER = enumeration('NewsOrder', 'Order of the rows of a feed.', {
  recency: 'Newest first.',
  impact: 'Highest impact score first.',
  relevance: 'Most relevant for the asset of the row first.',
})

/** Parameters of every list of impacts, and of every feed about the impact of its row. */
const ofImpact = {
  minRelevance: number('Minimum relevance of the article for the asset of the row.', { min: 0, max: 1 }).optional(),
  minConfidence: number(
    'Minimum confidence in the direction of the row: 0.8 keeps what is right in 8 of 10 cases and more.',
    { min: 0, max: 1 },
  ).optional(),
  tagged: flag('true keeps rows whose asset the article names, false rows it reaches indirectly.').optional(),
}

/** Parameters every feed takes. */
const common = {
  minImpact: integer('Minimum impact score; 4 keeps high signal only.', { min: 1, max: 5 }).optional(),
  aspect: choice('Aspect of the business affected.', ASPECT).optional(),
  direction: choice('Direction of the effect shown on the row.', DIRECTION).optional(),
  ...ofImpact,
  newsTypes: inRest(
    'news_type',
    listOf(choice('News type.', NEWS_TYPE), NEWS_TYPE.tokens.length, 'News types, any of them.'),
  ).optional(),
  language: briefLanguage(),
  collapse: flag('One row per story; false returns every article.').default(true),
  from: day('First day, inclusive (UTC).').optional(),
  to: day('Last day, inclusive (UTC).').optional(),
}

const orderBy = choice('Order of the rows.', NEWS_ORDER).default('recency')

/** Which articles the scope of companies takes. */
export const ABOUT_COMPANIES =
  'a company of it is named, or reached at the first hop with a relevance of at least 0.3, and the row speaks of that company.'

/** Scope of the unscoped feed. */
const scope = {
  megatrend: megatrendKey('Megatrend, node id or slug; its subtree is included.').optional(),
  scope: megatrendScope,
  countries: inRest(
    'country',
    listOf(country('Country.'), 50, `Countries, any of them; ${ABOUT_COMPANIES}`),
  ).optional(),
  gicsCode: inRest('gics', gicsCode(`GICS code; ${ABOUT_COMPANIES}`)).optional(),
  source: text('Outlet id.', 100).optional(),
}

const tickers = inRest(
  'ticker',
  listOf(text('Ticker or listing id.', 40), 50, 'Tickers or listing ids, in order of preference.'),
)

/** Parameters of the news as a connection. */
export const newsConnectionInput = withDayOrder(z.strictObject({ ...common, ...scope, orderBy }))

/** Parameters of the news about one listing as a connection. */
export const stockNewsConnectionInput = withDayOrder(z.strictObject({ ...common, orderBy }))

/** Parameters of the news. */
export const newsInput = withDayOrder(z.strictObject({ ...common, ...scope, orderBy, ...paging(50) }))

/** Parameters of the news about some listings. */
export const newsByTickersInput = withDayOrder(z.strictObject({ tickers, ...common, orderBy, ...paging(50) }))

/** Parameters of a search in the news. */
export const newsSearchInput = withDayOrder(
  z.strictObject({
    query: inRest('q', text('Words, a company or a theme to search for.', 200)),
    ...common,
    ...paging(50),
  }),
)

/** Parameters of the news about one listing. */
export const stockNewsInput = withDayOrder(z.strictObject({ ...common, orderBy, ...paging(20) }))

/** Parameters of the impacts on one listing. */
export const impactsInput = z.strictObject(ofImpact)

/** The filters, order and paging of any feed, as the store takes them. */
export interface FeedFilter extends PageRequest {
  readonly minImpact?: number | undefined
  readonly aspect?: z.output<typeof newsInput>['aspect']
  readonly direction?: z.output<typeof newsInput>['direction']
  readonly minRelevance?: number | undefined
  readonly minConfidence?: number | undefined
  readonly tagged?: boolean | undefined
  readonly newsTypes?: z.output<typeof newsInput>['newsTypes']
  readonly collapse: boolean
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly source?: string | undefined
  readonly orderBy: (typeof NEWS_ORDER.tokens)[number]
  /** Scope: rows speak of the first of these an article hits. */
  readonly listingIds?: readonly number[]
  /** Only these articles. */
  readonly articleIds?: readonly number[]
  /** Scope: articles about one of these; rows speak of the one an article is most about. */
  readonly affectedIds?: readonly number[]
  /** Megatrends an article is about. */
  readonly trend?: TrendScope
}
