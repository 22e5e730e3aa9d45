import { beforeAll, describe, expect, test } from 'vitest'
import { findLeader } from '../../prisma/demo/leader.ts'
import { createDemoMarket } from '../../prisma/demo/market.ts'
import { chooseOptionable, type DemoOptions, generateOptions } from '../../prisma/demo/options.ts'
import { demoListingOf } from '../../test/setup/demo-listing.ts'
import { readReference } from '../catalog/reference/reference.source.ts'
import { adjustBars } from '../market/bars/adjust.pure.ts'
import { type Bars, createBars } from '../market/bars/bars.pure.ts'
import { OPTION_PATTERN, type OptionPattern } from '../option/option-pattern.pure.ts'
import { findActivePatterns } from '../option/sentiment/active-patterns.pure.ts'
import { OPTION_PATTERN_ROWS } from '../option/sentiment/pattern.source.ts'
import { Readings } from '../option/sentiment/readings.pure.ts'
import { realizedVolatilityOn } from '../option/sentiment/realized-volatility.pure.ts'

const LAST_DAY = 20_777

interface Made extends DemoOptions {
  readonly ticker: string
  readonly adjusted: Bars
}

let made: readonly Made[]

beforeAll(async () => {
  const { rows } = await readReference('listing')
  const market = createDemoMarket({ seed: 1, years: 2, lastDay: LAST_DAY })
  const listings = chooseOptionable(rows.map(demoListingOf))
  made = listings.flatMap((listing) => {
    const { bars, actions } = market({ ...listing, leader: findLeader(listing, []) })
    const raw = createBars(bars.length)
    bars.forEach((bar, at) => {
      raw.day[at] = bar.day
      raw.close[at] = bar.close
      raw.volume[at] = bar.volume ?? Number.NaN
    })
    const adjusted = adjustBars(raw, actions, 'split')
    const options = generateOptions(listing.ticker, { raw, adjusted }, { seed: 1, rate: 0.04 })
    return options ? [{ ...options, ticker: listing.ticker, adjusted }] : []
  })
})

describe('the demo options', () => {
  test('are of 557 US listings and 300 sessions each, unless a share is younger', () => {
    expect(made).toHaveLength(557)
    expect(made.filter(({ series }) => series.length === 300).length).toBeGreaterThan(550)
    expect(made.every(({ ticker }) => ticker.endsWith('.US'))).toBe(true)
  })

  test('show every pattern on the last session, none of them everywhere', () => {
    const counts = new Map<OptionPattern, number>()
    for (const { series, adjusted } of made) {
      const readings = new Readings(series)
      const index = series.length - 1
      const realizedVolatility = realizedVolatilityOn(adjusted, series.day[index] ?? 0)
      for (const { pattern } of findActivePatterns({ readings, index, realizedVolatility }, OPTION_PATTERN_ROWS))
        counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    }
    expect(OPTION_PATTERN.tokens.filter((pattern) => !counts.has(pattern))).toEqual([])
    expect([...counts].filter(([, count]) => count > 0.6 * made.length)).toEqual([])
  })

  test('have volatilities that follow those of the prices, from a few per cent to a few hundred', () => {
    const pairs = made.map(({ series, adjusted }) => {
      const at = series.length - 40
      return [series.columns.iv30[at] ?? 0, realizedVolatilityOn(adjusted, series.day[at] ?? 0)] as const
    })
    for (const [implied] of pairs) expect(implied > 0.02 && implied < 4).toBe(true)
    const ranks = (of: 0 | 1) => {
      const order = pairs.map((_, place) => place).sort((a, b) => (pairs[a]?.[of] ?? 0) - (pairs[b]?.[of] ?? 0))
      return order.reduce((rank, place, at) => rank.with(place, at), new Array<number>(pairs.length).fill(0))
    }
    const [implied, realized] = [ranks(0), ranks(1)]
    const squares = implied.reduce((sum, rank, place) => sum + (rank - (realized[place] ?? 0)) ** 2, 0)
    const spearman = 1 - (6 * squares) / (pairs.length * (pairs.length ** 2 - 1))
    expect(spearman).toBeGreaterThan(0.7)
  })

  test('have a last session that a chain gives, in line with the sessions before', () => {
    for (const { series, chain, ticker } of made) {
      const { columns, length } = series
      const [last, before] = [columns.iv30[length - 1] ?? 0, columns.iv30[length - 2] ?? 0]
      expect(last / before, ticker).toBeGreaterThan(0.45)
      expect(last / before, ticker).toBeLessThan(2)
      expect(chain.day).toBe(series.day[length - 1])
      expect(columns.callVolume[length - 1]).toBeGreaterThan(0)
      const isSound = (bid: number, at: number) => bid <= (chain.ask[at] ?? 0) && (chain.expiryDay[at] ?? 0) > chain.day
      expect(chain.bid.every(isSound), ticker).toBe(true)
    }
  })
})
