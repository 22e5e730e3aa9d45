import { rowsOf } from '../core/db.ts'
import { type BriefFilter, conditionsOf } from './brief-filter.store.ts'
import type { Mover } from './mover.math.ts'
import type { StoryCell } from './pulse.math.ts'

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
  const { newsType, aspect, affected, trend } = filter
  if (newsType || aspect || trend) return readScope(filter, topCount)
  return affected ? readAffected(filter, affected, topCount) : readMarket(filter, topCount)
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

/**
 * All that moves some listings: an impact on one of them is itself the proof that its article matches, so that their movers are read
 * off the index beside the stories, less the few articles that are not shown.
 */
async function readAffected(
  filter: BriefFilter,
  { ids, assetIds }: NonNullable<BriefFilter['affected']>,
  topCount: number,
): Promise<BriefTotals> {
  const values: unknown[] = []
  const shown = shownOf(conditionsOf(filter, values))
  values.push(topCount)
  const within = (alias: string) => `${alias}.published >= $1 AND ${alias}.published < $2`
  const matches = (article: string) =>
    `EXISTS (SELECT 1 FROM impact f WHERE f.article_id = ${article} AND f.listing_id = ANY($3::int[]))`
  const [[stories], movers] = await Promise.all([
    rowsOf<{ cells: StoryCell[]; topIds: number[] }>(
      undefined,
      `WITH shown AS MATERIALIZED (${shown}) SELECT ${cellsOf('shown')} AS cells, ${topOf('shown', values.length)} AS "topIds"`,
      values,
    ),
    rowsOf<MoverRow & Record<string, unknown>>(
      undefined,
      `WITH hidden AS MATERIALIZED (
         SELECT ranked.id FROM (
           SELECT a.id, row_number() OVER (PARTITION BY a.story_id ORDER BY a.impact_score DESC, a.published, a.id) AS place
             FROM story s JOIN article a ON a.story_id = s.id
            WHERE s.article_count > 1 AND ${within('a')} AND ${matches('a.id')}) ranked
          WHERE ranked.place > 1)
       SELECT ${MOVERS} FROM impact i WHERE ${within('i')} AND i.listing_id = ANY($3::int[])
          AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = i.article_id) GROUP BY i.listing_id
       UNION ALL
       SELECT ${MOVERS} FROM impact i WHERE ${within('i')} AND i.listing_id = ANY($4::int[]) AND ${matches('i.article_id')}
          AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = i.article_id) GROUP BY i.listing_id`,
      [filter.start, filter.end, ids, assetIds],
    ),
  ])
  if (!stories) throw new Error('A statement of one row came back without it.')
  return { ...stories, movers: movers.map(moverOf) }
}

function cellsOf(from: string): string {
  return `(SELECT coalesce(json_agg(c), '[]') FROM (SELECT ${CELLS} FROM ${from} GROUP BY ${CELL_KEYS}) c)`
}

function topOf(from: string, countPlace: number): string {
  return `ARRAY(SELECT id FROM ${from} ORDER BY ${TOP_ORDER} LIMIT $${countPlace})`
}

/** A part of the market: its stories are found once, in one statement. OFFSET 0 keeps the planner from hashing all impacts there are. */
async function readScope(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const values: unknown[] = []
  const conditions = conditionsOf(filter, values)
  values.push(topCount)
  const [row] = await rowsOf<{ cells: StoryCell[]; movers: MoverRow[]; topIds: number[] }>(
    undefined,
    `WITH shown AS MATERIALIZED (${shownOf(conditions)})
     SELECT ${cellsOf('shown')} AS cells,
       (SELECT coalesce(json_agg(m), '[]') FROM (
          SELECT ${MOVERS} FROM shown CROSS JOIN LATERAL (
            SELECT f.listing_id, f.direction, f.hop, f.relevance FROM impact f
             WHERE f.published = shown.published AND f.article_id = shown.id OFFSET 0) i GROUP BY i.listing_id) m) AS movers,
       ${topOf('shown', values.length)} AS "topIds"`,
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

function moverOf({ listingId, stories, pos, neg, named, reach, reachPos, reachNeg }: MoverRow): Mover {
  return {
    listingId,
    ...{ pos, neg, ambiguous: stories - pos - neg },
    ...{ named, reached: stories - named },
    ...{ reach, reachPos, reachNeg },
  }
}
