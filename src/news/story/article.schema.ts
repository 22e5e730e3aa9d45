import { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import { ExposureEnum, RoleEnum, StockType } from '../../catalog/listing.schema.ts'
import { MegatrendType } from '../../catalog/taxonomy/megatrend.schema.ts'
import { builder, rowNumber } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { meteredNodes } from '../../core/graphql/metered-field.ts'
import { objectKey } from '../../core/input/text-rule.ts'
import {
  AspectEnum,
  BriefSourceEnum,
  CONFIDENCE_MEANING,
  DirectionEnum,
  NewsTypeEnum,
} from '../../impact/enrichment.schema.ts'
import { ImpactStepType } from '../../impact/impact-step.schema.ts'
import { markOfOutlet } from '../demo-mark.ts'
import { impactsInput } from '../feed/news.input.ts'
import { newsLoaders } from '../feed/news.loader.ts'
import type { ArticleRow, ImpactRow, StoryRow } from '../feed/news.store.ts'
import { findImpact, parseArticleCursor, requireArticle, roundShare } from './article-lookup.ts'

/** One article of one outlet. */
export const ArticleType = builder.objectRef<ArticleRow>('Article')
/** One event. */
const StoryType = builder.objectRef<StoryRow>('Story')
/** The effect of an article on a listing. */
export const ImpactType = builder.objectRef<ImpactRow>('Impact')

builder.node(ArticleType, {
  description: 'One article of one outlet, with its effects on listings.',
  id: { resolve: (article) => String(article.id), description: 'Global id.' },
  loadMany: meteredNodes('articles', (ids, context) =>
    Promise.all(ids.map((id) => newsLoaders(context).article.load(rowNumber(id)))),
  ),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'jobId' in value,
  fields: (t) => ({
    articleId: t.exposeString('jobId', { description: 'Stable public id; cs_job_id in REST.' }),
    title: t.exposeString('title', { description: 'Original headline.' }),
    published: t.expose('published', { type: 'DateTime', description: 'Publication time.' }),
    source: t.exposeString('source', { description: 'Outlet id.' }),
    url: t.expose('url', { type: 'URL', nullable: true, description: 'URL of the article.' }),
    language: t.exposeString('lang', { nullable: true, description: 'Language, ISO 639-1, where known.' }),
    briefText: t.exposeString('briefText', {
      description: 'One-sentence summary; in English where the rules wrote it.',
    }),
    briefSource: t.expose('briefSource', { type: BriefSourceEnum, description: 'Who wrote briefText.' }),
    impactScore: t.exposeInt('impactScore', { description: 'Newsworthiness, 1 to 5.' }),
    newsTypes: t.field({
      type: [NewsTypeEnum],
      description: 'Categories of the article.',
      resolve: (article) => [...article.newsTypes],
    }),
    duplicateCount: t.exposeInt('outletCount', { description: 'Number of outlets that ran the same story.' }),
    story: t.field({
      type: StoryType,
      nullable: true,
      description: 'Story the article belongs to.',
      resolve: (article, _, context) => newsLoaders(context).story.load(article.storyId),
    }),
    impacts: t.field({
      type: [ImpactType],
      description: 'Effects on all listings it moves: named ones first, then by relevance.',
      resolve: async (article, _, context) => [...(await newsLoaders(context).impactsOfArticle.load(article.id))],
    }),
    megatrends: t.field({
      type: [MegatrendType],
      description: 'Megatrends it is about, most relevant first.',
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
    outletCount: t.exposeInt('outletCount', { description: 'Number of outlets that ran it.' }),
    articleCount: t.exposeInt('articleCount', { description: 'Number of articles about it.' }),
    firstPublished: t.expose('firstPublished', {
      type: 'DateTime',
      description: 'Publication time of its first article.',
    }),
    head: t.metered({
      type: ArticleType,
      cost: 'articles',
      description: 'The earliest article of highest impact. Costs one credit per call.',
      resolve: (story, _, context) => newsLoaders(context).article.load(story.headId),
    }),
    articles: t.metered({
      type: [ArticleType],
      cost: 'articles',
      description: 'Its articles, earliest first. Costs one credit per article.',
      weight: { once: 50, perRow: 20 },
      resolve: async (story, _, context) => [...(await newsLoaders(context).articlesOfStory.load(story.id))],
    }),
  }),
})

builder.node(ImpactType, {
  id: { resolve: (impact) => `${impact.listingId}:${impact.articleId}`, description: 'Global id.' },
  loadMany: meteredNodes('impacts', (ids, context) => Promise.all(ids.map((id) => findImpact(id, context)))),
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
    direction: t.expose('direction', { type: DirectionEnum, description: 'Direction of the effect on the listing.' }),
    aspect: t.expose('aspect', { type: AspectEnum, description: 'Aspect of the business affected.' }),
    magnitude: t.exposeInt('magnitude', { description: '1 = one company or narrow, 2 = cohort-wide or systemic.' }),
    tagged: t.exposeBoolean('tagged', { description: 'Whether the article names the company.' }),
    role: t.expose('role', {
      type: RoleEnum,
      description: 'Part the listing plays in the affected trend.',
    }),
    exposure: t.expose('exposure', {
      type: ExposureEnum,
      description: 'How much of its business lies in the affected trend.',
    }),
    relevance: t.float({
      description: 'Relevance of the article for the listing, 0 to 1.',
      resolve: (impact) => roundShare(impact.relevance),
    }),
    confidence: t.float({
      description: CONFIDENCE_MEANING,
      resolve: (impact) => roundShare(impact.confidence),
    }),
    rationale: t.exposeString('rationale', { description: 'Reason for the effect, in one line.' }),
    hop: t.exposeInt('hop', { description: '0 = named, 1 and more = reached through the graph.' }),
    path: t.stringList({
      description: 'Tickers from the named company to this listing.',
      resolve: (impact) => impact.path.flatMap((id) => catalog().listing(id)?.ticker ?? []),
    }),
    steps: t.field({
      type: [ImpactStepType],
      description: 'Edges the effect came along, in order; empty when named.',
      resolve: ({ steps }) => steps.map(([from, to, relation, sign, weight]) => ({ from, to, relation, sign, weight })),
    }),
  }),
})

builder.objectFields(StockType, (t) => ({
  impacts: t.meteredConnection({
    type: ImpactType,
    cost: 'impacts',
    description: 'Effects of news on it, newest first. Costs one credit per impact.',
    input: impactsInput,
    cursorOf: (impact) => String(impact.articleId),
    read: (listing, filter, { after, before, ...span }, context) =>
      newsLoaders(context).impactsOfListing.load({
        listingId: listing.id,
        after: parseArticleCursor(after, 'after'),
        before: parseArticleCursor(before, 'before'),
        ...span,
        ...filter,
      }),
  }),
}))
declareDataSet(ImpactType, ({ source }) => markOfOutlet(source))

const articleInput = z.strictObject({ id: objectKey('Public id, cs_job_id in REST.') })

builder.queryFields((t) => ({
  article: t.metered({
    type: ArticleType,
    cost: 'articles',
    description: 'One article. An unknown one is the error NOT_FOUND. Costs one credit per call.',
    input: articleInput,
    resolve: (_, { id }) => requireArticle(id),
  }),
}))
declareDataSet(ArticleType, ({ source }) => markOfOutlet(source))
