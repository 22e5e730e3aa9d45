import type pg from 'pg'
import type { DemoPart } from './demo-load.store.ts'

/** The demo values of macro series and development indicators. */
export const MACRO_PART: DemoPart = {
  name: 'demo_macro',
  ownRows: `SELECT 1 FROM macro_series WHERE data_set <> 'demo' UNION ALL SELECT 1 FROM development_series WHERE data_set <> 'demo'`,
}

/** Series, and indicators with countries, that files brought. */
interface OwnMacro {
  readonly series: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

/** Deletes all demo values. */
export async function removeDemoMacro(client: pg.PoolClient): Promise<void> {
  await client.query(`DELETE FROM macro_series WHERE data_set = 'demo'`)
  await client.query(`DELETE FROM development_series WHERE data_set = 'demo'`)
}

/** What is stored and not the demo's. */
export async function readOwnMacro(client: pg.PoolClient): Promise<OwnMacro> {
  const series = await client.query<{ name: string }>(`SELECT series_id AS name FROM macro_series`)
  const values = await client.query<{ name: string }>(
    `SELECT DISTINCT indicator || ' ' || country AS name FROM development_series`,
  )
  return {
    series: new Set(series.rows.map(({ name }) => name)),
    values: new Set(values.rows.map(({ name }) => name)),
  }
}
