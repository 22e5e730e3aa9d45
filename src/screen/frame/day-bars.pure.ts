import type { PriceBars } from '../technical/line-key.pure.ts'
import { COUNT_UNKNOWN } from './compact.pure.ts'
import type { CompactSegment, Segment } from './segment.pure.ts'

/** The places of one listing's daily bars in a segment. */
export interface Places {
  readonly segment: Segment
  readonly first: number
  /** Exclusive. */
  readonly end: number
  /** Of its prices, when the segment is compact. */
  readonly decimals: number
}

type Column = 'high' | 'low' | 'close' | 'volume'

/** Writes the numbers of a column from place `first` to `end` (exclusive) to indexes that are `shift` higher. */
type Read = (
  segment: CompactSegment,
  decimals: number,
  first: number,
  end: number,
  into: Float64Array,
  shift: number,
) => void

/**
 * Reads the daily bars of one listing after the other as numbers: as few as are asked for, into memory that the next listing takes over.
 * No line reads opening prices: they are not kept.
 */
export class DayBars {
  readonly #high = new ReadColumn('high', readHighs)
  readonly #low = new ReadColumn('low', readLows)
  readonly #close = new ReadColumn('close', readCloses)
  readonly #volume = new ReadColumn('volume', readVolumes)
  #places: Places | null = null

  /** Turns to a listing; what was read of the one before is not valid any more. */
  turnTo(places: Places): void {
    this.#places = places
    this.#high.forget()
    this.#low.forget()
    this.#close.forget()
    this.#volume.forget()
  }

  /** The bars from the place `first` on, up to the last one. */
  from(first: number): PriceBars {
    if (!this.#places) throw new Error('No listing was turned to.')
    return new BarView(this, this.#places.end - first)
  }

  /** The last values of a column. */
  last(column: Column, count: number): Float64Array {
    if (!this.#places) throw new Error('No listing was turned to.')
    if (column === 'close') return this.#close.last(this.#places, count)
    if (column === 'high') return this.#high.last(this.#places, count)
    return column === 'low' ? this.#low.last(this.#places, count) : this.#volume.last(this.#places, count)
  }
}

/** A column takes as long to read as a short line to compute: each is read when it is first asked for. */
class BarView implements PriceBars {
  readonly length: number
  readonly #bars: DayBars
  #high: Float64Array | null = null
  #low: Float64Array | null = null
  #close: Float64Array | null = null
  #volume: Float64Array | null = null

  constructor(bars: DayBars, length: number) {
    this.length = length
    this.#bars = bars
  }

  get high(): Float64Array {
    this.#high ??= this.#bars.last('high', this.length)
    return this.#high
  }

  get low(): Float64Array {
    this.#low ??= this.#bars.last('low', this.length)
    return this.#low
  }

  get close(): Float64Array {
    this.#close ??= this.#bars.last('close', this.length)
    return this.#close
  }

  get volume(): Float64Array {
    this.#volume ??= this.#bars.last('volume', this.length)
    return this.#volume
  }
}

/** Numbers of a column, the last one at the end of the memory: what comes before is read when it is asked for. */
class ReadColumn {
  readonly #name: Column
  readonly #read: Read
  #values = new Float64Array(2_048)
  #known = 0

  constructor(name: Column, read: Read) {
    this.#name = name
    this.#read = read
  }

  forget(): void {
    this.#known = 0
  }

  last(places: Places, count: number): Float64Array {
    if (count > this.#values.length) {
      this.#values = new Float64Array(2 * count)
      this.#known = 0
    }
    if (count > this.#known) {
      const { segment, end, decimals } = places
      const [first, until, shift] = [end - count, end - this.#known, this.#values.length - end]
      if (segment.isCompact) this.#read(segment, decimals, first, until, this.#values, shift)
      else this.#values.set(segment[this.#name].subarray(first, until), first + shift)
      this.#known = count
    }
    return this.#values.subarray(this.#values.length - count)
  }
}

// Division by a power of ten gives the number nearest to the decimal one, as reading it from text does; multiplication would not.

function readCloses(
  { close }: CompactSegment,
  decimals: number,
  first: number,
  end: number,
  into: Float64Array,
  shift: number,
): void {
  const scale = 10 ** decimals
  for (let index = first; index < end; index++) into[index + shift] = (close[index] ?? 0) / scale
}

function readHighs(
  { close, above }: CompactSegment,
  decimals: number,
  first: number,
  end: number,
  into: Float64Array,
  shift: number,
): void {
  const scale = 10 ** decimals
  for (let index = first; index < end; index++)
    into[index + shift] = ((close[index] ?? 0) + (above[index] ?? 0)) / scale
}

function readLows(
  { close, below }: CompactSegment,
  decimals: number,
  first: number,
  end: number,
  into: Float64Array,
  shift: number,
): void {
  const scale = 10 ** decimals
  for (let index = first; index < end; index++)
    into[index + shift] = ((close[index] ?? 0) - (below[index] ?? 0)) / scale
}

function readVolumes(
  { volume }: CompactSegment,
  _decimals: number,
  first: number,
  end: number,
  into: Float64Array,
  shift: number,
): void {
  for (let index = first; index < end; index++) {
    const units = volume[index] ?? COUNT_UNKNOWN
    into[index + shift] = units === COUNT_UNKNOWN ? Number.NaN : units
  }
}
