import { rowsOf } from '../core/db.ts'

/** How many stories on competition, not older than `since`, name each of these listings together with each other one. */
export async function sharedCompetitionStories(
  listingIds: readonly number[],
  since: Date,
): Promise<Map<number, ReadonlyMap<number, number>>> {
  const rows = await rowsOf<{ id: number; other: number; stories: number }>(
    'shared_competition_stories',
    `SELECT i.listing_id AS id, o.listing_id AS other, count(DISTINCT o.story_id)::int AS stories
       FROM impact i JOIN impact o ON o.article_id = i.article_id AND o.listing_id <> i.listing_id AND o.tagged
      WHERE i.listing_id = ANY($1) AND i.published >= $2 AND i.tagged AND 'competition' IN (i.aspect, o.aspect)
      GROUP BY i.listing_id, o.listing_id`,
    [listingIds, since],
  )
  const byListing = Map.groupBy(rows, (row) => row.id)
  return new Map([...byListing].map(([id, found]) => [id, new Map(found.map((row) => [row.other, row.stories]))]))
}
