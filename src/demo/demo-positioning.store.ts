import type pg from 'pg'
import { notifyReportsChanged } from '../positioning/report.store.ts'
import type { DemoPart } from './demo-load.store.ts'

/** The demo reports of futures positions. */
export const POSITIONS_PART: DemoPart = {
  name: 'demo_positions',
  ownRows: `SELECT 1 FROM positioning_report WHERE data_set <> 'demo'`,
}

/** Deletes all demo reports. */
export async function removeDemoPositions(client: pg.PoolClient): Promise<void> {
  await client.query(`DELETE FROM positioning_report WHERE data_set = 'demo'`)
  await notifyReportsChanged(client)
}
