import type { BillingPeriod } from '../../core/graphql/caller.pure.ts'
import { utcDayStart, utcMonthBounds } from '../../core/time/calendar.pure.ts'

const DAY_MS = 86_400_000

/** The period that holds `nowMs`: the UTC day, or the UTC month with a day's allowance for each of its days. */
export function billingPeriodAt(nowMs: number, name: 'day' | 'month'): BillingPeriod {
  if (name === 'day') {
    const startMs = utcDayStart(nowMs)
    return { name, startMs, endMs: startMs + DAY_MS, days: 1 }
  }
  const { start, end } = utcMonthBounds(nowMs)
  return { name, startMs: start, endMs: end, days: Math.round((end - start) / DAY_MS) }
}

/** First instant of the UTC minute that holds `nowMs`: the fixed window of the rate limit. */
export function rateWindowStart(nowMs: number): number {
  return Math.floor(nowMs / 60_000) * 60_000
}
