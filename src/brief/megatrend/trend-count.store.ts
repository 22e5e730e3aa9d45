import { queryRows } from '../../core/database/db.ts'
import { sql } from '../../core/database/sql.ts'
import { publishedWithin } from '../../news/story/article-filter.store.ts'

/**
 * How many stories published from `start` to before `end` speak to each megatrend or anything under it, themselves or through a named
 * member, as the news feed of a megatrend does. Nodes without a story are left out.
 */
export async function storiesByTrend(start: Date, end: Date): Promise<Map<number, number>> {
  const inTime = publishedWithin(start, end)
  // Stories that name the same listings and speak to the same nodes are counted first, so that places, of which a story has many, are
  // found once for all of them. A part of a story is a node, or a listing with its sign turned.
  const rows = await queryRows<{ nodeId: number; stories: number }>(
    'stories_by_trend',
    sql`WITH likeness AS (
       SELECT parts, count(*) AS stories FROM (
         SELECT array_agg(DISTINCT part) AS parts FROM (
           SELECT story_id, -listing_id AS part FROM impact WHERE tagged AND ${inTime(sql`impact`)}
           UNION ALL
           SELECT story_id, node_id FROM article_trend WHERE ${inTime(sql`article_trend`)}) told
          GROUP BY story_id) story
        GROUP BY parts)
     SELECT place.node_id AS "nodeId", sum(likeness.stories)::int AS stories
       FROM likeness CROSS JOIN LATERAL (
         SELECT DISTINCT above.node_id
           FROM unnest(likeness.parts) part
          CROSS JOIN LATERAL (
            SELECT part WHERE part > 0 UNION ALL SELECT m.node_id FROM membership m WHERE m.listing_id = -part) own(node_id)
          CROSS JOIN LATERAL (
            VALUES (own.node_id), (own.node_id / 10000 * 10000), (own.node_id / 1000000 * 1000000)) above(node_id)) place
      GROUP BY place.node_id`,
  )
  return new Map(rows.map((row) => [row.nodeId, row.stories]))
}
