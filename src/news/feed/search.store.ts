import { queryRows } from '../../core/database/db.ts'
import { parameter, sql } from '../../core/database/sql.ts'
import { publishedWithin } from '../story/article-filter.store.ts'
import { webSearchText } from './web-search-text.pure.ts'

/** Signals that an article answers a search, each 0-1; 0 = none. */
export interface SearchEvidence {
  readonly id: number
  readonly title: string
  /** Cover density rank of PostgreSQL's full text search, scaled by itself / (itself + 1). */
  readonly lexical: number
  /** Trigram word similarity of query and title, for misspellings. */
  readonly fuzzy: number
  /** Relevance for a listing the query means. */
  readonly entity: number
  /** Relevance for a megatrend the query means. */
  readonly trend: number
}

/** Candidates one search takes of each signal at most; a quarter of them by similarity of the title. */
const CANDIDATES_MAX = 1_000

/** What a search looks for. */
export interface SearchQuestion {
  readonly query: string
  readonly listingIds: readonly number[]
  readonly nodeIds: readonly number[]
  /** First moment of publication, and the first one that is out again. */
  readonly start: Date
  readonly end: Date
}

/** Articles that show any signal; where one signal finds too many, its best and newest. */
export function searchCandidates(question: SearchQuestion): Promise<SearchEvidence[]> {
  const [query, most] = [parameter(question.query), parameter(CANDIDATES_MAX)]
  const words = parameter(webSearchText(question.query))
  const inTime = publishedWithin(question.start, question.end)
  const [article, impact, trend] = [sql`article`, sql`impact`, sql`article_trend`]
  return queryRows(
    'search_candidates',
    sql`WITH lexical AS (
       SELECT id, ts_rank_cd(search, q, 32) AS score FROM article, websearch_to_tsquery('english', ${words}) q
        WHERE search @@ q AND ${inTime(article)} ORDER BY score DESC, published DESC LIMIT ${most}
     ), fuzzy AS (
       SELECT id, word_similarity(${query}, title) AS score FROM article
        WHERE ${query} <% title AND ${inTime(article)} ORDER BY score DESC, published DESC LIMIT ${most} / 4
     ), entity AS (
       SELECT article_id AS id, max(relevance) AS score FROM (
         SELECT article_id, relevance FROM impact WHERE listing_id = ANY(${question.listingIds}) AND tagged AND ${inTime(impact)}
          ORDER BY published DESC LIMIT ${most}
       ) e GROUP BY article_id
     ), trend AS (
       SELECT article_id AS id, max(relevance) AS score FROM (
         SELECT article_id, relevance FROM article_trend WHERE node_id = ANY(${question.nodeIds}) AND ${inTime(trend)}
          ORDER BY published DESC LIMIT ${most}
       ) t GROUP BY article_id
     ), any_id AS (
       SELECT id FROM lexical UNION SELECT id FROM fuzzy UNION SELECT id FROM entity UNION SELECT id FROM trend
     )
     SELECT a.id, a.title, coalesce(l.score, 0) AS lexical, coalesce(f.score, 0) AS fuzzy, coalesce(e.score, 0) AS entity,
            coalesce(t.score, 0) AS trend
       FROM any_id JOIN article a USING (id) LEFT JOIN lexical l USING (id) LEFT JOIN fuzzy f USING (id)
       LEFT JOIN entity e USING (id) LEFT JOIN trend t USING (id)`,
  )
}
