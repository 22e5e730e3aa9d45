import type pg from 'pg'
import { announceNews, deleteArticles, recountStories } from '../news/story/article.store.ts'
import type { DemoPart } from './demo-load.store.ts'

/** The demo news. */
export const NEWS_PART: DemoPart = {
  name: 'demo_news',
  ownRows: `SELECT 1 FROM article WHERE source NOT LIKE 'demo\\_%'`,
}
const DELETE_BATCH = 5_000

/** Deletes a batch of demo articles and the stories left without articles; returns the number of articles deleted. */
export async function removeDemoNewsBatch(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number; storyId: number }>(
    `SELECT id, story_id AS "storyId" FROM article WHERE source LIKE 'demo\\_%' LIMIT $1`,
    [DELETE_BATCH],
  )
  await deleteArticles(
    client,
    rows.map((row) => row.id),
  )
  await recountStories(client, [...new Set(rows.map((row) => row.storyId))])
  await announceNews(client)
  return rows.length
}
