import type { z } from 'zod'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { MatchQuality } from '../../catalog/identity/match-quality.pure.ts'
import { requireMegatrend, trendScopeOf } from '../../catalog/taxonomy/find-megatrend.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import type { CursorSpan } from '../../core/graphql/metered-field.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { feed } from './feed.store.ts'
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.pure.ts'
import type { FeedRow } from './feed-row.store.ts'
import { type FeedSpan, feedSlice, type PlacedFeedRow } from './feed-slice.store.ts'
import type {
  FeedFilter,
  newsByTickersInput,
  newsConnectionInput,
  newsInput,
  newsSearchInput,
  stockNewsConnectionInput,
  stockNewsInput,
} from './news.input.ts'
import { newsLoaders } from './news.loader.ts'
import { type NewsItem, newsItemOf } from './news-item.ts'
import { searchNews } from './news-search.ts'

/** A page of a news feed. */
export interface NewsFeed extends Page<NewsItem> {
  /** Only of searches. */
  readonly matchQuality?: MatchQuality
}

/** The news of a scope: megatrend, countries, industry, outlet; all news without one. */
export async function readNews(input: z.output<typeof newsInput>): Promise<NewsFeed> {
  const { megatrend, scope, countries, gicsCode, language, ...filter } = input
  return inLanguage(await feed({ ...filter, ...scopeOf({ megatrend, scope, countries, gicsCode }) }), language)
}

/** The same between two cursors. */
export async function readNewsSlice(
  input: z.output<typeof newsConnectionInput>,
  span: CursorSpan,
): Promise<readonly NewsItem[]> {
  const { megatrend, scope, countries, gicsCode, language, ...filter } = input
  const selection = { ...filter, ...scopeOf({ megatrend, scope, countries, gicsCode }) }
  const rows = await feedSlice(selection, feedSpan(span, filter.orderBy))
  return rows.map((row) => placedItem(row, language, filter.orderBy))
}

/** Articles that a scope is about, as the feed's filter takes them. */
function scopeOf({
  megatrend,
  scope,
  countries,
  gicsCode,
}: Pick<z.output<typeof newsInput>, 'megatrend' | 'scope' | 'countries' | 'gicsCode'>): Pick<
  FeedFilter,
  'trend' | 'affectedIds'
> {
  const node = megatrend === undefined ? undefined : requireMegatrend(megatrend, 'megatrend')
  const trend = node && trendScopeOf(node, scope)
  const affectedIds = countries || gicsCode ? catalog().listingIdsWhere({ countries, gics: gicsCode }) : undefined
  return { ...(trend ? { trend } : {}), ...(affectedIds ? { affectedIds } : {}) }
}

/** News that moves any of some listings; unknown tickers are 404. */
export async function readNewsByTickers(input: z.output<typeof newsByTickersInput>): Promise<NewsFeed> {
  const { tickers, language, ...filter } = input
  const listingIds = [...new Set(tickers.map((ticker) => catalog().require(ticker, 'ticker').id))]
  return inLanguage(await feed({ ...filter, listingIds }), language)
}

/** News that fits words, companies or themes, best first. */
export async function readNewsSearch(input: z.output<typeof newsSearchInput>): Promise<NewsFeed> {
  const { page, scores, matchQuality } = await searchNews(input)
  const { rows, ...facts } = inLanguage(page, input.language)
  return { ...facts, matchQuality, rows: rows.map((item) => ({ ...item, score: scores.get(item.row.id) ?? 0 })) }
}

/** News that moves one listing. */
export async function readStockNews(
  listing: Listing,
  input: z.output<typeof stockNewsInput>,
  context: Context,
): Promise<NewsFeed> {
  const { language, ...filter } = input
  return inLanguage(await newsLoaders(context).stockFeed.load({ listingId: listing.id, filter }), language)
}

/** The same between two cursors. */
export async function readStockNewsSlice(
  listing: Listing,
  { language, ...filter }: z.output<typeof stockNewsConnectionInput>,
  span: CursorSpan,
  context: Context,
): Promise<readonly NewsItem[]> {
  const asked = { listingId: listing.id, filter, span: feedSpan(span, filter.orderBy) }
  const rows = await newsLoaders(context).stockFeedSlice.load(asked)
  return rows.map((row) => placedItem(row, language, filter.orderBy))
}

function feedSpan({ after, before, ...span }: CursorSpan, orderBy: FeedFilter['orderBy']): FeedSpan {
  return { ...span, after: positionOf('after', after, orderBy), before: positionOf('before', before, orderBy) }
}

/** The position of a cursor; throws 400 for what is no cursor of a feed in this order. */
function positionOf(param: 'after' | 'before', cursor: string | undefined, orderBy: FeedFilter['orderBy']) {
  if (cursor === undefined) return null
  const position = decodeFeedCursor(orderBy, cursor)
  if (position) return position
  throw new ApiError('invalid_parameter', `"${param}" must be a cursor of this connection in the same order.`, {
    param,
  })
}

function placedItem(row: PlacedFeedRow, language: string, orderBy: FeedFilter['orderBy']): NewsItem {
  return { ...newsItemOf(row, language), cursor: encodeFeedCursor(orderBy, row.position) }
}

function inLanguage(page: Page<FeedRow>, language: string): Page<NewsItem> {
  return { ...page, rows: page.rows.map((row) => newsItemOf(row, language)) }
}
