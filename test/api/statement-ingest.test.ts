import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { dayOfIso, isoOfDay } from '../../src/core/time/day.pure.ts'
import { conceptOf } from '../../src/financial/concept/concept.source.ts'
import { ingestEdgar } from '../../src/financial/intake/edgar.ingest.ts'
import { openSec } from '../../src/financial/intake/sec-fetch.source.ts'
import { ingestStatements } from '../../src/financial/intake/statement.ingest.ts'
import { readStatements } from '../../src/financial/intake/statement-table.source.ts'
import { readPeriods } from '../../src/financial/statement/statement.store.ts'
import { clock, useApp } from '../setup/app.ts'
import { companyFacts, type FiledFacts, twoYears } from '../setup/company-facts.ts'

useApp()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statement-ingest-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const noSec = () => {
  throw new Error('Nothing is to be fetched.')
}
const edgar = (sources: string | readonly string[], ticker?: string) =>
  ingestEdgar([sources].flat(), { clock, openSec: noSec, ticker })

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, content)
  return path
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Ingests a text as `ingest -- statements -` would. */
function statements(text: string, ticker?: string) {
  const reading = {
    find: (name: string) => catalog().find(name),
    ticker,
    today: dayOfIso('2026-11-20') ?? 0,
    stdin: bytes(text),
  }
  return ingestStatements('statements', readStatements('-', reading), { clock })
}

async function stored(ticker: string) {
  const id = catalog().require(ticker).id
  const periods = (await readPeriods([id])).get(id)?.periods ?? []
  return Object.fromEntries(
    periods.map((period) => [
      `${period.fiscalYear} ${period.fiscalPeriod}`,
      {
        end: isoOfDay(period.endDay),
        value: (key: string) => period.values[conceptOf(key).position],
        isDerived: (key: string) => period.derived.includes(conceptOf(key).position),
      },
    ]),
  )
}

const FACTS = companyFacts(320_193, 'Apple Inc.', twoYears())

