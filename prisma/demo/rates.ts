import { roundTo } from '../../src/core/round.pure.ts'
import type { DayBar } from '../../src/market/bars/bars.pure.ts'
import type { Factors } from './factors.ts'
import { findLevel } from './levels.ts'
import type { DemoListing } from './market.ts'
import { generateMeanReversion } from './random-process.ts'
import { findCalendar } from './trading-calendar.ts'

/** Days between central-bank meetings, on which policy rates change. */
const MEETING_DAYS = 45

/** Generates an exchange rate from the US dollar values of both currencies, so that all rates are consistent. */
export function generateExchangeRate(factors: Factors, listing: DemoListing): DayBar[] {
  const [base, quote] = [listing.symbol.slice(0, 3), listing.symbol.slice(3)]
  const rate = listing.symbol === 'DXY' ? factors.dollarIndex() : undefined
  const [a, b] = [factors.usdValue(base), factors.usdValue(quote)]
  return generateBars(factors, listing, 0.002, (index) => rate?.[index] ?? (a[index] ?? 1) / (b[index] ?? 1))
}

/** Generates a government bond yield in percent per year from global and country factors and the slope of the yield curve. */
export function generateYield(factors: Factors, listing: DemoListing): DayBar[] {
  const [country = '', tenor = ''] = listing.symbol.split('-')
  const world = factors.path('rates', (normal) => generateMeanReversion(normal, factors.days, 0.035, 0.003))
  const own = factors.path(`rates ${country}`, (normal) => generateMeanReversion(normal, factors.days, 0.02, 0.004))
  const slope = factors.path(`slope ${country}`, (normal) => generateMeanReversion(normal, factors.days, 0.015, 0.006))
  const years = tenor.endsWith('M') ? Number.parseInt(tenor, 10) / 12 : Number.parseInt(tenor, 10)
  const steep = Math.log1p(years) / Math.log(11)
  const level = findLevel('rate', country, 4)
  const share = Math.min(1, level / 4 + 0.2)
  const value = (index: number) =>
    level + share * ((world[index] ?? 0) + (own[index] ?? 0)) + (steep - 0.7) * (0.6 + (slope[index] ?? 0))
  return generateBars(factors, listing, 0, value, 0.02)
}

/** Generates a money-market rate in percent: policy rates change by 0.25 points at meetings, market rates stay close to them. */
export function generateShortRate(factors: Factors, listing: DemoListing): DayBar[] {
  const country = listing.country ?? (/^(ESTR|EURIBOR|ECB)/.test(listing.symbol) ? 'EU' : 'US')
  const policy = factors.path(`policy ${country}`, (normal) => {
    let level = Math.round(findLevel('rate', country, 3) * 4) / 4
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
  return generateBars(
    factors,
    listing,
    0,
    (index) => (policy[index] ?? 0) + above + (isSet ? 0 : 0.01 * normal.next()),
    0,
  )
}

/** Generates bars without volume around a level, with a range of `spread` times the level plus `points`. */
function generateBars(
  factors: Factors,
  listing: DemoListing,
  spread: number,
  level: (index: number) => number,
  points = 0,
): DayBar[] {
  const normal = factors.normal(`range ${listing.ticker}`)
  const bars: DayBar[] = []
  let before: number | null = null
  for (const index of factors.tradingDays(findCalendar(listing))) {
    const close = roundTo(level(index), 4)
    const open = before ?? close
    const room = spread * Math.abs(close) + points
    const high = roundTo(Math.max(open, close) + room * Math.abs(normal.next()), 4)
    const low = Math.min(roundTo(Math.min(open, close) - room * Math.abs(normal.next()), 4), open, close)
    bars.push({ listingId: listing.id, day: factors.first + index, open, high, low, close, volume: null })
    before = close
  }
  return bars
}
