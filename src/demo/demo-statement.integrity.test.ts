import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findCompanyFact } from '../../prisma/demo/company-fact.ts'
import { createDemoMarket } from '../../prisma/demo/market.ts'
import { describeCompany } from '../../prisma/demo/statement-company.ts'
import { generateStatements, restateForLine } from '../../prisma/demo/statements.ts'
import { createDemoUsdRates } from '../../prisma/demo/usd-rates.ts'
import { demoListingOf } from '../../test/setup/demo-listing.ts'
import { readReference } from '../catalog/reference/reference.source.ts'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'
import { percentileOf } from '../core/percentile.pure.ts'
import { conceptOf, STATEMENT_FIELDS } from '../financial/concept/concept.source.ts'
import type { ReportedPeriod } from '../financial/statement/period.pure.ts'
import { prepareCompany } from '../financial/statement/prepare.ts'
import { type CorporateAction, computeSplitRatio } from '../market/bars/adjust.pure.ts'
import { splitCurrency } from '../market/quote/quote-currency.pure.ts'
import { computeShownRatios, SHOWN_RATIOS } from './shown-ratio.ts'

const LAST_DAY = 20_777
const MARKET = { seed: 1, years: 2, lastDay: LAST_DAY }

interface Made {
  readonly ticker: string
  readonly gics: string
  readonly currency: string
  readonly actions: readonly CorporateAction[]
  /** Whether the dividends of the demo market were made for it. */
  readonly hasDividends: boolean
  readonly marketCapUsd: number | null
  readonly periods: readonly ReportedPeriod[]
}

/** Statements of the whole shipped universe. */
let made: readonly Made[]
const usdRateAt = createDemoUsdRates(MARKET)

beforeAll(async () => {
  const { rows } = await readReference('listing')
  const make = createDemoMarket(MARKET)
  made = rows.flatMap((row, index) => {
    if (row.type !== 'stock') return []
    const listing = {
      ...demoListingOf(row, index),
      sharesOutstanding: row.shares_outstanding,
      fiscalYearEnd: row.fiscal_year_end,
    }
    // Every third company's dividends are those of the demo market; prices of all would take as long as all tests here.
    const hasDividends = index % 3 === 0
    const { actions } = hasDividends ? make(listing) : { actions: [] }
    const company = describeCompany(listing, actions)
    const periods = generateStatements(company, { seed: 1, lastDay: LAST_DAY, usdRateAt })
    const { ticker, currency, marketCapUsd } = listing
    return [{ ticker, gics: row.gics ?? '', currency, actions, hasDividends, marketCapUsd, periods }]
  })
})

const POSITIONS = new Map(STATEMENT_FIELDS.map(({ key, position }) => [key, position]))

/** The figure of a key; zero where the company has none. */
function figure({ values }: ReportedPeriod, key: string): number {
  const position = POSITIONS.get(key)
  if (position === undefined) throw new Error(`"${key}" is not a field of statements.`)
  const value = values[position] ?? Number.NaN
  return Number.isNaN(value) ? 0 : value
}

function has({ values }: ReportedPeriod, key: string): boolean {
  return !Number.isNaN(values[POSITIONS.get(key) ?? -1] ?? Number.NaN)
}

/** Periods in which `total` is not the sum of other figures, to a millionth of the largest; `-` before those that are taken off. */
function listBreaches(
  total: string,
  parts: readonly string[],
  where: (period: ReportedPeriod) => boolean = () => true,
) {
  const [target, ...terms] = [total, ...parts].map((key) => conceptOf(key.replace(/^-/, '')).position)
  const breaches: string[] = []
  for (const { ticker, periods } of made) {
    for (const period of periods) {
      if (!where(period)) continue
      let [sum, size] = [0, 1]
      terms.forEach((position, index) => {
        const value = period.values[position] || 0
        sum += parts[index]?.startsWith('-') ? -value : value
        size = Math.max(size, Math.abs(value))
      })
      const gap = (period.values[target ?? 0] || 0) - sum
      if (Math.abs(gap) > 1e-6 * size) breaches.push(`${ticker} ${period.fiscalYear} ${period.fiscalPeriod}: ${gap}`)
    }
  }
  return breaches
}