describe('companyfacts', () => {
  test('are stored as years, quarters and the trailing twelve months; the same file again changes nothing', async () => {
    const path = await file('aapl.json', FACTS)
    expect(await edgar(path)).toMatchObject({ read: 6, inserted: 6, updated: 0, rejected_count: 0 })
    const periods = await stored('AAPL.US')
    expect(Object.keys(periods)).toEqual(['2023 Q1', '2023 Q2', '2023 Q3', '2023 FY', '2023 Q4', '2023 TTM'])
    expect(['Q1', 'Q2', 'Q3', 'Q4', 'FY'].map((name) => periods[`2023 ${name}`]?.value('revenue'))).toEqual([
      300, 200, 210, 290, 1_000,
    ])
    expect(periods['2023 FY']?.value('total_liabilities_net_minority_interest')).toBe(650)
    expect(periods['2023 FY']?.isDerived('total_liabilities_net_minority_interest')).toBe(true)
    const before = await pool.query('SELECT xmin, listing_id FROM financial_period')
    const figures = await pool.query('SELECT xmin FROM reported_figure')
    expect(await edgar(path)).toMatchObject({ read: 6, inserted: 0, updated: 0, skipped: 6, rejected_count: 0 })
    expect((await pool.query('SELECT xmin, listing_id FROM financial_period')).rows).toEqual(before.rows)
    expect((await pool.query('SELECT xmin FROM reported_figure')).rows).toEqual(figures.rows)
  })

  test('a later file with a restatement changes the period, the history keeps the figure before; an older file does not', async () => {
    const id = catalog().require('MSFT.US').id
    const old = await file('msft-old.json', companyFacts(789_019, 'Microsoft Corp', twoYears()))
    await edgar(old)
    const restated: FiledFacts = {
      form: '10-K',
      filed: '2024-11-01',
      fy: 2024,
      fp: 'FY',
      facts: { Revenues: { '2022-09-25..2023-09-30': 990, '2023-10-01..2024-09-28': 1_200 } },
    }
    const later = await file('msft-new.json', companyFacts(789_019, 'Microsoft Corp', [restated]))
    // The year, its last quarter, and a year that was not there; the trailing months move on.
    expect(await edgar(later)).toMatchObject({ inserted: 2, updated: 2 })
    const periods = await stored('MSFT.US')
    expect([periods['2023 FY']?.value('revenue'), periods['2023 Q4']?.value('revenue')]).toEqual([990, 280])
    expect(periods['2024 TTM']?.value('revenue')).toBe(1_200)
    // The later file says nothing about it.
    expect(periods['2023 FY']?.value('net_income')).toBe(97)
    const history = await pool.query(
      `SELECT to_char(filed, 'YYYY-MM-DD') AS filed, value, tag FROM reported_figure
        WHERE listing_id = $1 AND concept = $2 AND period_end = '2023-09-30' ORDER BY filed`,
      [id, conceptOf('revenue').position],
    )
    expect(history.rows).toEqual([
      { filed: '2023-11-03', value: 1_000, tag: 'Revenues' },
      { filed: '2024-11-01', value: 990, tag: 'Revenues' },
    ])
    expect(await edgar(old)).toMatchObject({ inserted: 0, updated: 0 })
    expect((await stored('MSFT.US'))['2023 FY']?.value('revenue')).toBe(990)
  })

  test('a bad file gives one clear reason and changes nothing; the others of its folder are taken', async () => {
    const good = companyFacts(1_045_810, 'NVIDIA CORP', twoYears())
    await file('mixed/a-cut.json', good.slice(0, 900))
    await file('mixed/b-other.json', '{"headlines": []}')
    await file('mixed/c-unknown.json', companyFacts(9_999_999_999, 'Nobody Knows Inc.', twoYears()))
    await file('mixed/d-good.json.gz', gzipSync(good))
    await file('mixed/notes.txt', 'no JSON')
    const summary = await edgar(join(folder, 'mixed'))
    expect(summary).toMatchObject({ read: 6, inserted: 6, rejected_count: 3 })
    expect(summary.rejected.map(({ file: name, reason }) => [name, reason])).toEqual([
      ['a-cut.json', expect.stringMatching(/^The JSON is damaged or cut off/)],
      ['b-other.json', 'This is no companyfacts of the SEC: it has no "cik" with "facts".'],
      [
        'c-unknown.json',
        `There is no listing of Nobody Knows Inc. (CIK 9999999999): name it with --ticker, or put the SEC's company_tickers.json beside the file.`,
      ],
    ])
    expect(Object.keys(await stored('NVDA.US'))).toHaveLength(6)
  })

  test('the listing is found by the tickers beside the file, all share classes, or by --ticker', async () => {
    const facts = companyFacts(7_000_001, 'Fox & Friends', twoYears())
    await file('tickers/CIK0007000001.json', facts)
    await file(
      'tickers/company_tickers.json',
      JSON.stringify({
        0: { cik_str: 7_000_001, ticker: 'FOX', title: 'Fox' },
        1: { cik_str: 7_000_001, ticker: 'FOXA', title: 'Fox' },
      }),
    )
    expect(await edgar(join(folder, 'tickers'))).toMatchObject({ read: 12, inserted: 12, rejected_count: 0 })
    expect(await edgar(join(folder, 'tickers/CIK0007000001.json'))).toMatchObject({ read: 12, skipped: 12 })
    const named = await file('named/file.json', companyFacts(7_000_002, 'Somebody', twoYears()))
    expect(await edgar(named, 'KO')).toMatchObject({ inserted: 6 })
    await file('submitted/facts.json', companyFacts(7_000_003, 'Somebody Else', twoYears()))
    await file(
      'submitted/submissions.json',
      '{"cik":"0007000003","name":"Somebody Else","tickers":["PEP"],"filings":{"recent":{}}}',
    )
    expect(await edgar(join(folder, 'submitted'))).toMatchObject({ inserted: 6, rejected_count: 0 })
    expect(Object.keys(await stored('PEP.US'))).toHaveLength(6)
  })

  test('a balance that does not balance is stored and noted', async () => {
    const odd: FiledFacts = {
      form: '10-K',
      filed: '2025-02-01',
      fy: 2024,
      fp: 'FY',
      facts: {
        Revenues: { '2024-01-01..2024-12-31': 10 },
        Assets: { '2024-12-31': 100 },
        Liabilities: { '2024-12-31': 50 },
        StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: { '2024-12-31': 45 },
      },
    }
    const path = await file('odd.json', companyFacts(200_406, 'Johnson & Johnson', [odd]))
    const summary = await edgar(path)
    expect(summary).toMatchObject({ inserted: 2, rejected_count: 0 })
    expect(summary.notes).toEqual(['JNJ.US A 2024-12-31: assets differ from liabilities and equity by 5 USD'])
  })

  test('all processes hear which companies changed', async () => {
    const client = await pool.connect()
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('LISTEN financials_changed')
    const path = await file('wmt.json', companyFacts(104_169, 'Walmart Inc.', twoYears()))
    await edgar(path)
    await edgar(path)
    await client.query('SELECT 1')
    client.release(true)
    expect(heard).toEqual([String(catalog().require('WMT.US').id)])
  })
})

