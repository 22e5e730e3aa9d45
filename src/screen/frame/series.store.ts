import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { adjustBars, type CorporateAction } from '../../market/bars/adjust.pure.ts'
import { USABLE_ACTION_SQL } from '../../market/bars/bar-bounds.pure.ts'
import { decimalsOf, isFitting } from './compact.pure.ts'
import { NOWHERE, rowsOfCopy } from './copy-tuple.pure.ts'
import { REVISION_BYTES } from './directory.pure.ts'
import { RawSeries, type SeriesBars } from './raw-series.pure.ts'
import { allocateSegment, viewSegment, writeBars } from './segment.pure.ts'
import type { FrameBars } from './slot-series.pure.ts'

/** The series that the database has, in order of listing. */
export interface Survey {
  readonly listingIds: Int32Array
  readonly revision: Uint8Array
  readonly history: Uint8Array
  readonly weekends: Uint8Array
}

/** A split of a listing: new shares per old one on its ex-date (days since 1970-01-01). */
export type Split = readonly [day: number, ratio: number]

/** Series read into a segment of their own. */
export interface LoadedSegment {
  readonly buffer: SharedArrayBuffer
  readonly listingIds: readonly number[]
  readonly offsets: readonly number[]
  readonly lengths: readonly number[]
  readonly capacities: readonly number[]
  readonly decimals: readonly number[]
  readonly splits: readonly (readonly Split[])[]
}

/** Places reserved for new bars of each listing: two months of trading days. */
const SPARE = 40

/** Reads the revisions of all series. */
export async function readSurvey(client: pg.Client): Promise<Survey> {
  const read = await copyOut(
    client,
    `SELECT s.listing_id, s.revision, s.history, l.type = 'crypto'
       FROM market_series s JOIN listing l ON l.id = s.listing_id ORDER BY s.listing_id`,
  )
  const rows = [...rowsOfCopy(read)].length
  const survey = {
    listingIds: new Int32Array(rows),
    revision: new Uint8Array(rows * REVISION_BYTES),
    history: new Uint8Array(rows * REVISION_BYTES),
    weekends: new Uint8Array(rows),
  }
  let row = 0
  for (const [id = NOWHERE, revision = NOWHERE, history = NOWHERE, weekends = NOWHERE] of rowsOfCopy(read)) {
    survey.listingIds[row] = read.readInt32BE(id.at)
    survey.revision.set(read.subarray(revision.at, revision.at + REVISION_BYTES), row * REVISION_BYTES)
    survey.history.set(read.subarray(history.at, history.at + REVISION_BYTES), row * REVISION_BYTES)
    survey.weekends[row] = read.readUInt8(weekends.at)
    row++
  }
  return survey
}

/** Reads series (at most `barsMax` bars of each, the most recent ones) into new segments, adjusted for splits. */
export async function loadSeries(
  client: pg.Client,
  listingIds: readonly number[],
  barsMax: number,
): Promise<LoadedSegment[]> {
  const splits = await readSplits(client, listingIds)
  const read = await readBarsOf(client, listingIds, null)
  const barsOf = (id: number) => adjustForSplits(read.lastBars(id, barsMax), splits.get(id) ?? [])
  const series = listingIds.map((id): Series => {
    const bars = barsOf(id)
    return { id, length: bars.length, decimals: decimalsOf(bars), splits: splits.get(id) ?? [] }
  })
  const [compact, wide] = [
    series.filter(({ decimals }) => decimals >= 0),
    series.filter(({ decimals }) => decimals < 0),
  ]
  return [
    ...(compact.length > 0 ? [writeSegment(compact, barsOf, true)] : []),
    ...(wide.length > 0 ? [writeSegment(wide, barsOf, false)] : []),
  ]
}

interface Series {
  readonly id: number
  readonly length: number
  /** Below 0 = its numbers need all of their bytes. */
  readonly decimals: number
  readonly splits: readonly Split[]
}

function writeSegment(
  series: readonly Series[],
  barsOf: (listingId: number) => SeriesBars,
  isCompact: boolean,
): LoadedSegment {
  const offsets: number[] = []
  const capacities = series.map(({ length }) => length + SPARE)
  let capacity = 0
  for (const places of capacities) {
    offsets.push(capacity)
    capacity += places
  }
  const buffer = allocateSegment(capacity, isCompact)
  const segment = viewSegment(buffer)
  series.forEach(({ id, decimals }, index) => {
    writeBars(segment, offsets[index] ?? 0, barsOf(id), decimals)
  })
  return {
    buffer,
    listingIds: series.map(({ id }) => id),
    offsets,
    lengths: series.map(({ length }) => length),
    capacities,
    decimals: series.map(({ decimals }) => Math.max(0, decimals)),
    splits: series.map(({ splits }) => splits),
  }
}