const isGeneral = (period: ReportedPeriod) => has(period, 'current_assets')
const ofType = (periods: readonly ReportedPeriod[], type: 'A' | 'Q') =>
  periods.filter(({ periodType }) => periodType === type)

/**
 * Where the median of a sector lies in large markets. Orders of magnitude from the yearly industry averages of Aswath Damodaran (NYU
 * Stern, "Data: Current": PE ratio, PBV, dividend fundamentals, margins, return on equity, debt and EV multiples; US, Europe, Japan,
 * emerging markets), MSCI sector index fact sheets and S&P sector medians of 2021 to 2025; wide, for the demo moves with its seed.
 */
const BANDS = readShippedRows(
  new URL('../../test/fixtures/sector-medians.csv', import.meta.url),
  z.object({
    gics_sector: z.string().length(2),
    ratio: z.enum(SHOWN_RATIOS),
    least: z.coerce.number(),
    most: z.coerce.number(),
  }),
)

test('the tax rate of a year is its tax over its profit, not the sum of four rates', () => {
  const years = made
    .filter((_, index) => index % 10 === 0)
    .flatMap(({ periods }) => prepareCompany(periods, () => 1))
    .filter(({ periodType }) => periodType === 'A')
  const [rate, tax, pretax] = ['tax_rate_for_calcs', 'tax_provision', 'pretax_income'].map(
    (key) => conceptOf(key).position,
  )
  const profitable = years.filter(({ values }) => (values[pretax ?? 0] ?? 0) > 0)
  expect(profitable.length).toBeGreaterThan(1_000)
  const wrong = profitable.filter(
    ({ values }) =>
      Math.abs((values[rate ?? 0] ?? Number.NaN) - (values[tax ?? 0] ?? 0) / (values[pretax ?? 0] ?? 1)) > 1e-6,
  )
  expect(wrong).toEqual([])
  expect(profitable.every(({ values }) => !Number.isNaN(values[rate ?? 0] ?? Number.NaN))).toBe(true)
})

