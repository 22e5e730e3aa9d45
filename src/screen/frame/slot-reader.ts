import type { Bars } from '../../market/bars/bars.pure.ts'
import { DEFAULT_WINDOW_BARS, detect } from '../technical/detection/detect.pure.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type FiredBars, type FiredBits, reachOf, TAIL_BARS } from './chain.pure.ts'
import { DayBars, type Places } from './day-bars.pure.ts'
import { type FiredCache, type FiredColumn, packTail } from './fired-cache.ts'
import { KeptLines } from './kept-lines.ts'
import { KEPT_BARS } from './line-cache.ts'
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

type Tails = ReturnType<typeof readTails> & { readonly tail: number }

/** Tells of one slot after the other where signals fire; what was computed of a slot before is not computed again. */
export class SlotReader implements FiredBars {
  readonly #frame: FrameBars
  readonly #task: ScreenTask
  readonly #own: Ownership
  readonly #today: number
  readonly #columns: readonly FiredColumn[]
  readonly #lookbacks: readonly number[]
  readonly #kept: KeptLines
  readonly #places: number
  readonly #tails: readonly { readonly words: Uint32Array; at: number; readonly bars: number }[]
  /** Whether the week or month of a last day is not over, by timeframe, day and weekends. */
  readonly #openOf = new Map<number, boolean>()
  #slot = -1
  #place = 0
  #days: Places | null = null
  readonly #read: (Tails | null)[] = [null, null, null, null]
  readonly #bars: (Bars | null)[] = [null, null, null, null]
  readonly #stamps: number[] = [0, 0, 0, 0]

  constructor(frame: FrameBars, task: ScreenTask, own: Ownership, cache: FiredCache) {
    this.#frame = frame
    this.#task = task
    this.#own = own
    this.#today = task.asOf === null ? task.today : Math.min(task.today, task.asOf)
    this.#places = placesOf(frame.directory.size, own)
    this.#kept = new KeptLines(cache.lines, this.#places, dailyBars)
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
      const kept = this.#kept
      kept.turnTo(this.#days ?? NO_DAYS, this.#place, this.#stampOf(1))
      return detect(signal.pattern, signal, kept.line, kept.bars, kept.unmarked)
    }
    // Signals of one chain share their lines.
    let tails = this.#read[timeframe] ?? null
    if (!tails || tails.tail < depth + lookback) {
      tails = this.#readTails(timeframe, depth + lookback, memories[timeframe])
      this.#read[timeframe] = tails
    }
    return detect(signal.pattern, signal, tails.lines, tails.bars)
  }
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
