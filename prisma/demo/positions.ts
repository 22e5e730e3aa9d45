import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import type { Report } from '../../src/positioning/report.pure.ts'
import { deriveSeed, Normal } from './random-process.ts'

/** Usual open interest of each contract in early 2025, roughly. */
const OPEN_INTEREST = new Map(
  readShippedRows(
    new URL('open-interest.csv', import.meta.url),
    z.object({ code: z.string(), open_interest: z.coerce.number().int().positive() }),
  ).map((row) => [row.code, row.open_interest]),
)

/** What the positions of a contract are made from. */
export interface PositionsOf {
  readonly code: string
  /** Days of the reports, oldest first. */
  readonly days: readonly number[]
  /** Price of the contract's underlying on each of these days, higher when the contract is; NaN where none is known. */
  readonly prices: readonly number[]
  /** True where prices are compared by difference: rates, which may be negative. */
  readonly isRate: boolean
}

const TREND_WEEKS = 13
/** Share of the open interest that large speculators are net long on average, and by how much a strong trend moves it. */
const USUAL_NET = 0.04
const TREND_NET = 0.16
const NET_MAX = 0.3

/**
 * Weekly reports that fit the prices: large speculators follow the trend of a quarter, small ones a little, commercials take the other
 * side (D. Sanders, S. Irwin and R. Merrin, "Smart Money: The Forecasting Ability of CFTC Large Traders", 2009).
 */
export function generatePositions({ code, days, prices, isRate }: PositionsOf, seed: number): Report[] {
  const usual = OPEN_INTEREST.get(code)
  if (usual === undefined) throw new Error(`The demo knows no open interest of the contract ${code}.`)
  const normal = new Normal(deriveSeed(seed, `positions ${code}`))
  const trends = trendsOf(prices, isRate)
  const moods = { large: normal.next() * 0.04, small: 0, size: 0, spread: 0 }
  return days.map((day, index) => {
    moods.large = 0.93 * moods.large + 0.016 * normal.next()
    moods.small = 0.9 * moods.small + 0.008 * normal.next()
    moods.size = 0.97 * moods.size + 0.03 * normal.next()
    moods.spread = 0.9 * moods.spread + 0.01 * normal.next()
    const trend = Math.tanh(trends[index] ?? 0)
    const openInterest = Math.round(usual * Math.exp(moods.size + 0.05 * Math.abs(trend)))
    const large = bounded(USUAL_NET + TREND_NET * trend + moods.large, NET_MAX)
    const small = bounded(0.03 * trend + moods.small, 0.06)
    return reportOf(code, day, openInterest, { large, small, spread: 0.12 + bounded(moods.spread, 0.08) })
  })
}

/** A report with these net shares; the commercials hold what the others leave on each side. */
function reportOf(
  code: string,
  day: number,
  openInterest: number,
  shares: { readonly large: number; readonly small: number; readonly spread: number },
): Report {
  const contracts = (share: number) => Math.round(openInterest * share)
  const largeLong = contracts(0.2 + shares.large / 2)
  const largeShort = contracts(0.2 - shares.large / 2)
  const largeSpread = contracts(shares.spread)
  const smallLong = contracts(0.1 + shares.small / 2)
  const smallShort = contracts(0.1 - shares.small / 2)
  const commercialLong = openInterest - largeLong - largeSpread - smallLong
  const commercialShort = openInterest - largeShort - largeSpread - smallShort
  return {
    ...{ code, day, combined: false, openInterest, largeLong, largeShort, largeSpread },
    ...{ commercialLong, commercialShort, smallLong, smallShort },
  }
}

/** Change over a quarter at each place, in standard deviations of such changes; 0 where prices are not known. */
function trendsOf(prices: readonly number[], isRate: boolean): number[] {
  const changes = prices.map((price, index) => {
    const before = prices[index - 1] ?? Number.NaN
    const change = isRate ? price - before : Math.log(price / before)
    return Number.isFinite(change) ? change : 0
  })
  const known = changes.filter((change) => change !== 0)
  const deviation = Math.sqrt(known.reduce((sum, change) => sum + change ** 2, 0) / Math.max(1, known.length))
  if (deviation === 0) return prices.map(() => 0)
  return changes.map((_, index) => {
    const quarter = changes.slice(Math.max(0, index - TREND_WEEKS + 1), index + 1)
    return quarter.reduce((sum, change) => sum + change, 0) / (deviation * Math.sqrt(TREND_WEEKS))
  })
}

function bounded(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}
