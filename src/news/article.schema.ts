import { resolveCursorConnection } from '@pothos/plugin-relay'
import { builder, rowNumber } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { ApiError } from '../core/errors.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { MegatrendType } from '../megatrend/megatrend.schema.ts'
import { isJobId } from './article-identity.math.ts'
import { noteDataSet } from './demo-mark.ts'
import { newsLoaders } from './news.loader.ts'
import { type ArticleRow, articleByJobId, type ImpactRow, type StoryRow } from './news.store.ts'

/** One article of one outlet. */
export const ArticleType = builder.objectRef<ArticleRow>('Article')
/** One event. */
const StoryType = builder.objectRef<StoryRow>('Story')
/** The effect of an article on a listing. */
export const ImpactType = builder.objectRef<ImpactRow>('Impact')

builder.node(ArticleType, {
  description: 'One article of one outlet, with what it moves.',
  id: { resolve: (article) => String(article.id), description: 'Global id.' },
  loadMany: async (ids, context) => {
    const rows = await Promise.all(ids.map((id) => newsLoaders(context).article.load(rowNumber(id))))
    context.meter.charge('articles', costOf('articles', rows.filter((row) => row !== null).length))
    return rows
  },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'jobId' in value,
  fields: (t) => ({
    jobId: t.exposeString('jobId', { description: 'Stable public id; cs_job_id in REST.' }),
    title: t.exposeString('title', { description: 'Original headline.' }),
    published: t.expose('published', { type: 'DateTime', description: 'Publication time.' }),
    source: t.exposeString('source', { description: 'Outlet id.' }),
    url: t.exposeString('url', { nullable: true, description: 'Where it stands.' }),
    lang: t.exposeString('lang', { nullable: true, description: 'Language, ISO 639-1, where known.' }),
    briefText: t.exposeString('briefText', { description: 'One-sentence summary.' }),
    impactScore: t.exposeInt('impactScore', { description: 'Newsworthiness, 1 to 5.' }),
    newsTypes: t.stringList({ description: 'Category tags.', resolve: (article) => [...article.newsTypes] }),
    dupCount: t.exposeInt('outletCount', { description: 'Outlets that ran the same story.' }),
    story: t.field({
      type: StoryType,
      nullable: true,
      description: 'The event it tells of.',
      resolve: (article, _, context) => newsLoaders(context).story.load(article.storyId),
    }),
    impacts: t.field({
      type: [ImpactType],
      description: 'All it moves: named ones first, then by relevance.',
      resolve: async (article, _, context) => [...(await newsLoaders(context).impactsOfArticle.load(article.id))],
    }),
    megatrends: t.field({
      type: [MegatrendType],
      description: 'Megatrends it speaks to, most relevant first.',
      resolve: async (article, _, context) =>
        (await newsLoaders(context).trendsOfArticle.load(article.id)).flatMap(
          (nodeId) => catalog().megatrend(nodeId) ?? [],
        ),
    }),
  }),
})

builder.node(StoryType, {
  description: 'One event, told by one or more outlets.',
  id: { resolve: (story) => String(story.id), description: 'Global id.' },
  loadMany: (ids, context) => Promise.all(ids.map((id) => newsLoaders(context).story.load(rowNumber(id)))),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'firstPublished' in value,
  fields: (t) => ({
    storyId: t.exposeInt('id', { description: 'Number of the story.' }),
    outletCount: t.exposeInt('outletCount', { description: 'Outlets that ran it.' }),
    articleCount: t.exposeInt('articleCount', { description: 'Articles about it.' }),
    firstPublished: t.expose('firstPublished', { type: 'DateTime', description: 'When the first article appeared.' }),
    head: t.field({
      type: ArticleType,
      nullable: true,
      description: 'The earliest article of highest impact. Costs a credit.',
      resolve: async (story, _, context) => {
        const row = await newsLoaders(context).article.load(story.headId)
        context.meter.charge('articles', costOf('articles', row ? 1 : 0))
        return row
      },
    }),
    articles: t.field({
      type: [ArticleType],
      description: 'Its articles, earliest first. Costs a credit each.',
      complexity: { field: 1, multiplier: 10 },
      resolve: async (story, _, context) => {
        const rows = await newsLoaders(context).articlesOfStory.load(story.id)
        context.meter.charge('articles', costOf('articles', rows.length))
        return [...rows]
      },
    }),
  }),
})

