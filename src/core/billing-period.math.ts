import { utcDayStart, utcMonthBounds } from './calendar.math.ts'

const DAY_MS = 86_400_000

/** A billing period in which used credits count against the allowance. */
export interface BillingPeriod {
  readonly name: 'day' | 'month'
  readonly startMs: number
  readonly endMs: number
  /** Days the plan's daily allowance is multiplied by. */
  readonly days: number
}

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
