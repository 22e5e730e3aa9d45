import { rowsOf } from '../core/db.ts'
import type { Direction } from '../enrichment/knowledge.math.ts'
import type { Mover } from './mover.math.ts'
import type { StoryCell } from './pulse.math.ts'

/** Which articles a brief reads; the filters of a news feed, in the terms of the tables. */
export interface BriefFilter {
  readonly start: Date
  /** First moment that is out again. */
  readonly end: Date
  readonly newsType?: readonly string[] | undefined
  readonly aspect?: string | undefined
  /** Any impact on one of these makes an article match. */
  readonly affectedIds?: readonly number[] | undefined
  /** Megatrend node range an article speaks to itself, or reaches through a named member. */
  readonly trend?: { readonly first: number; readonly last: number; readonly memberIds: readonly number[] } | undefined
}

/** What the stories of a brief come to. A story counts once, with the article a collapsed feed would show of it. */
export interface BriefTotals {
  readonly cells: readonly StoryCell[]
  readonly movers: readonly Mover[]
  /** Articles of the foremost stories: impact score, then recency. */
  readonly topIds: readonly number[]
}

const CELLS = `floor(date_part('epoch', published) / 86400)::int AS day, lead_direction AS direction, lead_aspect AS aspect, count(*)::int AS stories`
const CELL_KEYS = 'day, lead_direction, lead_aspect'
const TOP_ORDER = 'impact_score DESC, published DESC, id DESC'

// Relevances have two decimals: summed as whole hundredths they come out the same in whatever order rows are read.
const RELEVANCE = 'sum((i.relevance * 100::real)::int)'
const MOVERS = `i.listing_id AS "listingId", count(*)::int AS stories,
  (count(*) FILTER (WHERE i.direction = 'pos'))::int AS pos, (count(*) FILTER (WHERE i.direction = 'neg'))::int AS neg,
  (count(*) FILTER (WHERE i.hop = 0))::int AS named, coalesce(${RELEVANCE} FILTER (WHERE i.hop > 0), 0)::float8 / 100 AS reach,
  coalesce(${RELEVANCE} FILTER (WHERE i.hop > 0 AND i.direction = 'pos'), 0)::float8 / 100 AS "reachPos",
  coalesce(${RELEVANCE} FILTER (WHERE i.hop > 0 AND i.direction = 'neg'), 0)::float8 / 100 AS "reachNeg"`

interface MoverRow {
  readonly listingId: number
  readonly stories: number
  readonly pos: number
  readonly neg: number
  readonly named: number
  readonly reach: number
  readonly reachPos: number
  readonly reachNeg: number
}

/** Reads what a brief says in numbers. */
export function readTotals(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const narrow = filter.newsType ?? filter.aspect ?? filter.affectedIds ?? filter.trend
  return narrow === undefined ? readMarket(filter, topCount) : readScope(filter, topCount)
}

/** Reads the stories of a brief alone. */
export function readCells(filter: BriefFilter): Promise<StoryCell[]> {
  const values: unknown[] = []
  const shown = shownOf(conditionsOf(filter, values))
  return rowsOf<StoryCell & Record<string, unknown>>(
    undefined,
    `SELECT ${CELLS} FROM (${shown}) shown GROUP BY ${CELL_KEYS}`,
    values,
  )
}

/** The whole market: three statements at once, each on the index made for it, and only the few articles that are not shown are left out. */
async function readMarket(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const { start, end } = filter
  const within = (article: string) => `${article}.published >= $1 AND ${article}.published < $2`
  const better = `EXISTS (SELECT 1 FROM article o WHERE o.story_id = a.story_id AND ${within('o')} AND (o.impact_score > a.impact_score
    OR (o.impact_score = a.impact_score AND (o.published, o.id) < (a.published, a.id))))`
  const [cells, movers, top] = await Promise.all([
    readCells(filter),
    rowsOf<MoverRow & Record<string, unknown>>(
      undefined,
      `SELECT ${MOVERS} FROM impact i WHERE ${within('i')} AND NOT EXISTS (
         SELECT 1 FROM story s JOIN article a ON a.story_id = s.id
          WHERE s.article_count > 1 AND a.id = i.article_id AND ${within('a')} AND ${better})
       GROUP BY i.listing_id`,
      [start, end],
    ),
    rowsOf<{ id: number }>(
      undefined,
      `SELECT a.id FROM article a WHERE ${within('a')} AND NOT ${better} ORDER BY ${TOP_ORDER} LIMIT $3`,
      [start, end, topCount],
    ),
  ])
  return { cells, movers: movers.map(moverOf), topIds: top.map((row) => row.id) }
}

