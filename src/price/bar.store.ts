import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { inTransaction, pool } from '../core/db.ts'
import type { BarBatch } from './bar-batch.ts'
import { type Bars, emptyBars } from './bars.math.ts'

/** Whose market data a listing has: the demo market's or its operator's. */
export type DataSet = 'demo' | 'own'

/** What a batch did to the table. */
export interface BatchOutcome {
  readonly inserted: number
  readonly updated: number
}

/** Writers of market data take turns, so that two files with the same listings cannot lock each other out. */
const WRITER_LOCK = 7_110

/** Session-local, never logged, emptied at commit. */
const STAGING = `CREATE TEMP TABLE IF NOT EXISTS staged_bar (listing_id int, date date, open float8, high float8, low float8,
  close float8, volume float8) ON COMMIT DELETE ROWS`

const UPSERT = `
  WITH written AS (
    INSERT INTO bar AS b (listing_id, date, open, high, low, close, volume)
    SELECT listing_id, date, open, high, low, close, volume FROM staged_bar
    ON CONFLICT (listing_id, date) DO UPDATE
      SET open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
      WHERE (b.open, b.high, b.low, b.close, b.volume)
        IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)
    RETURNING b.xmax = 0 AS fresh
  )
  SELECT count(*) FILTER (WHERE fresh) AS inserted, count(*) FILTER (WHERE NOT fresh) AS updated FROM written`

/** Whether any bar stands where these would go. */
const MEETS = `
  SELECT EXISTS (SELECT 1 FROM unnest($1::int[], $2::int[], $3::int[]) AS s(id, first, last)
    JOIN bar b ON b.listing_id = s.id AND b.date BETWEEN DATE '1970-01-01' + s.first AND DATE '1970-01-01' + s.last) AS meets`

const COPY_BARS = 'COPY bar (listing_id, date, open, high, low, close, volume) FROM STDIN (FORMAT binary)'

/**
 * Writes a batch. Where no bar stands yet it goes straight into the table; else by COPY into a staging table and one upsert that
 * touches only what differs. The batch appears at once or not at all. A listing whose data came from elsewhere loses that first: real
 * and made-up bars never stand in one series.
 */
export function storeBars(batch: BarBatch, dataSet: DataSet, currency: string | null): Promise<BatchOutcome> {
  const listingIds = [...batch.listings.keys()]
  const spans = [...batch.listings.values()]
  const values = [listingIds, spans.map(({ first }) => first), spans.map(({ last }) => last)]
  return inTransaction(async (client) => {
    const meets = async () => (await client.query<{ meets: boolean }>(MEETS, values)).rows[0]?.meets ?? true
    if (!(await meets())) {
      await claimSeries(client, listingIds, dataSet, currency)
      // Now that it is this writer's turn, nobody else can bring any.
      if (!(await meets())) {
        await pipeline(Readable.from([batch.bytes()]), client.query(from(COPY_BARS)))
        await announceMarket(client, listingIds)
        return { inserted: batch.count, updated: 0 }
      }
    }
    await client.query(STAGING)
    await pipeline(Readable.from([batch.bytes()]), client.query(from('COPY staged_bar FROM STDIN (FORMAT binary)')))
    await claimSeries(client, listingIds, dataSet, currency)
    const { rows } = await client.query<BatchOutcome>(UPSERT)
    const outcome = rows[0] ?? { inserted: 0, updated: 0 }
    if (outcome.inserted + outcome.updated > 0) await announceMarket(client, listingIds)
    return outcome
  })
}

/** Takes the writer's turn and makes the series of these listings ones of `dataSet`, without what another one left. */
export async function claimSeries(
  client: pg.PoolClient,
  listingIds: readonly number[],
  dataSet: DataSet,
  currency: string | null,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
  const { rows } = await client.query<{ id: number }>(
    `SELECT listing_id AS id FROM market_series WHERE listing_id = ANY($1) AND data_set <> $2`,
    [listingIds, dataSet],
  )
  const foreign = rows.map((row) => row.id)
  if (foreign.length > 0 && dataSet === 'demo')
    throw new Error('The demo market must not take the place of data of an operator.')
  if (foreign.length > 0) {
    await client.query('DELETE FROM bar WHERE listing_id = ANY($1)', [foreign])
    await client.query('DELETE FROM corporate_action WHERE listing_id = ANY($1)', [foreign])
    await client.query('DELETE FROM market_series WHERE listing_id = ANY($1)', [foreign])
  }
  const { rowCount } = await client.query(
    `INSERT INTO market_series AS s (listing_id, data_set, currency) SELECT unnest($1::int[]), $2, $3
     ON CONFLICT (listing_id) DO UPDATE SET currency = excluded.currency
       WHERE excluded.currency IS NOT NULL AND s.currency IS DISTINCT FROM excluded.currency`,
    [listingIds, dataSet, currency],
  )
  if (foreign.length > 0 || (rowCount ?? 0) > 0) await announceMarket(client, listingIds)
}

/** Longest payload PostgreSQL carries is 8,000 bytes; an empty one means any listing. */
const PAYLOAD_LENGTH_MAX = 7_900

/** Tells every process whose market data changed. */
export async function announceMarket(client: pg.PoolClient, listingIds: readonly number[]): Promise<void> {
  const payload = listingIds.join(',')
  await client.query(`SELECT pg_notify('market_changed', $1)`, [payload.length > PAYLOAD_LENGTH_MAX ? '' : payload])
}

/**
 * Takes the planner's statistics of the market tables anew, and marks what all can see: without it the first reader of a large load
 * does that row by row, and a start on 25,000 listings takes half a minute.
 */
export async function vacuumBars(): Promise<void> {
  const client = await pool.connect()
  try {
    // However long it takes: nobody waits for an answer.
    await client.query('SET statement_timeout = 0')
    await client.query('VACUUM (ANALYZE) bar, corporate_action, market_series')
  } finally {
    // The connection keeps its setting: it is not given back.
    client.release(true)
  }
}

/** Series of listings come as bytes: 44 for a bar instead of a row of text for the client to take apart. */
const READ = `
  SELECT listing_id AS id, count(*)::int AS length, string_agg(int4send(date - DATE '1970-01-01') || float8send(open)
    || float8send(high) || float8send(low) || float8send(close) || float8send(coalesce(volume, 'NaN')), ''::bytea ORDER BY date) AS bytes
    FROM bar WHERE listing_id = ANY($1) GROUP BY listing_id`

const BAR_BYTES = 44

/** All raw bars of some listings, in one statement; a listing without bars is left out. */
export async function readSeries(listingIds: readonly number[]): Promise<Map<number, Bars>> {
  const query = { name: 'bars_of_listings', text: READ, values: [listingIds] }
  const { rows } = await pool.query<{ id: number; length: number; bytes: Uint8Array }>(query)
  return new Map(rows.map((row) => [row.id, decodedBars(row.bytes, row.length)]))
}

function decodedBars(bytes: Uint8Array, length: number): Bars {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bars = emptyBars(length)
  for (let index = 0; index < length; index++) {
    const at = index * BAR_BYTES
    bars.day[index] = view.getInt32(at)
    bars.open[index] = view.getFloat64(at + 4)
    bars.high[index] = view.getFloat64(at + 12)
    bars.low[index] = view.getFloat64(at + 20)
    bars.close[index] = view.getFloat64(at + 28)
    bars.volume[index] = view.getFloat64(at + 36)
  }
  return bars
}
