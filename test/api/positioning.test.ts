import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rowsOf } from '../../src/core/database/db.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { loadFirstDemoPositions, reloadDemoPositions } from '../../src/demo/demo-positioning.ingest.ts'
import { CONTRACTS } from '../../src/positioning/contract.source.ts'
import { openCftc } from '../../src/positioning/intake/cftc-fetch.source.ts'
import { ingestCot, ingestCotYear } from '../../src/positioning/intake/cot.ingest.ts'
import { findImbalance, type Report } from '../../src/positioning/report.pure.ts'
import { readReportSeries, storeReports } from '../../src/positioning/report.store.ts'
import { loadReports } from '../../src/positioning/report-keeper.ts'
import { clock, useApp } from '../setup/app.ts'
import { annualText, reportOf, socrataRows, weeksUntil } from '../setup/cot.ts'
import { temporaryFolder } from '../setup/service.ts'
import { SOON } from '../setup/soon.ts'

const app = useApp()
const LAST = dayOfIso('2026-11-17') ?? 0
const GOLD = '088691'
const gold = weeksUntil(LAST, 60).map((day, index) => reportOf(GOLD, day, { largeNet: 100 * index, smallNet: -index }))
const yen = weeksUntil(LAST, 60).map((day, index) =>
  reportOf('097741', day, { largeNet: index === 59 ? 10 : 20 * index }),
)
const unmapped = reportOf('0063DG', LAST, {})

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
})

// Tests run in any order.
beforeEach(async () => {
  await rowsOf(undefined, `DELETE FROM positioning_report`, [])
  await rowsOf(undefined, `DELETE FROM reference_load WHERE name = 'demo_positions'`, [])
  await loadReports()
})

async function take(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  await writeFile(path, content)
  const summary = await ingestCot(path, { clock })
  await loadReports()
  return summary
}

