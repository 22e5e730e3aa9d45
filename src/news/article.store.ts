import type pg from 'pg'
import { copyRows } from '../core/copy.ts'
import { inTransaction, pool } from '../core/db.ts'
import type { Enrichment } from '../enrichment/knowledge.math.ts'

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
  readonly enrichment: Enrichment
  /** Reserved id. */
  readonly id: number
  /** The story it belongs to. */
  readonly storyId: number
  /** Set when the article opens its story: what later articles are compared with. */
  readonly signature: Uint8Array | null
}

/** What stands in the database of articles about to be stored. */
export interface StoredArticle {
  readonly id: number
  readonly storyId: number
  readonly digest: Buffer
  readonly published: Date
}

/** A story others may belong to. */
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
    await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
    return work(client)
  })
}

/** Which of these articles stand already. */
export async function storedArticles(
  client: pg.PoolClient,
  jobIds: readonly string[],
): Promise<Map<string, StoredArticle>> {
  const { rows } = await client.query<StoredArticle & { jobId: string }>(
    'SELECT job_id AS "jobId", id, story_id AS "storyId", digest, published FROM article WHERE job_id = ANY($1)',
    [jobIds],
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
  const { rows } = await client.query<StoredStory>(
    `SELECT id, signature, first_published AS "firstPublished" FROM story
      WHERE first_published BETWEEN $1 AND $2 AND id > $3 ORDER BY id`,
    [new Date(fromMs), new Date(toMs), afterId],
  )
  return rows
}

/** The highest story id there is. */
export async function lastStoryId(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM story')
  return rows[0]?.id ?? 0
}

/** Reserves ids of a table whose rows will be written with them. */
export async function reserveIds(client: pg.PoolClient, table: 'article' | 'story', count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id FROM generate_series(1, $2)`,
    [table, count],
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
  'brief_texts',
  'impact_score',
  'news_types',
  'lead_listing_id',
  'lead_direction',
  'lead_aspect',
  'lead_relevance',
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
    JSON.stringify(article.briefTexts),
    enrichment.impactScore,
    enrichment.newsTypes,
    lead?.assetId ?? null,
    lead?.direction ?? null,
    lead?.aspect ?? null,
    lead?.relevance ?? 0,
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
  'rationale',
  'hop',
  'path',
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
        impact.rationale,
        impact.hop,
        impact.path,
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

/** Takes articles out, with what hangs on them, so that their new reading can be stored under the same ids. */
export async function deleteArticles(client: pg.PoolClient, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await client.query('DELETE FROM article WHERE id = ANY($1)', [ids])
}

/** Recounts stories after articles joined or changed: head, outlets, articles, first publication. Empty ones go; returns their ids. */
export async function recountStories(client: pg.PoolClient, storyIds: readonly number[]): Promise<number[]> {
  if (storyIds.length === 0) return []
  await client.query(
    `UPDATE story s SET head_id = f.head_id, outlet_count = f.outlets, article_count = f.articles, first_published = f.first_published
       FROM (SELECT story_id, count(DISTINCT source) AS outlets, count(*) AS articles, min(published) AS first_published,
                    (array_agg(id ORDER BY impact_score DESC, published, id))[1] AS head_id
               FROM article WHERE story_id = ANY($1) GROUP BY story_id) f
      WHERE s.id = f.story_id`,
    [storyIds],
  )
  const { rows } = await client.query<{ id: number }>(
    `DELETE FROM story s WHERE s.id = ANY($1) AND NOT EXISTS (SELECT 1 FROM article a WHERE a.story_id = s.id) RETURNING id`,
    [storyIds],
  )
  return rows.map((row) => row.id)
}

/** Tells every process that there is news, when this transaction commits. */
export async function announceNews(client: pg.PoolClient): Promise<void> {
  await client.query(`SELECT pg_notify('news_changed', '')`)
}

/** Takes the planner's statistics of the news tables anew, and marks what all can see, so that indexes alone answer. */
export async function vacuumNews(): Promise<void> {
  await pool.query('VACUUM (ANALYZE) article, impact, article_trend, story')
}