/** Reads the bars after the last known ones of some slots and writes them behind those; returns how many of each, -1 where they have no room. */
export async function addBars(
  client: pg.Client,
  { directory, segments }: FrameBars,
  slots: Int32Array,
): Promise<Int32Array> {
  const ids = Array.from(slots, (slot) => directory.listingIds[slot] ?? 0)
  const lastDays = Array.from(slots, (slot) => {
    const end = (directory.offset[slot] ?? 0) + (directory.length[slot] ?? 0)
    return directory.length[slot] ? (segments[directory.segment[slot] ?? -1]?.day[end - 1] ?? -1) : -1
  })
  const read = await readBarsOf(client, ids, lastDays)
  return slots.map((slot, index) => {
    const id = ids[index] ?? 0
    const segment = segments[directory.segment[slot] ?? -1]
    const length = directory.length[slot] ?? 0
    const bars = read.lastBars(id, read.lengthOf(id))
    if (bars.length === 0) return 0
    if (!segment || length + bars.length > (directory.capacity[slot] ?? 0)) return -1
    const decimals = directory.decimals[slot] ?? 0
    if (segment.isCompact && !isFitting(bars, decimals)) return -1
    writeBars(segment, (directory.offset[slot] ?? 0) + length, bars, decimals)
    return bars.length
  })
}

function adjustForSplits(bars: SeriesBars, splits: readonly Split[]): SeriesBars {
  return splits.length === 0 ? bars : adjustBars({ ...bars, open: bars.close }, splits.map(toAction), 'split')
}

function toAction([day, value]: Split): CorporateAction {
  return { day, type: 'split', value }
}

async function readSplits(client: pg.Client, listingIds: readonly number[]): Promise<Map<number, Split[]>> {
  const { rows } = await client.query<{ id: number; day: number; value: number }>(
    `SELECT listing_id AS id, date - DATE '1970-01-01' AS day, value FROM corporate_action
      WHERE listing_id = ANY($1) AND type = 'split' AND ${USABLE_ACTION_SQL} ORDER BY listing_id, date`,
    [listingIds],
  )
  const splits = new Map<number, Split[]>()
  for (const { id, day, value } of rows) splits.set(id, [...(splits.get(id) ?? []), [day, value]])
  return splits
}

/**
 * Reads raw bars, one row a listing, its columns in strings of bytes as PostgreSQL sends each value: rows of single bars take
 * PostgreSQL and the network several times as long, arrays have a length before each value.
 */
async function readBarsOf(
  client: pg.Client,
  listingIds: readonly number[],
  lastDays: readonly number[] | null,
): Promise<RawSeries> {
  if (listingIds.length === 0) return new RawSeries(null)
  const list = (values: readonly number[]) => `'{${values.map((value) => Math.trunc(value)).join(',')}}'::int[]`
  const first = listingIds[0] ?? 0
  const last = listingIds.at(-1) ?? 0
  const isDense = last - first + 1 === listingIds.length
  const where =
    lastDays !== null
      ? `JOIN unnest(${list(listingIds)}, ${list(lastDays)}) AS k(id, day) ON b.listing_id = k.id AND b.date > DATE '1970-01-01' + k.day`
      : isDense
        ? `WHERE b.listing_id BETWEEN ${first} AND ${last}`
        : `WHERE b.listing_id = ANY(${list(listingIds)})`
  const bytes = (sent: string) => `string_agg(${sent}, '')`
  return new RawSeries(
    await copyOut(
      client,
      `SELECT listing_id, ${bytes('date_send(date)')}, ${bytes('float8send(high)')}, ${bytes('float8send(low)')},
              ${bytes('float8send(close)')}, ${bytes("float8send(COALESCE(volume, 'NaN'))")}
         FROM (SELECT b.listing_id, b.date, b.high, b.low, b.close, b.volume FROM bar b ${where} ORDER BY 1, 2) ordered GROUP BY listing_id`,
    ),
  )
}

/** Runs a statement as a binary COPY and returns all of its bytes, which last until the next one. */
async function copyOut(client: pg.Client, statement: string): Promise<Buffer> {
  const stream = client.query(to(`COPY (${statement}) TO STDOUT (FORMAT binary)`))
  let length = 0
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    if (length + bytes.length > gathered.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * gathered.length, length + bytes.length))
      gathered.copy(larger, 0, 0, length)
      gathered = larger
    }
    length += bytes.copy(gathered, length)
  }
  return gathered.subarray(0, length)
}

/** What a COPY brings is gathered here, block after block: a worker runs one at a time. */
let gathered: Buffer = Buffer.alloc(0)

/** Lets go of the memory that the last COPY was gathered in. */
export function forgetGathered(): void {
  gathered = Buffer.alloc(0)
}