builder.node(ImpactType, {
  id: { resolve: (impact) => `${impact.listingId}:${impact.articleId}`, description: 'Global id.' },
  loadMany: async (ids, context) => {
    const rows = await Promise.all(ids.map((id) => impactOf(id, context)))
    context.meter.charge('impacts', costOf('impacts', rows.filter((row) => row !== null).length))
    return rows
  },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'articleId' in value,
  description: 'The effect of one article on one listing.',
  fields: (t) => ({
    ticker: t.string({
      description: 'Ticker of the listing.',
      resolve: (impact) => catalog().listing(impact.listingId)?.ticker ?? '',
    }),
    name: t.string({
      description: 'Name of the listing.',
      resolve: (impact) => catalog().listing(impact.listingId)?.name ?? '',
    }),
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'The listing.',
      resolve: (impact) => catalog().listing(impact.listingId) ?? null,
    }),
    article: t.field({
      type: ArticleType,
      nullable: true,
      description: 'The article.',
      resolve: (impact, _, context) => newsLoaders(context).article.load(impact.articleId),
    }),
    direction: t.exposeString('direction', { description: 'pos, neg or ambiguous for the listing.' }),
    aspect: t.exposeString('aspect', {
      description: 'demand, technology, capital, competition, regulation, supply, pricing or geopolitics.',
    }),
    magnitude: t.exposeInt('magnitude', { description: '1 = one company or narrow, 2 = cohort-wide or systemic.' }),
    tagged: t.exposeBoolean('tagged', { description: 'True when the article names the company.' }),
    role: t.exposeString('role', { nullable: true, description: 'Part the listing plays in the affected trend.' }),
    exposure: t.exposeString('exposure', { nullable: true, description: 'core or secondary in the affected trend.' }),
    relevance: t.float({
      description: 'How much the article is about the listing, 0 to 1.',
      resolve: (impact) => rounded(impact.relevance),
    }),
    rationale: t.exposeString('rationale', { description: 'Why, in one line.' }),
    hop: t.exposeInt('hop', { description: '0 = named, 1 and more = reached through the graph.' }),
    path: t.stringList({
      description: 'Tickers from the named company to this listing.',
      resolve: (impact) => impact.path.flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
  }),
})

async function impactOf(id: string, context: Context): Promise<ImpactRow | null> {
  const [listingId = '', articleId = ''] = id.split(':')
  const { article, impactsOfArticle } = newsLoaders(context)
  // The article is read for its outlet: the answer's headers tell invented news.
  const [impacts] = await Promise.all([impactsOfArticle.load(rowNumber(articleId)), article.load(rowNumber(articleId))])
  return impacts.find((impact) => impact.listingId === rowNumber(listingId)) ?? null
}

/** Single-precision numbers come back with noise behind the fourth digit. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

builder.objectFields(StockType, (t) => ({
  impacts: t.connection({
    type: ImpactType,
    description: 'What news does to it, newest first. Costs a credit an impact.',
    complexity: (args) => ({ field: 1, multiplier: Math.min(args.first ?? args.last ?? 20, 100) }),
    resolve: (listing, args, context) =>
      resolveCursorConnection<Promise<ImpactRow[]>>(
        { args, toCursor: (impact: ImpactRow) => String(impact.articleId), defaultSize: 20, maxSize: 100 },
        async ({ after, before, limit, inverted }): Promise<ImpactRow[]> => {
          const rows = await newsLoaders(context).impactsOfListing.load({
            listingId: listing.id,
            after: articleCursor(after, 'after'),
            before: articleCursor(before, 'before'),
            limit,
            fromEnd: inverted,
          })
          context.meter.charge('impacts', costOf('impacts', Math.min(rows.length, limit - 1)))
          noteDataSet(context, rows)
          return [...rows]
        },
      ),
  }),
}))

function articleCursor(cursor: string | undefined, param: 'after' | 'before'): number | null {
  if (cursor === undefined) return null
  if (rowNumber(cursor) > 0) return rowNumber(cursor)
  throw new ApiError('invalid_parameter', `"${param}" must be a cursor of this connection.`, { param })
}

builder.queryFields((t) => ({
  article: t.field({
    type: ArticleType,
    nullable: true,
    description: 'One article; null when there is none. Costs a credit.',
    args: { id: t.arg.string({ required: true, description: 'Public id, cs_job_id in REST.' }) },
    resolve: async (_, { id }, context) => {
      const row = isJobId(id) ? await articleByJobId(id) : undefined
      context.meter.charge('articles', costOf('articles', row ? 1 : 0))
      noteDataSet(context, [row])
      return row ?? null
    },
  }),
}))
