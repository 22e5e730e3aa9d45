import type { Listing } from '../../catalog/catalog.store.ts'
import { number, object } from '../../core/input/rule.ts'
import { computeDividendFacts, type DividendFacts } from '../../market/dividend/dividend.pure.ts'
import { market } from '../../market/market.ts'

/** The longest streak the leg asks for; more is read as this. */
const STREAK_YEARS_MAX = 10
const AMOUNT = { min: -1_000, max: 1_000 }

/** The dividend leg as both faces take it. */
export const dividendLeg = object(
  'DividendLegInput',
  'What a stock has to have paid; meant to be combined with another leg. Without fields it asks for nothing.',
  {
    minStreakYears: number(
      'Smallest number of consecutive calendar years without a cut of the dividend; capped at 10.',
      { min: 1, max: 1_000 },
    ).optional(),
    minCagr: number(
      'Smallest compound annual growth rate of the dividend over five years, as a decimal; 0 = any growing dividend.',
      AMOUNT,
    ).optional(),
  },
)

/** What the dividend leg asks for. */
export interface DividendLeg {
  readonly minStreakYears?: number | undefined
  readonly minCagr?: number | undefined
}

/** The leg as it is evaluated, with notes on what was read differently from how it was given. */
export function readDividendLeg({ minStreakYears, minCagr }: DividendLeg): { leg: DividendLeg; notes: string[] } {
  const notes: string[] = []
  const isLong = minStreakYears !== undefined && minStreakYears > STREAK_YEARS_MAX
  if (isLong) notes.push(`dividend: min_streak_years ${minStreakYears} was capped at ${STREAK_YEARS_MAX}.`)
  const isPercent = minCagr !== undefined && Math.abs(minCagr) >= 1
  if (isPercent)
    notes.push(`dividend: min_cagr ${minCagr} was read as ${minCagr / 100}, for fractions are decimals (0.2 = 20 %).`)
  return {
    leg: {
      minStreakYears: isLong ? STREAK_YEARS_MAX : minStreakYears,
      minCagr: isPercent ? minCagr / 100 : minCagr,
    },
    notes,
  }
}

/** Dividend figures of listings by their index. */
type DividendColumn = (index: number) => DividendFacts | null

/** Today's figures of the listings of a table, until the market moves on. */
const latest = new WeakMap<readonly Listing[], { day: number; version: number; facts: (DividendFacts | null)[] }>()

/** Dividend figures on a day of each listing; null for those that had never paid by then. `isLatest` = the day is today. */
export function dividendColumn(listings: readonly Listing[], day: number, isLatest: boolean): DividendColumn {
  if (!isLatest) return (index) => computeDividendFacts(market().actions(listings[index]?.id ?? -1), day, null)
  const { version } = market()
  const known = latest.get(listings)
  const facts =
    known?.day === day && known.version === version
      ? known.facts
      : listings.map(({ id }) => market().dividends(id, day))
  latest.set(listings, { day, version, facts })
  return (index) => facts[index] ?? null
}

/** Whether dividend figures meet the leg. */
export function meetsDividendLeg(facts: DividendFacts | null, { minStreakYears, minCagr }: DividendLeg): boolean {
  if (minStreakYears !== undefined && (facts?.noCutStreakYears ?? 0) < minStreakYears) return false
  if (minCagr === undefined) return true
  const growth = facts?.cagr5y ?? null
  if (growth === null) return false
  return minCagr === 0 ? growth > 0 : growth >= minCagr
}
