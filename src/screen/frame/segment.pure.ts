import type { Bars } from '../../market/bars/bars.pure.ts'
import { COUNT_UNKNOWN } from './compact.pure.ts'

/**
 * Daily bars of some listings side by side in one block of shared memory; each listing has a run of places, oldest bar first. A compact
 * segment has highs, lows and volumes in four bytes each, and only series that lose nothing by it: see `compact.pure.ts`.
 */
export interface Segment {
  readonly capacity: number
  readonly high: Float64Array | Int32Array
  readonly low: Float64Array | Int32Array
  /** Not compact: nearly every line reads closes, and few the others. */
  readonly close: Float64Array
  /** Volumes that are not known are NaN, `COUNT_UNKNOWN` in a compact segment. */
  readonly volume: Float64Array | Uint32Array
  /** Days since 1970-01-01. */
  readonly day: Uint16Array
}

/** Last day that a place can have, in 2149. */
export const DAY_MAX = 65_535

/** Bytes before the columns, of which the first tells how they are kept. */
const HEAD_BYTES = 8
const COMPACT = 1
const BAR_BYTES = { wide: 4 * 8 + 2, compact: 8 + 3 * 4 + 2 } as const
/** Places come in fours, so that columns begin on whole words. */
const PLACES = 4

/** Allocates a segment with room for at least `capacity` bars. */
export function allocateSegment(capacity: number, isCompact = false): SharedArrayBuffer {
  const places = Math.max(1, Math.ceil(capacity / PLACES)) * PLACES
  const buffer = new SharedArrayBuffer(HEAD_BYTES + places * BAR_BYTES[isCompact ? 'compact' : 'wide'])
  new Uint8Array(buffer)[0] = isCompact ? COMPACT : 0
  return buffer
}

/** The columns of a segment. */
export function viewSegment(buffer: SharedArrayBuffer): Segment {
  const isCompact = new Uint8Array(buffer)[0] === COMPACT
  const capacity = (buffer.byteLength - HEAD_BYTES) / BAR_BYTES[isCompact ? 'compact' : 'wide']
  const close = new Float64Array(buffer, HEAD_BYTES, capacity)
  const at = (column: number) => HEAD_BYTES + capacity * (8 + column * (isCompact ? 4 : 8))
  const day = new Uint16Array(buffer, at(3), capacity)
  if (!isCompact) {
    const column = (index: number) => new Float64Array(buffer, at(index), capacity)
    return { capacity, close, high: column(0), low: column(1), volume: column(2), day }
  }
  const prices = (index: number) => new Int32Array(buffer, at(index), capacity)
  return { capacity, close, high: prices(0), low: prices(1), volume: new Uint32Array(buffer, at(2), capacity), day }
}

/** True when a segment has only series that `decimalsOf` has decimals of. */
export function isCompactSegment({ high }: Segment): boolean {
  return high instanceof Int32Array
}

/** Writes bars into the places from `at` on; in a compact segment prices are of so many `decimals`. */
export function writeBars(segment: Segment, at: number, bars: Omit<Bars, 'open'>, decimals = 0): void {
  segment.close.set(bars.close.subarray(0, bars.length), at)
  segment.day.set(bars.day.subarray(0, bars.length), at)
  for (const name of ['high', 'low', 'volume'] as const) {
    const [values, column] = [bars[name], segment[name]]
    if (column instanceof Float64Array) column.set(values.subarray(0, bars.length), at)
    else if (column instanceof Int32Array) {
      const scale = 10 ** decimals
      for (let index = 0; index < bars.length; index++) column[at + index] = Math.round((values[index] ?? 0) * scale)
    } else
      for (let index = 0; index < bars.length; index++) {
        const units = values[index] ?? Number.NaN
        column[at + index] = Number.isNaN(units) ? COUNT_UNKNOWN : units
      }
  }
}
