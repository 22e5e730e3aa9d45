import type { PriceBars } from '../technical/line-key.pure.ts'
import { COUNT_UNKNOWN } from './compact.pure.ts'
import type { Segment } from './segment.pure.ts'

/** The places of one listing's daily bars in a segment. */
export interface Places {
  readonly segment: Segment
  readonly first: number
  /** Exclusive. */
  readonly end: number
  /** Of highs and lows, when the segment is compact. */
  readonly decimals: number
}

/**
 * Reads the daily bars of one listing after the other as numbers: those of a compact segment are computed when they are read, as few as
 * are, into memory that the next listing takes over. No line reads opening prices: they are not kept.
 */
export class DayBars {
  readonly #high = new ReadColumn()
  readonly #low = new ReadColumn()
  readonly #volume = new ReadColumn()
  #places: Places | null = null

  /** Turns to a listing; what was read of the one before is not valid any more. */
  turnTo(places: Places): void {
    this.#places = places
    this.#high.forget()
    this.#low.forget()
    this.#volume.forget()
  }

  /** The bars from the place `first` on, up to the last one. */
  from(first: number): PriceBars {
    const places = this.#places
    if (!places) throw new Error('No listing was turned to.')
    const { segment, end, decimals } = places
    const read = (column: 'high' | 'low' | 'volume'): Float64Array => {
      const source = segment[column]
      if (source instanceof Float64Array) return source.subarray(first, end)
      if (column === 'volume') return this.#volume.from(source, first, end, 0)
      return (column === 'high' ? this.#high : this.#low).from(source, first, end, decimals)
    }
    return new BarView(segment.close, first, end, read)
  }
}

/** A view of a column takes as long to make as a short line to compute: each is made when it is first read. */
class BarView implements PriceBars {
  readonly length: number
  readonly #closes: Float64Array
  readonly #first: number
  readonly #end: number
  readonly #read: (column: 'high' | 'low' | 'volume') => Float64Array
  #high: Float64Array | null = null
  #low: Float64Array | null = null
  #close: Float64Array | null = null
  #volume: Float64Array | null = null

  constructor(
    closes: Float64Array,
    first: number,
    end: number,
    read: (column: 'high' | 'low' | 'volume') => Float64Array,
  ) {
    this.length = end - first
    this.#closes = closes
    this.#first = first
    this.#end = end
    this.#read = read
  }

  get open(): Float64Array {
    return this.close
  }

  get high(): Float64Array {
    this.#high ??= this.#read('high')
    return this.#high
  }

  get low(): Float64Array {
    this.#low ??= this.#read('low')
    return this.#low
  }

  get close(): Float64Array {
    this.#close ??= this.#closes.subarray(this.#first, this.#end)
    return this.#close
  }

  get volume(): Float64Array {
    this.#volume ??= this.#read('volume')
    return this.#volume
  }
}

/** Numbers of a compact column, the last one at the end of the memory: what comes before it is computed when it is asked for. */
class ReadColumn {
  #values = new Float64Array(2_048)
  #known = 0

  forget(): void {
    this.#known = 0
  }

  from(source: Int32Array | Uint32Array, first: number, end: number, decimals: number): Float64Array {
    const wanted = end - first
    if (wanted > this.#values.length) {
      this.#values = new Float64Array(2 * wanted)
      this.#known = 0
    }
    if (wanted > this.#known) {
      const until = end - this.#known
      const shift = this.#values.length - end
      if (source instanceof Int32Array) scalePrices(source, first, until, this.#values, shift, 10 ** decimals)
      else readCounts(source, first, until, this.#values, shift)
      this.#known = wanted
    }
    return this.#values.subarray(this.#values.length - wanted)
  }
}

/** Division by a power of ten gives the number nearest to the decimal one, as reading it from text does; multiplication would not. */
function scalePrices(
  source: Int32Array,
  first: number,
  end: number,
  into: Float64Array,
  shift: number,
  scale: number,
): void {
  for (let index = first; index < end; index++) into[index + shift] = (source[index] ?? 0) / scale
}

function readCounts(source: Uint32Array, first: number, end: number, into: Float64Array, shift: number): void {
  for (let index = first; index < end; index++) {
    const units = source[index] ?? COUNT_UNKNOWN
    into[index + shift] = units === COUNT_UNKNOWN ? Number.NaN : units
  }
}
