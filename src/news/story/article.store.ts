import type pg from 'pg'
import { copyRows } from '../../core/database/copy.ts'
import { inTransaction, pool, queryRows, vacuum } from '../../core/database/db.ts'
import { parameter, sql } from '../../core/database/sql.ts'
import type { Enrichment } from '../../enrichment/vocabulary/verdict.pure.ts'
import { leadFirst } from './lead-article.store.ts'

/** One article ready to be stored. */
export interface NewArticle {
  readonly jobId: string
  readonly digest: Buffer
  readonly title: string
  readonly published: Date
  readonly source: string
  readonly url: string | null
  readonly lang: string | null
  readonly text: string | null
  readonly briefTexts: Readonly<Record<string, string>>
  /** Languages of `briefTexts` that the model wrote. */
  readonly modelBriefLangs: readonly string[]
  readonly enrichment: Enrichment
  /** Reserved id. */
  readonly id: number
  /** The story it belongs to. */
  readonly storyId: number
  /** Set when the article opens its story: what later articles are compared with. */
  readonly signature: Uint8Array | null
}

/** The stored state of an article that is about to be stored again. */
export interface StoredArticle {
  readonly id: number
  readonly storyId: number
  readonly digest: Buffer
  readonly published: Date
}

/** A story that later articles may join. */
export interface StoredStory {
  readonly id: number
  readonly signature: Buffer
  readonly firstPublished: Date
}

/** Serialises writers of news over all processes, so that two ingests cannot both open a story for the same event. */
const WRITER_LOCK = 7_103

/** Runs `work` as the only writer of news; everything it stores appears at once or not at all. */
export function asOnlyWriter<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return inTransaction(async (client) => {
    await queryRows(undefined, sql`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`, client)
    return work(client)
  })
}

/** Those of these articles that are stored, by public id. */
export async function storedArticles(
  jobIds: readonly string[],
  client?: pg.PoolClient,
): Promise<Map<string, StoredArticle>> {
  const rows = await queryRows<StoredArticle & { jobId: string }>(
    undefined,
    sql`SELECT job_id AS "jobId", id, story_id AS "storyId", digest, published FROM article WHERE job_id = ANY(${jobIds})`,
    client,
  )
  return new Map(rows.map((row) => [row.jobId, row]))
}

/** Stories first published in a span of time, and newer than `afterId`. */
export async function storiesBetween(
  client: pg.PoolClient,
  fromMs: number,
  toMs: number,
  afterId: number,
): Promise<StoredStory[]> {
  return queryRows(
    undefined,
    sql`SELECT id, signature, first_published AS "firstPublished" FROM story
      WHERE first_published BETWEEN ${new Date(fromMs)} AND ${new Date(toMs)} AND id > ${afterId} ORDER BY id`,
    client,
  )
}

/** The highest story id there is. */
export async function lastStoryId(client: pg.PoolClient): Promise<number> {
  const [last] = await queryRows<{ id: number }>(undefined, sql`SELECT coalesce(max(id), 0) AS id FROM story`, client)
  return last?.id ?? 0
}

/** Reserves ids of a table whose rows will be written with them. */
export async function reserveIds(client: pg.PoolClient, table: 'article' | 'story', count: number): Promise<number[]> {
  if (count === 0) return []
  const rows = await queryRows<{ id: number }>(
    undefined,
    sql`SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::int AS id FROM generate_series(1, ${count})`,
    client,
  )
  return rows.map((row) => row.id)
}

/** Stores articles under their ids, with the stories they open, their impacts and trends. */
export async function insertArticles(client: pg.PoolClient, articles: readonly NewArticle[]): Promise<void> {
  await copyRows(
    client,
    'story',
    ['id', 'head_id', 'first_published', 'signature'],
    articles.flatMap((article) =>
      article.signature ? [[article.storyId, article.id, article.published, article.signature]] : [],
    ),
  )
  await copyRows(client, 'article', ARTICLE_COLUMNS, articles.map(articleFields))
  await insertEffects(client, articles)
}

const ARTICLE_COLUMNS = [
  'id',
  'job_id',
  'story_id',
  'title',
  'published',
  'source',
  'url',
  'lang',
  'text',
  'brief_text',
  'brief_source',
  'brief_texts',
  'model_brief_langs',
  'brief_facts',
  'impact_score',
  'news_types',
  'lead_listing_id',
  'lead_direction',
  'lead_aspect',
  'lead_relevance',
  'lead_confidence',
  'digest',
]

