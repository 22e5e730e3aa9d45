import { describe, expect, test } from 'vitest'
import { createDemoMarket, type DemoListing } from '../../prisma/demo/market.ts'
import { computeDividendFacts } from '../market/dividend/dividend.pure.ts'

const LAST_DAY = 20_777
const make = (seed: number) => createDemoMarket({ seed, years: 3, lastDay: LAST_DAY })
const listing = (facts: Partial<DemoListing> & { ticker: string }): DemoListing => ({
  id: 1,
  symbol: facts.ticker.slice(0, facts.ticker.lastIndexOf('.')),
  type: 'stock',
  country: 'US',
  currency: 'USD',
  gicsCode: '45102010',
  marketCapUsd: 1e10,
  ...facts,
})

/** 300 made-up companies. */
const stocks = Array.from({ length: 300 }, (_, index) =>
  make(1)(listing({ ticker: `D${index}.US`, gicsCode: index % 2 ? '55101010' : '45102010' })),
)

describe('the demo market', () => {
  test('is the same for the same seed, and another for another', () => {
    const one = listing({ ticker: 'AAPL.US' })
    expect(make(1)(one)).toEqual(make(1)(one))
    expect(make(2)(one)).not.toEqual(make(1)(one))
  })

  test('has bars that an ingest accepts, up to the last day, none on weekends', () => {
    for (const { bars } of stocks) {
      expect(bars.length).toBeGreaterThan(700)
      let before = 0
      for (const { day, open, high, low, close, volume } of bars) {
        if (
          !(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && day > before && day <= LAST_DAY)
        )
          throw new Error(JSON.stringify({ day, open, high, low, close, volume }))
        before = day
      }
      expect(bars.some(({ day }) => [0, 6].includes(new Date(day * 86_400_000).getUTCDay()))).toBe(false)
    }
  })

  test('moves together: companies of a sector are correlated', () => {
    const returns = ([first, second]: readonly [number, number]) => {
      const [a, b] = [stocks[first]?.bars ?? [], stocks[second]?.bars ?? []]
      const other = new Map(b.map((bar) => [bar.day, bar.close]))
      const closes = a.flatMap((bar) => (other.has(bar.day) ? [[bar.close, other.get(bar.day) ?? 1] as const] : []))
      return closes.slice(1).map(([x, y], index) => {
        const [u, v] = closes[index] ?? [1, 1]
        return [Math.max(-0.1, Math.min(0.1, x / u - 1)), Math.max(-0.1, Math.min(0.1, y / v - 1))] as const
      })
    }
    const correlation = (pairs: readonly (readonly [number, number])[]) => {
      const mean = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length
      const [p, q] = [mean(0), mean(1)]
      const sum = (f: (x: number, y: number) => number) => pairs.reduce((all, [x, y]) => all + f(x - p, y - q), 0)
      return sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y))
    }
    const pairs = Array.from({ length: 20 }, (_, index) => correlation(returns([2 * index, 2 * index + 2])))
    expect(pairs.reduce((sum, one) => sum + one, 0) / pairs.length).toBeGreaterThan(0.15)
  })

  test('has splits, special dividends, cuts, long streaks and realistic yields', () => {
    const actions = stocks.flatMap((one) => one.actions)
    expect(actions.some(({ type, value }) => type === 'split' && value > 1)).toBe(true)
    expect(actions.some(({ type, value }) => type === 'split' && value < 1)).toBe(true)
    expect(actions.some(({ type }) => type === 'special')).toBe(true)
    const facts = stocks.flatMap(
      ({ bars, actions: own }) => computeDividendFacts(own, LAST_DAY, bars.at(-1)?.close ?? null) ?? [],
    )
    expect(facts.some(({ noCutStreakYears }) => noCutStreakYears >= 10)).toBe(true)
    expect(facts.some(({ noCutStreakYears }) => noCutStreakYears === 0)).toBe(true)
    const yields = facts.map((one) => one.yield ?? 0).sort((a, b) => a - b)
    expect(yields[yields.length >> 1]).toBeLessThan(0.06)
    expect(yields.at(-1)).toBeLessThan(0.12)
  })

  test('has exchange rates that agree with each other, and yields without volume', () => {
    const last = (ticker: string) => make(1)(listing({ ticker, type: 'forex' })).bars.at(-1)?.close ?? 0
    expect(last('EURUSD.FX') * last('USDJPY.FX')).toBeCloseTo(last('EURJPY.FX'), 1)
    const { bars } = make(1)(listing({ ticker: 'US-10Y.GB', type: 'bond' }))
    expect(bars.every((bar) => bar.volume === null && Math.abs(bar.close) < 15)).toBe(true)
  })
})
