import { enumeration } from '../../core/input/enumeration.pure.ts'
import { DAY_MS, weekdayOf } from '../../core/time/day.pure.ts'
import { type Bars, createBars, sliceBars } from './bars.pure.ts'

/** Timeframes of bars. */
export const TIMEFRAME = enumeration('Timeframe', 'Timeframe of a bar.', {
  day: 'One trading day.',
  week: 'One week, ending on Friday.',
  month: 'One calendar month.',
})
export type Timeframe = (typeof TIMEFRAME.tokens)[number]

const FRIDAY = 5

/** Last day of the period that contains a day; weeks end on Friday, so weekend trading belongs to the following week. */
export function findPeriodEnd(day: number, timeframe: Timeframe): number {
  if (timeframe === 'day') return day
  if (timeframe === 'week') return day + ((FRIDAY - weekdayOf(day) + 7) % 7)
  const at = new Date(day * DAY_MS)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0) / DAY_MS
}

/** Last possible trading day of a period: without weekend trading, a month that ends on a weekend has its last trading day on Friday. */
function findLastTradingDay(end: number, onWeekends: boolean): number {
  const weekday = weekdayOf(end)
  if (onWeekends || (weekday !== 0 && weekday !== 6)) return end
  return weekday === 6 ? end - 1 : end - 2
}

/**
 * Aggregates (adjusted) daily bars to weeks or months: first open, highest high, lowest low, last close, total volume. A bar has the
 * date of its last trading day. Unknown volumes are excluded from the total, which is unknown when all of them are.
 */
export function aggregateBars(bars: Bars, timeframe: Timeframe): Bars {
  if (timeframe === 'day' || bars.length === 0) return bars
  const result = createBars(bars.length)
  let count = -1
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < bars.length; index++) {
    const day = bars.day[index] ?? 0
    const high = bars.high[index] ?? 0
    const low = bars.low[index] ?? 0
    const volume = bars.volume[index] ?? Number.NaN
    if (day > end) {
      count++
      end = findPeriodEnd(day, timeframe)
      result.open[count] = bars.open[index] ?? 0
      result.high[count] = high
      result.low[count] = low
      result.volume[count] = volume
    } else {
      const sofar = result.volume[count] ?? Number.NaN
      result.high[count] = Math.max(result.high[count] ?? high, high)
      result.low[count] = Math.min(result.low[count] ?? low, low)
      result.volume[count] = Number.isNaN(sofar) ? volume : Number.isNaN(volume) ? sofar : sofar + volume
    }
    result.day[count] = day
    result.close[count] = bars.close[index] ?? 0
  }
  return sliceBars(result, 0, count + 1)
}

/** True while the period of the last bar is incomplete: its last trading day has no bar yet and is not over. */
export function isPartial(lastDay: number, timeframe: Timeframe, today: number, onWeekends: boolean): boolean {
  const end = findLastTradingDay(findPeriodEnd(lastDay, timeframe), onWeekends)
  return timeframe !== 'day' && lastDay < end && today <= end
}
