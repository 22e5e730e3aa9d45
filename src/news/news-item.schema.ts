import { builder } from '../core/builder.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { MegatrendType } from '../megatrend/megatrend.schema.ts'
import { ArticleType, ImpactType } from './article.schema.ts'
import type { FeedRow } from './feed.store.ts'
import type { ImpactRow } from './news.store.ts'

/** A feed row in the language asked for. */
export interface NewsItem {
  readonly row: FeedRow
  readonly lang: string
  /** The impact the row speaks of. */
  readonly impact: ImpactRow | undefined
  readonly score?: number
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

/** A stored row in the language asked for, beside the impact it is listed for. */
export function newsItemOf(row: FeedRow, lang: string): NewsItem {
  return { row, lang, impact: row.impacts.find((impact) => impact.listingId === row.scopeId) }
}

/** The brief in a language, where it is stored. */
function translationOf(row: FeedRow, lang: string): string | undefined {
  return Object.hasOwn(row.briefTexts, lang) ? row.briefTexts[lang] : undefined
}
