import { copyRows } from '../core/copy.ts'
import { inTransaction, pool } from '../core/db.ts'
import type { CorporateAction } from './adjust.math.ts'
import { announceMarket, type BatchOutcome, claimSeries, type DataSet } from './bar.store.ts'
import { isoOfDay } from './day.math.ts'

const STAGING = `CREATE TEMP TABLE IF NOT EXISTS staged_action (listing_id int, date date, type text, value float8) ON COMMIT DELETE ROWS`

const UPSERT = `
  WITH written AS (
    INSERT INTO corporate_action AS a (listing_id, date, type, value)
    SELECT DISTINCT ON (listing_id, date, type) listing_id, date, type, value FROM staged_action
    ON CONFLICT (listing_id, date, type) DO UPDATE SET value = excluded.value WHERE a.value <> excluded.value
    RETURNING a.xmax = 0 AS fresh
  )
  SELECT count(*) FILTER (WHERE fresh) AS inserted, count(*) FILTER (WHERE NOT fresh) AS updated FROM written`

/** Writes corporate actions; one that stands already with the same value is left alone. */
export function storeActions(
  actions: readonly (CorporateAction & { readonly listingId: number })[],
  dataSet: DataSet,
): Promise<BatchOutcome> {
  const listingIds = [...new Set(actions.map((action) => action.listingId))]
  return inTransaction(async (client) => {
    await client.query(STAGING)
    const rows = actions.map(({ listingId, day, type, value }) => [listingId, isoOfDay(day), type, value])
    await copyRows(client, 'staged_action', ['listing_id', 'date', 'type', 'value'], rows)
    await claimSeries(client, listingIds, dataSet, null)
    const { rows: outcomes } = await client.query<BatchOutcome>(UPSERT)
    const outcome = outcomes[0] ?? { inserted: 0, updated: 0 }
    if (outcome.inserted + outcome.updated > 0) await announceMarket(client, listingIds)
    return outcome
  })
}

/** All corporate actions of some listings (null = of all), by listing, oldest first. */
export async function readActionsOf(listingIds: readonly number[] | null): Promise<Map<number, CorporateAction[]>> {
  const { rows } = await pool.query<{ id: number } & CorporateAction>(
    `SELECT listing_id AS id, date - DATE '1970-01-01' AS day, type, value FROM corporate_action
      WHERE $1::int[] IS NULL OR listing_id = ANY($1) ORDER BY listing_id, date, type`,
    [listingIds],
  )
  const byListing = new Map<number, CorporateAction[]>()
  for (const { id, day, type, value } of rows) {
    const actions = byListing.get(id)
    if (actions) actions.push({ day, type, value })
    else byListing.set(id, [{ day, type, value }])
  }
  return byListing
}
