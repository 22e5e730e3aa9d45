import { enumeration } from '../../core/input/enumeration.pure.ts'
import { yearOfDay, yearsLater } from '../../core/time/day.pure.ts'
import { type CorporateAction, computeSplitRatio } from '../bars/adjust.pure.ts'

/** Frequency of dividend payments. */
export const DIVIDEND_FREQUENCY = enumeration('DividendFrequency', 'Frequency of dividend payments.', {
  annual: 'Once a year.',
  semiannual: 'Twice a year.',
  quarterly: 'Four times a year.',
  monthly: 'Twelve times a year.',
  irregular: 'At irregular intervals.',
})
type DividendFrequency = (typeof DIVIDEND_FREQUENCY.tokens)[number]

/** Dividend figures of a listing on one day. Amounts are per share of that day; special dividends are excluded. */
export interface DividendFacts {
  /** Trailing twelve-month dividends divided by the price, as a fraction; null without a price. */
  readonly yield: number | null
  /** Dividends per share with ex-dates in the last twelve months. */
  readonly ttmDps: number
  /** Number of consecutive complete calendar years without a cut against the previous year. */
  readonly noCutStreakYears: number
  /** Latest complete year that paid less than the previous one. */
  readonly lastCutYear: number | null
  /** Compound annual growth rate over the last five complete years; null without dividends five years ago. */
  readonly cagr5y: number | null
  readonly frequency: DividendFrequency | null
  /** Latest ex-date, days since 1970-01-01. */
  readonly exDay: number
}

/** Relative tolerance within which two years paid the same; split-adjusted amounts have rounding errors. */
const TOLERANCE = 1e-6
const CAGR_YEARS = 5

/**
 * Computes the dividend figures of a listing as of `today`; null when it has never paid a regular dividend. Years are calendar years by
 * ex-date; the current, incomplete year is excluded. A year without dividends after one with dividends is a cut.
 */
export function computeDividendFacts(
  actions: readonly CorporateAction[],
  today: number,
  price: number | null,
): DividendFacts | null {
  const regular = actions
    .filter(({ type, day }) => type === 'dividend' && day <= today)
    .map(({ day, value }) => ({ day, value: value / computeSplitRatio(actions, day, today) }))
    .sort((a, b) => a.day - b.day)
  const last = regular.at(-1)
  const first = regular[0]
  if (!last || !first) return null
  const years = sumByYear(regular)
  const total = (year: number) => years.get(year) ?? 0
  const isCut = (year: number) => total(year) < total(year - 1) * (1 - TOLERANCE)
  const lastComplete = yearOfDay(today) - 1
  const firstYear = yearOfDay(first.day)
  let streak = 0
  for (let year = lastComplete; year > firstYear && total(year - 1) > 0 && !isCut(year); year--) streak++
  let cut: number | null = null
  for (let year = lastComplete; cut === null && year > firstYear; year--) if (isCut(year)) cut = year
  const then = total(lastComplete - CAGR_YEARS)
  const yearAgo = yearsLater(today, -1)
  const ttmDps = regular.reduce((sum, { day, value }) => (day > yearAgo ? sum + value : sum), 0)
  return {
    yield: price !== null && price > 0 ? finite(ttmDps / price) : null,
    ttmDps,
    noCutStreakYears: streak,
    lastCutYear: cut,
    cagr5y: then > 0 ? finite((total(lastComplete) / then) ** (1 / CAGR_YEARS) - 1) : null,
    frequency: detectFrequency(regular.map(({ day }) => day)),
    exDay: last.day,
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function sumByYear(dividends: readonly { day: number; value: number }[]): Map<number, number> {
  const years = new Map<number, number>()
  for (const { day, value } of dividends) {
    const year = yearOfDay(day)
    years.set(year, (years.get(year) ?? 0) + value)
  }
  return years
}

/** Detects the payment frequency from the median interval, in days, between the latest payments. */
function detectFrequency(days: readonly number[]): DividendFrequency | null {
  const latest = days.slice(-9)
  const gaps = latest
    .slice(1)
    .map((day, index) => day - (latest[index] ?? day))
    .sort((a, b) => a - b)
  const gap = gaps[gaps.length >> 1]
  if (gap === undefined) return null
  if (gap >= 20 && gap <= 45) return 'monthly'
  if (gap >= 75 && gap <= 110) return 'quarterly'
  if (gap >= 150 && gap <= 215) return 'semiannual'
  return gap >= 320 && gap <= 410 ? 'annual' : 'irregular'
}
