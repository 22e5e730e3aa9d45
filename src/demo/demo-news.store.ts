import type pg from 'pg'
import { announceNews, deleteArticles, recountStories } from '../news/article.store.ts'

/** Serialises loads of the demo over all processes that share a database. */
const DEMO_LOCK = 7_104
/** Name under which `reference_load` remembers that the demo news was loaded. */
const LOADED = 'demo_news'
const DELETE_BATCH = 5_000

/** Waits until no other process loads the demo; holds until the transaction ends. */
export async function asOnlyDemoLoader(client: pg.PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [DEMO_LOCK])
}

/** True while the demo news was never loaded to its end and there is no other news. */
export async function lacksNews(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ lacks: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM reference_load WHERE name = $1)
        AND NOT EXISTS (SELECT 1 FROM article WHERE source NOT LIKE 'demo\\_%') AS lacks`,
    [LOADED],
  )
  return rows[0]?.lacks ?? false
}

/** Remembers that the demo news is there, and what it was made from. */
export async function rememberDemoNews(client: pg.PoolClient, sha256: string): Promise<void> {
  await client.query(
    `INSERT INTO reference_load (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, loaded_at = now()`,
    [LOADED, sha256],
  )
}

/** Takes some demo articles out, and the stories only they told; 0 when none is left. */
export async function removeSomeDemoNews(client: pg.PoolClient): Promise<number> {
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
