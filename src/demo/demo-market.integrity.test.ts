import { beforeAll, describe, expect, test } from 'vitest'
import { findCompanyFact, findSuspendedDividend } from '../../prisma/demo/company-fact.ts'
import { findLeader } from '../../prisma/demo/leader.ts'
import { createDemoMarket, type DemoListing } from '../../prisma/demo/market.ts'
import { demoListingOf } from '../../test/setup/demo-listing.ts'
import { findIssuers } from '../catalog/identity/issuer.pure.ts'
import { readReference } from '../catalog/reference/reference.source.ts'
import { dayOfIso } from '../core/time/day.pure.ts'
import type { CorporateAction } from '../market/bars/adjust.pure.ts'
import { computeSplitRatio } from '../market/bars/adjust.pure.ts'
import type { DayBar } from '../market/bars/bars.pure.ts'
import { computeDividendFacts } from '../market/dividend/dividend.pure.ts'
import { splitCurrency } from '../market/quote/quote-currency.pure.ts'

const LAST_DAY = 20_777
/** Payments a year of what a company's dividends show. */
const FREQUENCY = { annual: 1, semiannual: 2, quarterly: 4, monthly: 12, irregular: 0 } as const
const YEARS = 2

interface Made extends DemoListing {
  readonly bars: readonly DayBar[]
  readonly actions: readonly CorporateAction[]
}

/** The market of the whole shipped universe. */
let made: readonly Made[]

beforeAll(async () => {
  const [{ rows }, relations] = await Promise.all([readReference('listing'), readReference('relation')])
  const make = createDemoMarket({ seed: 1, years: YEARS, lastDay: LAST_DAY })
  const listings = rows.map(demoListingOf)
  const ids = new Map(listings.map(({ ticker, id }) => [ticker, id]))
  const issuers = findIssuers(
    relations.rows.map(({ source, target, type }) => ({
      sourceId: ids.get(source) ?? 0,
      targetId: ids.get(target) ?? 0,
      type,
    })),
  )
  const issuerOf = ({ id }: DemoListing) => issuers.get(id) ?? id
  const lines = Map.groupBy(listings, issuerOf)
  made = listings.map((listing) => ({
    ...listing,
    ...make({ ...listing, leader: findLeader(listing, lines.get(issuerOf(listing)) ?? []) }),
  }))
})

const find = (ticker: string) => made.find((one) => one.ticker === ticker)
const lastClose = (ticker: string) => find(ticker)?.bars.at(-1)?.close ?? Number.NaN
/** US dollars for a unit of a currency on the last day. */
const usdOf = (currency: string): number => {
  const { currency: whole, units } = splitCurrency(currency)
  if (whole === 'USD') return 1
  const usd = find(`${whole}USD.FX`) ? lastClose(`${whole}USD.FX`) : 1 / lastClose(`USD${whole}.FX`)
  return usd / units
}
const ofType = (...types: string[]) => made.filter(({ type }) => types.includes(type))

/** Closes over the closes before, splits taken out. */
function generateReturns({ bars, actions }: Made): { readonly day: number; readonly by: number }[] {
  return bars.slice(1).map((bar, index) => {
    const before = bars[index] ?? bar
    return { day: bar.day, by: (bar.close / before.close) * computeSplitRatio(actions, before.day, bar.day) - 1 }
  })
}

