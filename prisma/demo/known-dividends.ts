import { DAY_MS, yearOfDay } from '../../src/core/time/day.pure.ts'
import type { CorporateAction } from '../../src/market/bars/adjust.pure.ts'
import type { SuspendedDividend, UsualDividend } from './company-fact.ts'
import { addPayment, type PlanInputs } from './payment-plan.ts'

/** Share of companies with an earlier history before the last cut. */
const CUT_SHARE = 0.6
/** Streaks from here on began with the first dividend. */
const LONG_STREAK = 20
/** Yearly probability of an unchanged dividend, and of a special one. */
const UNCHANGED = 0.2
const SPECIAL = 0.015

/** Yield and years of dividends before they were suspended. */
const SUSPENDED_YIELD = 0.03
const SUSPENDED_YEARS = 6

/** Plans the dividends of a company by what it is known to pay: yield of the last twelve months, frequency, years without a cut. */
export function planKnownDividends(
  known: UsualDividend,
  setting: PlanInputs,
  splits: readonly CorporateAction[],
): CorporateAction[] {
  const { lastDay, finalPrice } = setting
  const year = yearOfDay(lastDay)
  const levels = generateKnownLevels(known.streakYears, year, setting, splits.length > 0)
  const daysOf = choosePaymentDays(known.paymentsPerYear, setting)
  const trailing = [year - 1, year].flatMap((of) =>
    daysOf(of).flatMap((day) => (day > lastDay - 365 && day <= lastDay ? [levels.get(of) ?? 0] : [])),
  )
  const paid = trailing.reduce((sum, level) => sum + level / known.paymentsPerYear, 0) || 1
  return payEach(levels, (known.yield * finalPrice) / paid, daysOf, setting, splits)
}

/** Plans dividends that ended years ago. */
export function planSuspendedDividends(
  { paymentsPerYear, lastYear }: SuspendedDividend,
  setting: PlanInputs,
  splits: readonly CorporateAction[],
): CorporateAction[] {
  const levels = new Map(Array.from({ length: SUSPENDED_YEARS }, (_, back) => [lastYear - back, 1.03 ** -back]))
  return payEach(
    levels,
    SUSPENDED_YIELD * setting.finalPrice,
    choosePaymentDays(paymentsPerYear, setting),
    setting,
    splits,
  )
}

/** Ex-dates of a year, the same every year but for closed days. */
function choosePaymentDays(perYear: number, { random, nextOpen }: PlanInputs): (year: number) => number[] {
  const phase = random.next() * 90
  return (year) =>
    Array.from({ length: perYear }, (_, time) =>
      nextOpen(Date.UTC(year, 0, 8) / DAY_MS + Math.floor(((time + 0.15) * 365 + phase) / perYear)),
    )
}

/** Dividends of each year, `scale` times its level, with a special one now and then. */
function payEach(
  levels: ReadonlyMap<number, number>,
  scale: number,
  daysOf: (year: number) => readonly number[],
  { random, lastDay, nextOpen }: PlanInputs,
  splits: readonly CorporateAction[],
): CorporateAction[] {
  const actions: CorporateAction[] = []
  for (const [of, level] of levels) {
    const days = daysOf(of)
    for (const day of days) addPayment(actions, splits, 'dividend', day, (scale * level) / days.length, lastDay)
    if (random.next() < SPECIAL) {
      const day = nextOpen(Date.UTC(of, 10, 20) / DAY_MS)
      addPayment(actions, splits, 'special', day, scale * level * (0.5 + random.next()), lastDay)
    }
  }
  return actions
}

/** Relative yearly dividends by year, 1 in the last: no cut during the streak, one before it or the first dividend. */
function generateKnownLevels(
  streakYears: number,
  year: number,
  { random, normal }: PlanInputs,
  isSplit: boolean,
): Map<number, number> {
  const growth = Math.max(0.005, Math.min(0.14, 0.05 + 0.04 * normal.next()))
  const earlier = (level: number) =>
    // Amounts of before and after a split differ by rounding, which would look like a cut in an unchanged year.
    !isSplit && random.next() < UNCHANGED ? level : level / (1 + growth * (0.5 + random.next()))
  const levels = new Map([[year, 1]])
  const streakStart = year - 1 - streakYears
  let level = 1
  for (let of = year - 1; of >= streakStart; of--) {
    level = earlier(level)
    levels.set(of, level)
  }
  if (streakYears > 0 && (streakYears >= LONG_STREAK || random.next() > CUT_SHARE)) return levels
  level /= 0.4 + 0.4 * random.next()
  // Some paid nothing for a year or two rather than less.
  const pause = random.next() < 0.25 ? 1 + Math.floor(2 * random.next()) : 0
  const years = 3 + Math.floor(6 * random.next())
  for (let of = streakStart - 1 - pause; of > streakStart - 1 - pause - years; of--) {
    levels.set(of, level)
    level = earlier(level)
  }
  return levels
}
