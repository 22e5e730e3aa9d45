import { type Bars, emptyBars, slicedBars } from './bars.math.ts'
import { weekdayOf } from './day.math.ts'

/** Lengths a bar can have. */
export const TIMEFRAMES = ['day', 'week', 'month'] as const
/** One of those. */
export type Timeframe = (typeof TIMEFRAMES)[number]

const DAY_MS = 86_400_000
const FRIDAY = 5

/** The last day of the period a day belongs to; weeks end on Friday, so a weekend's trading counts to the week that follows. */
export function periodEnd(day: number, timeframe: Timeframe): number {
  if (timeframe === 'day') return day
  if (timeframe === 'week') return day + ((FRIDAY - weekdayOf(day) + 7) % 7)
  const at = new Date(day * DAY_MS)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0) / DAY_MS
}

/** The last day on which a period can trade: without weekend trading a month that ends on a weekend is over on its last Friday. */
function lastTradingDay(end: number, onWeekends: boolean): number {
  const weekday = weekdayOf(end)
  if (onWeekends || (weekday !== 0 && weekday !== 6)) return end
  return weekday === 6 ? end - 1 : end - 2
}

/**
 * Weeks or months from (adjusted) daily bars: first open, highest high, lowest low, last close, summed volume. A bar carries the date
 * of its last trading day. A volume nobody counted is left out of the sum; when none was, the sum is not known either.
 */
export function aggregatedBars(bars: Bars, timeframe: Timeframe): Bars {
  if (timeframe === 'day' || bars.length === 0) return bars
  const result = emptyBars(bars.length)
  let count = -1
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < bars.length; index++) {
    const day = bars.day[index] ?? 0
    const high = bars.high[index] ?? 0
    const low = bars.low[index] ?? 0
    const volume = bars.volume[index] ?? Number.NaN
    if (day > end) {
      count++
      end = periodEnd(day, timeframe)
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
  return slicedBars(result, 0, count + 1)
}

/** True while more can come into the period of the last bar: its last trading day has neither a bar nor passed. */
export function isPartial(lastDay: number, timeframe: Timeframe, today: number, onWeekends: boolean): boolean {
  const end = lastTradingDay(periodEnd(lastDay, timeframe), onWeekends)
  return timeframe !== 'day' && lastDay < end && today <= end
}
