import { rowsOf } from '../core/db.ts'

/**
 * How many stories published from `start` to before `end` speak to each megatrend or anything under it, themselves or through a named
 * member, as the news feed of a megatrend does. Nodes without a story are left out.
 */
export async function storiesByTrend(start: Date, end: Date): Promise<Map<number, number>> {
  const rows = await rowsOf<{ nodeId: number; stories: number }>(
    'stories_by_trend',
    `WITH spoken AS (
       SELECT node_id, story_id FROM article_trend WHERE published >= $1 AND published < $2
       UNION
       SELECT m.node_id, i.story_id FROM impact i JOIN membership m ON m.listing_id = i.listing_id
        WHERE i.tagged AND i.published >= $1 AND i.published < $2
     ), places AS (
       SELECT DISTINCT place.node_id, spoken.story_id
         FROM spoken CROSS JOIN LATERAL (VALUES (spoken.node_id), (spoken.node_id / 10000 * 10000), (spoken.node_id / 1000000 * 1000000)) place(node_id)
     )
     SELECT node_id AS "nodeId", count(*) AS stories FROM places GROUP BY node_id`,
    [start, end],
  )
  return new Map(rows.map((row) => [row.nodeId, row.stories]))
}
