import type { Bars } from '../../market/bars/bars.pure.ts'
import { COUNT_UNKNOWN } from './compact.pure.ts'

interface Columns {
  readonly capacity: number
  /** Days since 1970-01-01. */
  readonly day: Uint16Array
}

/** Bars whose numbers have eight bytes each. */
interface WideSegment extends Columns {
  readonly isCompact: false
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** NaN where the volume is unknown. */
  readonly volume: Float64Array
}

/** Bars of series that lose nothing when their prices are whole numbers of their last decimal: see `compact.pure.ts`. */
export interface CompactSegment extends Columns {
  readonly isCompact: true
  readonly close: Int32Array
  /** How far the high is above the close. */
  readonly above: Uint16Array
  /** How far the low is below the close. */
  readonly below: Uint16Array
  /** `COUNT_UNKNOWN` where the volume is unknown. */
  readonly volume: Uint32Array
}

/** Daily bars of some listings side by side in one block of shared memory; each listing has a run of places, oldest bar first. */
export type Segment = WideSegment | CompactSegment

/** Last day that a place can have, in 2149. */
export const DAY_MAX = 65_535

/** Bytes before the columns, of which the first tells how they are kept. */
const HEAD_BYTES = 8
const COMPACT = 1
const WIDE_BAR_BYTES = 4 * 8 + 2
const COMPACT_BAR_BYTES = 4 + 4 + 3 * 2
/** Places come in fours, so that columns begin on whole words. */
const PLACES = 4

/** Allocates a segment with room for at least `capacity` bars. */
export function allocateSegment(capacity: number, isCompact = false): SharedArrayBuffer {
  const places = Math.max(1, Math.ceil(capacity / PLACES)) * PLACES
  const buffer = allocateShared(HEAD_BYTES + places * (isCompact ? COMPACT_BAR_BYTES : WIDE_BAR_BYTES))
  new Uint8Array(buffer)[0] = isCompact ? COMPACT : 0
  return buffer
}

/**
 * Shared memory with pages of its own: that of a buffer that could grow is asked of the operating system and given back to it, that of
 * others comes out of a heap whose gaps nobody else fits into.
 */
export function allocateShared(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(bytes, { maxByteLength: bytes })
}

/** The columns of a segment. */
export function viewSegment(buffer: SharedArrayBuffer): Segment {
  const isCompact = new Uint8Array(buffer)[0] === COMPACT
  const capacity = (buffer.byteLength - HEAD_BYTES) / (isCompact ? COMPACT_BAR_BYTES : WIDE_BAR_BYTES)
  if (!isCompact) {
    const column = (index: number) => new Float64Array(buffer, HEAD_BYTES + index * 8 * capacity, capacity)
    const day = new Uint16Array(buffer, HEAD_BYTES + 32 * capacity, capacity)
    return { isCompact, capacity, day, high: column(0), low: column(1), close: column(2), volume: column(3) }
  }
  const short = (index: number) => new Uint16Array(buffer, HEAD_BYTES + (8 + index * 2) * capacity, capacity)
  return {
    isCompact,
    capacity,
    day: short(0),
    close: new Int32Array(buffer, HEAD_BYTES, capacity),
    volume: new Uint32Array(buffer, HEAD_BYTES + 4 * capacity, capacity),
    above: short(1),
    below: short(2),
  }
}

/** Writes bars into the places from `at` on; in a compact segment prices are of so many `decimals`. */
export function writeBars(segment: Segment, at: number, bars: Omit<Bars, 'open'>, decimals: number): void {
  segment.day.set(bars.day, at)
  if (!segment.isCompact) {
    segment.high.set(bars.high, at)
    segment.low.set(bars.low, at)
    segment.close.set(bars.close, at)
    segment.volume.set(bars.volume, at)
    return
  }
  const scale = 10 ** decimals
  for (let index = 0; index < bars.length; index++) {
    const close = Math.round((bars.close[index] ?? 0) * scale)
    const units = bars.volume[index] ?? Number.NaN
    segment.close[at + index] = close
    segment.above[at + index] = Math.round((bars.high[index] ?? 0) * scale) - close
    segment.below[at + index] = close - Math.round((bars.low[index] ?? 0) * scale)
    segment.volume[at + index] = Number.isNaN(units) ? COUNT_UNKNOWN : units
  }
}

/** The close in a place. */
export function closeAt(segment: Segment, place: number, decimals: number): number {
  const close = segment.close[place] ?? Number.NaN
  return segment.isCompact ? close / 10 ** decimals : close
}
