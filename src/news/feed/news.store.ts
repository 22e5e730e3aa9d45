import type { Exposure, Role } from '../../catalog/knowledge.pure.ts'
import { queryRows } from '../../core/database/db.ts'
import { descending, orderBy, reversed } from '../../core/database/row-order.ts'
import { parameter, type Sql, sql } from '../../core/database/sql.ts'
import type { NewsType } from '../../enrichment/classify/news-type.pure.ts'
import type {
  Aspect,
  BriefSource,
  Direction,
  StepRelation,
  SummaryFacts,
} from '../../enrichment/vocabulary/verdict.pure.ts'

/** An edge an effect came along, as it is stored: from, to, relation, sign, weight. */
export type StoredStep = readonly [from: number, to: number, relation: StepRelation, sign: 1 | -1, weight: number]

/** One stored impact, as feeds and connections show it. */
export interface ImpactRow {
  readonly listingId: number
  readonly articleId: number
  readonly direction: Direction
  readonly aspect: Aspect
  readonly magnitude: number
  readonly tagged: boolean
  readonly role: Role
  readonly exposure: Exposure
  readonly relevance: number
  readonly confidence: number
  readonly rationale: string
  readonly hop: number
  readonly path: readonly number[]
  readonly steps: readonly StoredStep[]
  /** Outlet id of the article, where the article itself is not read. */
  readonly source?: string
}

/** One stored article with its story's facts. */
export interface ArticleRow {
  readonly id: number
  readonly jobId: string
  readonly storyId: number
  readonly title: string
  readonly published: Date
  readonly source: string
  readonly url: string | null
  readonly lang: string | null
  readonly briefText: string
  readonly briefSource: BriefSource
  readonly briefTexts: Readonly<Record<string, string>>
  /** Languages of `briefTexts` that the model wrote. */
  readonly modelBriefLangs: readonly string[]
  /** Absent for articles of earlier releases. */
  readonly briefFacts: SummaryFacts | null
  readonly impactScore: number
  readonly newsTypes: readonly NewsType[]
  readonly outletCount: number
  readonly leadListingId: number | null
}

/** Columns of an article, from `article a JOIN story s`. */
export const ARTICLE_COLUMNS: Sql = sql`a.id, a.job_id AS "jobId", a.story_id AS "storyId", a.title, a.published, a.source, a.url, a.lang,
  a.brief_text AS "briefText", a.brief_source AS "briefSource", a.brief_texts AS "briefTexts",
  a.model_brief_langs AS "modelBriefLangs", a.brief_facts AS "briefFacts", a.impact_score AS "impactScore", a.news_types AS "newsTypes",
  s.outlet_count AS "outletCount", a.lead_listing_id AS "leadListingId"`

/** Columns of an impact `x`. */
const IMPACT_COLUMNS = sql`x.listing_id AS "listingId", x.article_id AS "articleId", x.direction, x.aspect, x.magnitude, x.tagged, x.role,
  x.exposure, x.relevance, x.confidence, x.rationale, x.hop, x.path, x.steps`

/** SELECT and FROM of articles with their stories. */
const ARTICLES = sql`SELECT ${ARTICLE_COLUMNS} FROM article a JOIN story s ON s.id = a.story_id`

/** Articles by id. */
export function articleRows(ids: readonly number[]): Promise<ArticleRow[]> {
  return queryRows('articles_by_id', sql`${ARTICLES} WHERE a.id = ANY(${ids})`)
}

/** The article of a public id; undefined when there is none. */
export async function articleByJobId(jobId: string): Promise<ArticleRow | undefined> {
  return (await queryRows<ArticleRow>('article_by_job_id', sql`${ARTICLES} WHERE a.job_id = ${jobId}`))[0]
}

/** One stored story. */
export interface StoryRow {
  readonly id: number
  readonly headId: number
  readonly outletCount: number
  readonly articleCount: number
  readonly firstPublished: Date
}

/** Stories by id. */
export function storyRows(ids: readonly number[]): Promise<StoryRow[]> {
  return queryRows(
    'stories_by_id',
    sql`SELECT id, head_id AS "headId", outlet_count AS "outletCount", article_count AS "articleCount", first_published AS "firstPublished"
       FROM story WHERE id = ANY(${ids})`,
  )
}

/** Articles of stories, earliest first. */
export function articlesOfStories(storyIds: readonly number[]): Promise<ArticleRow[]> {
  return queryRows(
    'articles_of_stories',
    sql`${ARTICLES} WHERE a.story_id = ANY(${storyIds}) ORDER BY a.published, a.id`,
  )
}

/** All impacts of articles, named ones first, then by relevance. */
export function impactsOfArticles(articleIds: readonly number[]): Promise<ImpactRow[]> {
  return queryRows(
    'impacts_of_articles',
    sql`SELECT ${IMPACT_COLUMNS} FROM impact x WHERE x.article_id = ANY(${articleIds})
      ORDER BY x.article_id, x.hop, x.relevance DESC, x.listing_id`,
  )
}

/** A part of a listing's impacts, newest first. */
export interface ImpactSpan {
  /** Article after which it begins. */
  readonly after: number | null
  /** Article before which it ends. */
  readonly before: number | null
  readonly limit: number
  /** Takes the last `limit` of the part instead of the first, oldest first. */
  readonly fromEnd: boolean
  readonly minRelevance?: number | undefined
  readonly minConfidence?: number | undefined
  readonly tagged?: boolean | undefined
}

/** Impacts on each listing within a span. */
export function impactsOfListings(listingIds: readonly number[], span: ImpactSpan): Promise<ImpactRow[]> {
  const order = [descending(sql`x.published`), descending(sql`x.article_id`)]
  const [after, before] = [parameter(span.after), parameter(span.before)]
  const { minRelevance = null, minConfidence = null, tagged = null } = span
  const [relevance, confidence, named] = [parameter(minRelevance), parameter(minConfidence), parameter(tagged)]
  const place = (article: Sql) => sql`((SELECT published FROM article WHERE id = ${article}), ${article})`
  return queryRows(
    `impacts_of_listings_${span.fromEnd}`,
    sql`SELECT x.* FROM unnest(${listingIds}::int[]) AS scope(id) CROSS JOIN LATERAL (
       SELECT ${IMPACT_COLUMNS}, (SELECT a.source FROM article a WHERE a.id = x.article_id) AS source
         FROM impact x WHERE x.listing_id = scope.id
          AND (${relevance}::real IS NULL OR x.relevance >= ${relevance}::real)
          AND (${confidence}::real IS NULL OR x.confidence >= ${confidence}::real)
          AND (${named}::boolean IS NULL OR x.tagged = ${named}::boolean)
          AND (${after}::int IS NULL OR (x.published, x.article_id) < ${place(after)})
          AND (${before}::int IS NULL OR (x.published, x.article_id) > ${place(before)})
        ORDER BY ${orderBy(span.fromEnd ? reversed(order) : order)} LIMIT ${span.limit}) x`,
  )
}

/** Megatrend nodes articles speak to, most relevant first. */
export async function trendsOfArticles(articleIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await queryRows<{ id: number; trends: number[] }>(
    'trends_of_articles',
    sql`SELECT article_id AS id, array_agg(node_id ORDER BY relevance DESC, node_id) AS trends FROM article_trend
      WHERE article_id = ANY(${articleIds}) GROUP BY article_id`,
  )
  return new Map(rows.map((row) => [row.id, row.trends]))
}