/** A part of the market: its stories are found once, in one statement. */
async function readScope(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const values: unknown[] = []
  const conditions = conditionsOf(filter, values)
  values.push(topCount)
  const [row] = await rowsOf<{ cells: StoryCell[]; movers: MoverRow[]; topIds: number[] }>(
    undefined,
    `WITH shown AS MATERIALIZED (${shownOf(conditions)})
     SELECT (SELECT coalesce(json_agg(c), '[]') FROM (SELECT ${CELLS} FROM shown GROUP BY ${CELL_KEYS}) c) AS cells,
       (SELECT coalesce(json_agg(m), '[]') FROM (
          SELECT ${MOVERS} FROM shown JOIN impact i ON i.article_id = shown.id GROUP BY i.listing_id) m) AS movers,
       ARRAY(SELECT id FROM shown ORDER BY ${TOP_ORDER} LIMIT $${values.length}) AS "topIds"`,
    values,
  )
  if (!row) throw new Error('A statement of one row came back without it.')
  return { ...row, movers: row.movers.map(moverOf) }
}

/** Of each story the article of highest impact among those that match, the earliest of equals. */
function shownOf(conditions: string): string {
  return `SELECT DISTINCT ON (a.story_id) a.id, a.published, a.impact_score, a.lead_direction, a.lead_aspect FROM article a
    WHERE ${conditions} ORDER BY a.story_id, a.impact_score DESC, a.published, a.id`
}

/**
 * What a filter demands of an article `a`, as SQL over `values`; `$1` and `$2` bound the time. Said for all articles at once, or, for few
 * articles that are at hand, of each by itself.
 */
function conditionsOf(filter: BriefFilter, values: unknown[], said: 'at once' | 'of each' = 'at once'): string {
  values.push(filter.start, filter.end)
  const conditions = ['a.published >= $1', 'a.published < $2']
  const put = (value: unknown) => `$${values.push(value)}`
  if (filter.newsType) conditions.push(`a.news_types && ${put(filter.newsType)}::text[]`)
  if (filter.aspect) conditions.push(`a.lead_aspect = ${put(filter.aspect)}`)
  const sets: string[][] = []
  if (filter.affectedIds) sets.push([`impact f WHERE f.listing_id = ANY(${put(filter.affectedIds)}::int[])`])
  if (filter.trend) {
    const { first, last, memberIds } = filter.trend
    sets.push([
      `article_trend f WHERE f.node_id BETWEEN ${put(first)} AND ${put(last)}`,
      `impact f WHERE f.listing_id = ANY(${put(memberIds)}::int[]) AND f.hop = 0`,
    ])
  }
  for (const parts of sets) {
    const [exists, selects] = [
      parts.map((part) => `EXISTS (SELECT 1 FROM ${part} AND f.article_id = a.id)`).join(' OR '),
      parts
        .map((part) => `SELECT f.article_id FROM ${part} AND f.published >= $1 AND f.published < $2`)
        .join(' UNION '),
    ]
    conditions.push(said === 'of each' ? `(${exists})` : `a.id IN (${selects})`)
  }
  return conditions.join(' AND ')
}

function moverOf({ listingId, stories, pos, neg, named, reach, reachPos, reachNeg }: MoverRow): Mover {
  return {
    listingId,
    ...{ pos, neg, ambiguous: stories - pos - neg },
    ...{ named, reached: stories - named },
    ...{ reach, reachPos, reachNeg },
  }
}

/** A listing and what is to be explained about it. */
export interface Question {
  readonly listingId: number
  readonly direction: Direction
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
            WHERE i.listing_id = asked.listing_id AND i.published >= $1 AND i.published < $2 AND i.direction = asked.direction
              AND (NOT asked.reached OR i.hop > 0) AND ${conditions}
            ORDER BY i.published DESC, i.article_id DESC LIMIT 50) latest
          ORDER BY latest.relevance DESC, latest.impact_score DESC, latest.published DESC, latest.article_id DESC LIMIT 1) best`,
    values,
  )
  const answers = new Map(rows.map((row) => [row.place, row]))
  return questions.map((_, index) => answers.get(index + 1))
}
