import { DATE_BYTES, type Field, FLOAT_BYTES, NOWHERE, readDays, readFloats, rowsOfCopy } from './copy-tuple.pure.ts'
import { DAY_MAX, type Segment } from './segment.pure.ts'

/** Highest price and volume of a bar that another program may have written but nothing can be said with. */
const PRICE_MAX = 1e12
const VOLUME_MAX = 1e18

/** Raw bars of some listings as a COPY brings them: a row a listing, with its id and a string of bytes for each column, oldest bar first. */
export class RawSeries {
  readonly #bytes: Buffer
  readonly #rows = new Map<number, readonly Field[]>()

  /** Null = of no listing. */
  constructor(bytes: Buffer | null) {
    this.#bytes = bytes ?? Buffer.alloc(0)
    if (!bytes) return
    for (const fields of rowsOfCopy(bytes)) this.#rows.set(bytes.readInt32BE(fields[0]?.at), fields)
  }

  /** Number of bars of a listing. */
  lengthOf(listingId: number): number {
    return (this.#rows.get(listingId)?.[1]?.length ?? 0) / DATE_BYTES
  }

  /** Writes the last bars of a listing, at most `barsMax`, into the places from `at` on; returns how many: those that no answer can be made of are left out. */
  write(listingId: number, barsMax: number, segment: Segment, at: number): number {
    const [, day = NOWHERE, high = NOWHERE, low = NOWHERE, close = NOWHERE, volume = NOWHERE] =
      this.#rows.get(listingId) ?? []
    const all = this.lengthOf(listingId)
    const length = Math.min(all, barsMax)
    const first = all - length
    const days = daysOf(length)
    readDays(this.#bytes, day.at + first * DATE_BYTES, days)
    const columns = [
      [high, segment.high],
      [low, segment.low],
      [close, segment.close],
      [volume, segment.volume],
    ] as const
    for (const [field, column] of columns)
      readFloats(this.#bytes, field.at + first * FLOAT_BYTES, column.subarray(at, at + length))
    return keepUsable(segment, at, days)
  }
}

/** Days of the series that is being written; each overwrites the one before. */
let days = new Int32Array(2_048)

function daysOf(length: number): Int32Array {
  if (days.length < length) days = new Int32Array(2 * length)
  return days.subarray(0, length)
}

/** Writes the days of the bars from `at` on, without the bars that no answer can be made of; returns how many are left. */
function keepUsable({ high, low, close, volume, day }: Segment, at: number, days: Int32Array): number {
  let kept = at
  for (let index = 0; index < days.length; index++) {
    const from = at + index
    const date = days[index] ?? -1
    const units = volume[from] ?? Number.NaN
    const isUsable =
      date >= 0 &&
      date <= DAY_MAX &&
      Math.abs(high[from] ?? Number.NaN) <= PRICE_MAX &&
      Math.abs(low[from] ?? Number.NaN) <= PRICE_MAX &&
      Math.abs(close[from] ?? Number.NaN) <= PRICE_MAX &&
      !(units < 0 || units > VOLUME_MAX)
    if (!isUsable) continue
    if (kept !== from) for (const column of [high, low, close, volume]) column[kept] = column[from] ?? Number.NaN
    day[kept++] = date
  }
  return kept - at
}
