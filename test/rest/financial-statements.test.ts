import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { conceptOf, RATIOS, STATEMENT_FIELDS } from '../../src/financial/concept/concept.source.ts'
import { CONCEPT_NAMES, labelOf } from '../../src/financial/concept/concept-label.source.ts'
import { useApp } from '../setup/app.ts'
import { storeCloses } from '../setup/market.ts'
import { storeReports } from '../setup/reports.ts'
import { SOON } from '../setup/soon.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()

/** A year of a company that sells for `revenue` and keeps a tenth. */
const year = (revenue: number) => ({
  revenue,
  cost_of_revenue: revenue * 0.6,
  operating_income: revenue * 0.2,
  net_income: revenue * 0.1,
  eps: revenue / 1e9,
  diluted_average_shares: 100_000_000,
  total_assets: revenue * 2,
  book_value: revenue,
  cash: revenue / 4,
})

beforeAll(async () => {
  await storeCloses('EURUSD.FX', '2025-01-10', [1, 1, ...new Array<number>(20).fill(1.25)])
  await storeCloses('USDJPY.FX', '2026-11-19', new Array<number>(1200).fill(150))
  await storeCloses('AAPL.US', '2026-11-19', [200, 200])
  await storeReports('AAPL.US', {
    yearEnd: '09-28',
    figures: {
      2021: year(1e9),
      2022: year(2e9),
      2023: year(3e9),
      2024: year(4e9),
      2025: year(5e9),
      '2025Q1': year(1e9),
      '2025Q2': year(1.1e9),
      '2025Q3': year(1.2e9),
    },
  })
  await storeReports('SAP.XETRA', { currency: 'EUR', figures: { 2023: year(2e9), 2024: year(4e9) } })
  await storeReports('MSFT.US', { yearEnd: '06-30', figures: { 2024: year(7e9), 2025: year(8e9) }, dataSet: 'demo' })
})