describe('the demo statements of all shipped companies', () => {
  test('have six years and the latest 24 quarters, reported by the last day', () => {
    for (const { ticker, periods } of made) {
      expect(ofType(periods, 'A').length, ticker).toBe(6)
      expect(ofType(periods, 'Q').length, ticker).toBe(24)
      expect(
        Math.max(...periods.map(({ filingDay }) => filingDay ?? Number.POSITIVE_INFINITY)),
        ticker,
      ).toBeLessThanOrEqual(LAST_DAY)
      expect(periods.at(-1)?.endDay, ticker).toBeGreaterThan(LAST_DAY - 200)
    }
  })

  test('have every field in some company, and nothing that is not a number', () => {
    const counts = new Map<string, number>()
    for (const { ticker, periods } of made) {
      const [latest] = periods.slice(-1)
      for (const { key } of STATEMENT_FIELDS)
        if (latest && has(latest, key)) counts.set(key, (counts.get(key) ?? 0) + 1)
      expect(
        periods.every(({ values }) => values.every((value) => Number.isNaN(value) || Number.isFinite(value))),
        ticker,
      ).toBe(true)
    }
    expect(STATEMENT_FIELDS.filter(({ key }) => !counts.has(key)).map(({ key }) => key)).toEqual([])
  })

  test('balance: assets are liabilities and equity, and each the sum of its parts', () => {
    expect(
      listBreaches('total_assets', ['total_liabilities_net_minority_interest', 'total_equity_gross_minority_interest']),
    ).toEqual([])
    expect(listBreaches('total_equity_gross_minority_interest', ['book_value', 'minority_interest'])).toEqual([])
    expect(
      listBreaches('book_value', [
        'capital_stock',
        'additional_paid_in_capital',
        'retained_earnings',
        'gains_losses_not_affecting_retained_earnings',
        '-treasury_stock',
      ]),
    ).toEqual([])
    const balances: Readonly<Record<string, readonly string[]>> = {
      total_assets: ['current_assets', 'total_non_current_assets'],
      current_assets: [
        'cash_cash_equivalents_and_short_term_investments',
        'receivables',
        'inventory',
        'prepaid_assets',
        'restricted_cash',
        'current_deferred_assets',
        'assets_held_for_sale_current',
        'other_current_assets',
      ],
      total_non_current_assets: [
        'net_ppe',
        'goodwill_and_other_intangible_assets',
        'investment_properties',
        'investments_and_advances',
        'financial_assets',
        'non_current_deferred_assets',
        'defined_pension_benefit',
        'other_non_current_assets',
      ],
      current_liabilities: [
        'payables_and_accrued_expenses',
        'current_provisions',
        'current_debt_and_capital_lease_obligation',
        'current_deferred_liabilities',
        'other_current_liabilities',
      ],
      total_non_current_liabilities_net_minority_interest: [
        'long_term_debt_and_capital_lease_obligation',
        'long_term_provisions',
        'non_current_deferred_revenue',
        'non_current_deferred_taxes_liabilities',
        'employee_benefits',
        'derivative_product_liabilities',
        'other_non_current_liabilities',
      ],
      inventory: ['raw_materials', 'work_in_process', 'finished_goods', 'other_inventories'],
      net_ppe: ['gross_ppe', 'accumulated_depreciation'],
      ordinary_shares_number: ['share_issued', '-treasury_shares_number'],
    }
    for (const [total, parts] of Object.entries(balances))
      expect(listBreaches(total, parts, isGeneral), total).toEqual([])
  })

  test('cash flows tie to cash, from period to period', () => {
    expect(
      listBreaches('changes_in_cash', [
        'operating_cash_flow',
        'investing_cash_flow',
        'financing_cash_flow',
        'effect_of_exchange_rate_changes',
      ]),
    ).toEqual([])
    expect(listBreaches('end_cash_position', ['beginning_cash_position', 'changes_in_cash'])).toEqual([])
    expect(listBreaches('cash', ['end_cash_position'])).toEqual([])
    expect(listBreaches('fcf', ['operating_cash_flow', 'capex'])).toEqual([])
    for (const { ticker, periods } of made) {
      for (const type of ['A', 'Q'] as const) {
        const chain = ofType(periods, type)
        chain.slice(1).forEach((period, index) => {
          const before = chain[index]
          expect(before && figure(before, 'end_cash_position'), ticker).toBe(figure(period, 'beginning_cash_position'))
        })
      }
    }
  })

  test('retained earnings roll forward by net income less dividends', () => {
    for (const { ticker, periods } of made) {
      const chain = ofType(periods, 'Q')
      chain.slice(1).forEach((period, index) => {
        const before = chain[index] ?? period
        const gap =
          figure(period, 'retained_earnings') -
          figure(before, 'retained_earnings') -
          figure(period, 'net_income') -
          figure(period, 'dividends_paid') +
          figure(period, 'preferred_stock_dividends')
        expect(Math.abs(gap) / Math.max(1, Math.abs(figure(period, 'retained_earnings'))), ticker).toBeLessThan(1e-6)
      })
    }
  })

  test('quarters sum to years, and balances of a year are those of its last quarter', () => {
    let compared = 0
    for (const { ticker, periods } of made) {
      for (const year of ofType(periods, 'A').slice(1)) {
        const quarters = ofType(periods, 'Q').filter(({ fiscalYear }) => fiscalYear === year.fiscalYear)
        if (quarters.length < 4) continue
        compared++
        for (const { key, combine, unit } of STATEMENT_FIELDS) {
          if (!has(year, key) || unit === 'per_share') continue
          const [sum, last] = [quarters.reduce((all, one) => all + figure(one, key), 0), quarters.at(-1) ?? year]
          const expected =
            combine === 'sum' ? sum : combine === 'mean' ? sum / 4 : combine === 'last' ? figure(last, key) : null
          if (expected !== null && Math.abs(figure(year, key) - expected) > 1e-6 * Math.abs(expected) + 1)
            expect.fail(`${ticker} ${year.fiscalYear} ${key}: ${figure(year, key)}, of quarters ${expected}`)
        }
      }
    }
    expect(compared).toBeGreaterThan(4 * made.length)
  })

  test('income statements add up, banks and insurers have theirs', () => {
    const isBank = (period: ReportedPeriod) => has(period, 'net_interest_income')
    const isInsurer = (period: ReportedPeriod) => has(period, 'premiums_earned')
    expect(listBreaches('gross_profit', ['revenue', '-cost_of_revenue'], isGeneral)).toEqual([])
    expect(listBreaches('operating_income', ['gross_profit', '-operating_expense'], isGeneral)).toEqual([])
    expect(
      listBreaches(
        'pretax_income',
        ['operating_income', 'net_non_operating_interest_income_expense', 'other_income_expense'],
        isGeneral,
      ),
    ).toEqual([])
    expect(listBreaches('revenue', ['net_interest_income', 'non_interest_income'], isBank)).toEqual([])
    expect(listBreaches('net_income_including_noncontrolling_interests', ['net_income', 'minority_interests'])).toEqual(
      [],
    )
    for (const { ticker, gics, periods } of made) {
      const [latest] = periods.slice(-1)
      if (!latest) continue
      expect(isBank(latest) && isInsurer(latest), ticker).toBe(false)
      if (gics.startsWith('4010')) expect(isBank(latest), ticker).toBe(true)
      if (/^403010[2-5]/.test(gics)) expect(isInsurer(latest), ticker).toBe(true)
      if (!gics.startsWith('40')) expect(isBank(latest) || isInsurer(latest), ticker).toBe(false)
      expect(isGeneral(latest), ticker).toBe(!isBank(latest) && !isInsurer(latest))
      for (const key of ['inventory', 'cost_of_revenue', 'working_capital', 'operating_income'])
        if (!isGeneral(latest)) expect(has(latest, key), `${ticker} ${key}`).toBe(false)
    }
  })

  test('nothing that a company owns, owes or spends is below zero', () => {
    const keys = ['cash', 'total_debt', 'net_ppe', 'goodwill', 'inventory', 'accounts_receivable', 'accounts_payable']
    const flows = [
      'cost_of_revenue',
      'interest_expense',
      'rd_expense',
      'non_interest_expense',
      'net_policyholder_benefits_and_claims',
    ]
    const outflows = ['capex', 'dividends_paid', 'buybacks', 'repayment_of_debt', 'purchase_of_investment']
    for (const { ticker, periods } of made)
      for (const period of periods) {
        for (const key of [...keys, ...flows])
          if (figure(period, key) < 0) expect.fail(`${ticker} ${key}: ${figure(period, key)}`)
        for (const key of outflows) if (figure(period, key) > 0) expect.fail(`${ticker} ${key}: ${figure(period, key)}`)
      }
  })

  test('earnings per share times average shares are net income, dividends paid are dividends per share times shares', () => {
    for (const { ticker, periods } of made)
      for (const period of periods) {
        const common = figure(period, 'net_income') - figure(period, 'preferred_stock_dividends')
        const earned = figure(period, 'eps') * figure(period, 'diluted_average_shares')
        expect(Math.abs(earned - common), ticker).toBeLessThan(1e-4 * Math.abs(common) + 1)
        if (period.periodType === 'A') continue
        const paid = figure(period, 'dps') * figure(period, 'basic_average_shares')
        expect(Math.abs(paid + figure(period, 'dividends_paid')), ticker).toBeLessThan(1e6)
      }
  })

  test('dividends per share are those of the demo market, in the currency of the statements', () => {
    let compared = 0
    for (const { ticker, currency, actions, periods } of made) {
      const { currency: quoted, units } = splitCurrency(currency)
      const splits = actions.filter(({ type }) => type === 'split')
      const quarters = ofType(periods, 'Q')
      const from = (quarters[0]?.endDay ?? 0) - 85
      const cash = actions.filter(
        ({ type, day }) => type !== 'split' && day > from + 93 && day <= (quarters.at(-1)?.endDay ?? 0),
      )
      if (cash.length === 0 || quarters[0]?.currency !== quoted) continue
      const expected = cash.reduce(
        (sum, { day, value }) => sum + value / units / computeSplitRatio(splits, day, LAST_DAY),
        0,
      )
      const dps = quarters.slice(1).reduce((sum, period) => sum + figure(period, 'dps'), 0)
      expect(dps / expected, ticker).toBeGreaterThan(0.999)
      compared++
    }
    expect(compared).toBeGreaterThan(300)
  })

  test('show the known revenue and net income of the latest year', () => {
    let compared = 0
    for (const { ticker, periods } of made) {
      const fact = findCompanyFact(ticker)
      const year = ofType(periods, 'A').at(-1)
      if (
        !fact?.revenueUsd ||
        fact.netIncomeUsd === null ||
        !year ||
        Math.abs(fact.netIncomeUsd) > 0.9 * fact.revenueUsd
      )
        continue
      const rate = usdRateAt(year.currency, year.endDay) ?? Number.NaN
      if (fact.revenueUsd < 0.003 * (made.find((one) => one.ticker === ticker)?.marketCapUsd ?? 0)) continue
      expect((figure(year, 'revenue') * rate) / fact.revenueUsd, ticker).toBeCloseTo(1, 2)
      expect(Math.abs(figure(year, 'net_income') * rate - fact.netIncomeUsd), ticker).toBeLessThan(
        2e6 + 0.01 * Math.abs(fact.netIncomeUsd),
      )
      compared++
    }
    expect(compared).toBeGreaterThan(2_000)
  })

  test('are reported in the home currency, years ending when the company says', () => {
    const of = (ticker: string) => made.find((one) => one.ticker === ticker)?.periods.at(-1)?.currency
    expect([of('SAP.XETRA'), of('VOD.LSE'), of('0700.HK'), of('BABA.US'), of('7203.JP'), of('AAPL.US')]).toEqual([
      'EUR',
      'GBP',
      'CNY',
      'CNY',
      'JPY',
      'USD',
    ])
    const apple = made.find(({ ticker }) => ticker === 'AAPL.US')
    const end = new Date((ofType(apple?.periods ?? [], 'A').at(-1)?.endDay ?? 0) * 86_400_000)
    expect([end.getUTCMonth() + 1, end.getUTCDate()]).toEqual([9, 30])
  })

  test('have medians by sector where the sectors of large markets have them', () => {
    const shown = made.flatMap(({ gics, hasDividends, marketCapUsd, periods }) => {
      const ratios = hasDividends ? computeShownRatios(prepareCompany(periods, usdRateAt), marketCapUsd) : null
      return ratios ? [{ sector: gics.slice(0, 2), ratios }] : []
    })
    const bySector = Map.groupBy(shown, ({ sector }) => sector)
    const bands = new Set(BANDS.map(({ gics_sector, ratio }) => `${gics_sector} ${ratio}`))
    expect([...bands]).toEqual(
      [...bySector.keys()].sort().flatMap((sector) => SHOWN_RATIOS.map((key) => `${sector} ${key}`)),
    )
    const outside = BANDS.flatMap(({ gics_sector, ratio, least, most }) => {
      const companies = bySector.get(gics_sector) ?? []
      const values = Float64Array.from(companies.map(({ ratios }) => ratios[ratio]).filter(Number.isFinite)).sort()
      const median = percentileOf(values, 0.5)
      return median >= least && median <= most ? [] : [`${gics_sector} ${ratio}: ${median}, not ${least} to ${most}`]
    })
    expect(outside).toEqual([])
  })

  test('of another line of a company are the same in money, its own in shares', () => {
    const company = made.find(({ ticker }) => ticker === 'BABA.US')
    const [period] = company?.periods.slice(-1) ?? []
    const [line] = restateForLine(period ? [period] : [], 8)
    if (!period || !line) throw new Error('Alibaba has statements.')
    expect(figure(line, 'revenue')).toBe(figure(period, 'revenue'))
    expect(figure(line, 'diluted_average_shares')).toBe(8 * figure(period, 'diluted_average_shares'))
    expect(figure(line, 'eps') * 8).toBeCloseTo(figure(period, 'eps'), 3)
  })

  test('are the same for the same options, others for another seed', () => {
    const company = describeCompany(
      {
        ticker: 'X00001.US',
        country: 'US',
        currency: 'USD',
        gicsCode: '20106020',
        marketCapUsd: 4e9,
        sharesOutstanding: null,
        fiscalYearEnd: null,
      },
      [],
    )
    const generate = (seed: number) => generateStatements(company, { seed, lastDay: LAST_DAY, usdRateAt })
    expect(generate(1)).toEqual(generate(1))
    expect(generate(1)).not.toEqual(generate(2))
    expect(generate(1).at(-1)?.values[0]).toBeGreaterThan(0)
  })
})
