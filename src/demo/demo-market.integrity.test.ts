import { beforeAll, describe, expect, test } from 'vitest'
import { type DemoListing, demoMarket } from '../../prisma/demo/market.ts'
import { readReference } from '../listing/reference.source.ts'
import type { CorporateAction } from '../price/adjust.math.ts'
import { splitRatio } from '../price/adjust.math.ts'
import type { DayBar } from '../price/bars.math.ts'
import { dividendFacts } from '../price/dividend.math.ts'

const LAST_DAY = 20_777
const YEARS = 2

interface Made extends DemoListing {
  readonly bars: readonly DayBar[]
  readonly actions: readonly CorporateAction[]
}

/** The market of the whole shipped universe. */
let made: readonly Made[]

beforeAll(async () => {
  const { rows } = await readReference('listing')
  const make = demoMarket({ seed: 1, years: YEARS, lastDay: LAST_DAY })
  made = rows.map((row, index) => {
    const listing = {
      id: index + 1,
      ticker: row.ticker,
      symbol: row.ticker.slice(0, row.ticker.lastIndexOf('.')),
      type: row.type,
      country: row.country,
      currency: row.currency,
      gicsCode: row.gics,
      marketCapUsd: row.market_cap_usd,
    }
    return { ...listing, ...make(listing) }
  })
}, 60_000)

const ofType = (...types: string[]) => made.filter(({ type }) => types.includes(type))

/** Closes over the closes before, splits taken out. */
function movesOf({ bars, actions }: Made): { readonly day: number; readonly by: number }[] {
  return bars.slice(1).map((bar, index) => {
    const before = bars[index] ?? bar
    return { day: bar.day, by: (bar.close / before.close) * splitRatio(actions, before.day, bar.day) - 1 }
  })
}

describe('the demo market of the shipped universe', () => {
  test('has bars of every listing, up to the last day or a halt before it', () => {
    for (const { ticker, bars } of made) {
      expect(bars.length, ticker).toBeGreaterThan(YEARS * 240)
      expect(bars.at(-1)?.day, ticker).toBeGreaterThan(LAST_DAY - 20)
    }
  })

  test('never moves in a day as nothing in the world does', () => {
    const most = (types: string[]) =>
      ofType(...types).reduce((high, one) => movesOf(one).reduce((top, { by }) => Math.max(top, Math.abs(by)), high), 0)
    expect(most(['stock', 'etf', 'commodity'])).toBeLessThan(0.5)
    expect(most(['crypto'])).toBeLessThan(0.7)
    expect(most(['forex'])).toBeLessThan(0.05)
  })

  test('keeps prices of two years within a factor of ten, coins within twenty', () => {
    for (const { ticker, type, bars, actions } of ofType('stock', 'etf', 'commodity', 'crypto', 'forex')) {
      const closes = bars.map(({ day, close }) => close / splitRatio(actions, day, LAST_DAY))
      expect(Math.max(...closes) / Math.min(...closes), ticker).toBeLessThan(type === 'crypto' ? 20 : 10)
    }
  })

  test('quotes yields and rates in percent that move by fractions of a point, rates of central banks by quarters', () => {
    for (const { ticker, type, bars } of ofType('bond', 'money_market')) {
      const steps = bars.slice(1).map((bar, index) => Math.abs(bar.close - (bars[index]?.close ?? bar.close)))
      expect(Math.max(...steps), ticker).toBeLessThan(type === 'bond' ? 0.3 : 0.4)
      expect(
        bars.every(({ close, volume }) => close > -2 && close < 60 && volume === null),
        ticker,
      ).toBe(true)
    }
    const set = ofType('money_market').filter(({ symbol }) => /RATE|FUNDS/.test(symbol))
    expect(set.length).toBeGreaterThan(0)
    for (const { ticker, bars } of set)
      expect(
        bars.every(({ close }) => Number.isInteger(close * 4)),
        ticker,
      ).toBe(true)
  })

  test('pays dividends that yield what payers yield: at most 12 percent, some after a cut, some suspended', () => {
    const facts = made.flatMap(
      ({ bars, actions }) => dividendFacts(actions, LAST_DAY, bars.at(-1)?.close ?? null) ?? [],
    )
    expect(facts.length).toBeGreaterThan(1_000)
    const yields = facts.map((one) => one.yield ?? 0).sort((a, b) => a - b)
    expect(yields.at(-1)).toBeLessThan(0.12)
    expect(yields[yields.length >> 1]).toBeGreaterThan(0.01)
    expect(yields[yields.length >> 1]).toBeLessThan(0.04)
    expect(new Set(facts.map(({ noCutStreakYears }) => noCutStreakYears)).size).toBeGreaterThan(10)
    expect(new Set(facts.map(({ lastCutYear }) => lastCutYear)).size).toBeGreaterThan(5)
    expect(new Set(facts.map(({ frequency }) => frequency)).size).toBeGreaterThanOrEqual(4)
    const growth = facts.flatMap(({ cagr5y }) => cagr5y ?? [])
    expect(growth.some((rate) => rate > 0.05)).toBe(true)
    expect(growth.some((rate) => rate < -0.05)).toBe(true)
    const suspended = facts.filter(({ ttmDps }) => ttmDps === 0).length
    expect(suspended / facts.length).toBeGreaterThan(0.01)
    expect(suspended / facts.length).toBeLessThan(0.15)
  })

  test('splits both ways, opens with gaps, and halts', () => {
    const splits = made.flatMap(({ actions }) => actions.filter(({ type }) => type === 'split'))
    expect(splits.some(({ value }) => value > 1)).toBe(true)
    expect(splits.some(({ value }) => value < 1)).toBe(true)
    const stocks = ofType('stock')
    const gaps = stocks.flatMap(({ bars, actions }) =>
      bars.slice(1).filter((bar, index) => {
        const before = bars[index] ?? bar
        return Math.abs((bar.open / before.close) * splitRatio(actions, before.day, bar.day) - 1) > 0.03
      }),
    )
    expect(gaps.length / stocks.length).toBeGreaterThan(1)
    const longest = Math.max(...stocks.map(({ bars }) => bars.length))
    const halted = stocks.filter(({ bars }) => bars.length < longest)
    expect(halted.length / stocks.length).toBeGreaterThan(0.05)
    expect(halted.length / stocks.length).toBeLessThan(0.6)
  })

  test('a split shows in raw prices on its day', () => {
    for (const { bars, actions, ticker } of made) {
      for (const split of actions.filter(({ type, value }) => type === 'split' && (value >= 2 || value <= 0.2))) {
        const at = bars.findIndex(({ day }) => day >= split.day)
        const [before, after] = [bars[at - 1]?.close, bars[at]?.close]
        if (before === undefined || after === undefined) continue
        expect(Math.abs(Math.log((after / before) * split.value)), ticker).toBeLessThan(0.6)
      }
    }
  })
})
