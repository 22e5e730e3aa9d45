import type { Bars } from '../../market/bars/bars.pure.ts'
import { DEFAULT_WINDOW_BARS, detect } from '../technical/detection/detect.pure.ts'
import { BARS_PER_YEAR, type LineKey, type PriceBars, type ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type FiredBars, type FiredBits, reachOf, TAIL_BARS } from './chain.pure.ts'
import { DayBars, type Places } from './day-bars.pure.ts'
import { writeExtremes } from './extremes.pure.ts'
import { type FiredCache, type FiredColumn, packTail } from './fired-cache.ts'
import { KEPT_BARS, type LineColumn } from './line-cache.ts'
import { type Ownership, placeOf, placesOf } from './owner.pure.ts'
import { dayOfPeriodBack, PeriodBars, periodsBackTo } from './period.pure.ts'
import { type FrameSignal, type ScreenTask, signalKey } from './screen-task.pure.ts'
import { type FrameBars, findDays, isOpen } from './slot-series.pure.ts'
import { readTails, type TailMemory } from './tail-lines.pure.ts'

/** Last bars of which it is computed whether a signal fires: as few as the chain looks at. */
const DEPTHS = [24, 96, TAIL_BARS] as const
/** Bars before a bar that divergences read besides their lines: pivots lie up to 70 bars back. */
const PIVOT_BARS = 80
/** Bars before a bar that the other patterns read, unless they are asked for more bars in a row. */
const FEW_BARS = KEPT_BARS - DEPTHS[0]

const periods: Readonly<Record<2 | 3, PeriodBars>> = { 2: new PeriodBars(), 3: new PeriodBars() }

/** Bars of the slot that is turned to. */
const dailyBars = new DayBars()
const periodBars: Readonly<Record<2 | 3, DayBars>> = { 2: new DayBars(), 3: new DayBars() }

const memories: Readonly<Record<ScreenTimeframe, TailMemory>> = { 1: [], 2: [], 3: [] }
const keptMemory: TailMemory = []
/** What is marked on the last bars of a slot. */
const marks = new Uint8Array(KEPT_BARS)

type Tails = ReturnType<typeof readTails> & { readonly tail: number }

/** Tells of one slot after the other where signals fire; what was computed of a slot before is not computed again. */
export class SlotReader implements FiredBars {
  readonly #frame: FrameBars
  readonly #task: ScreenTask
  readonly #own: Ownership
  readonly #today: number
  readonly #columns: readonly FiredColumn[]
  readonly #lookbacks: readonly number[]
  readonly #cache: FiredCache
  readonly #places: number
  readonly #tails: readonly { readonly words: Uint32Array; at: number; readonly bars: number }[]
  /** Whether the week or month of a last day is not over, by timeframe, day and weekends. */
  readonly #openOf = new Map<number, boolean>()
  #slot = -1
  #place = 0
  #days: Places | null = null
  /** The last bars of the slot that are kept, the lines of them where any is computed, and the kept lines that the task reads. */
  #last: PriceBars | null = null
  #lastTails: Tails | null = null
  readonly #kept = new Map<LineKey, KeptLine>()
  readonly #read: (Tails | null)[] = [null, null, null, null]
  readonly #bars: (Bars | null)[] = [null, null, null, null]
  readonly #stamps: number[] = [0, 0, 0, 0]

