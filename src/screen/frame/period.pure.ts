import { DAY_MS } from '../../core/time/day.pure.ts'
import type { Bars } from '../../market/bars/bars.pure.ts'
import type { PriceBars, ScreenTimeframe } from '../technical/line-key.pure.ts'
import { DAY_MAX } from './segment.pure.ts'

/** 1970-01-01 was a Thursday, and weeks end on Friday: the first week ends on day 1. */
const FIRST_FRIDAY = 1

/** Number of the month of each day since 1970-01-01. */
const MONTHS = new Uint16Array(DAY_MAX + 1)
for (let day = 0, month = 0; day <= DAY_MAX; month++) {
  const end = Math.min(DAY_MAX + 1, Date.UTC(1970, month + 1, 1) / DAY_MS)
  MONTHS.fill(month, day, end)
  day = end
}

/** Number of the day, week or month that a day belongs to; later periods have greater numbers. */
function periodOf(day: number, timeframe: ScreenTimeframe): number {
  if (timeframe === 1) return day
  return timeframe === 2 ? Math.floor((day - FIRST_FRIDAY + 6) / 7) : (MONTHS[day] ?? 0)
}

/** Last day on which the period `back` periods with bars before the last one had a bar; places from `first` to `end` (exclusive). */
export function dayOfPeriodBack(
  days: Uint16Array,
  first: number,
  end: number,
  timeframe: ScreenTimeframe,
  back: number,
): number {
  if (timeframe === 1) return days[Math.max(first, end - 1 - back)] ?? 0
  let at = end - 1
  for (let left = back; left > 0; left--) {
    const period = periodOf(days[at] ?? 0, timeframe)
    while (at > first && periodOf(days[at] ?? 0, timeframe) === period) at--
  }
  return days[at] ?? 0
}

/** Number of periods between the last one and the latest one that has its last bar on or before `day`; null when all are later. */
export function periodsBackTo(
  days: Uint16Array,
  first: number,
  end: number,
  timeframe: ScreenTimeframe,
  day: number,
): number | null {
  let back = 0
  for (let at = end - 1; at >= first; back++) {
    if ((days[at] ?? 0) <= day) return back
    const period = periodOf(days[at] ?? 0, timeframe)
    while (at >= first && periodOf(days[at] ?? 0, timeframe) === period) at--
  }
  return null
}

/** Columns that weeks and months are written into; the bars of one listing overwrite those of the one before. */
export class PeriodBars {
  #columns = allocate(2_048)

  /** Aggregates the daily bars of these days as `aggregateBars` does; valid until the next call. */
  aggregate(days: Uint16Array, daily: PriceBars, timeframe: ScreenTimeframe): Bars {
    if (this.#columns.day.length < days.length) this.#columns = allocate(days.length * 2)
    const [highs, lows, closes, volumes] = [daily.high, daily.low, daily.close, daily.volume]
    const { day, high, low, close, volume } = this.#columns
    let count = -1
    let period = -1
    for (let at = 0; at < days.length; at++) {
      const date = days[at] ?? 0
      const number = periodOf(date, timeframe)
      const [top, bottom, units] = [highs[at] ?? 0, lows[at] ?? 0, volumes[at] ?? Number.NaN]
      if (number !== period) {
        period = number
        count++
        high[count] = top
        low[count] = bottom
        volume[count] = units
      } else {
        if (top > (high[count] ?? 0)) high[count] = top
        if (bottom < (low[count] ?? 0)) low[count] = bottom
        const sofar = volume[count] ?? Number.NaN
        if (Number.isNaN(sofar)) volume[count] = units
        else if (!Number.isNaN(units)) volume[count] = sofar + units
      }
      day[count] = date
      close[count] = closes[at] ?? 0
    }
    const length = count + 1
    const kept = close.subarray(0, length)
    return {
      length,
      day: day.subarray(0, length),
      open: kept,
      high: high.subarray(0, length),
      low: low.subarray(0, length),
      close: kept,
      volume: volume.subarray(0, length),
    }
  }
}

function allocate(length: number) {
  const column = () => new Float64Array(length)
  return { day: new Int32Array(length), high: column(), low: column(), close: column(), volume: column() }
}