async function get(path: string) {
  const response = await app.fetch(path)
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const countStored = async () =>
  (await rowsOf<{ count: number }>(undefined, 'SELECT count(*) FROM positioning_report', []))[0]?.count

describe('before anything is stored', () => {
  test('an asset that is reported on has no reports yet, and nothing is extreme', async () => {
    expect(await get('/v1/positioning?asset=GOLD.COMM')).toMatchObject({
      status: 404,
      body: { error: 'not_found', param: 'asset', message: 'There are no reports on GOLD.COMM (Gold (COMEX)) yet.' },
    })
    expect((await get('/v1/positioning/extremes')).body).toMatchObject({
      results: [],
      total: 0,
      notes: ['There are no reports to rank yet.'],
    })
  })
})

describe('the demo', () => {
  test('has four years of every contract that are in balance and released by now', async () => {
    const loaded = await loadFirstDemoPositions(clock, 1)
    expect(loaded?.inserted).toBe(209 * CONTRACTS.length)
    expect(await loadFirstDemoPositions(clock, 1), 'it was loaded before').toBeNull()
    await loadReports()
    const series = await readReportSeries(1_000)
    expect([...series.values()].flat().filter((report) => findImbalance(report) !== null)).toEqual([])
    // At Friday noon the report of this week is not out yet.
    expect(series.get(GOLD)?.at(-1)).toMatchObject({ day: LAST - 7, isDemo: true })
    const { body, headers } = await get('/v1/positioning?asset=GOLD.COMM')
    expect(headers.get('x-data-set')).toBe('demo')
    expect(body.history).toHaveLength(156)
    expect(body.history[0].large_speculators_percentile).not.toBeNull()
  })

  test('gives way to real reports from the first one of a contract on, and stays for the others', async () => {
    await loadFirstDemoPositions(clock, 1)
    await take('annual.txt', annualText(gold.slice(0, 20)))
    const { body, headers } = await get('/v1/positioning?asset=GOLD.COMM')
    expect(body).toMatchObject({ report_date: '2026-02-10', large_speculators: { net: 1_900 } })
    expect(body.notes).toEqual(['136 of the 156 reports that percentiles are among are of the demo.'])
    expect(headers.get('x-data-set')).toBe('demo')
    await reloadDemoPositions(clock, 2)
    await loadReports()
    expect((await get('/v1/positioning?asset=GOLD.COMM')).body.report_date).toBe('2026-02-10')
    expect((await get('/v1/positioning?asset=SILVER.COMM')).body.report_date).toBe('2026-11-10')
  })
})

describe('reports of the CFTC', () => {
  test('are stored once, from the annual text and from Socrata alike, and the rest is counted', async () => {
    const text = annualText([...gold, ...yen, unmapped])
    const first = await take('annual.txt', text)
    expect(first).toMatchObject({ read: 120, inserted: 120, updated: 0, skipped: 0, rejected_count: 0 })
    expect(first.notes).toEqual([
      'reports left out because their contract has no listing here: 1, of 1 contracts such as GOLD - COMMODITY EXCHANGE INC.',
    ])
    const again = [
      await take('annual.txt.gz', gzipSync(text)),
      await take('reports.json', JSON.stringify(socrataRows([...gold, ...yen]), null, 1)),
    ]
    for (const summary of again) expect(summary).toMatchObject({ read: 120, inserted: 0, updated: 0, skipped: 120 })
  })

  test('are shown by a running service soon after another process has stored them', async () => {
    await storeReports(Readable.from([gold]))
    await vi.waitFor(async () => expect((await get('/v1/positioning?asset=GOLD.COMM')).status).toBe(200), SOON)
  })

  test('are replaced by corrected ones; of a report twice in a file the last one counts', async () => {
    await take('annual.txt', annualText(gold))
    const last = gold.at(-1)
    if (!last) throw new Error('There are reports.')
    const corrected = reportOf(GOLD, LAST, { largeNet: 1 })
    expect(await take('corrected.csv', annualText([corrected]))).toMatchObject({ inserted: 0, updated: 1, skipped: 0 })
    expect(await take('both.csv', annualText([corrected, last]))).toMatchObject({ inserted: 0, updated: 1, skipped: 1 })
  })

  test('make the figures of an asset', async () => {
    await take('annual.txt', annualText([...gold, ...yen]))
    const { body, headers, status } = await get('/v1/positioning?asset=gold.comm')
    expect(status).toBe(200)
    expect(headers.get('x-data-set')).toBeNull()
    expect(headers.get('x-credits-charged')).toBe('1')
    const { history, read, ...rest } = body
    expect(rest).toEqual({
      asset: 'GOLD.COMM',
      name: 'Gold',
      asset_name: 'Gold (COMEX)',
      asset_class: 'commodity',
      contract_code: GOLD,
      inverse: false,
      report_date: '2026-11-17',
      released_at: '2026-11-20T20:30:00Z',
      lookback_weeks: 156,
      open_interest: 100_000,
      commercials: {
        ...{ long: 39_159, short: 45_000, net: -5_841, net_pct_oi: -5.84 },
        ...{ percentile: 0, cot_index: 0, change_1w: -99, extreme: 'most_short' },
      },
      large_speculators: {
        ...{ long: 45_900, short: 40_000, net: 5_900, net_pct_oi: 5.9 },
        ...{ percentile: 100, cot_index: 100, change_1w: 100, extreme: 'most_long' },
      },
      small_speculators: {
        ...{ long: 4_941, short: 5_000, net: -59, net_pct_oi: -0.06 },
        ...{ percentile: 0, cot_index: 0, change_1w: -1, extreme: 'most_short' },
      },
      notes: ['Percentiles are among 60 reports, all there are.'],
    })
    expect(read).toMatch(/^Large speculators are net long 5,900 contracts of Gold \(COMEX\), .*rises, .*\.$/)
    expect(history).toHaveLength(60)
    expect(history[0]).toEqual({
      ...{ report_date: '2025-09-30', open_interest: 100_000, commercials_net: 0 },
      ...{ large_speculators_net: 0, small_speculators_net: 0, large_speculators_percentile: null },
    })
    expect(history.at(-1)).toMatchObject({ large_speculators_net: 5_900, large_speculators_percentile: 100 })
  })

  test('rank assets by how unusual they are, in all classes, one, and by the names that mean one', async () => {
    await take('annual.txt', annualText([...gold, ...yen]))
    const all = (await get('/v1/positioning/extremes')).body
    expect(all.results.map(({ asset }: { asset: string }) => asset)).toEqual(['GOLD.COMM', 'USDJPY.FX'])
    expect(all).toMatchObject({ count: 2, total: 2, limit: 15, has_more: false })
    expect(all.notes).toBeUndefined()
    expect(all.results[1]).toMatchObject({
      inverse: true,
      large_speculators: { net: 10, percentile: 1.7, extreme: 'most_short' },
    })
    for (const name of ['forex', 'fx'])
      expect((await get(`/v1/positioning/extremes?asset_class=${name}`)).body.results).toHaveLength(1)
    for (const name of ['rates', 'equity', 'equity_index'])
      expect((await get(`/v1/positioning/extremes?asset_class=${name}`)).body.results).toEqual([])
  })

  test('are found by either suffix of a pair, and by GraphQL beside the listing', async () => {
    await take('annual.txt', annualText([...gold, ...yen]))
    const [forex, fx] = [await get('/v1/positioning?asset=USDJPY.FOREX'), await get('/v1/positioning?asset=usdjpy.fx')]
    expect([forex.status, forex.body]).toEqual([200, fx.body])
    const { data } = await app.graphql(`{
      positioning(asset: "USDJPY.FOREX") { ticker stock { name } largeSpeculators { net percentile } }
      stock(id: "USDJPY.FX") { positioning { reportDate history { largeSpeculatorsNet } } }
      none: stock(id: "AAPL") { positioning { read } }
      positioningExtremes(assetClass: fx) { total items { largeSpeculators { extreme } } }
    }`)
    const { net, percentile } = forex.body.large_speculators
    expect(data.positioning).toMatchObject({ ticker: 'USDJPY.FX', largeSpeculators: { net, percentile } })
    expect(data.stock.positioning.history).toHaveLength(60)
    expect(data.none).toEqual({ positioning: null })
    expect(data.positioningExtremes).toEqual({ total: 1, items: [{ largeSpeculators: { extreme: 'most_short' } }] })
  })

  test.each([
    ['GOLDD.COMM', 'unknown_ticker', 'GOLD.COMM'],
    ['GC=F', 'unknown_ticker', 'GOLD.COMM'],
    ['XAUUSD.FOREX', 'unknown_ticker', 'GOLD.COMM'],
    ['JPYUSD.FOREX', 'unknown_ticker', 'USDJPY.FX'],
    ['EURUSD', 'unknown_ticker', 'EURUSD.FX'],
    ['AAPL.US', 'not_found', undefined],
    ['US-10Y.GB', 'not_found', undefined],
  ])('are not there for %s: 404 that says why', async (asset, error, meant) => {
    const { status, body } = await get(`/v1/positioning?asset=${asset}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error, param: 'asset' })
    expect(body.did_you_mean).toBe(meant)
  })
})

describe('files that are no such reports change nothing and say why', () => {
  const json = (rows: readonly unknown[]) => JSON.stringify(rows)
  const report = reportOf('084691', LAST, {})
  const unbalanced: Report = { ...report, openInterest: 7 }
  const future = reportOf('084691', LAST + 371, {})
  const cases: readonly (readonly [name: string, content: string, reason: RegExp])[] = [
    ['cut.json', json(socrataRows([report])).slice(0, -40), /JSON is cut off/],
    ['between.json', json(socrataRows([report])).slice(0, -1), /JSON is cut off/],
    ['damaged.json', '[{"cftc_contract_market_code": nonsense}]', /JSON is damaged in line 1/],
    ['object.json', '{"error": true}', /JSON object; reports are a JSON array/],
    ['numbers.json', '[1, 2]', /holds no object of a report/],
    ['empty.json', '[]', /no reports in it/],
    ['empty.txt', '', /empty/],
    ['header.txt', annualText([]), /nothing below the header line/],
    ['contracts.json', json([{ cftc_contract_market_code: '13874W' }]), /no column "as of date in form yyyy mm dd"/],
    ['prices.csv', 'Date,Close\n2024-03-08,406\n', /no legacy report of the CFTC/],
    ['page.txt', '<!doctype html>\n<title>Error</title>\n', /no legacy report of the CFTC/],
    ['reports.zip', 'PK\u0003\u0004', /zip archive/],
    ['disagg.txt', 'Market,CFTC_Contract_Market_Code,M_Money_Positions_Long_All\nx,084691,1\n', /disaggregated report/],
    [
      'fin.txt',
      'Market,CFTC_Contract_Market_Code,Dealer_Positions_Long_All\nx,084691,1\n',
      /traders in financial futures/,
    ],
    [
      'unbalanced.txt',
      annualText([unbalanced]),
      /only report cannot be used: 084691 of 2026-11-17: the long positions/,
    ],
    ['future.txt', annualText([future, future, future]), /None of its 3 reports can be used; line 2: .*in the future/],
    ['long.txt', `${'x'.repeat(5_000_000)}\n1\n`, /header line is longer/],
    ['long.json', `[{"market":"${'x'.repeat(5_000_000)}"}]`, /only report cannot be used: .*longer than/],
  ]

  test.each(cases)('%s', async (name, content, reason) => {
    const before = await countStored()
    const summary = await take(name, content)
    expect(summary).toMatchObject({ read: 0, inserted: 0, rejected_count: 1 })
    expect(summary.rejected[0]?.reason).toMatch(reason)
    expect(await countStored()).toBe(before)
  })

  test('but of a file with some bad rows the others are stored', async () => {
    const text = `${annualText([report, unbalanced])}"${'x'.repeat(2_000_000)}"\n`
    const summary = await take('some.txt', text)
    expect(summary).toMatchObject({ read: 1, inserted: 1, rejected_count: 2 })
    expect(summary.rejected.map(({ line }) => line).sort()).toEqual([3, 4])
  })
})

test('with options counted too, reports are shown only where there are none on futures alone', async () => {
  const combined = reportOf('085692', LAST, { largeNet: 500 })
  await take('annualof.txt', annualText([combined]))
  const both = (await get('/v1/positioning?asset=COPPER.COMM')).body
  expect(both).toMatchObject({ large_speculators: { net: 500, percentile: null } })
  expect(both.notes).toContain('Options are counted too: there are no reports on the futures alone.')
  await take('alone.json', JSON.stringify(socrataRows([reportOf('085692', LAST - 7, { largeNet: 300 })])))
  expect((await get('/v1/positioning?asset=COPPER.COMM')).body).toMatchObject({ large_speculators: { net: 300 } })
})

test('extremes say which assets have few reports or old ones', async () => {
  await take('annual.txt', annualText([...gold, ...yen.slice(0, 40)]))
  expect((await get('/v1/positioning/extremes')).body.notes).toEqual([
    '1 of 2 assets have fewer than 52 reports: their percentiles say little.',
    '1 of 2 assets have no report of the eight weeks before 2026-11-17.',
  ])
})

test('a year is fetched page by page; a server that fails for a moment is asked again, reports of other years are refused', async () => {
  const asked: URL[] = []
  const days = weeksUntil(dayOfIso('2025-12-30') ?? 0, 3)
  const rows = socrataRows([...days, LAST].map((day) => reportOf('076651', day, {})))
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(url)
    const offset = Number(url.searchParams.get('$offset'))
    if (asked.length === 1) response.writeHead(503, { 'retry-after': '0' }).end()
    else response.end(JSON.stringify(rows.slice(offset, offset + 2)))
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/resource.json`
  const summary = await ingestCotYear(2025, openCftc(url, 2), { clock })
  server.close()
  expect(summary).toMatchObject({ read: 3, inserted: 3, rejected_count: 1 })
  expect(summary.rejected[0]?.reason).toBe('the report of 2026-11-17 is not of 2025')
  expect(asked.map(({ searchParams }) => searchParams.get('$offset'))).toEqual(['0', '0', '2', '4'])
  expect(asked[0]?.searchParams.get('$where')).toContain("'2025-01-01T00:00:00' and '2025-12-31T23:59:59'")
})

test('a server that refuses is one reason, and nothing changes', async () => {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/elsewhere`
  const summary = await ingestCotYear(2025, openCftc(url), { clock })
  server.close()
  expect(summary.rejected).toEqual([
    { line: 0, reason: expect.stringMatching(/answered 404\. COT_URL must be the address/) },
  ])
})
