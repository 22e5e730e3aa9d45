import { firstNotBelow } from '../../core/sorted.pure.ts'

/** Daily, weekly or monthly bars of one listing in columns, oldest first. */
export interface Bars {
  readonly length: number
  /** Days since 1970-01-01. */
  readonly day: Int32Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** NaN where the volume is unknown. */
  readonly volume: Float64Array
}

/** A daily bar to be stored. */
export interface DayBar {
  readonly listingId: number
  /** Days since 1970-01-01. */
  readonly day: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
}

/** Allocates columns for `length` bars, all zero. */
export function createBars(length: number): Bars {
  const column = () => new Float64Array(length)
  return {
    length,
    day: new Int32Array(length),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  }
}

/** The bars from index `start` to `end` (exclusive); shares memory with `bars`. */
export function sliceBars(bars: Bars, start: number, end: number): Bars {
  if (start <= 0 && end >= bars.length) return bars
  return {
    length: Math.max(0, end - start),
    day: bars.day.subarray(start, end),
    open: bars.open.subarray(start, end),
    high: bars.high.subarray(start, end),
    low: bars.low.subarray(start, end),
    close: bars.close.subarray(start, end),
    volume: bars.volume.subarray(start, end),
  }
}

/** Index of the first bar on or after `day`; `length` when there is none. */
export function findFirstOnOrAfter(bars: Bars, day: number): number {
  return firstNotBelow(bars.day, day, bars.length)
}
