import type pg from 'pg'
import { lockInTransaction, pool } from '../core/database/db.ts'

/** Advisory lock that serialises loading of the demo between processes. */
const DEMO_LOCK = 7_104

/** A part of the demo: its name in `reference_load`, and the query of rows that are not the demo's, with which it is not loaded by itself. */
export interface DemoPart {
  readonly name: string
  readonly ownRows: string
}

/** Acquires the lock for loading the demo until the end of the transaction. */
export async function lockDemoLoading(client: pg.PoolClient): Promise<void> {
  await lockInTransaction(client, DEMO_LOCK)
}

/**
 * True while a part was never loaded completely and there are no rows of others. Without a client of its own it runs outside the
 * transaction that holds the loader's lock, where it would keep locks on tables that are truncated.
 */
export async function isDemoMissing(
  { name, ownRows }: DemoPart,
  client: pg.Pool | pg.PoolClient = pool,
): Promise<boolean> {
  const { rows } = await client.query<{ lacks: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM reference_load WHERE name = $1) AND NOT EXISTS (${ownRows}) AS lacks`,
    [name],
  )
  return rows[0]?.lacks ?? false
}

/** Records that a part was loaded, with the digest of its options. */
export async function recordDemo({ name }: DemoPart, client: pg.PoolClient, sha256: string): Promise<void> {
  await client.query(
    `INSERT INTO reference_load (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256`,
    [name, sha256],
  )
}
