import { queryRows } from '../core/database/db.ts'
import { empty, parameter, type Sql, sql } from '../core/database/sql.ts'
import type { ShownArticle } from '../news/feed/feed-row.store.ts'
import { isAbout, isAboutAny, publishedWithin } from '../news/story/article-filter.store.ts'
import { hasBetterLead, leadFirst } from '../news/story/lead-article.store.ts'
import { type BriefFilter, briefArticles } from './brief-filter.store.ts'
import type { Mover } from './mover/mover.pure.ts'
import type { StoryCell } from './pulse/pulse.pure.ts'

/** Figures of a brief. A story counts once, with its lead article among those that match, as in a collapsed feed. */
export interface BriefTotals {
  readonly cells: readonly StoryCell[]
  readonly movers: readonly Mover[]
  /** Lead articles of the top stories: by impact score, then recency. */
  readonly top: readonly ShownArticle[]
}

const CELLS = sql`floor(date_part('epoch', published) / 86400)::int AS day, lead_direction AS direction, lead_aspect AS aspect, count(*)::int AS stories`
const CELL_KEYS = sql`day, lead_direction, lead_aspect`
const TOP_ORDER = sql`impact_score DESC, published DESC, id DESC`

// Relevances have two decimals: summed as whole hundredths they come out the same in whatever order rows are read.
const RELEVANCE = sql`sum((i.relevance * 100::real)::int)`
const MOVERS = sql`i.listing_id AS "listingId", count(*)::int AS stories,
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

/** Reads the figures of a brief, by the statements that suit its filter. */
export function readTotals(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const { newsTypes, aspect, affected, trend } = filter
  if (newsTypes || aspect || trend) return readScope(filter, topCount)
  return affected ? readAffected(filter, affected, topCount) : readMarket(filter, topCount)
}

/** Counts the stories of a brief by day, direction and aspect. */
export function readCells(filter: BriefFilter): Promise<StoryCell[]> {
  return queryRows<StoryCell>(
    undefined,
    sql`SELECT ${CELLS} FROM (${leadArticles(filter)}) shown GROUP BY ${CELL_KEYS}`,
  )
}

/** The whole market: three concurrent statements, each on its own index, which exclude the few articles that are not lead articles. */
async function readMarket(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const inTime = publishedWithin(filter.start, filter.end)
  const [a, i] = [sql`a`, sql`i`]
  const hidden = hasBetterLead(a, inTime)
  const [cells, movers, top] = await Promise.all([
    readCells(filter),
    queryRows<MoverRow>(
      undefined,
      sql`SELECT ${MOVERS} FROM impact i WHERE ${inTime(i)} AND NOT EXISTS (
         SELECT 1 FROM story s JOIN article a ON a.story_id = s.id
          WHERE s.article_count > 1 AND a.id = i.article_id AND ${inTime(a)} AND ${hidden})
       GROUP BY i.listing_id`,
    ),
    queryRows<ShownArticle>(
      undefined,
      sql`SELECT a.id, NULL AS "scopeId" FROM article a WHERE ${inTime(a)} AND NOT ${hidden} ORDER BY ${TOP_ORDER} LIMIT ${topCount}`,
    ),
  ])
  return { cells, movers: movers.map(moverOf), top }
}

/**
 * Everything about some listings. An impact that makes its article match is enough by itself, so their movers are read from the index
 * alone, concurrently with the stories, and exclude the few articles that are not lead articles.
 */
async function readAffected(
  filter: BriefFilter,
  { ids, assetIds }: NonNullable<BriefFilter['affected']>,
  topCount: number,
): Promise<BriefTotals> {
  const inTime = publishedWithin(filter.start, filter.end)
  const inScope = parameter(ids)
  const matches = isAboutAny(inScope)
  const [a, i] = [sql`a`, sql`i`]
  const shownMovers = sql`SELECT ${MOVERS} FROM impact i
    WHERE ${inTime(i)} AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.id = i.article_id)`
  const [[stories], movers] = await Promise.all([
    queryRows<{ cells: StoryCell[]; top: ShownArticle[] }>(
      undefined,
      sql`WITH shown AS MATERIALIZED (${leadArticles(filter)}) SELECT ${CELLS_OF_SHOWN} AS cells, ${topOfShown(topCount)} AS top`,
    ),
    queryRows<MoverRow>(
      undefined,
      sql`WITH hidden AS MATERIALIZED (
         SELECT ranked.id FROM (
           SELECT a.id, row_number() OVER (PARTITION BY a.story_id ORDER BY ${leadFirst(a)}) AS place
             FROM story s JOIN article a ON a.story_id = s.id
            WHERE s.article_count > 1 AND ${inTime(a)} AND ${matches(sql`a.id`)}) ranked
          WHERE ranked.place > 1)
       ${shownMovers} AND i.listing_id = ANY(${inScope}::int[]) AND ${isAbout(i)} GROUP BY i.listing_id
       UNION ALL
       ${shownMovers} AND i.listing_id = ANY(${assetIds}::int[]) AND ${matches(sql`i.article_id`)} GROUP BY i.listing_id`,
    ),
  ])
  if (!stories) throw new Error('A statement of one row came back without it.')
  return { ...stories, movers: movers.map(moverOf) }
}

const CELLS_OF_SHOWN = sql`(SELECT coalesce(json_agg(c), '[]') FROM (SELECT ${CELLS} FROM shown GROUP BY ${CELL_KEYS}) c)`

function topOfShown(count: number): Sql {
  return sql`(SELECT coalesce(json_agg(json_build_object('id', id, 'scopeId', scope_id) ORDER BY ${TOP_ORDER}), '[]')
    FROM (SELECT * FROM shown ORDER BY ${TOP_ORDER} LIMIT ${count}) top)`
}

/** A part of the market, in one statement that finds its stories once. OFFSET 0 keeps the planner from hashing the whole impact table. */
async function readScope(filter: BriefFilter, topCount: number): Promise<BriefTotals> {
  const { affected } = filter
  const moved = affected
    ? sql`AND (f.listing_id = ANY(${affected.ids}::int[]) AND ${isAbout(sql`f`)} OR f.listing_id = ANY(${affected.assetIds}::int[]))`
    : empty
  const [row] = await queryRows<{ cells: StoryCell[]; movers: MoverRow[]; top: ShownArticle[] }>(
    undefined,
    sql`WITH shown AS MATERIALIZED (${leadArticles(filter)})
     SELECT ${CELLS_OF_SHOWN} AS cells,
       (SELECT coalesce(json_agg(m), '[]') FROM (
          SELECT ${MOVERS} FROM shown CROSS JOIN LATERAL (
            SELECT f.listing_id, f.direction, f.hop, f.relevance FROM impact f
             WHERE f.published = shown.published AND f.article_id = shown.id ${moved} OFFSET 0) i GROUP BY i.listing_id) m) AS movers,
       ${topOfShown(topCount)} AS top`,
  )
  if (!row) throw new Error('A statement of one row came back without it.')
  return { ...row, movers: row.movers.map(moverOf) }
}

/** Of each story the lead article among those that match. */
function leadArticles(filter: BriefFilter): Sql {
  const { rows, scopeId, direction, aspect } = briefArticles(filter)
  return sql`SELECT DISTINCT ON (a.story_id) a.id, a.published, a.impact_score, ${scopeId} AS scope_id, ${direction} AS lead_direction,
      ${aspect} AS lead_aspect ${rows} ORDER BY a.story_id, ${leadFirst(sql`a`)}`
}

function moverOf({ listingId, stories, pos, neg, named, reach, reachPos, reachNeg }: MoverRow): Mover {
  return {
    listingId,
    ...{ pos, neg, ambiguous: stories - pos - neg },
    ...{ named, reached: stories - named },
    ...{ reach, reachPos, reachNeg },
  }
}
