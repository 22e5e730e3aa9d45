import type pg from 'pg'
import { pool } from '../core/database/db.ts'
import type { DemoPart } from './demo-load.store.ts'

/** The demo statements. */
export const STATEMENTS_PART: DemoPart = {
  name: 'demo_statements',
  ownRows: `SELECT 1 FROM financial_period WHERE data_set <> 'demo'`,
}

/** Deletes all demo statements, by TRUNCATE when there are no others. */
export async function removeDemoStatements(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ other: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM financial_period WHERE data_set <> 'demo') AS other`,
  )
  await client.query(
    rows[0]?.other ? `DELETE FROM financial_period WHERE data_set = 'demo'` : 'TRUNCATE financial_period',
  )
  await client.query(`SELECT pg_notify('financials_changed', '')`)
}

/** First day with a bar of any exchange rate; null without any. */
export async function readFirstRateDay(): Promise<number | null> {
  const { rows } = await pool.query<{ day: number | null }>(
    `SELECT min(date) - DATE '1970-01-01' AS day FROM bar WHERE listing_id IN (SELECT id FROM listing WHERE type = 'forex')`,
  )
  return rows[0]?.day ?? null
}
