import { rowsOf } from '../core/db.ts'
import type { Direction } from '../enrichment/knowledge.math.ts'
import { type BriefFilter, conditionsOf } from './brief-filter.store.ts'

/** A listing and what is to be explained about it. */
export interface Question {
  readonly listingId: number
  /** Null = any: stories that hold each other in balance explain a listing as well as undecided ones. */
  readonly direction: Direction | null
  /** Only what reached it through the graph. */
  readonly reached: boolean
}

/** The impact that explains best: why in one line, and the way it took over the graph, from the named listing on. */
export interface Reason {
  readonly rationale: string
  readonly path: readonly number[]
}

/** For each question the most relevant of the latest 50 impacts that answer it; undefined where there is none. */
export async function readReasons(
  filter: BriefFilter,
  questions: readonly Question[],
): Promise<(Reason | undefined)[]> {
  if (questions.length === 0) return []
  const values: unknown[] = []
  const conditions = conditionsOf(filter, values, 'of each')
  const put = (value: unknown) => `$${values.push(value)}`
  const asked = [
    `${put(questions.map((one) => one.listingId))}::int[]`,
    `${put(questions.map((one) => one.direction))}::text[]`,
    `${put(questions.map((one) => one.reached))}::boolean[]`,
  ]
  const rows = await rowsOf<{ place: number; rationale: string; path: number[] }>(
    undefined,
    `SELECT asked.place, best.rationale, best.path
       FROM unnest(${asked.join(', ')}) WITH ORDINALITY asked(listing_id, direction, reached, place) CROSS JOIN LATERAL (
         SELECT latest.rationale, latest.path FROM (
           SELECT i.rationale, i.path, i.relevance, i.impact_score, i.published, i.article_id
             FROM impact i JOIN article a ON a.id = i.article_id
            WHERE i.listing_id = asked.listing_id AND i.published >= $1 AND i.published < $2
              AND (asked.direction IS NULL OR i.direction = asked.direction)
              AND (NOT asked.reached OR i.hop > 0) AND ${conditions}
            ORDER BY i.published DESC, i.article_id DESC LIMIT 50) latest
          ORDER BY latest.relevance DESC, latest.impact_score DESC, latest.published DESC, latest.article_id DESC LIMIT 1) best`,
    values,
  )
  const answers = new Map(rows.map((row) => [row.place, row]))
  return questions.map((_, index) => answers.get(index + 1))
}
