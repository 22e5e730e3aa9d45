import { describe, expect, test } from 'vitest'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { conceptOf, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { balanceGap, noFigures } from './identity.ts'
import type { PreparedPeriod, ReportedPeriod } from './period.pure.ts'
import { prepareCompany } from './prepare.ts'

type Figures = Readonly<Record<string, number>>

function period(end: string, fiscal: string, figures: Figures, currency = 'USD'): ReportedPeriod {
  const values = noFigures()
  for (const [key, value] of Object.entries(figures)) values[conceptOf(key).position] = value
  const [fiscalYear, fiscalPeriod] = fiscal.split(' ')
  return {
    periodType: fiscalPeriod === 'FY' ? 'A' : 'Q',
    endDay: dayOfIso(end) ?? 0,
    fiscalYear: Number(fiscalYear),
    fiscalPeriod: fiscalPeriod as ReportedPeriod['fiscalPeriod'],
    currency,
    filingDay: (dayOfIso(end) ?? 0) + 40,
    values,
  }
}

const prepare = (...reported: ReportedPeriod[]) =>
  prepareCompany(reported, (currency) => (currency === 'EUR' ? 1.25 : 1))
const find = (periods: readonly PreparedPeriod[], name: string) => {
  const found = periods.find(({ fiscalYear, fiscalPeriod }) => `${fiscalYear} ${fiscalPeriod}` === name)
  if (!found) throw new Error(`There is no ${name} among ${periods.map((one) => one.fiscalPeriod).join(', ')}.`)
  return found
}
const value = (one: PreparedPeriod, key: string) => one.values[conceptOf(key).position]
const ratio = (one: PreparedPeriod, key: string) => one.ratios[conceptOf(key).position - STATEMENT_FIELDS.length]
const isDerived = (one: PreparedPeriod, key: string) => one.derived.includes(conceptOf(key).position)

const QUARTERS = ['03-31', '06-30', '09-30'].map((end, index) => ({ end, name: `Q${index + 1}` }))
/** Three quarters and a year of it, with the same flow each quarter but the last, which has what is left. */
function yearOf(fiscalYear: number, quarter: Figures, whole: Figures): ReportedPeriod[] {
  return [
    ...QUARTERS.map(({ end, name }) => period(`${fiscalYear}-${end}`, `${fiscalYear} ${name}`, quarter)),
    period(`${fiscalYear}-12-31`, `${fiscalYear} FY`, whole),
  ]
}

describe('missing figures', () => {
  test('follow by identity from what was reported, and are marked', () => {
    const [year] = prepare(
      period('2024-12-31', '2024 FY', {
        revenue: 1_000,
        cost_of_revenue: 600,
        operating_expense: 250,
        depreciation_amortization: 50,
        operating_cash_flow: 200,
        capex: -80,
        total_assets: 2_000,
        book_value: 900,
        cash: 100,
        current_debt: 40,
        long_term_debt_and_capital_lease_obligation: 360,
        long_term_capital_lease_obligation: 60,
      }),
    )
    if (!year) throw new Error('There is no year.')
    const derived = { gross_profit: 400, operating_income: 150, ebitda: 200, fcf: 120 }
    const balances = { total_liabilities_net_minority_interest: 1_100, total_debt: 340, net_debt: 240 }
    for (const [key, wanted] of Object.entries({ ...derived, ...balances })) {
      expect([key, value(year, key), isDerived(year, key)]).toEqual([key, wanted, true])
    }
    expect(isDerived(year, 'revenue')).toBe(false)
    expect(value(year, 'net_income')).toBeNaN()
  })

  test('a reported figure is never replaced, even where an identity says otherwise', () => {
    const [year] = prepare(
      period('2024-12-31', '2024 FY', {
        revenue: 10,
        cost_of_revenue: 4,
        gross_profit: 5,
        total_assets: 100,
        book_value: 50,
        total_liabilities_net_minority_interest: 30,
        minority_interest: 0,
      }),
    )
    if (!year) throw new Error('There is no year.')
    expect(value(year, 'gross_profit')).toBe(5)
    // What is between liabilities and equity counts as equity of others.
    expect(value(year, 'total_equity_gross_minority_interest')).toBe(70)
  })

  test('assets that are not liabilities and equity are seen, a rounding is not', () => {
    const balance = (equity: number) =>
      period('2024-12-31', '2024 FY', {
        total_assets: 100_000,
        total_liabilities_net_minority_interest: 60_000,
        total_equity_gross_minority_interest: equity,
      }).values
    expect([balance(40_000), balance(40_001), balance(39_000)].map(balanceGap)).toEqual([null, null, 1_000])
    expect(balanceGap(noFigures())).toBeNull()
  })
})

describe('quarters', () => {
  const periods = prepare(
    ...yearOf(
      2024,
      { revenue: 100, eps: 0.1, diluted_average_shares: 50, cash: 7 },
      { revenue: 450, eps: 0.43, diluted_average_shares: 49, cash: 9, net_income: 20 },
    ),
  )
  test('the last one is what is left of the year; it has the balances of the year', () => {
    const last = find(periods, '2024 Q4')
    expect([value(last, 'revenue'), value(last, 'eps'), value(last, 'cash')]).toEqual([150, 0.13, 9])
    expect(value(last, 'diluted_average_shares')).toBe(46)
    expect([isDerived(last, 'revenue'), isDerived(last, 'cash')]).toEqual([true, false])
    // The quarters before did not report it.
    expect(value(last, 'net_income')).toBeNaN()
  })

  test('sum to the year', () => {
    const sum = ['Q1', 'Q2', 'Q3', 'Q4'].reduce(
      (all, name) => all + (value(find(periods, `2024 ${name}`), 'eps') ?? 0),
      0,
    )
    expect(sum).toBeCloseTo(0.43, 10)
  })

  test('four of them make a year that was not reported', () => {
    const four = prepare(
      ...yearOf(2024, { revenue: 100, cash: 5 }, {}).slice(0, 3),
      period('2024-12-31', '2024 Q4', { revenue: 130, cash: 8 }),
    )
    const year = find(four, '2024 FY')
    expect([year.periodType, value(year, 'revenue'), value(year, 'cash')]).toEqual(['A', 430, 8])
    expect([isDerived(year, 'revenue'), isDerived(year, 'cash')]).toEqual([true, false])
  })

  test('a missing one leaves the last unknown', () => {
    const [first, , third, year] = yearOf(2024, { revenue: 100 }, { revenue: 450 })
    const three = prepare(...[first, third, year].flatMap((one) => one ?? []))
    expect(three.map(({ fiscalPeriod }) => fiscalPeriod)).toEqual(['Q1', 'Q3', 'FY', 'TTM'])
  })

  test('figures of two currencies are never combined', () => {
    const periods = prepare(
      ...QUARTERS.map(({ end, name }) => period(`2024-${end}`, `2024 ${name}`, { revenue: 100 })),
      period('2024-12-31', '2024 FY', { revenue: 400 }, 'EUR'),
      period('2023-12-31', '2023 FY', { revenue: 300 }),
    )
    expect(periods.some(({ fiscalPeriod }) => fiscalPeriod === 'Q4')).toBe(false)
    expect(ratio(find(periods, '2024 FY'), 'revenue_growth_yoy')).toBeNaN()
    expect(find(periods, '2024 FY').usdRate).toBe(1.25)
  })
})

describe('the trailing twelve months', () => {
  const before = yearOf(
    2023,
    { revenue: 80, net_income: 8, book_value: 90 },
    { revenue: 320, net_income: 30, book_value: 100 },
  )
  const year = yearOf(
    2024,
    { revenue: 100, net_income: 10 },
    { revenue: 450, net_income: 60, book_value: 140, amortization: 12 },
  )

  test('are the year where no quarter follows it', () => {
    const ttm = find(prepare(...before, ...year), '2024 TTM')
    expect([ttm.periodType, value(ttm, 'revenue'), ratio(ttm, 'roe')]).toEqual(['T', 450, 0.5])
  })

  test('are the last four quarters after that; there is one period of them', () => {
    const next = period('2025-03-31', '2025 Q1', { revenue: 120, net_income: 12, book_value: 150, amortization: 4 })
    const periods = prepare(...before, ...year, next)
    const ttm = find(periods, '2025 TTM')
    expect([value(ttm, 'revenue'), value(ttm, 'net_income'), value(ttm, 'book_value')]).toEqual([470, 62, 150])
    // 320 + 100 - 80 were the twelve months a year before.
    expect(ratio(ttm, 'revenue_growth_yoy')).toBeCloseTo(470 / 340 - 1, 12)
    expect(periods.filter(({ periodType }) => periodType === 'T')).toHaveLength(1)
    expect(ttm.filingDay).toBe((dayOfIso('2025-03-31') ?? 0) + 40)
  })
})

describe('ratios', () => {
  const flows = { revenue: 1_000, cost_of_revenue: 600, operating_income: 200, depreciation_amortization: 100 }
  const year = (fiscalYear: number, factor: number) =>
    period(`${fiscalYear}-12-31`, `${fiscalYear} FY`, {
      ...Object.fromEntries(Object.entries(flows).map(([key, flow]) => [key, flow * factor])),
      net_income: 120 * factor,
      pretax_income: 160 * factor,
      tax_provision: 40 * factor,
      interest_expense: 20,
      operating_cash_flow: 250,
      capex: -100,
      dividends_paid: -60,
      total_assets: 2_000 * factor,
      book_value: 800 * factor,
      total_debt: 400,
      cash: 100,
      current_assets: 500,
      current_liabilities: 250,
      inventory: 60 * factor,
      accounts_receivable: 100 * factor,
      accounts_payable: 90 * factor,
    })
  const [first, second] = prepare(year(2023, 1), year(2024, 2))
  if (!first || !second) throw new Error('There are no years.')

  test.each([
    ['gross_margin', 0.4],
    ['operating_margin', 0.2],
    ['net_margin', 0.12],
    ['ebitda_margin', 0.3],
    ['fcf_margin', 150 / 2_000],
    ['roe', 240 / 1_200],
    ['roa', 240 / 3_000],
    ['roic', (400 * 0.75) / ((1_200 + 2_000) / 2)],
    ['debt_to_equity', 400 / 1_600],
    ['debt_to_ebitda', 400 / 600],
    ['net_debt_ebitda', 300 / 600],
    ['interest_coverage', 20],
    ['ebitda_interest_coverage', 30],
    ['current_ratio', 2],
    ['quick_ratio', (500 - 120) / 250],
    ['asset_turnover', 2_000 / 3_000],
    ['dio', (90 / 1_200) * 365],
    ['dso', (150 / 2_000) * 365],
    ['dpo', (135 / 1_200) * 365],
    ['cash_conversion_cycle', (90 / 1_200 + 150 / 2_000 - 135 / 1_200) * 365],
    ['capex_to_revenue', 0.05],
    ['capex_to_da', 0.5],
    ['fcf_conversion', 150 / 240],
    ['accruals_ocf_ni', 250 / 240],
    ['dividend_payout', 0.25],
    ['effective_tax_rate', 0.25],
    ['revenue_growth_yoy', 1],
    ['net_income_growth_yoy', 1],
  ])('%s is %d', (key, wanted) => {
    expect(ratio(second, key)).toBeCloseTo(wanted, 12)
  })

  test('those of averages and growth need the year before; those of a price are left out', () => {
    for (const key of ['roe', 'roa', 'roic', 'asset_turnover', 'dio', 'dso', 'dpo', 'revenue_growth_yoy'])
      expect(ratio(first, key)).toBeNaN()
    for (const key of ['pe', 'pb', 'dividend_yield']) expect(ratio(second, key)).toBeNaN()
  })

  test('a denominator that is not above zero gives none', () => {
    const [loss] = prepare(
      period('2024-12-31', '2024 FY', {
        revenue: 0,
        net_income: -5,
        dividends_paid: -1,
        total_debt: 10,
        book_value: -3,
        pretax_income: -6,
        tax_provision: 1,
      }),
    )
    if (!loss) throw new Error('There is no year.')
    for (const key of ['net_margin', 'dividend_payout', 'debt_to_equity', 'effective_tax_rate'])
      expect(ratio(loss, key)).toBeNaN()
  })

  test('a quarter has margins of its own, but returns on the flows of four quarters', () => {
    const periods = prepare(
      ...yearOf(2023, { revenue: 100, net_income: 10 }, { revenue: 400, net_income: 40, book_value: 100 }),
      ...yearOf(2024, { revenue: 100, net_income: 20 }, { revenue: 400, net_income: 70, book_value: 140 }),
    )
    const last = find(periods, '2024 Q4')
    expect(ratio(last, 'net_margin')).toBeCloseTo(0.1)
    expect(ratio(last, 'roe')).toBeCloseTo(70 / 120)
  })
})
