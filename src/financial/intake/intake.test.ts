import { describe, expect, test } from 'vitest'
import { companyFacts, type FiledFacts, twoYears } from '../../../test/setup/company-facts.ts'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import { conceptOf } from '../concept/concept.source.ts'
import { assemblePeriods } from './assemble.ts'
import { type CompanyFacts, readSecDocument } from './company-facts.source.ts'
import { type Figure, newFigures } from './figure.pure.ts'
import { fiscalQuartersIn, fiscalYearsIn } from './fiscal-calendar.ts'
import { fiscalYearsOf, selectFigures } from './select-figures.ts'

async function read(filings: readonly FiledFacts[]): Promise<CompanyFacts> {
  const document = await readSecDocument(bytesOf(companyFacts(320_193, 'Apple Inc.', filings)))
  if (document.kind !== 'facts') throw new Error('These are no facts.')
  return document.facts
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  // Cut anywhere, as a file is.
  for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000))
}

async function periodsOf(filings: readonly FiledFacts[]) {
  const facts = await read(filings)
  return assemblePeriods(selectFigures(facts, null), fiscalYearsOf(facts)).map((period) => ({
    name: `${period.fiscalYear} ${period.fiscalPeriod}`,
    end: isoOfDay(period.endDay),
    filed: period.filingDay === null ? null : isoOfDay(period.filingDay),
    value: (key: string) => period.values[conceptOf(key).position],
  }))
}

const day = (iso: string) => dayOfIso(iso) ?? 0
const annual = (facts: FiledFacts['facts'], changes: Partial<FiledFacts> = {}): FiledFacts => ({
  form: '10-K',
  filed: '2025-02-01',
  fy: 2024,
  fp: 'FY',
  facts,
  ...changes,
})

