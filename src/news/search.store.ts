import { rowsOf } from '../core/db.ts'

/** What speaks for an article as the answer to a search; each 0-1, 0 when it says nothing. */
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

/** Most articles one search weighs. */
const CANDIDATES_MAX = 1_000

/** What a search looks for. */
export interface SearchQuestion {
  readonly query: string
  readonly listingIds: readonly number[]
  readonly nodeIds: readonly number[]
  /** Moments between which an article was published, the second one out. */
  readonly start: Date
  readonly end: Date
}

/** Articles that anything speaks for, the newest of each kind of evidence first. */
export function searchCandidates(question: SearchQuestion): Promise<SearchEvidence[]> {
  const { query, listingIds, nodeIds, start, end } = question
  return rowsOf(
    'search_candidates',
    `WITH lexical AS (
       SELECT id, ts_rank_cd(search, q, 32) AS score FROM article, websearch_to_tsquery('english', $1) q
        WHERE search @@ q AND published >= $5 AND published < $6 ORDER BY score DESC, published DESC LIMIT $4
     ), fuzzy AS (
       SELECT id, word_similarity($1, title) AS score FROM article
        WHERE $1 <% title AND published >= $5 AND published < $6 ORDER BY score DESC, published DESC LIMIT $4 / 4
     ), entity AS (
       SELECT article_id AS id, max(relevance) AS score FROM (
         SELECT article_id, relevance FROM impact WHERE listing_id = ANY($2) AND tagged AND published >= $5 AND published < $6
          ORDER BY published DESC LIMIT $4
       ) e GROUP BY article_id
     ), trend AS (
       SELECT article_id AS id, max(relevance) AS score FROM (
         SELECT article_id, relevance FROM article_trend WHERE node_id = ANY($3) AND published >= $5 AND published < $6 ORDER BY published DESC LIMIT $4
       ) t GROUP BY article_id
     ), any_id AS (
       SELECT id FROM lexical UNION SELECT id FROM fuzzy UNION SELECT id FROM entity UNION SELECT id FROM trend
     )
     SELECT a.id, a.title, coalesce(l.score, 0) AS lexical, coalesce(f.score, 0) AS fuzzy, coalesce(e.score, 0) AS entity,
            coalesce(t.score, 0) AS trend
       FROM any_id JOIN article a USING (id) LEFT JOIN lexical l USING (id) LEFT JOIN fuzzy f USING (id)
       LEFT JOIN entity e USING (id) LEFT JOIN trend t USING (id)`,
    [query, listingIds, nodeIds, CANDIDATES_MAX, start, end],
  )
}
