import { type CorporateAction, splitRatio } from './adjust.math.ts'
import { yearOfDay, yearsLater } from './day.math.ts'

/** How often a company pays. */
type DividendFrequency = 'annual' | 'semiannual' | 'quarterly' | 'monthly' | 'irregular'

/** What the dividends of a listing come to on one day. Amounts are per share of that day; special dividends never count. */
export interface DividendFacts {
  /** Trailing twelve months over the price, as a fraction; null without a price. */
  readonly yield: number | null
  /** Dividends per share whose ex-dates lie in the last twelve months. */
  readonly ttmDps: number
  /** Complete calendar years in a row without a cut against the year before. */
  readonly noCutStreakYears: number
  /** Latest complete year that paid less than the one before. */
  readonly lastCutYear: number | null
  /** Yearly growth over the last five complete years; null where five years ago is not known. */
  readonly cagr5y: number | null
  readonly frequency: DividendFrequency | null
  /** Latest ex-date, days since 1970-01-01. */
  readonly exDay: number
}

/** Relative difference below which two years paid the same: amounts adjusted for splits are quotients. */
const SAME = 1e-6
const CAGR_YEARS = 5

/**
 * The facts of a listing's dividends as of `today`; null when it has never paid a regular one. Years are calendar years by ex-date,
 * the present one left out because it is not complete. A year that paid nothing after one that did is a cut.
 */
export function dividendFacts(
  actions: readonly CorporateAction[],
  today: number,
  price: number | null,
): DividendFacts | null {
  const regular = actions
    .filter(({ type, day }) => type === 'dividend' && day <= today)
    .map(({ day, value }) => ({ day, value: value / splitRatio(actions, day, today) }))
    .sort((a, b) => a.day - b.day)
  const last = regular.at(-1)
  const first = regular[0]
  if (!last || !first) return null
  const years = totalsByYear(regular)
  const total = (year: number) => years.get(year) ?? 0
  const isCut = (year: number) => total(year) < total(year - 1) * (1 - SAME)
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
    yield: price !== null && price > 0 ? ttmDps / price : null,
    ttmDps,
    noCutStreakYears: streak,
    lastCutYear: cut,
    cagr5y: then > 0 ? (total(lastComplete) / then) ** (1 / CAGR_YEARS) - 1 : null,
    frequency: frequencyOf(regular.map(({ day }) => day)),
    exDay: last.day,
  }
}

function totalsByYear(dividends: readonly { day: number; value: number }[]): Map<number, number> {
  const years = new Map<number, number>()
  for (const { day, value } of dividends) {
    const year = yearOfDay(day)
    years.set(year, (years.get(year) ?? 0) + value)
  }
  return years
}

/** Usual gap between the last payments, in days, told by its median. */
function frequencyOf(days: readonly number[]): DividendFrequency | null {
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
