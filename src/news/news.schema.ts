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
import { MegatrendType, requireMegatrend } from '../megatrend/megatrend.schema.ts'
import { subtreeRange } from '../megatrend/node-range.math.ts'
import { ArticleType, ImpactType } from './article.schema.ts'
import { noteDataSet } from './demo-mark.ts'
import { type FeedRow, feed } from './feed.store.ts'
import { newsByTickersInput, newsInput, newsSearchInput, stockNewsInput } from './news.input.ts'
import { newsLoaders } from './news.loader.ts'
import type { ImpactRow } from './news.store.ts'
import { searchNews } from './news-search.ts'
import { newsTypes } from './news-type.source.ts'

/** A feed row in the language asked for. */
interface NewsItem {
  readonly row: FeedRow
  readonly lang: string
  /** The impact the row speaks of. */
  readonly impact: ImpactRow | undefined
  readonly score?: number
}

interface NewsFeed extends Page<NewsItem> {
  readonly matchQuality?: 'strong' | 'weak' | 'none'
}

/** A feed row, wherever one is shown. */
export const NewsItemType = builder.objectRef<NewsItem>('NewsItem').implement({
  description: 'A feed row: an article and the impact it is listed for.',
  fields: (t) => ({
    article: t.field({
      type: ArticleType,
      description: 'The article as a node of the graph.',
      resolve: ({ row }) => row,
    }),
    jobId: t.string({ description: 'Stable public id; cs_job_id in REST.', resolve: ({ row }) => row.jobId }),
    title: t.string({ description: 'Original headline.', resolve: ({ row }) => row.title }),
    published: t.field({ type: 'DateTime', description: 'Publication time.', resolve: ({ row }) => row.published }),
    source: t.string({ description: 'Outlet id.', resolve: ({ row }) => row.source }),
    url: t.string({ nullable: true, description: 'Where it stands.', resolve: ({ row }) => row.url }),
    storyId: t.int({ description: 'Number of the story it belongs to.', resolve: ({ row }) => row.storyId }),
    impactScore: t.int({ description: 'Newsworthiness, 1 to 5.', resolve: ({ row }) => row.impactScore }),
    briefText: t.string({
      description: 'One-sentence summary, in the language asked for where a translation is stored.',
      resolve: ({ row, lang }) => translationOf(row, lang) ?? row.briefText,
    }),
    briefLang: t.string({
      nullable: true,
      description: 'Language of briefText; null when not known.',
      resolve: ({ row, lang }) => (translationOf(row, lang) === undefined ? row.lang : lang),
    }),
    newsTypes: t.stringList({ description: 'Category tags.', resolve: ({ row }) => [...row.newsTypes] }),
    dupCount: t.int({ description: 'Outlets that ran the same story.', resolve: ({ row }) => row.outletCount }),
    ticker: t.string({
      nullable: true,
      description: 'The asset the impact-level fields speak of.',
      resolve: ({ impact }) => (impact ? (catalog().listing(impact.listingId)?.ticker ?? null) : null),
    }),
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'The same asset as a node of the graph.',
      resolve: ({ impact }) => (impact ? (catalog().listing(impact.listingId) ?? null) : null),
    }),
    direction: t.string({
      nullable: true,
      description: 'pos, neg or ambiguous for the asset.',
      resolve: ({ impact }) => impact?.direction,
    }),
    aspect: t.string({
      nullable: true,
      description: 'Aspect of the business affected.',
      resolve: ({ impact }) => impact?.aspect,
    }),
    magnitude: t.int({
      nullable: true,
      description: '1 = narrow, 2 = cohort-wide or systemic.',
      resolve: ({ impact }) => impact?.magnitude,
    }),
    tagged: t.boolean({
      nullable: true,
      description: 'Whether the article names the company.',
      resolve: ({ impact }) => impact?.tagged,
    }),
    role: t.string({
      nullable: true,
      description: 'Part the asset plays in the affected trend.',
      resolve: ({ impact }) => impact?.role,
    }),
    exposure: t.string({
      nullable: true,
      description: 'core or secondary.',
      resolve: ({ impact }) => impact?.exposure,
    }),
    rationale: t.string({
      nullable: true,
      description: 'Why, in one line.',
      resolve: ({ impact }) => impact?.rationale,
    }),
    score: t.float({
      nullable: true,
      description: 'How well the row fits a search, 0 to 1.',
      resolve: ({ score }) => score,
    }),
    impacts: t.field({
      type: [ImpactType],
      description: 'All the article moves.',
      resolve: ({ row }) => [...row.impacts],
    }),
    megatrends: t.field({
      type: [MegatrendType],
      description: 'Megatrends the article speaks to.',
      resolve: ({ row }) => row.trends.flatMap((nodeId) => catalog().megatrend(nodeId) ?? []),
    }),
  }),
})

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

const NewsTypeType = builder.objectRef<{ type: string; label: string; description: string }>('NewsType').implement({
  description: 'A category of news.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Token used by filters and rows.' }),
    label: t.exposeString('label', { description: 'Name for people.' }),
    description: t.exposeString('description', { description: 'What belongs here.' }),
  }),
})

const NewsTypePage = builder
  .objectRef<Page<{ type: string; label: string; description: string }>>('NewsTypePage')
  .implement({
    description: 'All categories of news.',
    interfaces: [PageInfoFields],
    isTypeOf: () => true,
    fields: (t) => ({
      types: t.field({ type: [NewsTypeType], description: 'The categories.', resolve: (page) => [...page.rows] }),
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

/** A stored row in the language asked for, beside the impact it is listed for. */
export function newsItemOf(row: FeedRow, lang: string): NewsItem {
  return { row, lang, impact: row.impacts.find((impact) => impact.listingId === row.scopeId) }
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
            memberIds: [
              ...new Set(
                catalog()
                  .membershipsIn(node.nodeId)
                  .map((member) => member.listingId),
              ),
            ],
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
  newsTypes: t.field({
    type: NewsTypePage,
    nullable: true,
    description: 'The categories of news.',
    resolve: () => ({ rows: newsTypes, total: newsTypes.length, limit: newsTypes.length, offset: 0, all: true }),
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

/** The brief in a language, where it is stored. */
function translationOf(row: FeedRow, lang: string): string | undefined {
  return Object.hasOwn(row.briefTexts, lang) ? row.briefTexts[lang] : undefined
}

/** A feed weighs what its page may hold: each row is read whole, whatever is asked of it. */
function feedWeight(args: Record<string, unknown>): { field: number; multiplier: number } {
  const limit = args['all'] === true ? 5_000 : typeof args['limit'] === 'number' ? args['limit'] : 50
  const rows = Math.max(1, Math.min(limit, 5_000))
  return { field: 2 * rows, multiplier: rows / 10 }
}
