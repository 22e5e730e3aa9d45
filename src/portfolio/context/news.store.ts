import { queryRows } from '../../core/database/db.ts'
import { parameter, sql } from '../../core/database/sql.ts'
import { publishedWithin } from '../../news/story/article-filter.store.ts'

/** Which of some listings no story of a span of time moves. */
export async function listingsWithoutNews(listingIds: readonly number[], start: Date, end: Date): Promise<number[]> {
  const inTime = publishedWithin(start, end)
  const rows = await queryRows<{ id: number }>(
    'listings_without_news',
    sql`SELECT s.id FROM unnest(${parameter([...listingIds])}::int[]) AS s(id)
         WHERE NOT EXISTS (SELECT 1 FROM impact f WHERE f.listing_id = s.id AND ${inTime(sql`f`)})`,
  )
  return rows.map(({ id }) => id)
}
