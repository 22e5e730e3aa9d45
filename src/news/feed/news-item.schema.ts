import { catalog } from '../../catalog/catalog.ts'
import { ExposureEnum, RoleEnum, StockType } from '../../catalog/listing.schema.ts'
import { MegatrendType } from '../../catalog/taxonomy/megatrend.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { AspectEnum, BriefSourceEnum, DirectionEnum, NewsTypeEnum } from '../../impact/enrichment.schema.ts'
import { markOfOutlet } from '../demo-mark.ts'
import { ArticleType, ImpactType } from '../story/article.schema.ts'
import type { NewsItem } from './news-item.ts'

/** The fields of an article row, wherever one is shown. */
export const AboutArticleType = builder.interfaceRef<NewsItem>('AboutArticle').implement({
  description: 'A row about one article, and the impact it speaks of.',
  fields: (t) => ({
    article: t.field({
      type: ArticleType,
      description: 'The article as a node of the graph.',
      resolve: ({ row }) => row,
    }),
    articleId: t.string({ description: 'Stable public id; cs_job_id in REST.', resolve: ({ row }) => row.jobId }),
    title: t.string({ description: 'Original headline.', resolve: ({ row }) => row.title }),
    published: t.field({ type: 'DateTime', description: 'Publication time.', resolve: ({ row }) => row.published }),
    source: t.string({ description: 'Outlet id.', resolve: ({ row }) => row.source }),
    url: t.field({ type: 'URL', nullable: true, description: 'URL of the article.', resolve: ({ row }) => row.url }),
    storyId: t.int({ description: 'Number of the story it belongs to.', resolve: ({ row }) => row.storyId }),
    impactScore: t.int({ description: 'Newsworthiness, 1 to 5.', resolve: ({ row }) => row.impactScore }),
    briefText: t.string({
      description:
        'One-sentence summary in the language asked for: of the outlet or the model where one is stored, else in English, Thai and Japanese by the service.',
      resolve: ({ brief }) => brief.text,
    }),
    briefLanguage: t.string({
      nullable: true,
      description: 'Language of briefText; null when not known.',
      resolve: ({ brief }) => brief.language,
    }),
    briefSource: t.field({
      type: BriefSourceEnum,
      description: 'Who wrote briefText.',
      resolve: ({ brief }) => brief.source,
    }),
    newsTypes: t.field({
      type: [NewsTypeEnum],
      description: 'Categories of the article.',
      resolve: ({ row }) => [...row.newsTypes],
    }),
    duplicateCount: t.int({
      description: 'Number of outlets that ran the same story.',
      resolve: ({ row }) => row.outletCount,
    }),
    ticker: t.string({
      nullable: true,
      description: 'The asset the impact-level fields speak of.',
      resolve: ({ impact }) => (impact ? (catalog().listing(impact.listingId)?.ticker ?? null) : null),
    }),
    stock: t.field({
      type: StockType,
      nullable: true,
      description: 'The asset as a node of the graph.',
      resolve: ({ impact }) => (impact ? (catalog().listing(impact.listingId) ?? null) : null),
    }),
    direction: t.field({
      type: DirectionEnum,
      nullable: true,
      description: 'Direction of the effect on the asset.',
      resolve: ({ impact }) => impact?.direction,
    }),
    aspect: t.field({
      type: AspectEnum,
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
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Part the asset plays in the affected trend.',
      resolve: ({ impact }) => impact?.role,
    }),
    exposure: t.field({
      type: ExposureEnum,
      nullable: true,
      description: 'How much of the business of the asset lies in the affected trend.',
      resolve: ({ impact }) => impact?.exposure,
    }),
    rationale: t.string({
      nullable: true,
      description: 'Reason for the effect, in one line.',
      resolve: ({ impact }) => impact?.rationale,
    }),
    impacts: t.field({
      type: [ImpactType],
      description: 'Effects of the article on all listings it moves.',
      resolve: ({ row }) => [...row.impacts],
    }),
    megatrends: t.field({
      type: [MegatrendType],
      description:
        'Megatrends the article is about: its words speak of them, or it names a core member in an event of their own business.',
      resolve: ({ row }) => row.trends.flatMap((nodeId) => catalog().megatrend(nodeId) ?? []),
    }),
  }),
})

/** A feed row. */
export const NewsItemType = builder.objectRef<NewsItem>('NewsItem').implement({
  description: 'A feed row: an article and the impact it is listed for.',
  interfaces: [AboutArticleType],
  fields: (t) => ({
    score: t.float({
      nullable: true,
      description: 'Score of the row in a search, 0 to 1.',
      resolve: ({ score }) => score,
    }),
  }),
})

declareDataSet(NewsItemType, ({ row }) => markOfOutlet(row.source))
