import type { Bars } from '../../market/bars/bars.pure.ts'

/** Daily bars of some listings side by side in one block of shared memory; each listing has a run of places, oldest bar first. */
export interface Segment {
  readonly capacity: number
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** NaN where the volume is unknown. */
  readonly volume: Float64Array
  /** Days since 1970-01-01. */
  readonly day: Uint16Array
}

/** Last day that a place can have, in 2149. */
export const DAY_MAX = 65_535

const PRICE_COLUMNS = 4
const BAR_BYTES = PRICE_COLUMNS * 8 + 2
/** Places come in fours, so that columns begin on whole words. */
const PLACES = 4

/** Allocates a segment with room for at least `capacity` bars. */
export function allocateSegment(capacity: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.max(1, Math.ceil(capacity / PLACES)) * PLACES * BAR_BYTES)
}

/** The columns of a segment. */
export function viewSegment(buffer: SharedArrayBuffer): Segment {
  const capacity = buffer.byteLength / BAR_BYTES
  const column = (index: number) => new Float64Array(buffer, index * capacity * 8, capacity)
  return {
    capacity,
    high: column(0),
    low: column(1),
    close: column(2),
    volume: column(3),
    day: new Uint16Array(buffer, PRICE_COLUMNS * capacity * 8, capacity),
  }
}

/** Writes bars into the places from `at` on. */
export function writeBars(segment: Segment, at: number, bars: Bars): void {
  segment.high.set(bars.high, at)
  segment.low.set(bars.low, at)
  segment.close.set(bars.close, at)
  segment.volume.set(bars.volume, at)
  segment.day.set(bars.day, at)
}

/** The bars in the places from `first` to `end` (exclusive); shares memory with the segment. No line reads opening prices: they are not kept. */
export function viewBars(segment: Segment, first: number, end: number): Omit<Bars, 'day'> {
  return new BarView(segment, first, end)
}

/** A view of a column takes as long to make as a short line to compute: each is made when it is first read. */
class BarView implements Omit<Bars, 'day'> {
  readonly length: number
  readonly #segment: Segment
  readonly #first: number
  readonly #end: number
  #high: Float64Array | null = null
  #low: Float64Array | null = null
  #close: Float64Array | null = null
  #volume: Float64Array | null = null

  constructor(segment: Segment, first: number, end: number) {
    this.length = end - first
    this.#segment = segment
    this.#first = first
    this.#end = end
  }

  get open(): Float64Array {
    return this.close
  }

  get high(): Float64Array {
    this.#high ??= this.#segment.high.subarray(this.#first, this.#end)
    return this.#high
  }

  get low(): Float64Array {
    this.#low ??= this.#segment.low.subarray(this.#first, this.#end)
    return this.#low
  }

  get close(): Float64Array {
    this.#close ??= this.#segment.close.subarray(this.#first, this.#end)
    return this.#close
  }

  get volume(): Float64Array {
    this.#volume ??= this.#segment.volume.subarray(this.#first, this.#end)
    return this.#volume
  }
}
