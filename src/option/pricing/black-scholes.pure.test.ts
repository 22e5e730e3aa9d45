import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { greeksOf, type OptionTerms, priceOption } from './black-scholes.pure.ts'
import { impliedVolatility } from './implied-volatility.pure.ts'
import { normalCdf } from './normal.pure.ts'

const BASE: OptionTerms = { kind: 'call', spot: 100, strike: 100, years: 1, rate: 0.05, dividendYield: 0 }

describe('published values', () => {
  test('the normal distribution in its middle and tails (Abramowitz and Stegun, tables 26.1 and 26.2)', () => {
    expect(normalCdf(0)).toBe(0.5)
    expect(normalCdf(1)).toBeCloseTo(0.841344746068543, 15)
    expect(normalCdf(-1.96)).toBeCloseTo(0.02499789514822, 15)
    // -log Q(5) = 6.54265, -log Q(10) = 23.11805.
    expect(-Math.log10(normalCdf(-5))).toBeCloseTo(6.54265, 5)
    expect(-Math.log10(normalCdf(-10))).toBeCloseTo(23.11805, 5)
  })

  test('Hull, "Options, Futures, and Other Derivatives", example 15.6: a call of 4.76, a put of 0.81', () => {
    const terms = { ...BASE, spot: 42, strike: 40, years: 0.5, rate: 0.1 }
    expect(priceOption(terms, 0.2)).toBeCloseTo(4.76, 2)
    expect(priceOption({ ...terms, kind: 'put' }, 0.2)).toBeCloseTo(0.81, 2)
  })

  test('Hull, section 19, a call on 49 struck at 50: delta 0.522, gamma 0.066, theta -4.31, vega 12.1, rho 8.91', () => {
    const greeks = greeksOf({ ...BASE, spot: 49, strike: 50, years: 20 / 52 }, 0.2)
    expect(greeks.delta).toBeCloseTo(0.522, 3)
    expect(greeks.gamma).toBeCloseTo(0.066, 3)
    expect(greeks.theta).toBeCloseTo(-4.31, 2)
    expect(greeks.vega).toBeCloseTo(12.1, 1)
    expect(greeks.rho).toBeCloseTo(8.91, 2)
  })

  test('Hull, example 17.1, an index of 930 that yields 3 %: a call of 51.83', () => {
    const terms = { ...BASE, spot: 930, strike: 900, years: 2 / 12, rate: 0.08, dividendYield: 0.03 }
    expect(priceOption(terms, 0.2)).toBeCloseTo(51.83, 2)
  })

  test('Haug, "The Complete Guide to Option Pricing Formulas", 1.1.1 and 1.1.2: a call of 2.1334, a put of 2.4648', () => {
    expect(priceOption({ ...BASE, spot: 60, strike: 65, years: 0.25, rate: 0.08 }, 0.3)).toBeCloseTo(2.1334, 4)
    const put: OptionTerms = { kind: 'put', spot: 100, strike: 95, years: 0.5, rate: 0.1, dividendYield: 0.05 }
    expect(priceOption(put, 0.2)).toBeCloseTo(2.4648, 4)
  })

  test('Hull, section 15.11, a call of 1.875 on 21 struck at 20: an implied volatility of 23.5 %', () => {
    expect(impliedVolatility({ ...BASE, spot: 21, strike: 20, years: 0.25, rate: 0.1 }, 1.875)).toBeCloseTo(0.235, 3)
  })
})

const terms = fc.record({
  kind: fc.constantFrom('call', 'put'),
  spot: fc.double({ min: 1, max: 5_000, noNaN: true }),
  moneyness: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  days: fc.integer({ min: 1, max: 1_095 }),
  rate: fc.double({ min: -0.01, max: 0.12, noNaN: true }),
  dividendYield: fc.double({ min: 0, max: 0.1, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 3, noNaN: true }),
})
const termsOf = ({
  moneyness,
  days,
  volatility: _,
  ...rest
}: typeof terms extends fc.Arbitrary<infer T> ? T : never) => ({
  ...rest,
  strike: rest.spot * Math.exp(moneyness),
  years: days / 365,
})

describe('properties', () => {
  test('put-call parity: call - put = discounted spot - discounted strike', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const { spot, strike, years, rate, dividendYield } = termsOf(one)
        const price = (kind: 'call' | 'put') => priceOption({ ...termsOf(one), kind }, one.volatility)
        const parity = spot * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years)
        expect(Math.abs(price('call') - price('put') - parity)).toBeLessThan(1e-12 * (spot + strike))
      }),
    )
  })

  test('greeks are the slopes of the price', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const at = termsOf(one)
        const { volatility } = one
        const greeks = greeksOf(at, volatility)
        const slope = (up: number, down: number, width: number) => (up - down) / width
        const [h, v] = [at.spot * 1e-5, 1e-5]
        const near = (value: number, wanted: number, scale: number) =>
          expect(Math.abs(value - wanted)).toBeLessThan(1e-4 * (Math.abs(wanted) + scale))
        near(
          slope(
            priceOption({ ...at, spot: at.spot + h }, volatility),
            priceOption({ ...at, spot: at.spot - h }, volatility),
            2 * h,
          ),
          greeks.delta,
          1,
        )
        near(slope(priceOption(at, volatility + v), priceOption(at, volatility - v), 2 * v), greeks.vega, at.spot)
        near(
          slope(
            priceOption({ ...at, rate: at.rate + v }, volatility),
            priceOption({ ...at, rate: at.rate - v }, volatility),
            2 * v,
          ),
          greeks.rho,
          at.strike,
        )
      }),
      { numRuns: 60 },
    )
  })

  test('an implied volatility comes back to 1e-8 from a day to three years, deep in to deep out of the money', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const at = termsOf(one)
        const price = priceOption(at, one.volatility)
        const found = impliedVolatility(at, price)
        // Where a change of 1e-8 is lost in the rounding of the price, the price is all that can come back.
        const lost = 1e-14 * (at.spot + at.strike)
        if (greeksOf(at, one.volatility).vega * 1e-8 > lost)
          expect(Math.abs((found ?? 0) - one.volatility)).toBeLessThan(1e-8)
        else if (found !== null) expect(Math.abs(priceOption(at, found) - price)).toBeLessThan(20 * lost)
      }),
      { numRuns: 500 },
    )
  })

  test('a dearer option has a higher implied volatility', () => {
    fc.assert(
      fc.property(terms, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (one, more) => {
        const at = termsOf(one)
        const [low, high] = [one.volatility, one.volatility * (1 + more)].map((volatility) =>
          priceOption(at, volatility),
        )
        const [first, second] = [impliedVolatility(at, low ?? 0), impliedVolatility(at, high ?? 0)]
        if (first !== null && second !== null && low !== high) expect(second).toBeGreaterThan(first)
      }),
    )
  })

  test('a price outside its no-arbitrage bounds has no implied volatility', () => {
    fc.assert(
      fc.property(terms, (one) => {
        const at = termsOf(one)
        const { kind, spot, strike, years, rate, dividendYield } = at
        const [spotValue, strikeValue] = [spot * Math.exp(-dividendYield * years), strike * Math.exp(-rate * years)]
        const upper = kind === 'call' ? spotValue : strikeValue
        const lower = Math.max(kind === 'call' ? spotValue - strikeValue : strikeValue - spotValue, 0)
        expect(impliedVolatility(at, upper * 1.0001)).toBeNull()
        expect(impliedVolatility(at, lower * 0.9999)).toBeNull()
        for (const wrong of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
          expect(impliedVolatility(at, wrong)).toBeNull()
      }),
      { numRuns: 50 },
    )
  })
})
