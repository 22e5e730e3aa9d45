import { queryRows } from '../../core/database/db.ts'
import { empty, type Sql, sql } from '../../core/database/sql.ts'
import type { Direction } from '../../enrichment/vocabulary/verdict.pure.ts'
import { articleConditions, isAbout, publishedWithin } from '../../news/story/article-filter.store.ts'
import { type BriefFilter, briefArticles } from '../brief-filter.store.ts'

/** A listing whose place in a brief is to be explained. */
export interface Question {
  readonly listingId: number
  /** Direction of the impacts that may explain it; null = any. */
  readonly direction: Direction | null
  /** Only impacts that reached it through the graph. */
  readonly reached: boolean
}

/** The impact that explains best: its rationale, and its path of listing ids through the graph from the named one. */
export interface Reason {
  readonly rationale: string
  readonly path: readonly number[]
}

/** For each question the most relevant of the latest 50 impacts that answer it; undefined where there is none. Whoever is asked about is in scope. */
export async function readReasons(
  filter: BriefFilter,
  questions: readonly Question[],
): Promise<(Reason | undefined)[]> {
  if (questions.length === 0) return []
  const rows = await queryRows<{ place: number; rationale: string; path: number[] }>(
    undefined,
    filter.trend || (filter.affected && filter.aspect) ? amongMatching(filter, questions) : oneByOne(filter, questions),
  )
  const found = new Map(rows.map((row) => [row.place, row]))
  return questions.map((_, index) => found.get(index + 1))
}

function asked(questions: readonly Question[]): Sql {
  return sql`unnest(${questions.map((one) => one.listingId)}::int[], ${questions.map((one) => one.direction)}::text[],
      ${questions.map((one) => one.reached)}::boolean[]) WITH ORDINALITY asked(listing_id, direction, reached, place)`
}

/** In a scope of companies only impacts that make their article match. */
function answers({ affected }: BriefFilter): Sql {
  const own = affected ? sql` AND ${isAbout(sql`i`)}` : empty
  return sql`i.listing_id = asked.listing_id AND (asked.direction IS NULL OR i.direction = asked.direction)
    AND (NOT asked.reached OR i.hop > 0)${own}`
}
const BEST_FIRST = sql`i.relevance DESC, i.impact_score DESC, i.published DESC, i.article_id DESC`

/** Goes through the impacts on each listing, newest first, until 50 are found: most of them match. */
function oneByOne(filter: BriefFilter, questions: readonly Question[]): Sql {
  const { affected: _, ...articles } = filter
  const meets = articleConditions(articles)
  const inTime = publishedWithin(filter.start, filter.end)
  return sql`SELECT asked.place, best.rationale, best.path FROM ${asked(questions)} CROSS JOIN LATERAL (
      SELECT i.rationale, i.path FROM (
        SELECT i.rationale, i.path, i.relevance, i.impact_score, i.published, i.article_id
          FROM impact i JOIN article a ON a.id = i.article_id
         WHERE ${answers(filter)} AND ${inTime(sql`i`)} AND ${meets({ article: sql`a`, singly: true })}
         ORDER BY i.published DESC, i.article_id DESC LIMIT 50) i
       ORDER BY ${BEST_FIRST} LIMIT 1) best`
}

/** Finds all articles that match first: of the impacts on a listing few belong to a megatrend, and to ask each is slow. */
function amongMatching(filter: BriefFilter, questions: readonly Question[]): Sql {
  const inTime = publishedWithin(filter.start, filter.end)
  return sql`WITH matching AS MATERIALIZED (
      SELECT a.id ${briefArticles(filter).rows}
    ), latest AS (
      SELECT asked.place, i.listing_id, i.article_id,
             row_number() OVER (PARTITION BY asked.place ORDER BY i.published DESC, i.article_id DESC) AS age
        FROM ${asked(questions)} JOIN impact i ON ${answers(filter)} AND ${inTime(sql`i`)} JOIN matching ON matching.id = i.article_id)
    SELECT DISTINCT ON (latest.place) latest.place, i.rationale, i.path
      FROM latest JOIN impact i ON i.listing_id = latest.listing_id AND i.article_id = latest.article_id
     WHERE latest.age <= 50 ORDER BY latest.place, ${BEST_FIRST}`
}
