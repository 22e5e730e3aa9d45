import type pg from 'pg'

/** Tells every process that series or indicators changed. */
export async function notifyMacroChanged(client: pg.PoolClient): Promise<void> {
  await client.query(`SELECT pg_notify('macro_changed', '')`)
}
