import { beforeAll, expect, test } from 'vitest'
import { STATEMENT_FIELDS } from '../../src/financial/concept/concept.source.ts'
import { useApp } from '../setup/app.ts'
import { storeCloses } from '../setup/market.ts'
import { storeReports } from '../setup/reports.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()
const TICKERS = ['AAPL.US', 'MSFT.US', 'NVDA.US', 'KO.US', 'PEP.US']

beforeAll(async () => {
  await storeCloses('USDJPY.FX', '2026-11-19', new Array<number>(600).fill(150))
  for (const ticker of TICKERS) {
    const figures = (revenue: number) => ({ revenue, gross_profit: revenue / 2, net_income: revenue / 10, eps: 2 })
    await storeReports(ticker, { figures: { 2024: figures(3e9), 2025: figures(4e9), '2025Q4': figures(1e9) } })
  }
})

const COMPANY = `ticker ok currency fiscalYearEnd unavailableFields
  periods { fiscalYear periodType fxRate figures { key label unit value derived } ratios { key value } figuresByKey }
  ttm { fiscalPeriod } ratios { key formula } stock { ticker }`

test('figures are typed rows with labels in any language, or a map by key', async () => {
  const { data, errors, extensions } =
    await app.graphql(`{ stock(id: "AAPL") { financials(period: "1", fields: income) {
    ${COMPANY} periods { figures { german: label(language: de) statement } } } } }`)
  expect(errors).toBeUndefined()
  expect(extensions?.credits.charged).toBe(1)
  const [period] = data.stock.financials.periods
  expect(period.figures[0]).toMatchObject({
    key: 'revenue',
    label: 'Revenue',
    unit: 'money',
    value: 4e9,
    derived: false,
    statement: 'income',
  })
  const cost = period.figures.find(({ key }: { key: string }) => key === 'cost_of_revenue')
  expect(cost).toMatchObject({ value: 2e9, derived: true })
  expect(period.figuresByKey.cost_of_revenue).toBe(2e9)
  expect(data.stock.financials.ratios).toHaveLength(34)
})

test('financials of many stocks of one document are read together, for a credit each', async () => {
  const document = `{ prices(tickers: ${JSON.stringify(TICKERS)}) { items { stock { financials(currency: "JPY") { ${COMPANY} } } } } }`
  let answer: Awaited<ReturnType<typeof app.graphql>> | undefined
  const sent = await statementsOf(async () => {
    answer = await app.graphql(document)
  })
  expect(answer?.errors).toBeUndefined()
  expect(answer?.extensions?.credits.charged).toBe(1 + TICKERS.length)
  // One statement; two where a busy machine made the document pause between them.
  const reads = sent.filter((statement) => statement.includes(' AS age')).length
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThanOrEqual(2)
  const companies = answer?.data.prices.items.map(({ stock }: { stock: { financials: unknown } }) => stock.financials)
  expect(companies).toHaveLength(TICKERS.length)
  for (const company of companies) expect(company).toMatchObject({ ok: true, currency: 'JPY', periods: { length: 2 } })
})

test('the same companies over the root field, as rows and as text', async () => {
  const { data, errors } = await app.graphql(`{ financials(tickers: ["AAPL", "NOPE"], period: "2q") {
    count text items { ${COMPANY} error message didYouMean text }
    periodRows { ticker periodType error figuresByKey } } }`)
  expect(errors).toBeUndefined()
  expect(data.financials.items.map((one: { ok: boolean }) => one.ok)).toEqual([true, false])
  expect(data.financials.text).toContain(data.financials.items[0].text)
  expect(data.financials.periodRows.map((row: { ticker: string }) => row.ticker)).toEqual([
    'AAPL.US',
    'AAPL.US',
    'NOPE',
  ])
})

test('comparisons have rows with the key as an enum', async () => {
  const { data, errors } = await app.graphql(
    `{ compareFinancials(ids: ["AAPL", "KO"], periods: 1) { periods companies { ticker stock { name } } rows { key localLabel values } } }`,
  )
  expect(errors).toBeUndefined()
  expect(data.compareFinancials.rows[0]).toEqual({ key: 'revenue', localLabel: 'Revenue', values: [[4e9], [4e9]] })
})

test('a wrong period is refused by the same words as over REST', async () => {
  const { errors } = await app.graphql('{ stock(id: "AAPL") { financials(period: "2023-2019") { ok } } }')
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_PARAMETER',
    param: 'period',
    did_you_mean: '2019-2023',
  })
})

test('five companies with six years of quarters and all fields take little of the processor', async () => {
  const quarters = Array.from({ length: 24 }, (_, index) => `${2020 + Math.floor(index / 4)}Q${(index % 4) + 1}`)
  const filled = Object.fromEntries(STATEMENT_FIELDS.map(({ key, position }) => [key, 1e6 + position]))
  const figures = Object.fromEntries(quarters.map((name) => [name, filled]))
  const tickers = ['AMD.US', 'INTC.US', 'IBM.US', 'ORCL.US', 'CSCO.US']
  for (const ticker of tickers) await storeReports(ticker, { figures })
  const path = `/v1/financials?ticker=${tickers.join()}&fields=all&period=quarterly`
  const times: number[] = []
  for (let run = 0; run < 30; run++) {
    const before = process.cpuUsage()
    const response = await app.fetch(path)
    const text = await response.text()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
    if (run > 0) continue
    const { companies } = JSON.parse(text)
    expect(companies.map(({ periods }: { periods: unknown[] }) => periods.length)).toEqual(new Array(5).fill(24))
  }
  const medianMs = times.toSorted((one, other) => one - other)[15] ?? Number.POSITIVE_INFINITY
  // Time of the processor, which other work on the machine adds little to: 120 periods of 237 figures.
  expect(medianMs).toBeLessThan(500)
  if (process.env['PRINT_TIMES']) process.stdout.write(`median ${medianMs.toFixed(1)} ms\n`)
})