function articleFields(article: NewArticle) {
  const { enrichment } = article
  const lead = leadImpact(enrichment)
  return [
    article.id,
    article.jobId,
    article.storyId,
    article.title,
    article.published,
    article.source,
    article.url,
    article.lang,
    article.text,
    enrichment.briefText,
    enrichment.briefSource,
    JSON.stringify(article.briefTexts),
    article.modelBriefLangs,
    JSON.stringify(enrichment.briefFacts),
    enrichment.impactScore,
    enrichment.newsTypes,
    lead?.assetId ?? null,
    lead?.direction ?? null,
    lead?.aspect ?? null,
    lead?.relevance ?? 0,
    lead?.confidence ?? 0,
    article.digest,
  ]
}

/** The impact an unscoped feed shows: the most relevant one. */
function leadImpact(enrichment: Enrichment) {
  let lead = enrichment.impacts[0]
  for (const impact of enrichment.impacts) if (lead && impact.relevance > lead.relevance) lead = impact
  return lead
}

async function insertEffects(client: pg.PoolClient, articles: readonly NewArticle[]): Promise<void> {
  await copyRows(client, 'impact', IMPACT_COLUMNS, impactRows(articles))
  await copyRows(
    client,
    'article_trend',
    ['node_id', 'article_id', 'story_id', 'published', 'relevance'],
    trendRows(articles),
  )
}

const IMPACT_COLUMNS = [
  'listing_id',
  'article_id',
  'story_id',
  'published',
  'impact_score',
  'direction',
  'aspect',
  'magnitude',
  'tagged',
  'role',
  'exposure',
  'relevance',
  'confidence',
  'rationale',
  'hop',
  'path',
  'steps',
]

function* impactRows(articles: readonly NewArticle[]) {
  for (const article of articles) {
    for (const impact of article.enrichment.impacts) {
      yield [
        impact.assetId,
        article.id,
        article.storyId,
        article.published,
        article.enrichment.impactScore,
        impact.direction,
        impact.aspect,
        impact.magnitude,
        impact.tagged,
        impact.role,
        impact.exposure,
        impact.relevance,
        impact.confidence,
        impact.rationale,
        impact.hop,
        impact.path,
        JSON.stringify(impact.steps.map(({ from, to, relation, sign, weight }) => [from, to, relation, sign, weight])),
      ]
    }
  }
}

function* trendRows(articles: readonly NewArticle[]) {
  for (const article of articles) {
    for (const trend of article.enrichment.megatrends) {
      yield [trend.nodeId, article.id, article.storyId, article.published, trend.relevance]
    }
  }
}

/** Deletes articles with their impacts and trends, so that their new version can be stored under the same ids. */
export async function deleteArticles(client: pg.PoolClient, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await queryRows(undefined, sql`DELETE FROM article WHERE id = ANY(${ids})`, client)
}

/** Recounts stories after articles joined or changed: lead article (the head), outlets, articles, first publication. Deletes stories left without an article and returns their ids. */
export async function recountStories(client: pg.PoolClient, storyIds: readonly number[]): Promise<number[]> {
  if (storyIds.length === 0) return []
  const ids = parameter(storyIds)
  await queryRows(
    undefined,
    sql`UPDATE story s SET head_id = f.head_id, outlet_count = f.outlets, article_count = f.articles, first_published = f.first_published
       FROM (SELECT a.story_id, count(DISTINCT a.source) AS outlets, count(*) AS articles, min(a.published) AS first_published,
                    (array_agg(a.id ORDER BY ${leadFirst(sql`a`)}))[1] AS head_id
               FROM article a WHERE a.story_id = ANY(${ids}) GROUP BY a.story_id) f
      WHERE s.id = f.story_id`,
    client,
  )
  const rows = await queryRows<{ id: number }>(
    undefined,
    sql`DELETE FROM story s WHERE s.id = ANY(${ids}) AND NOT EXISTS (SELECT 1 FROM article a WHERE a.story_id = s.id) RETURNING id`,
    client,
  )
  return rows.map((row) => row.id)
}

/** Notifies every process of news when this transaction commits. */
export async function announceNews(client: pg.PoolClient): Promise<void> {
  await queryRows(undefined, sql`SELECT pg_notify('news_changed', '')`, client)
}

/** Refreshes the planner's statistics and the visibility map of the news tables, so that index-only scans are chosen and work. */
export async function vacuumNews(): Promise<void> {
  await vacuum('article, impact, article_trend, story')
}

/** Refreshes the planner's statistics alone, which is quick: a sample of the tables is read. */
export async function analyzeNews(): Promise<void> {
  await pool.query('ANALYZE article, impact, article_trend, story')
}
