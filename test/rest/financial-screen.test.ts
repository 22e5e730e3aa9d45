import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { useApp } from '../setup/app.ts'
import { storeCompanies } from '../setup/companies.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()

/** Seven US software and hardware companies and two others, with figures that are easy to follow. */
const ROES = {
  'AAPL.US': 0.5,
  'MSFT.US': 0.4,
  'NVDA.US': 0.3,
  'ORCL.US': 0.2,
  'CRM.US': 0.1,
  'ADBE.US': 0.05,
  'INTC.US': -0.1,
}

beforeAll(async () => {
  const us = Object.entries(ROES).map(([ticker, roe], index) => [
    ticker,
    {
      years: {
        2022: { revenue: 80 + index, net_income: 5, book_value: 1_000 },
        2023: { revenue: index === 3 ? 70 : 90 + index, net_income: 6, book_value: 1_000 },
        2024: { revenue: 100 + index, net_income: 8, book_value: 1_000 },
        2025: { revenue: 120 + index, net_income: roe * 1_000, book_value: 1_000, dps: 0, dividends_paid: 0 },
      },
    },
  ])
  await storeCompanies({
    ...Object.fromEntries(us),
    'SAP.XETRA': {
      currency: 'EUR',
      usdRate: 1.5,
      years: {
        2024: { revenue: 100, net_income: 20, book_value: 80 },
        2025: { revenue: 200, net_income: 25, book_value: 120 },
      },
    },
    'JPM.US': { years: { 2025: { revenue: 1_000, net_income: 100, book_value: 900 } } },
  })
})

interface Row {
  readonly ticker: string
  readonly values: Readonly<Record<string, number | null>>
  readonly matched: readonly Readonly<Record<string, unknown>>[]
}

async function screen(conditions: unknown, more: Readonly<Record<string, string>> = {}) {
  const text = typeof conditions === 'string' ? conditions : JSON.stringify(conditions)
  const response = await app.fetch(`/v1/financials/screen?${new URLSearchParams({ conditions: text, ...more })}`)
  const body = await response.json()
  return { status: response.status, body, tickers: (body.results ?? []).map((row: Row) => row.ticker), response }
}

describe('figures', () => {
  test('are those of the latest twelve months in US dollars, the largest company first', async () => {
    const { body, tickers, response } = await screen([
      { concept: 'total_revenue', pattern: 'between', min: 299, max: 1_000 },
    ])
    expect(tickers).toEqual(['JPM.US', 'SAP.XETRA'])
    expect(body.results[1]).toMatchObject({
      name: 'SAP SE',
      country: 'DE',
      sector: 'Information Technology',
      listing_id: catalog().require('SAP.XETRA').id,
      values: { revenue: 300, mcap: catalog().require('SAP.XETRA').marketCapUsd },
      matched: [
        { concept: 'revenue', pattern: 'between', value: 300, threshold: null, min: 299, max: 1_000, cohort: null },
      ],
    })
    expect(response.headers.get('x-data-set')).toBeNull()
    expect(response.headers.get('x-credits-charged')).toBe('1')
  })

  test('unknown ones meet no condition, and sort last in either direction', async () => {
    // No figure of 2024 is known of JPMorgan, so that there is no average book value.
    const all = [{ concept: 'revenue', pattern: 'is_positive' }]
    const down = await screen(all, { sort_by: 'return_on_equity' })
    expect(down.tickers).toEqual([
      ...Object.keys(ROES).slice(0, 3),
      'SAP.XETRA',
      ...Object.keys(ROES).slice(3),
      'JPM.US',
    ])
    const up = await screen(all, { sort_by: 'roe', sort_dir: 'asc' })
    expect(up.tickers).toEqual([...down.tickers.slice(0, -1).reverse(), 'JPM.US'])
    expect(up.body.results.at(-1).values).toEqual({ revenue: 1_000, roe: null })
    const negative = await screen([{ concept: 'roe', pattern: 'below', threshold: 0.999 }])
    expect(negative.tickers).not.toContain('JPM.US')
  })

  test('valuation follows the market value', async () => {
    const { body } = await screen([{ concept: 'pe', pattern: 'is_positive' }], { filters: '{"sector":"financials"}' })
    const marketCap = catalog().require('JPM.US').marketCapUsd ?? 0
    expect(body.results).toMatchObject([{ ticker: 'JPM.US', values: { pe: marketCap / 100 } }])
  })
})

