import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Contract, chainOf } from '../chain/chain.pure.ts'
import { greeksOf, priceOption } from '../pricing/black-scholes.pure.ts'
import { computeDayFigures } from './day-figures.pure.ts'
import { maxPainOf } from './positions.pure.ts'
import { volatilityAtDays } from './term.pure.ts'

const DAY = 20_777
const SPOT = 100
const CARRY = { rate: 0.04, dividendYield: 0.01 }
const UNSAID = { bid: Number.NaN, ask: Number.NaN, last: Number.NaN, volume: 0, openInterest: 0 }

/** Contracts quoted a cent around their price at a volatility that `of` gives by days and strike; what the vendor computes is left out. */
function quoted(
  days: readonly number[],
  strikes: readonly number[],
  of: (days: number, strike: number) => number,
): Contract[] {
  return days.flatMap((expiry) =>
    strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((kind): Contract => {
        const terms = { kind, spot: SPOT, strike, years: expiry / 365, ...CARRY }
        const price = priceOption(terms, of(expiry, strike))
        const unsolved = { impliedVolatility: 0, delta: Number.NaN, gamma: Number.NaN }
        const around = { bid: price * 0.999, ask: price * 1.001 }
        return { ...UNSAID, ...unsolved, ...around, kind, strike, expiryDay: DAY + expiry }
      }),
    ),
  )
}

const STRIKES = Array.from({ length: 25 }, (_, index) => 70 + 2.5 * index)
const figuresOf = (contracts: readonly Contract[]) => computeDayFigures(chainOf(DAY, SPOT, contracts), SPOT, CARRY)

describe('volatility', () => {
  test('of quotes at one volatility is that volatility at every horizon, solved from the middle, without skew', () => {
    const { ivWeekly, iv30, iv90, skew30, skew90, weeklyDays } = figuresOf(
      quoted([8, 22, 50, 120], STRIKES, () => 0.31),
    )
    for (const volatility of [ivWeekly, iv30, iv90]) expect(volatility).toBeCloseTo(0.31, 6)
    for (const skew of [skew30, skew90]) expect(skew).toBeCloseTo(0, 6)
    expect(weeklyDays).toBe(8)
  })

  test('at 30 days has its total variance straight between the expiries around', () => {
    const { iv30 } = figuresOf(quoted([20, 50], STRIKES, (days) => (days === 20 ? 0.4 : 0.25)))
    const total = 0.4 ** 2 * 20 + ((0.25 ** 2 * 50 - 0.4 ** 2 * 20) * 10) / 30
    expect(iv30).toBeCloseTo(Math.sqrt(total / 30), 6)
  })

  test('of puts above that of calls is the skew at a delta of a quarter', () => {
    const smile = (strike: number) => 0.3 - 0.2 * Math.log(strike / SPOT)
    const strikes = Array.from({ length: 201 }, (_, index) => 60 + 0.4 * index)
    const { skew30 } = figuresOf(quoted([30], strikes, (_, strike) => smile(strike)))
    const at = (kind: 'call' | 'put') => {
      const off = (strike: number) =>
        Math.abs(
          Math.abs(greeksOf({ kind, spot: SPOT, strike, years: 30 / 365, ...CARRY }, smile(strike)).delta) - 0.25,
        )
      return smile(strikes.reduce((best, strike) => (off(strike) < off(best) ? strike : best)))
    }
    expect(skew30).toBeCloseTo(at('put') - at('call'), 2)
    expect(skew30).toBeGreaterThan(0.02)
  })

  test('is not known where no expiry is near, and where quotes break their no-arbitrage bounds', () => {
    expect(volatilityAtDays([{ days: 200, volatility: 0.3 }], 30)).toBeNaN()
    expect(volatilityAtDays([{ days: 60, volatility: 0.3 }], 30)).toBe(0.3)
    const broken = quoted([30], STRIKES, () => 0.3).map((one) => ({ ...one, bid: 120, ask: 121 }))
    expect(figuresOf(broken).iv30).toBeNaN()
  })

  test('calendar arbitrage and any quotes at all give numbers or nothing, and never fail', () => {
    const contract = fc.record({
      kind: fc.constantFrom('call', 'put'),
      expiryDay: fc.integer({ min: DAY, max: DAY + 400 }),
      strike: fc.integer({ min: 1, max: 300 }),
      bid: fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 150, noNaN: true })),
      ask: fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 150, noNaN: true })),
      last: fc.constant(Number.NaN),
      volume: fc.nat(1_000),
      openInterest: fc.oneof(fc.constant(Number.NaN), fc.nat(1_000)),
      impliedVolatility: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 9, noNaN: true })),
      delta: fc.oneof(fc.constant(Number.NaN), fc.double({ min: -1, max: 1, noNaN: true })),
      gamma: fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 1, noNaN: true })),
    }) satisfies fc.Arbitrary<Contract>
    fc.assert(
      fc.property(fc.array(contract, { maxLength: 60 }), (contracts) => {
        const { iv30, iv90, ivWeekly } = figuresOf(contracts)
        for (const value of [iv30, iv90, ivWeekly]) expect(Number.isNaN(value) || (value > 0 && value < 10)).toBe(true)
      }),
    )
  })
})