  constructor(frame: FrameBars, task: ScreenTask, own: Ownership, cache: FiredCache) {
    this.#frame = frame
    this.#task = task
    this.#own = own
    this.#today = task.asOf === null ? task.today : Math.min(task.today, task.asOf)
    this.#cache = cache
    this.#places = placesOf(frame.directory.size, own)
    const from = task.asOf === null ? '' : String(task.asOf)
    const reach = reachOf(task.steps)
    this.#columns = task.signals.map((signal) => {
      // A week of the chain spans several days of a signal.
      const bars = signal.timeframe < task.timeframe ? TAIL_BARS : DEPTHS.find((depth) => reach < depth)
      return cache.column(`${from} ${signalKey(signal)}`, this.#places, bars ?? TAIL_BARS)
    })
    this.#tails = this.#columns.map(({ words, bars }) => ({ words, at: 0, bars }))
    this.#lookbacks = task.signals.map(lookbackOf)
  }

  /** Turns to a slot; false when it has no bars that may be seen. */
  turnTo(slot: number): boolean {
    this.#slot = slot
    this.#place = placeOf(slot, this.#own)
    this.#days = findDays(this.#frame, slot, this.#task.asOf)
    if (this.#days) dailyBars.turnTo(this.#days)
    for (let timeframe = 1; timeframe <= 3; timeframe++) {
      this.#read[timeframe] = null
      this.#bars[timeframe] = null
      this.#stamps[timeframe] = 0
    }
    this.#last = null
    this.#lastTails = null
    return this.#days !== null
  }

  bitsOf(index: number): FiredBits {
    const column = this.#columns[index]
    const signal = this.#task.signals[index]
    const tail = this.#tails[index]
    if (!column || !signal || !tail) throw new Error(`There is no signal ${index}.`)
    const stamp = this.#stampOf(signal.timeframe)
    if (column.stamp[this.#place] !== stamp) {
      packTail(this.#detect(signal, column.bars, this.#lookbacks[index] ?? PIVOT_BARS), column, this.#place)
      column.stamp[this.#place] = stamp
    }
    tail.at = this.#place * column.wordsEach
    return tail
  }

  rangeOf(index: number, older: number, newer: number): { readonly older: number; readonly newer: number } | null {
    const timeframe = this.#task.signals[index]?.timeframe ?? this.#task.timeframe
    if (timeframe === this.#task.timeframe) return { older, newer }
    const newerBar = this.#barsAgoOn(this.dayOf(Math.max(0, newer)), timeframe)
    if (newerBar === null) return null
    // Beyond the first bar there is nothing that could fire.
    return { older: this.#barsAgoOn(this.dayOf(older), timeframe) ?? TAIL_BARS, newer: newerBar }
  }

  /** Bars between the last closed one of a timeframe and the latest one that was closed on a day. */
  #barsAgoOn(day: number, timeframe: ScreenTimeframe): number | null {
    if (!this.#days) return null
    const { segment, first, end } = this.#days
    const back = periodsBackTo(segment.day, first, end, timeframe, day)
    return back === null ? null : Math.max(0, back - (this.#isOpen(timeframe) ? 1 : 0))
  }

  /** Last trading day of the chain's bar some bars before the last closed one. */
  dayOf(barsAgo: number): number {
    if (!this.#days) return 0
    const { timeframe } = this.#task
    const { segment, first, end } = this.#days
    return dayOfPeriodBack(segment.day, first, end, timeframe, barsAgo + (this.#isOpen(timeframe) ? 1 : 0))
  }

  #isOpen(timeframe: ScreenTimeframe): boolean {
    if (timeframe === 1 || !this.#days) return false
    const lastDay = this.#days.segment.day[this.#days.end - 1] ?? 0
    const onWeekends = this.#frame.directory.weekends[this.#slot] === 1
    const key = (lastDay * 2 + (onWeekends ? 1 : 0)) * 4 + timeframe
    const known = this.#openOf.get(key)
    if (known !== undefined) return known
    const open = isOpen(lastDay, timeframe, this.#today, onWeekends)
    this.#openOf.set(key, open)
    return open
  }

  /** State of the bars of the slot in a timeframe: another one after every change, and when a week or month has closed. */
  #stampOf(timeframe: ScreenTimeframe): number {
    const known = this.#stamps[timeframe]
    if (known) return known
    const changes = (this.#frame.directory.stamp[this.#slot] ?? 0) + 1
    const stamp = changes * 2 + (this.#isOpen(timeframe) ? 1 : 0)
    this.#stamps[timeframe] = stamp
    return stamp
  }

  #closedBars(timeframe: 2 | 3): Bars {
    const known = this.#bars[timeframe]
    if (known) return known
    const { segment, first, end } = this.#days ?? NO_DAYS
    const bars = periods[timeframe].aggregate(segment.day.subarray(first, end), dailyBars.from(first), timeframe)
    const closed = this.#isOpen(timeframe) ? { ...bars, length: bars.length - 1 } : bars
    this.#bars[timeframe] = { ...closed, day: bars.day.subarray(0, closed.length) }
    return this.#bars[timeframe]
  }

  #readTails(timeframe: ScreenTimeframe, tail: number, memory: TailMemory | null): Tails {
    if (timeframe === 1) {
      const { first, end } = this.#days ?? NO_DAYS
      return { ...readTails((from) => dailyBars.from(first + from), end - first, 1, tail, memory), tail }
    }
    const bars = this.#closedBars(timeframe)
    const segment = { isCompact: false as const, capacity: bars.length, ...bars, day: NO_DAYS.segment.day }
    periodBars[timeframe].turnTo({ segment, first: 0, end: bars.length, decimals: 0 })
    return { ...readTails((from) => periodBars[timeframe].from(from), bars.length, timeframe, tail, memory), tail }
  }

  /** Detects a signal on the last bars, with so many bars before each. */
  #detect(signal: FrameSignal, depth: number, lookback: number): Uint8Array {
    const { timeframe } = signal
    if (lookback > PIVOT_BARS) {
      const { bars, lines } = this.#readTails(timeframe, depth + lookback, null)
      return detect(signal.pattern, signal, lines, bars)
    }
    if (timeframe === 1 && depth + lookback === KEPT_BARS && this.#task.asOf === null) {
      const bars = this.#lastBars()
      const out = bars.length === KEPT_BARS ? marks.fill(0) : new Uint8Array(bars.length)
      return detect(signal.pattern, signal, this.#keptLine, bars, out)
    }
    // Signals of one chain share their lines.
    let tails = this.#read[timeframe] ?? null
    if (!tails || tails.tail < depth + lookback) {
      tails = this.#readTails(timeframe, depth + lookback, memories[timeframe])
      this.#read[timeframe] = tails
    }
    return detect(signal.pattern, signal, tails.lines, tails.bars)
  }

  #lastBars(): PriceBars {
    const { first, end } = this.#days ?? NO_DAYS
    this.#last ??= dailyBars.from(Math.max(first, end - KEPT_BARS))
    return this.#last
  }

  /** A daily line of the slot: the one that is kept, as long as the bars are the same. */
  readonly #keptLine = (key: LineKey): Float64Array => {
    const { length } = this.#lastBars()
    const line = this.#lineOf(key)
    const { values, stamp } = line.column
    if (stamp[this.#place] !== this.#stampOf(1)) {
      if (key === 'high_52w' || key === 'low_52w') this.#keepExtremes()
      else this.#keep(key)
    }
    // A view of the kept values would cost more than copying these few.
    if (line.values.length !== length) line.values = new Float64Array(length)
    const at = this.#place * KEPT_BARS
    for (let index = 0; index < length; index++) line.values[index] = values[at + index] ?? Number.NaN
    return line.values
  }

  #lineOf(key: LineKey): KeptLine {
    const known = this.#kept.get(key)
    if (known) return known
    const line = { column: this.#cache.lines.column(key, this.#places), values: new Float64Array(KEPT_BARS) }
    this.#kept.set(key, line)
    return line
  }

  /** Keeps a line, and the one that is computed with it. */
  #keep(key: LineKey): void {
    this.#lastTails ??= this.#readTails(1, KEPT_BARS, keptMemory)
    const { values, stamp } = this.#lineOf(key).column
    values.set(this.#lastTails.lines(key), this.#place * KEPT_BARS)
    stamp[this.#place] = this.#stampOf(1)
    const twin = TWINS[key]
    if (twin && this.#lineOf(twin).column.stamp[this.#place] !== this.#stampOf(1)) this.#keep(twin)
  }

  #keepExtremes(): void {
    const [high, low] = [this.#lineOf('high_52w').column, this.#lineOf('low_52w').column]
    const at = this.#place * KEPT_BARS
    writeExtremes(this.#days ?? NO_DAYS, BARS_PER_YEAR[1], KEPT_BARS, high.values, low.values, at)
    high.stamp[this.#place] = this.#stampOf(1)
    low.stamp[this.#place] = this.#stampOf(1)
  }
}

/** A line of which the last values are kept, and those of the slot that is turned to. */
interface KeptLine {
  readonly column: LineColumn
  values: Float64Array
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

/** Bars before a bar that a signal reads besides its lines. */
function lookbackOf({ pattern, forBars, windowBars }: FrameSignal): number {
  const inARow = Math.max(forBars ?? 0, pattern.startsWith('net_change') ? (windowBars ?? DEFAULT_WINDOW_BARS) : 0) + 1
  return Math.max(pattern.includes('divergence') ? PIVOT_BARS : FEW_BARS, inARow)
}

const NOTHING = new Float64Array(0)
const NO_DAYS: Places = {
  segment: {
    isCompact: false,
    capacity: 0,
    high: NOTHING,
    low: NOTHING,
    close: NOTHING,
    volume: NOTHING,
    day: new Uint16Array(0),
  },
  first: 0,
  end: 0,
  decimals: 0,
}
