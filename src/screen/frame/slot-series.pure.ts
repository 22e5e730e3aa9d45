import { lowerBound } from '../../core/sorted.pure.ts'
import { roundPrice } from '../../market/bars/adjust.pure.ts'
import { aggregateBars, isPartial, type Timeframe } from '../../market/bars/aggregate.pure.ts'
import { type Bars, sliceBars } from '../../market/bars/bars.pure.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { DayBars, type Places } from './day-bars.pure.ts'
import type { Directory } from './directory.pure.ts'
import { dayOfPeriodBack } from './period.pure.ts'
import { closeAt, type Segment } from './segment.pure.ts'

/** Splits by slot: new shares per old one on their ex-dates. */
export type SplitsBySlot = ReadonlyMap<number, readonly (readonly [day: number, ratio: number])[]>

/** The bars of all listings as they were at one moment. */
export interface FrameBars {
  readonly directory: Directory
  readonly segments: readonly (Segment | null)[]
  readonly splits: SplitsBySlot
}

/** The moment a screen looks from. */
export interface Moment {
  /** Today, days since 1970-01-01. */
  readonly today: number
  /** Last day that may be seen; null = all. */
  readonly asOf: number | null
}

const NAMES: Readonly<Record<ScreenTimeframe, Timeframe>> = { 1: 'day', 2: 'week', 3: 'month' }

/** Name of a timeframe in which bars are asked for. */
export function timeframeName(timeframe: ScreenTimeframe): Timeframe {
  return NAMES[timeframe]
}

/** Finds the daily bars of a slot up to the moment; those of later splits are in the shares of that day. Null when there are none. */
export function findDays({ directory, segments, splits }: FrameBars, slot: number, asOf: number | null): Places | null {
  const segment = segments[directory.segment[slot] ?? -1]
  const first = directory.offset[slot] ?? 0
  const length = directory.length[slot] ?? 0
  if (!segment || length === 0) return null
  const end = endOn(segment, first, first + length, asOf)
  if (end === first) return null
  const places = { segment, first, end, decimals: directory.decimals[slot] ?? 0 }
  if (asOf === null) return places
  let ratio = 1
  for (const [day, value] of splits.get(slot) ?? []) if (day > asOf) ratio *= value
  return ratio === 1 ? places : withoutSplits(places, ratio)
}

/** End of the places that may be seen. */
function endOn(segment: Segment, first: number, end: number, asOf: number | null): number {
  let seen = end
  if (asOf !== null) while (seen > first && (segment.day[seen - 1] ?? 0) > asOf) seen--
  return seen
}

/** Last trading day of the bar so many bars before the last closed one, as it is seen from the moment; 0 when there are none. */
export function dayOfBar(
  { directory, segments }: FrameBars,
  slot: number,
  timeframe: ScreenTimeframe,
  { today, asOf }: Moment,
  barsAgo: number,
): number {
  const segment = segments[directory.segment[slot] ?? -1]
  const first = directory.offset[slot] ?? 0
  if (!segment) return 0
  const end = endOn(segment, first, first + (directory.length[slot] ?? 0), asOf)
  const seenFrom = asOf === null ? today : Math.min(today, asOf)
  const open = isOpen(segment.day[end - 1], timeframe, seenFrom, directory.weekends[slot] === 1)
  return dayOfPeriodBack(segment.day, first, end, timeframe, barsAgo + (open ? 1 : 0))
}

/** A close as it was on a day. */
export interface CloseThen {
  /** In the shares of that day. */
  readonly close: number
  /** The close divided by the latest one, splits between them apart. */
  readonly sinceThen: number
}

/** The last close of a slot on or before a day; null when there is none. */
export function closeOn({ directory, segments, splits }: FrameBars, slot: number, day: number): CloseThen | null {
  const segment = segments[directory.segment[slot] ?? -1]
  const first = directory.offset[slot] ?? 0
  const end = first + (directory.length[slot] ?? 0)
  if (!segment) return null
  const next = lowerBound(end, (index) => (segment.day[index] ?? 0) <= day, first)
  const decimals = directory.decimals[slot] ?? 0
  const then = closeAt(segment, next - 1, decimals)
  const latest = closeAt(segment, end - 1, decimals)
  if (next === first || !(latest > 0)) return null
  let ratio = 1
  for (const [splitDay, value] of splits.get(slot) ?? []) if (splitDay > day) ratio *= value
  return { close: roundPrice(then * ratio), sinceThen: then / latest }
}

/** A copy of the places in the shares of before some splits: what came later is not seen. */
function withoutSplits(places: Places, ratio: number): Places {
  const { segment, first, end } = places
  const read = new DayBars()
  read.turnTo(places)
  const { length, high, low, close, volume } = read.from(first)
  const priced = (column: Float64Array) => column.map((price) => roundPrice(price * ratio))
  return {
    segment: {
      isCompact: false,
      capacity: length,
      high: priced(high),
      low: priced(low),
      close: priced(close),
      volume: volume.map((units) => units / ratio),
      day: segment.day.slice(first, end),
    },
    first: 0,
    end: length,
    decimals: 0,
  }
}

/** Closed bars of a timeframe, made of daily ones: a week or month that is not over yet is left out. */
export function closedBars(days: Bars, timeframe: ScreenTimeframe, today: number, onWeekends: boolean): Bars {
  const bars = aggregateBars(days, timeframeName(timeframe))
  return isOpen(bars.day[bars.length - 1], timeframe, today, onWeekends) ? sliceBars(bars, 0, bars.length - 1) : bars
}

/** True while the week or month of a last daily bar is not over. */
export function isOpen(
  lastDay: number | undefined,
  timeframe: ScreenTimeframe,
  today: number,
  onWeekends: boolean,
): boolean {
  return timeframe !== 1 && lastDay !== undefined && isPartial(lastDay, timeframeName(timeframe), today, onWeekends)
}