test('percent is read as a fraction, of which a note tells', async () => {
  const { body, tickers } = await screen([
    { concept: 'revenue', pattern: 'above', threshold: 100 },
    { concept: 'roe', pattern: 'above', threshold: 30 },
  ])
  expect(tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US'])
  expect(body.notes).toEqual([
    'conditions[1] (roe above): threshold 30 was read as 0.3, for fractions are decimals (0.2 = 20 %).',
  ])
  expect(body.results[0].matched[1].threshold).toBe(0.3)
})

test('cohorts are country and sector, the sector, or all', async () => {
  const asked = (vs_cohort?: object) =>
    screen([{ concept: 'roe', pattern: 'top_quartile', ...(vs_cohort ? { vs_cohort } : {}) }])
  const [own, sector, universe] = [await asked(), await asked({ own: true }), await asked({ own: false })]
  expect(own.tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US'])
  expect(own.body.results[0].matched[0]).toMatchObject({
    threshold: 0.35,
    cohort: { scope: 'country_sector', n: 7, p50: 0.2, p75: 0.35 },
  })
  // SAP alone is too few for Germany.
  expect(own.body.notes).toHaveLength(1)
  expect(own.body.notes[0]).toContain('1 with their sector in all countries')
  expect(sector.body.results[0].matched[0].cohort).toMatchObject({ scope: 'sector', n: 8 })
  expect(universe.body.results[0].matched[0].cohort).toMatchObject({ scope: 'universe', n: 8 })
})

test('growth is of fiscal years: exactly so many in a row, or a rate from so many years ago', async () => {
  const three = await screen([{ concept: 'revenue', pattern: 'consecutive_growth', N: 3 }])
  expect(three.tickers.toSorted()).toEqual(
    Object.keys(ROES)
      .filter((ticker) => ticker !== 'ORCL.US')
      .toSorted(),
  )
  expect((await screen([{ concept: 'revenue', pattern: 'consecutive_growth', N: 2 }])).tickers).toEqual(['ORCL.US'])
  const rate = await screen([{ concept: 'revenue', pattern: 'compound_growth', N: 1, threshold: 0.9 }])
  expect(rate.body.results).toMatchObject([{ ticker: 'SAP.XETRA', matched: [{ value: 1, threshold: 0.9 }] }])
  // From 80 to 120 in three years; rates are shown to eight digits.
  const long = await screen([{ concept: 'revenue', pattern: 'compound_growth', N: 3, threshold: 0.144 }])
  expect(long.body.results.map(({ matched }: Row) => matched[0]?.value)).toContain(0.14471424)
})

test('a screen that is warm asks the database nothing about figures', async () => {
  const conditions = [
    { concept: 'roe', pattern: 'above_average' },
    { concept: 'revenue', pattern: 'consecutive_growth', N: 3 },
  ]
  await screen(conditions)
  const sent = await statementsOf(() => screen(conditions))
  expect(sent.filter((text) => text.includes('financial_period'))).toEqual([])
})

test('filters narrow the answer, not the cohorts', async () => {
  const filters = JSON.stringify({ sector: 'information technology', market_cap_min: 1e12 })
  const { body, tickers } = await screen([{ concept: 'roe', pattern: 'above_average', vs_cohort: { own: false } }], {
    filters,
  })
  expect(tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US', 'NVDA.US'])
  expect(body.results[0].matched[0].cohort.n).toBe(8)
})

test('GraphQL says the same', async () => {
  const { data, errors } = await app.graphql(`{
    screenFinancials(conditions: [{ concept: "roe", pattern: top_quartile, vsCohort: { own: true } },
      { concept: "revenue", pattern: compound_growth, years: 3 }], sortBy: "roe", sortDir: asc) {
      total items { ticker values matched { concept value cohort { scope n } } stock { name } } notes } }`)
  expect(errors).toBeUndefined()
  const rest = await screen(
    [
      { concept: 'roe', pattern: 'top_quartile', vs_cohort: { own: true } },
      { concept: 'revenue', pattern: 'compound_growth', N: 3 },
    ],
    { sort_by: 'roe', sort_dir: 'asc' },
  )
  expect(data.screenFinancials.items.map((row: Row) => row.ticker)).toEqual(rest.tickers)
  expect(data.screenFinancials.total).toBe(2)
})

describe('what is wrong is named by condition', () => {
  const fine = { concept: 'roe', pattern: 'is_positive' }
  test.each([
    ['[{"concept":"roe",}]', 'invalid_parameter', 'conditions', 'malformed at position 18'],
    ['[{"concept":"roe","pattern":above}]', 'invalid_parameter', 'conditions', 'position 28, at "above}]"'],
    ['[{"concept":"roe"', 'invalid_parameter', 'conditions', 'ends too early, after 17 characters'],
    [
      [fine, { concept: 'revenu', pattern: 'is_positive' }],
      'unknown_concept',
      'conditions[1].concept',
      'The nearest are revenue, ',
    ],
    [
      [{ concept: 'roe', pattern: 'abov', threshold: 1 }],
      'unknown_pattern',
      'conditions[0].pattern',
      'The nearest valid value is above.',
    ],
    [
      [fine, { concept: 'roe', pattern: 'above' }],
      'missing_parameter',
      'conditions[1].threshold',
      '"conditions[1].threshold" is required',
    ],
    [
      [{ concept: 'eps', pattern: 'consecutive_growth' }],
      'missing_parameter',
      'conditions[0].N',
      'a whole number of fiscal years from 1 to 20',
    ],
    [
      [{ concept: 'eps', pattern: 'compound_growth', N: 0 }],
      'invalid_parameter',
      'conditions[0].N',
      'The nearest valid value is 1.',
    ],
    [[{ concept: 'roe', pattern: 'between', min: 0.1 }], 'missing_parameter', 'conditions[0].max', 'is required'],
    [
      [{ concept: 'pe', pattern: 'between', min: 20, max: 10 }],
      'invalid_parameter',
      'conditions[0].min',
      'must not be above max (10)',
    ],
    [
      [{ concept: 'roe', pattern: 'between', min: 0.5, max: 20 }],
      'invalid_parameter',
      'conditions[0].min',
      'as they are read (0.5 and 0.2)',
    ],
    [
      [{ concept: 'pe', pattern: 'compound_growth', N: 3 }],
      'invalid_parameter',
      'conditions[0].concept',
      'has no fiscal years',
    ],
    [[{ ...fine, treshold: 1 }], 'invalid_parameter', 'conditions[0].treshold', 'There is no parameter "treshold"'],
    [{ concept: 'roe' }, 'invalid_parameter', 'conditions', 'must be 1 to 500 values'],
  ])('%j', async (conditions, error, param, says) => {
    const { status, body } = await screen(conditions)
    expect([status, body.error, body.param]).toEqual([400, error, param])
    expect(body.message).toContain(says)
  })

  test('an unknown concept names three', async () => {
    const { body } = await screen([{ concept: 'return_on_equty', pattern: 'is_positive' }])
    expect(body.message).toMatch(/The nearest are roe, \w+, \w+\.$/)
    expect(body.did_you_mean).toBe('roe')
  })

  test.each([
    [{ sort_by: 'ro' }, 'unknown_concept', 'sort_by'],
    [{ filters: '{"sector":"Tech"}' }, 'invalid_parameter', 'filters.sector'],
    [{ filters: '{"market_cap_min":5,"market_cap_max":1}' }, 'invalid_parameter', 'filters.market_cap_min'],
    [{ filters: '{' }, 'invalid_parameter', 'filters'],
  ])('%j', async (more, error, param) => {
    const { status, body } = await screen([fine], more)
    expect([status, body.error, body.param]).toEqual([400, error, param])
  })
})

test('what a pattern does not take is noted', async () => {
  const { body } = await screen([{ concept: 'roe', pattern: 'is_positive', threshold: 1, vs_cohort: { own: true } }])
  expect(body.notes).toEqual([
    'conditions[0] (roe is_positive): threshold was not used, for the pattern takes none.',
    'conditions[0] (roe is_positive): vs_cohort was not used, for the pattern compares with no cohort.',
  ])
})
