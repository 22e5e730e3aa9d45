import { expect, test } from 'vitest'
import { CONCEPTS, findConcept, RATIOS, STATEMENT_FIELDS } from './concept.source.ts'

test('there are 209 statement fields, 34 ratios and the market value', () => {
  expect(STATEMENT_FIELDS).toHaveLength(209)
  expect(RATIOS).toHaveLength(34)
  expect(CONCEPTS).toHaveLength(244)
})

test('positions count up from 0, so that an array of values can be read by them', () => {
  expect(CONCEPTS.map(({ position }) => position)).toEqual(CONCEPTS.map((_, index) => index))
})

test('no key or alias means two concepts', () => {
  const names = CONCEPTS.flatMap(({ key, aliases }) => [key, ...aliases])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('statement fields name their statement, ratios their formula', () => {
  expect(STATEMENT_FIELDS.filter(({ statement }) => statement === null)).toEqual([])
  expect(RATIOS.filter(({ formula }) => formula === null)).toEqual([])
})

test('aliases of the specification lead to their keys', () => {
  const aliases = {
    price_to_earnings: 'pe',
    market_cap_usd: 'mcap',
    return_on_equity: 'roe',
    acid_test: 'quick_ratio',
    ccc: 'cash_conversion_cycle',
    payout_ratio: 'dividend_payout',
    total_revenue: 'revenue',
    ebit: 'operating_income',
    diluted_eps: 'eps',
    sbc: 'stock_based_compensation',
    long_term_debt: 'total_debt',
    shareholders_equity: 'book_value',
    cash_and_equivalents: 'cash',
    OCF: 'operating_cash_flow',
  }
  for (const [alias, key] of Object.entries(aliases)) expect(findConcept(alias)?.key).toBe(key)
})