describe('the demo market of the shipped universe', () => {
  test('has bars of every listing, up to the last day or a halt before it', () => {
    for (const { ticker, bars } of made) {
      expect(bars.length, ticker).toBeGreaterThan(YEARS * 235)
      expect(bars.at(-1)?.day, ticker).toBeGreaterThan(LAST_DAY - 20)
    }
  })

  test('has no daily returns beyond realistic limits', () => {
    const most = (types: string[]) =>
      ofType(...types).reduce(
        (high, one) => generateReturns(one).reduce((top, { by }) => Math.max(top, Math.abs(by)), high),
        0,
      )
    expect(most(['stock', 'etf', 'commodity'])).toBeLessThan(0.5)
    expect(most(['crypto'])).toBeLessThan(0.7)
    expect(most(['forex'])).toBeLessThan(0.05)
  })

  test('keeps prices of two years within a factor of ten, coins within twenty', () => {
    for (const { ticker, type, bars, actions } of ofType('stock', 'etf', 'commodity', 'crypto', 'forex')) {
      const closes = bars.map(({ day, close }) => close / computeSplitRatio(actions, day, LAST_DAY))
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

  test('pays dividends with realistic yields of at most 16 percent, some after a cut, some suspended', () => {
    const facts = made.flatMap(
      ({ bars, actions }) => computeDividendFacts(actions, LAST_DAY, bars.at(-1)?.close ?? null) ?? [],
    )
    expect(facts.length).toBeGreaterThan(1_000)
    const yields = facts.map((one) => one.yield ?? 0).sort((a, b) => a - b)
    expect(yields.at(-1)).toBeLessThan(0.16)
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
        return Math.abs((bar.open / before.close) * computeSplitRatio(actions, before.day, bar.day) - 1) > 0.03
      }),
    )
    expect(gaps.length / stocks.length).toBeGreaterThan(1)
    const halted = [...Map.groupBy(stocks, ({ ticker }) => ticker.split('.')[1]).values()].flatMap((ofExchange) => {
      const longest = Math.max(...ofExchange.map(({ bars }) => bars.length))
      return ofExchange.filter(({ bars }) => bars.length < longest)
    })
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

  test('prices end near market value per share, at the exchange rates of the demo', () => {
    const known = ofType('stock').filter(({ marketCapUsd, sharesOutstanding }) => marketCapUsd && sharesOutstanding)
    expect(known.length).toBeGreaterThan(2_300)
    const off = known.map(({ bars, marketCapUsd, sharesOutstanding, currency }) => {
      const usd = (bars.at(-1)?.close ?? 0) * (sharesOutstanding ?? 0) * usdOf(currency)
      return Math.abs(Math.log(usd / (marketCapUsd ?? 0)))
    })
    off.sort((a, b) => a - b)
    expect(off[Math.floor(off.length * 0.9)]).toBeLessThan(0.05)
    // A halt, a dividend of a tenth, or a second line whose stored value is not that of the first.
    expect(off.at(-1)).toBeLessThan(0.3)
  })

  test.each([
    ['AAPL.US', 265],
    ['MSFT.US', 510],
    ['KO.US', 70],
    ['JPM.US', 310],
    ['7203.JP', 2_900],
    ['SAP.XETRA', 210],
    ['SHEL.LSE', 2_700],
    ['HSBA.LSE', 1_050],
    ['RELIANCE.NSE', 1_400],
    ['005930.KO', 85_000],
    ['NESN.SW', 80],
    ['SPY.US', 670],
  ])('%s ends near %d', (ticker, price) => {
    expect(Math.abs(Math.log(lastClose(ticker) / price))).toBeLessThan(0.35)
  })

  test.each([
    ['GOOGL.US', 'GOOG.US', 1],
    ['9988.HK', 'BABA.US', 8],
    ['2330.TW', 'TSM.US', 5],
    ['RIO.LSE', 'RIO.AU', 1],
    ['HSBA.LSE', '0005.HK', 1],
    ['1211.HK', '002594.SHE', 1],
  ])('%s and %s agree: one of the second is %d of the first', (one, other, ratio) => {
    const [a, b] = [find(one), find(other)]
    const implied = (lastClose(one) * usdOf(a?.currency ?? '') * ratio) / usdOf(b?.currency ?? '')
    expect(Math.abs(Math.log(lastClose(other) / implied))).toBeLessThan(0.03)
    // They rise and fall together, not only at the end: the quotient of the two moves by the exchange rate alone.
    const closes = new Map(a?.bars.map((bar) => [bar.day, bar.close / computeSplitRatio(a.actions, bar.day, LAST_DAY)]))
    const quotients = (b?.bars ?? []).flatMap((bar) => {
      const close = closes.get(bar.day)
      return close === undefined ? [] : [bar.close / computeSplitRatio(b?.actions ?? [], bar.day, LAST_DAY) / close]
    })
    expect(quotients.length).toBeGreaterThan(400)
    expect(Math.max(...quotients) / Math.min(...quotients)).toBeLessThan(1.5)
  })

  test.each([
    ['GOLD', 'GOLD_CN', 'CNY', 1 / 31.1035],
    ['SILVER', 'SILVER_CN', 'CNY', 32.1507],
    ['COPPER', 'COPPER_CN', 'CNY', 1],
    ['PALMOIL', 'PALMOIL_MY', 'MYR', 1],
  ])('contracts of one good agree: %s and %s', (good, contract, currency, units) => {
    const implied = (lastClose(`${good}.COMM`) * units) / usdOf(currency)
    expect(Math.abs(Math.log(lastClose(`${contract}.COMM`) / implied))).toBeLessThan(0.03)
  })

  test('who pays in reality pays, with its yield, frequency and streak; nobody else does', () => {
    const lasting = ofType('stock', 'etf').filter(({ bars }) => bars.at(-1)?.day === LAST_DAY)
    let [payers, close, frequent] = [0, 0, 0]
    for (const { ticker, bars, actions } of lasting) {
      const fact = findCompanyFact(ticker)
      const facts = computeDividendFacts(actions, LAST_DAY, bars.at(-1)?.close ?? null)
      if (!fact?.dividend) {
        expect(facts === null || findSuspendedDividend(ticker) !== undefined, ticker).toBe(true)
        expect(facts?.ttmDps ?? 0, ticker).toBe(0)
        continue
      }
      expect(facts, ticker).not.toBeNull()
      payers++
      if (Math.abs(Math.log((facts?.yield ?? 0) / fact.dividend.yield)) < 0.1) close++
      if (facts?.frequency && FREQUENCY[facts.frequency] === fact.dividend.paymentsPerYear) frequent++
    }
    expect(payers).toBeGreaterThan(1_400)
    expect(close / payers).toBeGreaterThan(0.95)
    expect(frequent / payers).toBeGreaterThan(0.97)
    const streak = (ticker: string) => {
      const { actions } = find(ticker) ?? { actions: [] }
      return computeDividendFacts(actions, LAST_DAY, null)?.noCutStreakYears
    }
    for (const ticker of ['KO.US', 'JNJ.US', 'PG.US', 'MSFT.US', 'O.US'])
      expect(streak(ticker), ticker).toBe(findCompanyFact(ticker)?.dividend?.streakYears)
  })

  test.each([
    ['US', ['2025-01-09', '2025-04-18', '2025-07-04', '2025-11-27', '2025-12-25', '2026-07-03'], ['2025-11-28']],
    ['LSE', ['2025-04-21', '2025-05-05', '2025-08-25', '2025-12-26'], ['2025-07-04']],
    ['JP', ['2025-05-05', '2025-12-31', '2026-01-02', '2026-11-03'], ['2025-12-25']],
    ['SHG', ['2025-10-01', '2025-10-07', '2026-02-17'], ['2025-12-25']],
    ['NSE', ['2025-10-21', '2026-01-26'], ['2025-07-04']],
    ['SR', ['2025-01-03', '2025-09-23'], ['2025-11-30']],
    ['COMM', ['2025-04-18', '2025-07-04'], []],
    ['FX', ['2025-12-25'], ['2025-07-04', '2025-11-27']],
    ['CC', [], ['2025-12-25', '2025-07-05', '2026-01-01']],
  ] as const)('exchange %s rests on its holidays %j and trades on %j', (exchange, closed, open) => {
    const isWorldwide = exchange === 'COMM'
    const listings = made.filter(
      ({ ticker, currency }) => ticker.endsWith(`.${exchange}`) && (!isWorldwide || currency === 'USD'),
    )
    expect(listings.length).toBeGreaterThan(10)
    const days = new Set(listings.flatMap(({ bars }) => bars.map(({ day }) => day)))
    expect(closed.filter((iso) => days.has(dayOfIso(iso) ?? 0))).toEqual([])
    expect(open.filter((iso) => !days.has(dayOfIso(iso) ?? 0))).toEqual([])
  })
})
