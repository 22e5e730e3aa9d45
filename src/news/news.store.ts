import { rowsOf } from '../core/db.ts'
import type { Aspect, Direction, Exposure, Role } from '../enrichment/knowledge.math.ts'

/** One stored impact, as feeds and connections show it. */
export interface ImpactRow {
  readonly listingId: number
  readonly articleId: number
  readonly direction: Direction
  readonly aspect: Aspect
  readonly magnitude: number
  readonly tagged: boolean
  readonly role: Role | null
  readonly exposure: Exposure | null
  readonly relevance: number
  readonly rationale: string
  readonly hop: number
  readonly path: readonly number[]
  /** Outlet of the article, where it is read without it. */
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
  readonly briefTexts: Readonly<Record<string, string>>
  readonly impactScore: number
  readonly newsTypes: readonly string[]
  readonly outletCount: number
  readonly leadListingId: number | null
}

/** Columns of an article, from `article a JOIN story s`. */
export const ARTICLE_COLUMNS = `a.id, a.job_id AS "jobId", a.story_id AS "storyId", a.title, a.published, a.source, a.url, a.lang,
  a.brief_text AS "briefText", a.brief_texts AS "briefTexts", a.impact_score AS "impactScore", a.news_types AS "newsTypes",
  s.outlet_count AS "outletCount", a.lead_listing_id AS "leadListingId"`

/** Columns of an impact `x`. */
const IMPACT_COLUMNS = `x.listing_id AS "listingId", x.article_id AS "articleId", x.direction, x.aspect, x.magnitude, x.tagged, x.role,
  x.exposure, x.relevance, x.rationale, x.hop, x.path`

/** Articles by id. */
export function articleRows(ids: readonly number[]): Promise<ArticleRow[]> {
  return rowsOf(
    'articles_by_id',
    `SELECT ${ARTICLE_COLUMNS} FROM article a JOIN story s ON s.id = a.story_id WHERE a.id = ANY($1)`,
    [ids],
  )
}

/** The article of a public id; undefined when there is none. */
export async function articleByJobId(jobId: string): Promise<ArticleRow | undefined> {
  const text = `SELECT ${ARTICLE_COLUMNS} FROM article a JOIN story s ON s.id = a.story_id WHERE a.job_id = $1`
  return (await rowsOf<ArticleRow>('article_by_job_id', text, [jobId]))[0]
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
  return rowsOf(
    'stories_by_id',
    `SELECT id, head_id AS "headId", outlet_count AS "outletCount", article_count AS "articleCount", first_published AS "firstPublished"
       FROM story WHERE id = ANY($1)`,
    [ids],
  )
}

/** Articles of stories, earliest first. */
export function articlesOfStories(storyIds: readonly number[]): Promise<ArticleRow[]> {
  const text = `SELECT ${ARTICLE_COLUMNS} FROM article a JOIN story s ON s.id = a.story_id WHERE a.story_id = ANY($1) ORDER BY a.published, a.id`
  return rowsOf('articles_of_stories', text, [storyIds])
}

/** All impacts of articles, named ones first, then by relevance. */
export function impactsOfArticles(articleIds: readonly number[]): Promise<ImpactRow[]> {
  const text = `SELECT ${IMPACT_COLUMNS} FROM impact x WHERE x.article_id = ANY($1) ORDER BY x.article_id, x.hop, x.relevance DESC, x.listing_id`
  return rowsOf('impacts_of_articles', text, [articleIds])
}

/** A part of a listing's impacts, which stand newest first. */
export interface ImpactSpan {
  /** Article behind which it begins. */
  readonly after: number | null
  /** Article before which it ends. */
  readonly before: number | null
  readonly limit: number
  /** Takes the last `limit` of the part instead of the first, oldest first. */
  readonly fromEnd: boolean
}

/** Impacts on each listing within a span. */
export function impactsOfListings(listingIds: readonly number[], span: ImpactSpan): Promise<ImpactRow[]> {
  const { after, before, limit, fromEnd } = span
  const order = fromEnd ? 'x.published, x.article_id' : 'x.published DESC, x.article_id DESC'
  return rowsOf(
    `impacts_of_listings_${fromEnd}`,
    `SELECT x.* FROM unnest($1::int[]) AS scope(id) CROSS JOIN LATERAL (
       SELECT ${IMPACT_COLUMNS}, (SELECT a.source FROM article a WHERE a.id = x.article_id) AS source
         FROM impact x WHERE x.listing_id = scope.id
          AND ($2::int IS NULL OR (x.published, x.article_id) < ((SELECT published FROM article WHERE id = $2), $2))
          AND ($3::int IS NULL OR (x.published, x.article_id) > ((SELECT published FROM article WHERE id = $3), $3))
        ORDER BY ${order} LIMIT $4) x`,
    [listingIds, after, before, limit],
  )
}

/** Megatrend nodes articles speak to, most relevant first. */
export async function trendsOfArticles(articleIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await rowsOf<{ id: number; trends: number[] }>(
    'trends_of_articles',
    `SELECT article_id AS id, array_agg(node_id ORDER BY relevance DESC, node_id) AS trends FROM article_trend
      WHERE article_id = ANY($1) GROUP BY article_id`,
    [articleIds],
  )
  return new Map(rows.map((row) => [row.id, row.trends]))
}
