import type { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { ApiError } from '../core/errors.ts'
import { parseInput } from '../core/input.ts'
import { type Page, PageInfoFields } from '../core/page.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { requireMegatrend } from '../megatrend/megatrend.schema.ts'
import { subtreeRange } from '../megatrend/node-range.math.ts'
import { noteDataSet } from './demo-mark.ts'
import { type FeedRow, feed } from './feed.store.ts'
import { newsByTickersInput, newsInput, newsSearchInput, stockNewsInput } from './news.input.ts'
import { newsLoaders } from './news.loader.ts'
import { type NewsItem, NewsItemType, newsItemOf } from './news-item.schema.ts'
import { searchNews } from './news-search.ts'

interface NewsFeed extends Page<NewsItem> {
  readonly matchQuality?: 'strong' | 'weak' | 'none'
}

const NewsFeedType = builder.objectRef<NewsFeed>('NewsFeed').implement({
  description: 'A page of a news feed.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    items: t.field({ type: [NewsItemType], description: 'The rows.', resolve: (page) => [...page.rows] }),
    matchQuality: t.string({
      nullable: true,
      description: 'strong, weak or none; only for searches.',
      resolve: (page) => page.matchQuality,
    }),
  }),
})

/** Puts stored rows into the language asked for, beside the impact each is listed for, and notes what they cost. */
function present(page: Page<FeedRow>, lang: string, operation: string, context: Context): NewsFeed {
  context.meter.charge(operation, costOf(operation, page.rows.length))
  noteDataSet(context, page.rows)
  return {
    ...page,
    rows: page.rows.map((row) => newsItemOf(row, lang)),
  }
}

function checkDays(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw new ApiError('invalid_parameter', `"from" (${from}) must not be after "to" (${to}).`, {
      param: 'from',
      did_you_mean: to,
    })
  }
}

async function news(args: Record<string, unknown>, context: Context): Promise<NewsFeed> {
  const { megatrend, country, gics, ...filter } = parseInput(newsInput, args)
  checkDays(filter.from, filter.to)
  const node = megatrend === undefined ? undefined : requireMegatrend(String(megatrend), 'megatrend')
  const page = await feed({
    ...filter,
    ...(country || gics ? { affectedIds: catalog().listingIdsWhere({ countries: country, gics }) } : {}),
    ...(node
      ? {
          trend: {
            ...subtreeRange(node.nodeId),
            memberIds: catalog().memberIdsIn(node.nodeId),
          },
        }
      : {}),
  })
  return present(page, filter.lang, 'news', context)
}

async function newsByTickers(args: Record<string, unknown>, context: Context): Promise<NewsFeed> {
  const { ticker, ...filter } = parseInput(newsByTickersInput, args)
  checkDays(filter.from, filter.to)
  const listingIds = [...new Set(ticker.map((one) => catalog().require(one, 'ticker').id))]
  return present(await feed({ ...filter, listingIds }), filter.lang, 'newsByTickers', context)
}

async function newsSearch(args: Record<string, unknown>, context: Context): Promise<NewsFeed> {
  const input: z.output<typeof newsSearchInput> = parseInput(newsSearchInput, args)
  checkDays(input.from, input.to)
  const { page, scores, matchQuality } = await searchNews(input)
  const shown = present(page, input.lang, 'newsSearch', context)
  return { ...shown, matchQuality, rows: shown.rows.map((item) => ({ ...item, score: scores.get(item.row.id) ?? 0 })) }
}

builder.queryFields((t) => ({
  news: t.field({
    type: NewsFeedType,
    nullable: true,
    description: 'The news, newest first. Costs a credit a row. Impact-level fields speak of the most relevant impact.',
    args: argumentsOf(newsInput),
    complexity: feedWeight,
    resolve: (_, args, context) => news(args, context),
  }),
  newsByTickers: t.field({
    type: NewsFeedType,
    nullable: true,
    description: 'News that moves any of some listings, directly or through the graph. Costs a credit a row.',
    args: argumentsOf(newsByTickersInput),
    complexity: feedWeight,
    resolve: (_, args, context) => newsByTickers(args, context),
  }),
  newsSearch: t.field({
    type: NewsFeedType,
    nullable: true,
    description: 'News that fits words, a company or a theme, best first. Costs a credit a row.',
    args: argumentsOf(newsSearchInput),
    complexity: feedWeight,
    resolve: (_, args, context) => newsSearch(args, context),
  }),
}))

builder.objectFields(StockType, (t) => ({
  news: t.field({
    type: NewsFeedType,
    nullable: true,
    description: 'News that moves it, directly or through the graph. Costs a credit a row.',
    args: argumentsOf(stockNewsInput),
    complexity: feedWeight,
    resolve: async (listing, args, context) => {
      const filter = parseInput(stockNewsInput, args)
      checkDays(filter.from, filter.to)
      const page = await newsLoaders(context).stockFeed.load({ listingId: listing.id, filter })
      return present(page, filter.lang, 'stockNews', context)
    },
  }),
}))

/** A feed weighs what its page may hold: each row is read whole, whatever is asked of it. */
function feedWeight(args: Record<string, unknown>): { field: number; multiplier: number } {
  const limit = args['all'] === true ? 5_000 : typeof args['limit'] === 'number' ? args['limit'] : 50
  const rows = Math.max(1, Math.min(limit, 5_000))
  return { field: 2 * rows, multiplier: rows / 10 }
}
