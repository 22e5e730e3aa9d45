import type { Bars } from '../../market/bars/bars.pure.ts'
import { DATE_BYTES, type Field, FLOAT_BYTES, NOWHERE, readDays, readFloats, rowsOfCopy } from './copy-tuple.pure.ts'
import { DAY_MAX } from './segment.pure.ts'

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

  /** The last bars of a listing, at most `barsMax`, without those that no answer can be made of; valid until the next call. */
  lastBars(listingId: number, barsMax: number): SeriesBars {
    const [, day = NOWHERE, high = NOWHERE, low = NOWHERE, close = NOWHERE, volume = NOWHERE] =
      this.#rows.get(listingId) ?? []
    const all = this.lengthOf(listingId)
    const length = Math.min(all, barsMax)
    const first = all - length
    if (memory.day.length < length) memory = allocate(2 * length)
    readDays(this.#bytes, day.at + first * DATE_BYTES, memory.day.subarray(0, length))
    const columns = [
      [high, memory.high],
      [low, memory.low],
      [close, memory.close],
      [volume, memory.volume],
    ] as const
    for (const [field, column] of columns)
      readFloats(this.#bytes, field.at + first * FLOAT_BYTES, column.subarray(0, length))
    return firstOf(memory, keepUsable(memory, length))
  }
}

/** Bars without opening prices: no line reads them. */
export type SeriesBars = Omit<Bars, 'open'>

/** Bars of the series that is being read; each overwrites the one before. */
let memory = allocate(2_048)

function allocate(length: number): SeriesBars {
  const column = () => new Float64Array(length)
  return { length, day: new Int32Array(length), high: column(), low: column(), close: column(), volume: column() }
}

function firstOf({ day, high, low, close, volume }: SeriesBars, length: number): SeriesBars {
  const part = (column: Float64Array) => column.subarray(0, length)
  return {
    length,
    day: day.subarray(0, length),
    high: part(high),
    low: part(low),
    close: part(close),
    volume: part(volume),
  }
}

/** Moves the first `length` bars together, without those that no answer can be made of; returns how many are left. */
function keepUsable({ high, low, close, volume, day }: SeriesBars, length: number): number {
  let kept = 0
  for (let index = 0; index < length; index++) {
    const date = day[index] ?? -1
    const units = volume[index] ?? Number.NaN
    const isUsable =
      date >= 0 &&
      date <= DAY_MAX &&
      Math.abs(high[index] ?? Number.NaN) <= PRICE_MAX &&
      Math.abs(low[index] ?? Number.NaN) <= PRICE_MAX &&
      Math.abs(close[index] ?? Number.NaN) <= PRICE_MAX &&
      !(units < 0 || units > VOLUME_MAX)
    if (!isUsable) continue
    if (kept !== index) for (const column of [high, low, close, volume]) column[kept] = column[index] ?? Number.NaN
    day[kept++] = date
  }
  return kept
}
