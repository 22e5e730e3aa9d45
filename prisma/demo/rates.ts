import type { DayBar } from '../../src/price/bars.math.ts'
import type { Factors } from './factors.ts'
import { levelOf } from './levels.ts'
import type { DemoListing } from './market.ts'
import { decimals } from './price-step.ts'
import { wandering } from './walk.ts'

/** Meetings of central banks: rates move on these days only. */
const MEETING_DAYS = 45

/** Exchange rates agree with each other: each currency has one value in dollars. */
export function demoPair(factors: Factors, listing: DemoListing): DayBar[] {
  const [base, quote] = [listing.symbol.slice(0, 3), listing.symbol.slice(3)]
  const rate = listing.symbol === 'DXY' ? factors.dollarIndex() : undefined
  const [a, b] = [factors.usdValue(base), factors.usdValue(quote)]
  return quoted(factors, listing, 0.002, (index) => rate?.[index] ?? (a[index] ?? 1) / (b[index] ?? 1))
}

/** Percent a year: world and country levels wander, long rates stand above short ones, and all move together. */
export function demoYield(factors: Factors, listing: DemoListing): DayBar[] {
  const [country = '', tenor = ''] = listing.symbol.split('-')
  const world = factors.path('rates', (normal) => wandering(normal, factors.days, 0.035, 0.003))
  const own = factors.path(`rates ${country}`, (normal) => wandering(normal, factors.days, 0.02, 0.004))
  const slope = factors.path(`slope ${country}`, (normal) => wandering(normal, factors.days, 0.015, 0.006))
  const years = tenor.endsWith('M') ? Number.parseInt(tenor, 10) / 12 : Number.parseInt(tenor, 10)
  const steep = Math.log1p(years) / Math.log(11)
  const level = levelOf('rate', country, 4)
  const share = Math.min(1, level / 4 + 0.2)
  const value = (index: number) =>
    level + share * ((world[index] ?? 0) + (own[index] ?? 0)) + (steep - 0.7) * (0.6 + (slope[index] ?? 0))
  return quoted(factors, listing, 0, value, 0.02)
}

/** Rates that central banks set move by quarters of a point at meetings; market rates stay near them. */
export function demoRate(factors: Factors, listing: DemoListing): DayBar[] {
  const country = listing.country ?? (/^(ESTR|EURIBOR|ECB)/.test(listing.symbol) ? 'EU' : 'US')
  const policy = factors.path(`policy ${country}`, (normal) => {
    let level = Math.round(levelOf('rate', country, 3) * 4) / 4
    return Float64Array.from({ length: factors.days }, (_, index) => {
      const draw = index % MEETING_DAYS === 0 ? normal.next() : 0
      if (draw > 0.8) level += 0.25
      else if (draw < -0.7) level = Math.max(-0.5, level - 0.25)
      return level
    })
  })
  const isSet = /RATE|FUNDS|DFR|REPO|SELIC|PRIME|LPR/.test(listing.symbol)
  const normal = factors.normal(`rate ${listing.ticker}`)
  const above = listing.symbol === 'USPRIME' ? 3 : isSet ? 0 : 0.05
  return quoted(factors, listing, 0, (index) => (policy[index] ?? 0) + above + (isSet ? 0 : 0.01 * normal.next()), 0)
}

/** Bars around a level nobody trades in shares: a range by `spread` of the level or `points`, no volume. */
function quoted(
  factors: Factors,
  listing: DemoListing,
  spread: number,
  level: (index: number) => number,
  points = 0,
): DayBar[] {
  const normal = factors.normal(`range ${listing.ticker}`)
  const bars: DayBar[] = []
  let before: number | null = null
  for (const index of factors.tradingDays(false)) {
    const close = decimals(level(index), 4)
    const open = before ?? close
    const room = spread * Math.abs(close) + points
    const high = decimals(Math.max(open, close) + room * Math.abs(normal.next()), 4)
    const low = Math.min(decimals(Math.min(open, close) - room * Math.abs(normal.next()), 4), open, close)
    bars.push({ listingId: listing.id, day: factors.first + index, open, high, low, close, volume: null })
    before = close
  }
  return bars
}