/** The parsed answer of a path that must be 200. */
async function get(path: string) {
  const response = await app.fetch(path)
  const body = await response.json()
  expect(response.status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return { body, headers: response.headers }
}

/** The error of a path that must be refused. */
async function refused(path: string, status = 400) {
  const response = await app.fetch(path)
  expect(response.status, path).toBe(status)
  expect(response.headers.get('x-credits-charged')).toBe('0')
  return response.json()
}

const namesOf = (company: { periods: { fiscal_year: number; fiscal_period: string }[] }) =>
  company.periods.map((period) => `${period.fiscal_year}${period.fiscal_period}`)

describe('GET /v1/financials', () => {
  test('gives a digest of the latest four fiscal years for one credit', async () => {
    const { body, headers } = await get('/v1/financials?ticker=aapl')
    expect(headers.get('x-credits-charged')).toBe('1')
    expect(headers.get('x-data-set')).toBeNull()
    expect(body).toMatchObject({ count: 1, total: 1, has_more: false })
    const [company] = body.companies
    expect(company).toMatchObject({
      ticker: 'AAPL.US',
      name: 'Apple Inc.',
      currency: 'USD',
      ok: true,
      error: null,
      unavailable_fields: ['ebitda', 'fcf', 'total_debt'],
      period_unavailable: [],
    })
    expect(company.fiscal_year_end).toMatch(/^\d\d-\d\d$/)
    expect(namesOf(company)).toEqual(['2022FY', '2023FY', '2024FY', '2025FY'])
    expect(company.periods[3]).toMatchObject({
      period_end: '2025-09-28',
      period_type: 'A',
      filing_date: '2025-11-07',
      reported_currency: 'USD',
      fx_rate: 1,
    })
    expect(company.periods[3].fields).toEqual({
      revenue: 5e9,
      gross_profit: 2e9,
      operating_income: 1e9,
      net_income: 5e8,
      eps: 5,
      ebitda: null,
      fcf: null,
      total_assets: 1e10,
      total_debt: null,
      cash: 1.25e9,
    })
    expect(company.periods[3].ratios).toMatchObject({ gross_margin: 0.4, net_margin: 0.1, revenue_growth_yoy: 0.25 })
    expect(company.periods[3].ratios).not.toHaveProperty('pe')
    expect(company.ttm).toMatchObject({ period_type: 'T', fiscal_period: 'TTM', fields: { revenue: 5e9 } })
    expect(Object.keys(company.ratios)).toEqual(RATIOS.map(({ key }) => key))
    expect(company.ratios).toMatchObject({ gross_margin: 0.4, revenue_growth_yoy: 0.25 })
    expect(company.ratios.pe).toBeGreaterThan(0)
  })

  test.each([
    ['2', ['2024FY', '2025FY']],
    ['2022-2023', ['2022FY', '2023FY']],
    ['2021,2024', ['2021FY', '2024FY']],
    ['2023', ['2023FY']],
    ['2q', ['2025Q3', '2025Q4']],
    ['2025Q2', ['2025Q2']],
    ['quarterly', ['2025Q1', '2025Q2', '2025Q3', '2025Q4']],
  ])('period=%s gives %j', async (period, expected) => {
    const { body } = await get(`/v1/financials?ticker=AAPL.US&period=${period}`)
    expect(namesOf(body.companies[0])).toEqual(expected)
    expect(body.companies[0].ttm.fields.revenue).toBe(5e9)
  })

  test('quarters sum to the year, the fourth by difference', async () => {
    const { body } = await get('/v1/financials?ticker=AAPL.US&period=quarterly')
    expect(body.companies[0].periods.map((period: { fields: { revenue: number } }) => period.fields.revenue)).toEqual([
      1e9, 1.1e9, 1.2e9, 1.7e9,
    ])
  })

  test('names the periods there are none of, and says how many years there are where more were asked for', async () => {
    const { body } = await get('/v1/financials?ticker=AAPL.US,SAP.XETRA&period=2019-2021')
    expect(body.companies.map((one: { period_unavailable: string[] }) => one.period_unavailable)).toEqual([
      ['2019', '2020'],
      ['2019', '2020', '2021'],
    ])
    const { body: short } = await get('/v1/financials?ticker=SAP.XETRA&period=9')
    expect(short.notes).toContain('There are 2 fiscal years of SAP.XETRA; 9 were asked for.')
  })

  test.each(['income', 'balance', 'cashflow'])(
    'fields=%s has every field of the statement and no others',
    async (set) => {
      const { body } = await get(`/v1/financials?ticker=AAPL.US&fields=${set}`)
      const keys = STATEMENT_FIELDS.filter(({ statement }) => statement === set).map(({ key }) => key)
      expect(Object.keys(body.companies[0].periods[0].fields)).toEqual(keys)
      expect(body.companies[0].periods[0].ratios).toEqual({})
    },
  )

  test('fields=all has all 209 fields and the ratios', async () => {
    const { body } = await get('/v1/financials?ticker=AAPL.US&fields=all')
    expect(Object.keys(body.companies[0].periods[0].fields)).toEqual(STATEMENT_FIELDS.map(({ key }) => key))
    expect(Object.keys(body.companies[0].periods[0].ratios)).toHaveLength(28)
  })

  test('amounts are converted at the rate of each period end, counts and ratios are not', async () => {
    const both = async (currency: string) => {
      const { body } = await get(`/v1/financials?ticker=SAP.XETRA&fields=all&currency=${currency}`)
      return body.companies[0].periods
    }
    const [inEuros, inDollars] = [await both('eur'), await both('USD')]
    expect(inEuros.map((period: { fx_rate: number }) => period.fx_rate)).toEqual([1, 1])
    expect(inEuros[1]).toMatchObject({ reported_currency: 'EUR', fields: { revenue: 4e9, eps: 4 } })
    // There is no rate at the end of 2023.
    expect(inDollars[0]).toMatchObject({ fx_rate: null, fields: { revenue: null, diluted_average_shares: 1e8 } })
    expect(inDollars[0].ratios.gross_margin).toBe(0.4)
    expect(inDollars[1]).toMatchObject({
      fx_rate: 1.25,
      fields: { revenue: 5e9, eps: 5, diluted_average_shares: 1e8 },
    })
    expect(inDollars[1].ratios).toEqual(inEuros[1].ratios)
    const { body } = await get('/v1/financials?ticker=SAP.XETRA')
    expect(body.notes[0]).toBe(
      'There is no rate of EUR in USD at 2023-12-31: amounts of SAP.XETRA are null there; currency=EUR shows them.',
    )
  })

  test('any currency with a rate will do, against the dollar or the dollar against it', async () => {
    const { body } = await get('/v1/financials?ticker=AAPL.US&currency=JPY&period=1')
    expect(body.companies[0].periods[0]).toMatchObject({ fx_rate: 150, fields: { revenue: 7.5e11, eps: 750 } })
    const crossed = await get('/v1/financials?ticker=SAP.XETRA&currency=JPY&period=1')
    expect(crossed.body.companies[0].periods[0]).toMatchObject({ fx_rate: 187.5, fields: { revenue: 7.5e11 } })
  })

  test('an unknown company says so beside the others; alone it is 404', async () => {
    const { body, headers } = await get('/v1/financials?ticker=005930.KS,AAPL.US,SPY.US,AAPL')
    expect(headers.get('x-credits-charged')).toBe('1')
    expect(body.companies.map((one: { ticker: string; ok: boolean }) => [one.ticker, one.ok])).toEqual([
      ['005930.KS', false],
      ['AAPL.US', true],
      ['SPY.US', false],
    ])
    expect(body.companies[0]).toMatchObject({
      error: 'unknown_ticker',
      did_you_mean: '005930.KO',
      listing_id: null,
      periods: [],
      ttm: null,
      ratios: {},
    })
    expect(body.companies[2]).toMatchObject({
      error: 'not_found',
      message: 'There are no statements of SPY.US. Only stocks have them.',
    })
    expect(await refused('/v1/financials?ticker=005930.KS', 404)).toMatchObject({
      error: 'unknown_ticker',
      param: 'ticker',
      did_you_mean: '005930.KO',
    })
  })

  test('share classes of a company that reports once have its statements', async () => {
    await storeReports('GOOGL.US', { figures: { 2024: year(9e9) } })
    const { body } = await get('/v1/financials?ticker=GOOG.US,GOOGL.US&period=1')
    const [one, other] = body.companies
    expect(one.periods).toEqual(other.periods)
    expect([one.ok, one.ticker]).toEqual([true, 'GOOG.US'])
  })

  test('demo statements are marked', async () => {
    const { headers } = await get('/v1/financials?ticker=AAPL.US,MSFT.US')
    expect(headers.get('x-data-set')).toBe('demo')
    const compared = await get('/v1/financials/compare?ids=AAPL.US,MSFT.US')
    expect(compared.headers.get('x-data-set')).toBe('demo')
  })

  test.each([
    ['period=2023-2019', 'period', '2019-2023'],
    ['period=0q', 'period', '1q'],
    ['period=2024Q5', 'period', '2024Q4'],
    ['period=annual', 'period', undefined],
    ['fields=incom', 'fields', 'income'],
    ['currency=XXX', 'currency', undefined],
    ['currency=EUX', 'currency', 'EUR'],
    ['currency=dollar', 'currency', undefined],
    ['ticker=a,b,c,d,e,f', 'ticker', undefined],
    ['curency=EUR', 'curency', 'currency'],
    ['format=xml', 'format', undefined],
  ])('%s is refused by name', async (query, param, meant) => {
    const ticker = query.startsWith('ticker') ? '' : '&ticker=AAPL.US'
    const body = await refused(`/v1/financials?${query}${ticker}`)
    expect(body).toMatchObject({ error: 'invalid_parameter', param })
    expect(body.did_you_mean).toBe(meant)
    expect(body.message.length).toBeGreaterThan(20)
  })

  test("demo statements from before the demo's rates are shown at the first of them", async () => {
    await storeCloses('USDCHF.FX', '2025-07-15', new Array<number>(60).fill(0.8), 'demo')
    await vi.waitFor(async () => {
      const { body } = await get('/v1/financials?ticker=MSFT.US&currency=CHF')
      expect(body.companies[0].periods.map(({ fx_rate }: { fx_rate: number }) => fx_rate)).toEqual([0.8, 0.8])
    }, SOON)
  })

  test('the message of an unknown currency lists those with a rate', async () => {
    const { message } = await refused('/v1/financials?ticker=AAPL.US&currency=XXX')
    expect(message).toMatch(/^"currency" must be one with an exchange rate: USD, .*EUR, .*JPY, .*; "XXX" was given\./)
  })

  test('format=text is an aligned table', async () => {
    const response = await app.fetch('/v1/financials?ticker=AAPL.US,NOPE,SAP.XETRA&period=2&format=text')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(response.headers.get('x-credits-charged')).toBe('1')
    const text = await response.text()
    // Multiples of the price move with what is known of the shares in issue.
    expect(text.replaceAll(/^(Price to|Normalized P).*\n/gm, '')).toMatchSnapshot()
    const again = await app.fetch('/v1/financials?ticker=AAPL.US,NOPE,SAP.XETRA&period=2', {
      headers: { accept: 'text/plain', 'if-none-match': response.headers.get('etag') ?? '' },
    })
    expect([again.status, again.headers.get('x-credits-charged')]).toEqual([304, '0'])
  })

  test('format=text of everything is in parts by statement', async () => {
    const text = await (await app.fetch('/v1/financials?ticker=AAPL.US&period=quarterly&fields=all&format=text')).text()
    expect(text).toMatch(/\n\nIncome statement\nRevenue +1,000 +1,100 +1,200 +1,700 +5,000\n/)
    expect(text).toMatch(/\n\nBalance sheet\n/)
    expect(text).toMatch(/\n\nRatios\n/)
    expect(text).toMatch(/\nWithout figures: /)
  })

  test('CSV has a line a period and a column a figure', async () => {
    const response = await app.fetch('/v1/financials?ticker=AAPL.US,NOPE&period=2021,2023&format=csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const rows: Record<string, string>[] = parse(await response.text(), { columns: true })
    expect(
      rows.map((row) => [row['ticker'], row['period_type'], row['fiscal_year'], row['revenue'], row['error']]),
    ).toEqual([
      ['AAPL.US', 'A', '2021', '1000000000', ''],
      ['AAPL.US', 'A', '2023', '3000000000', ''],
      ['AAPL.US', 'T', '2025', '5000000000', ''],
      ['NOPE', '', '', '', 'unknown_ticker'],
    ])
    expect(rows[0]).toMatchObject({ gross_margin: '0.4', roe: '', period_end: '2021-09-28' })
  })

  test('one statement reads the periods of all companies', async () => {
    const path = '/v1/financials?ticker=AAPL.US,SAP.XETRA,MSFT.US&fields=all&period=quarterly'
    await app.fetch(path)
    const sent = await statementsOf(() => app.fetch(path))
    // Figures that screens go by are read beside, after every change.
    expect(sent.filter((statement) => statement.includes(' AS age'))).toHaveLength(1)
    expect(sent.filter((statement) => /\bFROM bar\b/.test(statement))).toEqual([])
  })
})

describe('GET /v1/financials/compare', () => {
  test('aligns companies by the fiscal year as each numbers it', async () => {
    const { body, headers } = await get('/v1/financials/compare?ids=AAPL.US,MSFT.US,SAP.XETRA&n=3')
    expect(headers.get('x-credits-charged')).toBe('1')
    expect(body).toMatchObject({ basis: 'A', currency: 'USD', lang: 'en', periods: ['2023', '2024', '2025'] })
    expect(
      body.companies.map((one: { ticker: string; period_ends: string[] }) => [one.ticker, one.period_ends]),
    ).toEqual([
      ['AAPL.US', ['2023-09-28', '2024-09-28', '2025-09-28']],
      ['MSFT.US', [null, '2024-06-30', '2025-06-30']],
      ['SAP.XETRA', ['2023-12-31', '2024-12-31', null]],
    ])
    expect(body.rows[0]).toEqual({
      key: 'revenue',
      label: 'Revenue',
      unit: 'money',
      statement: 'income',
      values: [
        [3e9, 4e9, 5e9],
        [null, 7e9, 8e9],
        [null, 5e9, null],
      ],
    })
    expect(body.companies[2].fx_rates).toEqual([null, 1.25, null])
    expect(body.rows.map((row: { key: string }) => row.key)).not.toContain('ebitda')
  })

  test('shows the latest periods of each company, and those of the others in the same columns', async () => {
    const { body } = await get('/v1/financials/compare?ids=AAPL.US,SAP.XETRA&n=1')
    expect(body.periods).toEqual(['2024', '2025'])
    expect(body.companies.map((one: { period_ends: string[] }) => one.period_ends)).toEqual([
      ['2024-09-28', '2025-09-28'],
      ['2024-12-31', null],
    ])
    expect(body.rows[0].values).toEqual([
      [4e9, 5e9],
      [5e9, null],
    ])
  })

  test('compares quarters, and one statement where it is asked for', async () => {
    const { body } = await get('/v1/financials/compare?tickers=AAPL.US&basis=Q&n=2&fields=balance')
    expect(body.periods).toEqual(['2025Q3', '2025Q4'])
    expect(body.rows.every((row: { key: string }) => conceptOf(row.key).statement === 'balance')).toBe(true)
    expect(body.rows.length).toBeGreaterThan(2)
  })

  test('labels are in the language asked for, in English where there are none', async () => {
    const { body } = await get('/v1/financials/compare?ids=AAPL.US&lang=de')
    expect([body.lang, body.rows[0].label]).toEqual(['de', labelOf(CONCEPT_NAMES, 'revenue', 'de')])
    const other = await get('/v1/financials/compare?ids=AAPL.US&lang=fi')
    expect([other.body.lang, other.body.rows[0].label]).toEqual(['en', 'Revenue'])
    expect(other.body.notes[0]).toMatch(/^There are no labels in "fi"; they are in English\./)
  })

  test('a company without statements has none of the values', async () => {
    const { body } = await get('/v1/financials/compare?ids=AAPL.US,SPY.US&n=1')
    expect(body.rows[0].values).toEqual([[5e9], [null]])
    expect(body.notes).toEqual(['There are no statements of SPY.US. Only stocks have them.'])
  })

  test.each([
    ['ids=AAPL.US&n=0', 'n', 400],
    ['ids=AAPL.US&n=41', 'n', 400],
    ['ids=AAPL.US&basis=q', 'basis', 400],
    ['ids=AAPL.US&currency=XXX', 'currency', 400],
    ['ids=AAPL.US&lang=english', 'lang', 400],
    ['n=3', 'ids', 400],
    [`ids=${'AAPL,'.repeat(20)}MSFT`, 'ids', 400],
    ['ids=AAPL.US,005930.KS', 'ids', 404],
  ])('%s is refused by name', async (query, param, status) => {
    expect(await refused(`/v1/financials/compare?${query}`, status)).toMatchObject({ param })
  })
})
