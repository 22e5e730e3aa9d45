import type pg from 'pg'
import { pool } from '../core/database/db.ts'
import { notifyMarketChanged } from '../market/bars/bar.store.ts'
import type { DemoPart } from './demo-load.store.ts'

/** The demo market. */
export const MARKET_PART: DemoPart = {
  name: 'demo_market',
  ownRows: `SELECT 1 FROM market_series WHERE data_set <> 'demo'`,
}
/** Ticker pattern of the demo's fictitious listings. */
const FICTITIOUS = '^X[0-9]{5}\\.'

/** Deletes all demo market data (by TRUNCATE when there is no other) and the fictitious listings numbered above `keep`. */
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
  const { rowCount } = await client.query(
    `DELETE FROM listing WHERE ticker ~ '${FICTITIOUS}' AND substr(ticker, 2, 5)::int > $1`,
    [keep],
  )
  // Every process reads its catalogue anew then, with all that is made from it.
  if (rowCount) await client.query(`SELECT pg_notify('reference_changed', 'listing')`)
  await notifyMarketChanged(client, [])
}

/** Ids of the listings with market data ingested by the operator. */
export async function readOperatorListingIds(): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT listing_id AS id FROM market_series WHERE data_set <> 'demo'`,
  )
  return new Set(rows.map((row) => row.id))
}
