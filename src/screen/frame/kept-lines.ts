import { BARS_PER_YEAR, type LineKey, type PriceBars } from '../technical/line-key.pure.ts'
import type { DayBars, Places } from './day-bars.pure.ts'
import { writeExtremes } from './extremes.pure.ts'
import { KEPT_BARS, type LineCache, type LineColumn } from './line-cache.ts'
import { readTails, type TailMemory } from './tail-lines.pure.ts'

/** A line of which the last values are kept, and those of the slot that is turned to. */
interface KeptLine {
  readonly column: LineColumn
  values: Float64Array
}

const memory: TailMemory = []
const marks = new Uint8Array(KEPT_BARS)

/** The last bars of one slot after the other, with daily lines of them that are kept from task to task. */
export class KeptLines {
  readonly #cache: LineCache
  readonly #places: number
  readonly #dailyBars: DayBars
  /** The lines that the task reads. */
  readonly #lines = new Map<LineKey, KeptLine>()
  #days: Places | null = null
  #place = 0
  #stamp = 0
  #bars: PriceBars | null = null
  #tails: ReturnType<typeof readTails> | null = null

  /** `dailyBars` is turned to the slot before this is; there are `places` of slots. */
  constructor(cache: LineCache, places: number, dailyBars: DayBars) {
    this.#cache = cache
    this.#places = places
    this.#dailyBars = dailyBars
  }

  /** Turns to the bars of a slot, which are in the state of the stamp. */
  turnTo(days: Places, place: number, stamp: number): void {
    if (this.#days === days) return
    this.#days = days
    this.#place = place
    this.#stamp = stamp
    this.#bars = null
    this.#tails = null
  }

  /** The last bars. */
  get bars(): PriceBars {
    this.#bars ??= this.#dailyBars.from(Math.max(this.#shown.first, this.#shown.end - KEPT_BARS))
    return this.#bars
  }

  /** Nothing marked on any of the bars, until this is read again. */
  get unmarked(): Uint8Array {
    const { length } = this.bars
    return length === KEPT_BARS ? marks.fill(0) : new Uint8Array(length)
  }

  /** A line of the bars: the one that is kept, as long as they are the same. Valid until another slot is turned to. */
  readonly line = (key: LineKey): Float64Array => {
    const { length } = this.bars
    const line = this.#lineOf(key)
    const { values, stamp } = line.column
    if (stamp[this.#place] !== this.#stamp) {
      if (key === 'high_52w' || key === 'low_52w') this.#keepExtremes()
      else this.#keep(key)
    }
    // A view of the kept values would cost more than copying these few.
    if (line.values.length !== length) line.values = new Float64Array(length)
    const at = this.#place * KEPT_BARS
    for (let index = 0; index < length; index++) line.values[index] = values[at + index] ?? Number.NaN
    return line.values
  }

  get #shown(): Places {
    if (!this.#days) throw new Error('No slot was turned to.')
    return this.#days
  }

  #lineOf(key: LineKey): KeptLine {
    const known = this.#lines.get(key)
    if (known) return known
    const line = { column: this.#cache.column(key, this.#places), values: new Float64Array(KEPT_BARS) }
    this.#lines.set(key, line)
    return line
  }

  /** Keeps a line, and the one that is computed with it. */
  #keep(key: LineKey): void {
    const { first, end } = this.#shown
    this.#tails ??= readTails((from) => this.#dailyBars.from(first + from), end - first, 1, KEPT_BARS, memory)
    const { values, stamp } = this.#lineOf(key).column
    values.set(this.#tails.lines(key), this.#place * KEPT_BARS)
    stamp[this.#place] = this.#stamp
    const twin = TWINS[key]
    if (twin && this.#lineOf(twin).column.stamp[this.#place] !== this.#stamp) this.#keep(twin)
  }

  #keepExtremes(): void {
    const [high, low] = [this.#lineOf('high_52w').column, this.#lineOf('low_52w').column]
    writeExtremes(this.#shown, BARS_PER_YEAR[1], KEPT_BARS, high.values, low.values, this.#place * KEPT_BARS)
    high.stamp[this.#place] = this.#stamp
    low.stamp[this.#place] = this.#stamp
  }
}

/** Lines that are computed together and asked for one after the other. */
const TWINS: Readonly<Partial<Record<LineKey, LineKey>>> = {
  bb_upper: 'bb_lower',
  bb_lower: 'bb_upper',
  macd: 'macd_signal',
  macd_signal: 'macd',
  plus_di: 'minus_di',
  minus_di: 'plus_di',
}
