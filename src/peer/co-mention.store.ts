import { queryRows } from '../core/database/db.ts'
import { sql } from '../core/database/sql.ts'

/** Counts co-mentions: stories on competition since `since` that name one of these listings together with another listing. */
export async function countCoMentions(
  listingIds: readonly number[],
  since: Date,
): Promise<Map<number, ReadonlyMap<number, number>>> {
  const rows = await queryRows<{ id: number; other: number; stories: number }>(
    'shared_competition_stories',
    sql`SELECT i.listing_id AS id, o.listing_id AS other, count(DISTINCT o.story_id)::int AS stories
       FROM impact i JOIN impact o ON o.article_id = i.article_id AND o.listing_id <> i.listing_id AND o.tagged
      WHERE i.listing_id = ANY(${listingIds}) AND i.published >= ${since} AND i.tagged AND 'competition' IN (i.aspect, o.aspect)
      GROUP BY i.listing_id, o.listing_id`,
  )
  const byListing = Map.groupBy(rows, (row) => row.id)
  return new Map([...byListing].map(([id, found]) => [id, new Map(found.map((row) => [row.other, row.stories]))]))
}
