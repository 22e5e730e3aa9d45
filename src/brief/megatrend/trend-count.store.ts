import { queryRows } from '../../core/database/db.ts'
import { sql } from '../../core/database/sql.ts'
import { publishedWithin } from '../../news/story/article-filter.store.ts'

/** How many stories published from `start` to before `end` each megatrend has, those of its subtree among them. Nodes without a story are left out. */
export async function storiesByTrend(start: Date, end: Date): Promise<Map<number, number>> {
  const inTime = publishedWithin(start, end)
  const rows = await queryRows<{ nodeId: number; stories: number }>(
    'stories_by_trend',
    sql`SELECT node_id AS "nodeId", count(*)::int AS stories FROM (
         SELECT DISTINCT t.story_id, above.node_id FROM article_trend t CROSS JOIN LATERAL (
           VALUES (t.node_id), (t.node_id / 10000 * 10000), (t.node_id / 1000000 * 1000000)) above(node_id)
          WHERE ${inTime(sql`t`)}) told
      GROUP BY node_id`,
  )
  return new Map(rows.map((row) => [row.nodeId, row.stories]))
}
