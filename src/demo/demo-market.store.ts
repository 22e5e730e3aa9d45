import type pg from 'pg'
import { pool } from '../core/db.ts'
import { announceMarket } from '../price/bar.store.ts'

/** Name under which `reference_load` remembers that the demo market was loaded. */
const LOADED = 'demo_market'
/** Listings the demo made up, by their tickers. */
const INVENTED = '^X[0-9]{5}\\.'

/**
 * True while the demo market was never loaded to its end and nobody brought bars of their own. Asked outside the transaction that
 * holds the loader's lock: it would keep a lock on the tables that removing has to empty.
 */
export async function lacksMarket(): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM reference_load WHERE name = $1)
        AND NOT EXISTS (SELECT 1 FROM market_series WHERE data_set <> 'demo') AS lacks`,
    [LOADED],
  )
  return rows[0]?.lacks ?? false
}

/** Remembers that the demo market is there, and what it was made from. */
export async function rememberDemoMarket(client: pg.PoolClient, sha256: string): Promise<void> {
  await client.query(
    `INSERT INTO reference_load (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, loaded_at = now()`,
    [LOADED, sha256],
  )
}

/** Takes all made-up market data out, at one stroke where there is no other, and the made-up listings beyond `keep` of them. */
export async function removeDemoMarket(client: pg.PoolClient, keep: number): Promise<void> {
  const { rows } = await client.query<{ other: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM market_series WHERE data_set <> 'demo') AS other`,
  )
  if (rows[0]?.other) {
    for (const table of ['bar', 'corporate_action']) {
      await client.query(
        `DELETE FROM ${table} t USING market_series s WHERE s.listing_id = t.listing_id AND s.data_set = 'demo'`,
      )
    }
    await client.query(`DELETE FROM market_series WHERE data_set = 'demo'`)
  } else await client.query('TRUNCATE bar, corporate_action, market_series')
  await client.query(`DELETE FROM listing WHERE ticker ~ '${INVENTED}' AND substr(ticker, 2, 5)::int > $1`, [keep])
  await client.query(`SELECT pg_notify('reference_changed', 'listing')`)
  await announceMarket(client, [])
}

/** Listings whose market data is their operator's own. */
export async function ownSeries(): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT listing_id AS id FROM market_series WHERE data_set <> 'demo'`,
  )
  return new Set(rows.map((row) => row.id))
}
