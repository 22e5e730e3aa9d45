import { expect, test } from 'vitest'
import { type PriceBasis, priceFigures } from './priced.pure.ts'

const BASIS: PriceBasis = {
  marketCap: 1_000,
  netIncome: 50,
  normalizedIncome: 40,
  bookValue: 250,
  netDebt: 200,
  minorityInterest: 30,
  preferredStock: 20,
  ebitda: 125,
  fcf: 80,
  dividendsPaid: -25,
  quotedYield: 0.03,
}

test('multiples and yields follow their formulas', () => {
  expect(priceFigures(BASIS)).toEqual({
    mcap: 1_000,
    pe: 20,
    normalized_pe: 25,
    pb: 4,
    ev_ebitda: 10,
    dividend_yield: 0.03,
    fcf_yield: 0.08,
  })
})

test('a multiple of what is not above zero is unknown', () => {
  const priced = priceFigures({ ...BASIS, netIncome: 0, normalizedIncome: -1, bookValue: -5, ebitda: 0 })
  expect([priced.pe, priced.normalized_pe, priced.pb, priced.ev_ebitda]).toEqual(Array(4).fill(Number.NaN))
})

test('preferred stock and minority interest that nobody mentions count as none, unknown debt does not', () => {
  expect(priceFigures({ ...BASIS, minorityInterest: Number.NaN, preferredStock: Number.NaN }).ev_ebitda).toBe(9.6)
  expect(priceFigures({ ...BASIS, netDebt: Number.NaN }).ev_ebitda).toBeNaN()
})

test('without known payments the statements tell what was paid', () => {
  expect(priceFigures({ ...BASIS, quotedYield: null }).dividend_yield).toBe(0.025)
  expect(priceFigures({ ...BASIS, quotedYield: null, dividendsPaid: 0 }).dividend_yield).toBe(0)
  expect(priceFigures({ ...BASIS, quotedYield: null, dividendsPaid: Number.NaN }).dividend_yield).toBeNaN()
})

test('without a market value nothing is known', () => {
  const priced = priceFigures({ ...BASIS, marketCap: Number.NaN, quotedYield: null })
  expect(Object.values(priced).filter((value) => !Number.isNaN(value))).toEqual([])
})
