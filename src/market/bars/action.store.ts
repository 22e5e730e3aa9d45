import { inSlices } from '../../core/call/prepared.ts'
import { copyRows } from '../../core/database/copy.ts'
import { inTransaction, pool } from '../../core/database/db.ts'
import { sharedTexts } from '../../core/database/shared-texts.ts'
import { mapInPieces } from '../../core/pieces.pure.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import type { CorporateAction } from './adjust.pure.ts'
import { type BatchOutcome, claimSeries, type DataSet, notifyMarketChanged } from './bar.store.ts'
import { USABLE_ACTION_SQL } from './bar-bounds.pure.ts'

const STAGING = `CREATE TEMP TABLE IF NOT EXISTS staged_action (listing_id int, date date, type text, value float8) ON COMMIT DELETE ROWS`

const UPSERT = `
  WITH written AS (
    INSERT INTO corporate_action AS a (listing_id, date, type, value)
    SELECT DISTINCT ON (listing_id, date, type) listing_id, date, type, value FROM staged_action
    ON CONFLICT (listing_id, date, type) DO UPDATE SET value = excluded.value WHERE a.value <> excluded.value
    RETURNING a.listing_id, a.xmax = 0 AS fresh
  ), touched AS (
    SELECT listing_id, gen_random_uuid() AS revision FROM written GROUP BY listing_id
  ), marked AS (
    UPDATE market_series s SET revision = t.revision, history = t.revision FROM touched t WHERE s.listing_id = t.listing_id
  )
  SELECT count(*) FILTER (WHERE fresh) AS inserted, count(*) FILTER (WHERE NOT fresh) AS updated FROM written`

/** Upserts corporate actions; those already stored with the same value are not written. */
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
    if (outcome.inserted + outcome.updated > 0) await notifyMarketChanged(client, listingIds)
    return outcome
  })
}

/** Reads all corporate actions of some listings (null = of all), grouped by listing, oldest first. */
export async function readActions(listingIds: readonly number[] | null): Promise<Map<number, CorporateAction[]>> {
  const { rows } = await pool.query<{ id: number } & CorporateAction>({
    text: `SELECT listing_id AS id, date - DATE '1970-01-01' AS day, type, value FROM corporate_action
      WHERE ($1::int[] IS NULL OR listing_id = ANY($1)) AND ${USABLE_ACTION_SQL} ORDER BY listing_id, date, type`,
    values: [listingIds],
    types: sharedTexts(),
  })
  const byListing = new Map<number, CorporateAction[]>()
  await inSlices(
    mapInPieces(rows, ({ id, day, type, value }) => {
      const actions = byListing.get(id)
      if (actions) actions.push({ day, type, value })
      else byListing.set(id, [{ day, type, value }])
    }),
  )
  return byListing
}
