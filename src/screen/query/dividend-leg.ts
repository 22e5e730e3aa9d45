import type { Listing } from '../../catalog/catalog.store.ts'
import { addTo, type Bitset, eachMember, emptyBitset } from '../../core/bitset.pure.ts'
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

/** Dividend figures of the listings of a table on one day, by their index; null for those that had never paid by then. */
export interface DividendColumn {
  factsAt(index: number): DividendFacts | null
  /** Those of some listings whose figures meet the leg. */
  keep(among: Bitset, leg: DividendLeg): Bitset
}

/** Today's figures of the listings of a table, until the market moves on. */
const latest = new WeakMap<readonly Listing[], { day: number; version: number; column: DividendColumn }>()

/** Dividend figures on a day of each listing. `isLatest` = the day is today. */
export function dividendColumn(listings: readonly Listing[], day: number, isLatest: boolean): DividendColumn {
  if (!isLatest) return earlierColumn(listings, day)
  const { version } = market()
  const known = latest.get(listings)
  if (known?.day === day && known.version === version) return known.column
  const column = latestColumn(listings, day)
  latest.set(listings, { day, version, column })
  return column
}

function earlierColumn(listings: readonly Listing[], day: number): DividendColumn {
  const factsAt = (index: number) => computeDividendFacts(market().actions(listings[index]?.id ?? -1), day, null)
  const keep: DividendColumn['keep'] = (among, leg) => {
    const kept = emptyBitset(listings.length)
    eachMember(among, (index) => {
      const facts = factsAt(index)
      if (meetsLeg(facts?.noCutStreakYears ?? 0, facts?.cagr5y ?? Number.NaN, leg)) addTo(kept, index)
    })
    return kept
  }
  return { factsAt, keep }
}

function latestColumn(listings: readonly Listing[], day: number): DividendColumn {
  const facts = listings.map(({ id }) => market().dividends(id, day))
  // Every screen with this leg looks at most listings: two numbers each, side by side.
  const streaks = Uint16Array.from(facts, (one) => one?.noCutStreakYears ?? 0)
  const growths = Float64Array.from(facts, (one) => one?.cagr5y ?? Number.NaN)
  const keep: DividendColumn['keep'] = (among, leg) => {
    const kept = emptyBitset(listings.length)
    eachMember(among, (index) => {
      if (meetsLeg(streaks[index] ?? 0, growths[index] ?? Number.NaN, leg)) addTo(kept, index)
    })
    return kept
  }
  return { factsAt: (index) => facts[index] ?? null, keep }
}

/** Whether dividend figures meet the leg; the growth of what has none is NaN, and meets nothing. */
function meetsLeg(streakYears: number, cagr: number, { minStreakYears = 0, minCagr }: DividendLeg): boolean {
  if (streakYears < minStreakYears) return false
  if (minCagr === undefined) return true
  return minCagr === 0 ? cagr > 0 : cagr >= minCagr
}
