import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { ArrayReader, BinaryRows } from '../../core/database/binary-copy.ts'
import { pool, rowsOf, vacuum } from '../../core/database/db.ts'
import { recordOf } from '../../core/record.pure.ts'
import type { DataSet } from '../../market/bars/bar.store.ts'
import { type Chain, CONTRACT_NUMBERS } from '../chain/chain.pure.ts'
import { createSeries, FIGURE_KEYS, type FigureKey, type FigureSeries } from './figure.pure.ts'

const YEAR_COLUMN: Readonly<Record<FigureKey, string>> = {
  spot: 'spot',
  ivWeekly: 'iv_weekly',
  iv30: 'iv_30d',
  iv90: 'iv_90d',
  skewWeekly: 'skew_weekly',
  skew30: 'skew_30d',
  skew90: 'skew_90d',
  weeklyDays: 'weekly_days',
  callVolume: 'call_volume',
  putVolume: 'put_volume',
  callOpenInterest: 'call_open_interest',
  putOpenInterest: 'put_open_interest',
  maxPain: 'max_pain',
  gammaExposure: 'gamma_exposure',
}
const FIGURE_COLUMNS = FIGURE_KEYS.map((key) => YEAR_COLUMN[key])
const YEAR_COLUMNS = ['listing_id', 'year', 'day', ...FIGURE_COLUMNS]
const CHAIN_COLUMNS = [
  ...['listing_id', 'day', 'spot', 'digest', 'expiry', 'is_call', 'strike', 'bid', 'ask', 'last', 'volume'],
  ...['open_interest', 'implied_volatility', 'delta', 'gamma'],
]

/** Where the options of a listing come from. */
export interface OptionOrigin {
  readonly listingId: number
  readonly dataSet: DataSet
}

/** The figures of a listing in one calendar year. */
export interface OptionYear {
  readonly listingId: number
  readonly year: number
  readonly series: FigureSeries
}

/** A chain as it is kept. */
export interface StoredChain {
  readonly listingId: number
  readonly chain: Chain
  readonly digest: Uint8Array
}

/** Reads whose options are covered, of some listings (null = of all). */
export function readOrigins(
  listingIds: readonly number[] | null,
  client: pg.Pool | pg.PoolClient = pool,
): Promise<OptionOrigin[]> {
  const text = `SELECT listing_id AS "listingId", data_set AS "dataSet" FROM option_series
                 WHERE $1::int[] IS NULL OR listing_id = ANY($1)`
  return client.query<OptionOrigin>(text, [listingIds]).then(({ rows }) => rows)
}

/** A year's figures as one value, which decodes faster than arrays of text. */
const PACKED = ['day', ...FIGURE_COLUMNS].map((column) => `array_send(${column})`).join(' || ')

interface PackedYear {
  readonly listingId: number
  readonly year: number
  readonly bytes: Uint8Array
}

/** Reads all figures of some listings in one statement; those without are left out. */
export async function readHistories(listingIds: readonly number[]): Promise<Map<number, FigureSeries>> {
  const text = `SELECT listing_id AS "listingId", year, ${PACKED} AS bytes FROM option_year
                 WHERE listing_id = ANY($1) ORDER BY listing_id, year`
  const rows = await rowsOf<PackedYear & Record<string, unknown>>('option_histories', text, [listingIds])
  const years = Map.groupBy(rows, ({ listingId }) => listingId)
  return new Map([...years].map(([id, list]) => [id, joined(list.map(({ bytes }) => decodeYear(bytes)))]))
}

/** Reads some years of some listings within a transaction. */
export async function readYears(
  client: pg.PoolClient,
  wanted: readonly { readonly listingId: number; readonly year: number }[],
): Promise<OptionYear[]> {
  const { rows } = await client.query<PackedYear>(
    `SELECT listing_id AS "listingId", year, ${PACKED} AS bytes FROM option_year
       JOIN unnest($1::int[], $2::int[]) AS w(id, y) ON listing_id = w.id AND year = w.y`,
    [wanted.map(({ listingId }) => listingId), wanted.map(({ year }) => year)],
  )
  return rows.map(({ listingId, year, bytes }) => ({ listingId, year, series: decodeYear(bytes) }))
}

function decodeYear(bytes: Uint8Array): FigureSeries {
  const reader = new ArrayReader(bytes)
  const day = reader.dates()
  return { length: day.length, day, columns: recordOf(FIGURE_KEYS, () => reader.reals()) }
}

function joined(parts: readonly FigureSeries[]): FigureSeries {
  const [only, ...more] = parts
  if (only && more.length === 0) return only
  const whole = createSeries(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.day.set(part.day, at)
    for (const key of FIGURE_KEYS) whole.columns[key].set(part.columns[key], at)
    at += part.length
  }
  return whole
}

/** Advisory lock that serialises writers of options. */
const WRITER_LOCK = 7_130

/**
 * Waits for other writers, and takes the options of these listings over for a data set: what another one stored is deleted, except that
 * the demo never takes an operator's place. Until the end of the transaction.
 */