describe('positions', () => {
  const contract = fc.record({
    kind: fc.constantFrom('call' as const, 'put' as const),
    strike: fc.integer({ min: 10, max: 30 }).map((step) => 5 * step),
    expiryDay: fc.integer({ min: DAY + 1, max: DAY + 3 }),
    openInterest: fc.nat(50),
    volume: fc.nat(50),
  })
  const contractsOf = fc
    .uniqueArray(contract, {
      selector: ({ kind, strike, expiryDay }) => `${kind} ${strike} ${expiryDay}`,
      maxLength: 40,
    })
    .map((list) =>
      list.map((one) => ({ ...UNSAID, ...one, impliedVolatility: 0.3, delta: Number.NaN, gamma: Number.NaN })),
    )

  test('max pain is the strike at which all contracts pay least', () => {
    fc.assert(
      fc.property(contractsOf, (contracts) => {
        const found = maxPainOf(chainOf(DAY, SPOT, contracts))
        if (!contracts.some(({ openInterest }) => openInterest > 0)) {
          expect(found).toBeNaN()
          return
        }
        const pays = (price: number) =>
          contracts.reduce(
            (sum, { kind, strike, openInterest }) =>
              sum + openInterest * Math.max(kind === 'call' ? price - strike : strike - price, 0),
            0,
          )
        const strikes = [...new Set(contracts.map(({ strike }) => strike))].sort((a, b) => a - b)
        const least = Math.min(...strikes.map(pays))
        expect(found).toBe(strikes.find((strike) => pays(strike) === least))
      }),
    )
  })

  test('totals and gamma exposure are the sums over the contracts', () => {
    fc.assert(
      fc.property(contractsOf, (contracts) => {
        const figures = figuresOf(contracts)
        const sum = (kind: string, of: 'volume' | 'openInterest') =>
          contracts.reduce((total, one) => total + (one.kind === kind ? one[of] : 0), 0)
        expect([figures.callVolume, figures.putVolume]).toEqual([sum('call', 'volume'), sum('put', 'volume')])
        expect(figures.putOpenInterest).toBe(sum('put', 'openInterest'))
        const exposure = contracts.reduce((total, { kind, strike, expiryDay, openInterest }) => {
          const { gamma } = greeksOf({ kind, spot: SPOT, strike, years: (expiryDay - DAY) / 365, ...CARRY }, 0.3)
          return total + (kind === 'call' ? 1 : -1) * gamma * openInterest * 100 * SPOT * SPOT * 0.01
        }, 0)
        if (!Number.isNaN(figures.gammaExposure)) expect(figures.gammaExposure).toBeCloseTo(exposure, 4)
        else expect(contracts.every(({ openInterest }) => openInterest === 0)).toBe(true)
      }),
    )
  })
})