describe('companyfacts over HTTP', () => {
  const seen: { path: string; agent: string | undefined; at: number }[] = []
  const answers = new Map<
    string,
    (attempt: number) => { status: number; body: string; headers?: Record<string, string> }
  >()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    seen.push({ path, agent: request.headers['user-agent'], at: performance.now() })
    const attempt = seen.filter((one) => one.path === path).length
    const { status, body, headers } = answers.get(path)?.(attempt) ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  let base: string
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const settings = () => ({
    baseUrl: base,
    tickersUrl: `${base}/files/company_tickers.json`,
    contact: 'Ann Smith ann@example.com',
  })
  const fetchFrom = (sources: readonly string[], ticker?: string) =>
    ingestEdgar(sources, { clock, openSec: () => openSec(settings(), settings().contact), ticker })

  test('are fetched by number with the contact in the User-Agent, again after 429 and 503', async () => {
    answers.set('/api/xbrl/companyfacts/CIK0000354950.json', (attempt) =>
      attempt === 1
        ? { status: 429, body: '', headers: { 'retry-after': '0' } }
        : attempt === 2
          ? { status: 503, body: '' }
          : { status: 200, body: companyFacts(354_950, 'HOME DEPOT, INC.', twoYears()) },
    )
    seen.length = 0
    expect(await fetchFrom(['354950'])).toMatchObject({ inserted: 6, rejected_count: 0 })
    expect(seen.map(({ agent }) => agent)).toEqual(Array(3).fill('market-impact Ann Smith ann@example.com'))
    expect(Object.keys(await stored('HD.US'))).toHaveLength(6)
  })

  test('by ticker the number comes from the SEC list where it is not shipped', async () => {
    answers.set('/files/company_tickers.json', () => ({
      status: 200,
      body: JSON.stringify({ 0: { cik_str: 8_000_001, ticker: 'ZION', title: 'Zions' } }),
    }))
    answers.set('/api/xbrl/companyfacts/CIK0008000001.json', () => ({
      status: 200,
      body: companyFacts(8_000_001, 'Zions', twoYears()),
    }))
    expect(await fetchFrom([], 'ZION')).toMatchObject({ inserted: 6, rejected_count: 0 })
  })

  test('at most ten a second; what is not there or refused is said', async () => {
    answers.set('/api/xbrl/companyfacts/CIK0000000077.json', () => ({ status: 403, body: 'no' }))
    seen.length = 0
    // Not from the first arrival: a busy machine may hand that one over late.
    const begun = performance.now()
    const summary = await fetchFrom(['70', '71', '72', '73', '74', '77'])
    expect(summary.rejected.map(({ reason }) => reason)).toEqual([
      ...[70, 71, 72, 73, 74].map((cik) => `The SEC has no facts of a company with the CIK ${cik}.`),
      `${base}/api/xbrl/companyfacts/CIK0000000077.json answered 403: it refuses SEC_CONTACT or this address.`,
    ])
    expect((seen.at(-1)?.at ?? begun) - begun).toBeGreaterThan(5 * 100 - 10)
  })
})