describe('companyfacts', () => {
  test('give years and quarters by the periods of facts, not by the year of the filing', async () => {
    const periods = await periodsOf(twoYears())
    expect(periods.map(({ name, end, filed }) => [name, end, filed])).toEqual([
      ['2023 FY', '2023-09-30', '2023-11-03'],
      ['2023 Q1', '2022-12-31', '2023-02-03'],
      ['2023 Q2', '2023-04-01', '2023-05-05'],
      ['2023 Q3', '2023-07-01', '2023-08-04'],
    ])
  })

  test('quarters of cash flows are the year to date less the part before', async () => {
    const [year, first, second, third] = await periodsOf(twoYears())
    expect([first, second, third].map((one) => one?.value('operating_cash_flow'))).toEqual([40, 25, 30])
    expect(year?.value('operating_cash_flow')).toBe(120)
    // The first quarter did not report it, so that the second cannot be told from it.
    expect([first, second, third].map((one) => one?.value('capex'))).toEqual([Number.NaN, Number.NaN, -7])
  })

  test('shares of the cover page, of a later day, belong to the period of the report and keep their count', async () => {
    const [year] = await periodsOf(twoYears())
    expect([year?.value('ordinary_shares_number'), year?.value('diluted_average_shares')]).toEqual([99, 100])
  })

  test('a restatement wins, and the figure before it is kept', async () => {
    const filings = [
      annual({ Revenues: { '2024-01-01..2024-12-31': 100 } }),
      annual({ Revenues: { '2024-01-01..2024-12-31': 100 } }, { filed: '2025-06-01', form: '10-K/A' }),
      annual({ Revenues: { '2024-01-01..2024-12-31': 95 } }, { filed: '2026-02-01', fy: 2025 }),
    ]
    const figures = selectFigures(await read(filings), null)
    expect(figures.map(({ filedDay, value }) => [isoOfDay(filedDay), value])).toEqual([
      ['2025-02-01', 100],
      ['2026-02-01', 95],
    ])
    expect((await periodsOf(filings))[0]?.value('revenue')).toBe(95)
    expect(newFigures(figures, figures)).toEqual([])
    expect(newFigures(figures.slice(0, 1), figures)).toEqual(figures.slice(1))
  })

  test('of alternative tags the first by priority counts, period by period', async () => {
    const [one, other] = await periodsOf([
      annual({
        SalesRevenueNet: { '2017-01-01..2017-12-31': 70, '2018-01-01..2018-12-31': 1 },
        RevenueFromContractWithCustomerExcludingAssessedTax: { '2018-01-01..2018-12-31': 80 },
      }),
    ])
    expect([one?.value('revenue'), other?.value('revenue')]).toEqual([70, 80])
  })

  test('sums of tags take what is there of their optional parts', async () => {
    const [year] = await periodsOf([
      annual({
        Revenues: { '2024-01-01..2024-12-31': 10 },
        LongTermDebtNoncurrent: { '2024-12-31': 50 },
        LongTermDebtCurrent: { '2024-12-31': 5 },
        CommercialPaper: { '2024-12-31': 3 },
      }),
    ])
    expect([year?.value('total_debt'), year?.value('current_debt')]).toEqual([58, 8])
  })

  test('tags of banks and insurers are for them', async () => {
    const facts = await read([
      annual({
        InterestIncomeExpenseNet: { '2024-01-01..2024-12-31': 60 },
        NoninterestIncome: { '2024-01-01..2024-12-31': 40 },
        PremiumsEarnedNet: { '2024-01-01..2024-12-31': 9 },
      }),
    ])
    const keys = (industry: 'bank' | 'insurance' | null) =>
      Object.fromEntries(selectFigures(facts, industry).map(({ concept, value }) => [concept, value]))
    const at = (key: string) => conceptOf(key).position
    expect(keys('bank')).toEqual({
      [at('net_interest_income')]: 60,
      [at('non_interest_income')]: 40,
      [at('revenue')]: 100,
    })
    expect(keys('insurance')).toMatchObject({ [at('premiums_earned')]: 9, [at('revenue')]: 9 })
    expect(keys(null)).toEqual({})
  })

  test('money paid out is negative', async () => {
    const [year] = await periodsOf([
      annual({
        PaymentsOfDividends: { '2024-01-01..2024-12-31': 15 },
        PaymentsForRepurchaseOfCommonStock: { '2024-01-01..2024-12-31': 0 },
      }),
    ])
    expect([year?.value('dividends_paid'), year?.value('buybacks')]).toEqual([-15, 0])
  })

  test.each([
    [
      'cut off',
      '{"cik":320193,"entityName":"Apple","facts":{"us-gaap":{"Assets":{"units":{"USD":[{"end":"2024-',
      /damaged or cut off/,
    ],
    ['of another kind', '{"title":"news"}', /no companyfacts/],
    ['an array', '[1,2]', /no companyfacts/],
    ['empty', '', /no companyfacts/],
    ['no JSON', 'ticker,period_end\nAAPL,2024-12-31', /damaged or cut off/],
    ['two documents', '{"cik":1}{"cik":2}', /damaged or cut off/],
  ])('a file that is %s gives one reason', async (_, text, reason) => {
    await expect(readSecDocument(bytesOf(text))).rejects.toThrow(reason)
  })

  test('one value without an end is not held in memory', async () => {
    let sent = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"cik":320193,"facts":{"us-gaap":{"Assets":{"label":"')
      for (; sent < 100; sent++) yield Buffer.alloc(1_048_576, 'a')
    }
    await expect(readSecDocument(endless())).rejects.toThrow('longer than 16777216 bytes')
    expect(sent).toBeLessThan(20)
  })

  test('facts without a date or a number are left out and counted', async () => {
    const text = companyFacts(320_193, 'Apple Inc.', [annual({ Assets: { '2024-12-31': 5, '2024-02-30': 6 } })])
    const document = await readSecDocument(bytesOf(text))
    expect(document).toMatchObject({ kind: 'facts', facts: { unusable: 1 } })
  })
})

describe('fiscal years', () => {
  const figure = (start: string, end: string): Figure => ({
    concept: 0,
    startDay: day(start),
    endDay: day(end),
    filedDay: day(end),
    tag: '',
    currency: 'USD',
    value: 1,
  })

  test('of 52 and 53 weeks keep their numbers, also where they end in January', () => {
    const spans = [
      figure('2021-01-04', '2022-01-02'),
      figure('2022-01-03', '2023-01-01'),
      figure('2023-01-02', '2023-12-31'),
    ]
    expect(fiscalYearsIn(spans, new Map()).map(({ fiscalYear }) => fiscalYear)).toEqual([2021, 2022, 2023])
  })

  test('have the numbers that most filings give them', () => {
    const spans = [figure('2022-01-30', '2023-01-28'), figure('2023-01-29', '2024-02-03')]
    const known = new Map([
      [day('2023-01-28'), 2022],
      [day('2024-02-03'), 2023],
      [day('2022-01-29'), 2022],
    ])
    expect(fiscalYearsIn(spans, known).map(({ fiscalYear }) => fiscalYear)).toEqual([2022, 2023])
    expect(fiscalYearsIn(spans, new Map()).map(({ fiscalYear }) => fiscalYear)).toEqual([2023, 2024])
  })

  test('may have quarters of 16, 12, 12 and 12 weeks', () => {
    const spans = [
      figure('2023-01-29', '2024-02-03'),
      figure('2023-01-29', '2023-05-20'),
      figure('2023-05-21', '2023-08-12'),
      figure('2023-01-29', '2023-11-04'),
      figure('2024-02-04', '2024-05-25'),
    ]
    const quarters = fiscalQuartersIn(spans, fiscalYearsIn(spans, new Map()))
    expect(quarters.map(({ number, year, endDay }) => [year.fiscalYear, number, isoOfDay(endDay)])).toEqual([
      [2024, 1, '2023-05-20'],
      [2024, 2, '2023-08-12'],
      [2024, 3, '2023-11-04'],
      [2025, 1, '2024-05-25'],
    ])
  })
})
