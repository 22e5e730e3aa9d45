import type { BillingPeriod } from '../../core/graphql/caller.pure.ts'
import { utcDayStart, utcMonthBounds } from '../../core/time/calendar.pure.ts'
import { DAY_MS } from '../../core/time/day.pure.ts'

/** The period that holds `nowMs`: the UTC day, or the UTC month with a day's allowance for each of its days. */
export function billingPeriodAt(nowMs: number, name: 'day' | 'month'): BillingPeriod {
  if (name === 'day') {
    const startMs = utcDayStart(nowMs)
    return { name, startMs, endMs: startMs + DAY_MS, days: 1 }
  }
  const { start, end } = utcMonthBounds(nowMs)
  return { name, startMs: start, endMs: end, days: Math.round((end - start) / DAY_MS) }
}

/** Length of the fixed window of the rate limit: a UTC minute. */
export const RATE_WINDOW_MS = 60_000

/** First instant of the rate limit's window that holds `nowMs`. */
export function rateWindowStart(nowMs: number): number {
  return Math.floor(nowMs / RATE_WINDOW_MS) * RATE_WINDOW_MS
}