export async function claimOptions(
  client: pg.PoolClient,
  listingIds: readonly number[],
  dataSet: DataSet,
): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
  const origins = await readOrigins(listingIds, client)
  const foreign = origins.filter((origin) => origin.dataSet !== dataSet).map(({ listingId }) => listingId)
  if (foreign.length > 0 && dataSet === 'demo')
    throw new Error('Demo options must not take the place of those of an operator.')
  if (foreign.length > 0) await deleteOptions(client, foreign)
  await client.query(
    'INSERT INTO option_series (listing_id, data_set) SELECT unnest($1::int[]), $2 ON CONFLICT (listing_id) DO NOTHING',
    [listingIds, dataSet],
  )
}

async function deleteOptions(client: pg.PoolClient, listingIds: readonly number[]): Promise<void> {
  for (const table of ['option_year', 'option_chain', 'option_series'])
    await client.query(`DELETE FROM ${table} WHERE listing_id = ANY($1)`, [listingIds])
}

/** Deletes everything a data set brought. */
export async function deleteDataSet(client: pg.PoolClient, dataSet: DataSet): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
  const text = 'SELECT listing_id AS id FROM option_series WHERE data_set = $1'
  const { rows } = await client.query<{ id: number }>(text, [dataSet])
  await deleteOptions(
    client,
    rows.map(({ id }) => id),
  )
  await notifyOptionsChanged(client, [])
}

/** Stores years that are not there yet, straight by COPY. */
export async function addYears(client: pg.PoolClient, years: readonly OptionYear[]): Promise<void> {
  await copy(client, 'option_year', YEAR_COLUMNS, encodeYears(years))
}

/** Stores years in the place of those that are there. */
export async function replaceYears(client: pg.PoolClient, years: readonly OptionYear[]): Promise<void> {
  if (years.length === 0) return
  await client.query(
    'DELETE FROM option_year o USING unnest($1::int[], $2::int[]) AS w(id, y) WHERE o.listing_id = w.id AND o.year = w.y',
    [years.map(({ listingId }) => listingId), years.map(({ year }) => year)],
  )
  await addYears(client, years)
}

function encodeYears(years: readonly OptionYear[]): Uint8Array {
  const rows = new BinaryRows()
  for (const { listingId, year, series } of years) {
    rows.row(YEAR_COLUMNS.length)
    rows.integer(listingId)
    rows.smallint(year)
    rows.dates(series.day)
    for (const key of FIGURE_KEYS) rows.reals(series.columns[key])
  }
  return rows.end()
}

/** Day and digest of the stored chains of some listings. */
export async function readChainDigests(
  client: pg.PoolClient,
  listingIds: readonly number[],
): Promise<{ listingId: number; day: number; digest: Uint8Array }[]> {
  const { rows } = await client.query<{ listingId: number; day: number; digest: Uint8Array }>(
    `SELECT listing_id AS "listingId", day - DATE '1970-01-01' AS day, digest FROM option_chain WHERE listing_id = ANY($1)`,
    [listingIds],
  )
  return rows
}

/** Stores chains in the place of those of the same days, and with `latestOnly` of all earlier ones of their listings. */
export async function replaceChains(
  client: pg.PoolClient,
  chains: readonly StoredChain[],
  latestOnly: boolean,
): Promise<void> {
  if (chains.length === 0) return
  await client.query(
    `DELETE FROM option_chain c USING unnest($1::int[], $2::int[]) AS w(id, d)
      WHERE c.listing_id = w.id AND (c.day = DATE '1970-01-01' + w.d OR $3 AND c.day < DATE '1970-01-01' + w.d)`,
    [chains.map(({ listingId }) => listingId), chains.map(({ chain }) => chain.day), latestOnly],
  )
  const rows = new BinaryRows()
  for (const { listingId, chain, digest } of chains) {
    rows.row(CHAIN_COLUMNS.length)
    rows.integer(listingId)
    rows.date(chain.day)
    rows.real(chain.spot)
    rows.bytes(digest)
    rows.dates(chain.expiryDay)
    rows.booleans(chain.isCall)
    for (const key of CONTRACT_NUMBERS) rows.reals(chain[key])
  }
  await copy(client, 'option_chain', CHAIN_COLUMNS, rows.end())
}

async function copy(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  bytes: Uint8Array,
): Promise<void> {
  const stream = client.query(from(`COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`))
  await pipeline(Readable.from([bytes]), stream)
}

/** Maximum payload in characters (PostgreSQL's limit is 8,000 bytes); an empty payload means any listing. */
const PAYLOAD_LENGTH_MAX = 7_900

/** Notifies all processes that the options of these listings changed. */
export async function notifyOptionsChanged(client: pg.PoolClient, listingIds: readonly number[]): Promise<void> {
  const payload = listingIds.join(',')
  await client.query(`SELECT pg_notify('options_changed', $1)`, [payload.length > PAYLOAD_LENGTH_MAX ? '' : payload])
}

/** Updates planner statistics and visibility after a large load. */
export async function vacuumOptions(): Promise<void> {
  await vacuum('option_series, option_year, option_chain')
}