describe('tables of statements', () => {
  const HEAD = 'ticker,period_end,period_type,currency,total_revenue,net_income,capex,shareholders_equity\n'

  test('are read by keys and aliases, in any order; quarters make years, money paid out is negative', async () => {
    const rows = [
      '7203.JP,2024-03-31,A,JPY,"45,095",4944,-500,34220',
      '7203.JP,2024-06-30,Q,JPY,11837,1333,120,35000',
      '7203.JP,2024-09-30,Q,JPY,11000,(100),n/a,',
    ]
    expect(await statements(HEAD + rows.join('\n'))).toMatchObject({ read: 3, inserted: 3, rejected_count: 0 })
    const periods = await stored('7203.JP')
    expect(Object.entries(periods).map(([name, { end }]) => [name, end])).toEqual([
      ['2024 FY', '2024-03-31'],
      ['2025 Q1', '2024-06-30'],
      ['2025 Q2', '2024-09-30'],
    ])
    expect(periods['2024 FY']?.value('revenue')).toBe(45_095)
    expect(periods['2025 Q1']?.value('capex')).toBe(-120)
    expect([periods['2025 Q2']?.value('net_income'), periods['2025 Q2']?.value('capex')]).toEqual([-100, Number.NaN])
    expect(await statements(HEAD + rows.join('\n'))).toMatchObject({ read: 3, inserted: 0, updated: 0, skipped: 3 })
    // A later file goes on where this one ends, and corrects a figure.
    const more = [
      '7203.JP,2024-12-31,Q,JPY,12000,900,,',
      '7203.JP,2025-03-31,A,JPY,48000,4700,-600,36000',
      rows[1]?.replace('1333', '1334'),
    ]
    expect(await statements(HEAD + more.join('\n'))).toMatchObject({ read: 3, inserted: 2, updated: 1 })
    const now = await stored('7203.JP')
    expect(now['2025 Q4']?.value('revenue')).toBe(48_000 - 11_837 - 11_000 - 12_000)
    expect(now['2025 TTM']?.value('revenue')).toBe(48_000)
  })

  test('a column titled in another language is named with the key it means', async () => {
    const text = 'ticker,period_end,period_type,currency,Umsatzerlöse,net_income\nSHEL.LSE,2022-12-31,A,USD,1,5'
    const { rejected } = await statements(text)
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'the column "umsatzerlöse" is left out: it is no field of statements; did you mean "revenue"?',
    ])
  })

  test('bad lines are rejected with their reason, unknown columns are named with the nearest key', async () => {
    const text = [
      'ticker,period_end,period_type,currency,filing_date,fiscal_period,revenu,roe,net_income,ordinary_shares_number',
      'SHEL.LSE,2024-12-31,A,USD,2025-03-01,FY,1,1,16094,6000',
      'SHEL.LSE,2024-12-31,A,USD,2025-03-01,FY,1,1,16094,6000',
      'NOSUCH,2024-12-31,A,USD,,,1,1,5,',
      'SHEL.LSE,31 Nonember,A,USD,,,1,1,5,',
      'SHEL.LSE,2027-12-31,A,USD,,,1,1,5,',
      'SHEL.LSE,2023-12-31,H,USD,,,1,1,5,',
      'SHEL.LSE,2023-12-31,A,dollars,,,1,1,5,',
      'SHEL.LSE,2023-12-31,A,USD,2023-01-01,,1,1,5,',
      'SHEL.LSE,2023-12-31,A,USD,,Q4,1,1,5,',
      'SHEL.LSE,2023-12-31,A,USD,,,1,1,five,',
      'SHEL.LSE,2023-12-31,A,USD,,,1,1,,-6',
      'SHEL.LSE,2023-12-31,A,USD,,,1,1,,',
      'SHEL.LSE,2023-12-31,A,USD,,,1,1,2e30,',
      ',2023-12-31,A,USD,,,1,1,1,',
      'SHEL.LSE,2023-12-31,A,QQQ,,,1,1,5,',
    ].join('\n')
    const summary = await statements(text)
    expect(summary).toMatchObject({ read: 1, inserted: 1 })
    expect(summary.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'the column "revenu" is left out: it is no field of statements; did you mean "revenue"?'],
      [1, 'the column "roe" is left out: roe is computed, not read'],
      [3, 'SHEL.LSE has this period in the source already'],
      [4, 'there is no listing "NOSUCH"; ingest it with listings first'],
      [5, 'the period_end "31 Nonember" is not a date'],
      [6, 'the period ends on 2027-12-31, which is yet to come'],
      [7, 'the period_type must be A or Q; "H" was given'],
      [8, 'the currency must be an ISO 4217 code such as EUR; "DOLLARS" was given'],
      [9, `the filing_date "2023-01-01" is not a date after the period's end`],
      [10, 'the fiscal_period Q4 does not fit the period_type A'],
      [11, 'the net_income "five" is not a number'],
      [12, 'the ordinary_shares_number -6 is below zero'],
      [13, 'there is no figure'],
      [14, 'the net_income 2e+30 is larger than any figure of a company'],
      [15, 'there is no ticker'],
      [16, 'the currency must be an ISO 4217 code such as EUR; "QQQ" was given'],
    ])
  })

  test.each([
    [
      'ticker,period_end,currency,revenue\n',
      'There is no column "period_type" among: ticker, period_end, currency, revenue.',
    ],
    [
      'period_end,period_type,currency,revenue\n',
      'There is no column "ticker": add it, or say whose statements these are with --ticker.',
    ],
    [
      'ticker,period_end,period_type,currency,revenue,total_revenue\n',
      'The columns "revenue" and "total_revenue" are both revenue.',
    ],
    [
      'ticker,period_end,period_type,currency,turnvoer\n',
      'No column is a field of statements. the column "turnvoer" is left out',
    ],
    ['', 'There is no header line.'],
    [`${'a'.repeat(1_100_000)}\n`, 'The header line is longer than 1048576 characters.'],
  ])('a table that cannot be read says why', async (text, reason) => {
    const summary = await statements(text)
    expect(summary).toMatchObject({ read: 0, inserted: 0, rejected_count: 1 })
    expect(summary.rejected[0]?.reason).toContain(reason)
  })

  test('a figure that was restated since its filing keeps the later value', async () => {
    const head = 'period_end,period_type,currency,filing_date,revenue\n'
    await statements(`${head}2024-12-31,A,CHF,2026-02-01,95\n`, 'NESN.SW')
    expect(await statements(`${head}2024-12-31,A,CHF,2025-02-01,100\n`, 'NESN.SW')).toMatchObject({
      read: 1,
      inserted: 0,
    })
    expect((await stored('NESN.SW'))['2024 FY']?.value('revenue')).toBe(95)
  })
})
