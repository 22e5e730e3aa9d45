import { expect, test, vi } from 'vitest'
import { catalog, openCatalog } from '../../src/catalog/catalog.ts'
import { ingestReferenceFile } from '../../src/catalog/reference/reference-file.ingest.ts'
import { readReferenceFile } from '../../src/catalog/reference/reference-file.source.ts'
import { barListing } from '../../src/cli/ingest/market.ts'
import { inTransaction, pool } from '../../src/core/database/db.ts'
import { isoOfDay } from '../../src/core/time/day.pure.ts'
import { ingestBars } from '../../src/market/bars/bar.ingest.ts'
import { readBars } from '../../src/market/bars/bar.source.ts'
import { notifyMarketChanged } from '../../src/market/bars/bar.store.ts'
import { market } from '../../src/market/market.ts'
import { clock, useApp } from '../setup/app.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { SOON } from '../setup/soon.ts'

const app = useApp()
const HEADER = 'ticker,date,open,high,low,close,volume\n'

/** Rows of a ticker: `days` of them, from a day on, all at one price. */
function rows(ticker: string, first: number, days: number, price: number): string {
  return Array.from(
    { length: days },
    (_, index) => `${ticker},${isoOfDay(first + index)},${price},${price},${price},${price},100\n`,
  ).join('')
}

/** Ingests what comes, as `ingest -- bars -` would. */
function ingest(stdin: AsyncIterable<Uint8Array>, currency: string | null = null) {
  return ingestBars('bars', readBars('-', { find: barListing, stdin }), { clock, dataSet: 'own', currency })
}

async function* of(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function stored(ticker: string): Promise<{ count: number; least: number; most: number }> {
  const { rows: found } = await pool.query(
    'SELECT count(*) AS count, min(close) AS least, max(close) AS most FROM bar WHERE listing_id = $1',
    [catalog().require(ticker).id],
  )
  return found[0]
}

async function read(path: string) {
  return (await app.fetch(path)).json()
}

test('two concurrent ingests of the same listings both finish, and every bar is from one of them', async () => {
  const tickers = ['KO.US', 'PEP.US', 'NKE.US', 'DIS.US', 'MCD.US', 'SBUX.US']
  const days = 12_000
  const file = (order: string[], first: number, price: number) =>
    ingest(of(HEADER, ...order.map((ticker) => rows(ticker, first, days, price))))
  // The second half of one is the first half of the other, and they go through the listings in opposite order.
  const summaries = await Promise.all([
    file(tickers, 6_000, 10),
    file(tickers.toReversed(), 12_000, 20),
    file(tickers, 6_000, 10),
  ])
  for (const { read: count, inserted, updated, skipped, rejected_count } of summaries) {
    expect(count).toBe(days * tickers.length)
    expect(inserted + updated + skipped).toBe(count)
    expect(rejected_count).toBe(0)
  }
  expect(summaries.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(18_000 * tickers.length)
  for (const ticker of tickers) expect(await stored(ticker), ticker).toEqual({ count: 18_000, least: 10, most: 20 })
})

test('a listing added during an ingest of bars is found in the next file', async () => {
  const listing = 'ticker,name,exchange,country,currency,type\nNEWCO.US,Newco Incorporated,US,US,USD,stock\n'
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield* of(HEADER, rows('HD.US', 2_000, 500, 5))
    const reading = readReferenceFile('listings', '-', of(listing))
    expect(await ingestReferenceFile('listings', reading, { clock })).toMatchObject({ inserted: 1, rejected: [] })
    yield* of(rows('NEWCO.US', 2_000, 3, 7), rows('HD.US', 2_500, 500, 5))
  }
  // A command opens the catalogue once, when it starts.
  const first = await ingest(slow())
  const missed = first.rejected.map(({ line }) => line)
  expect(first).toMatchObject({ inserted: 1_000 + (3 - missed.length) })
  for (const { reason } of first.rejected) expect(reason).toContain('NEWCO.US')
  await openCatalog(null)
  const again = await ingest(of(HEADER, rows('NEWCO.US', 2_000, 3, 7)))
  expect(again.inserted + again.skipped).toBe(3)
  // The service of this process reads its catalogue again by itself, and may show an earlier one for a moment.
  const found = () => stored('NEWCO.US').catch(() => null)
  await vi.waitFor(async () => expect(await found()).toEqual({ count: 3, least: 7, most: 7 }), SOON)
})

test('an answer after an ingest has the new bars, whatever was cached before', async () => {
  expect((await ingest(of(HEADER, rows('WMT.US', 15_000, 300, 50)))).inserted).toBe(300)
  const price = () => read('/v1/stocks/WMT/prices')
  const shows = async (close: number) => {
    await vi.waitFor(async () => expect((await price()).close).toBe(close), SOON)
    expect((await read('/v1/stocks/WMT/ohlcv?limit=1')).bars[0].close).toBe(close)
    expect((await read('/v1/stocks/prices?tickers=WMT.US')).results[0].close).toBe(close)
  }
  await shows(50)
  await ingest(of(HEADER, rows('WMT.US', 15_300, 1, 60)))
  await shows(60)
})

test('the currency of an ingest overrides the listing’s until another is given', async () => {
  await ingest(of(HEADER, rows('GE.US', 15_000, 2, 50)), 'EUR')
  const currency = async () =>
    (await pool.query('SELECT currency FROM market_series WHERE listing_id = $1', [catalog().require('GE.US').id]))
      .rows[0].currency
  expect(await currency()).toBe('EUR')
  await ingest(of(HEADER, rows('GE.US', 15_002, 2, 50)))
  expect(await currency()).toBe('EUR')
  await ingest(of(HEADER, rows('GE.US', 15_004, 2, 50)), 'CHF')
  expect(await currency()).toBe('CHF')
  await vi.waitFor(async () => expect((await read('/v1/stocks/GE/prices')).currency).toBe('CHF'), SOON)
  expect(await read('/v1/stocks/GE/ohlcv?limit=1')).toMatchObject({ currency: 'CHF' })
})

/** Writes past the service, which hears nothing of it. */
function unannounced(sql: string, ticker: string) {
  return pool.query(sql, [catalog().require(ticker).id])
}

test('bars read while a notification arrives are not cached', async () => {
  await storeCloses('MMM.US', '2024-03-08', [10, 11])
  const { id } = catalog().require('MMM')
  const reading = market().series([id], 'day', 'raw')
  market().evict([id])
  await reading
  await unannounced('UPDATE bar SET close = 12 WHERE listing_id = $1', 'MMM')
  expect([...((await market().series([id], 'day', 'raw'))[0]?.close ?? [])]).toEqual([12, 12])
})

test('series derived from corporate actions are recomputed when these are reloaded', async () => {
  await storeCloses('CAT.US', '2024-03-08', [12, 11])
  await storeListingActions('CAT.US', [['2024-03-08', 'split', 2]])
  const { id } = catalog().require('CAT')
  const closes = async () => [...((await market().series([id], 'day', 'split'))[0]?.close ?? [])]
  const dividends = () => market().dividends(id, 20_000)
  // What is announced so far is heard first, so that it cannot do what the next reading must.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect([await closes(), dividends()]).toEqual([[6, 11], null])
  await unannounced(
    `WITH split AS (UPDATE corporate_action SET value = 4 WHERE listing_id = $1)
     INSERT INTO corporate_action (listing_id, date, type, value) VALUES ($1, '2024-03-07', 'dividend', 1)`,
    'CAT',
  )
  await market().refresh([id])
  expect(await closes()).toEqual([3, 11])
  expect(dividends()).not.toBeNull()
})

test('a notification of more listings than fit its payload means any listing', async () => {
  await storeCloses('HON.US', '2024-03-08', [10, 11])
  await unannounced('UPDATE bar SET close = 12 WHERE listing_id = $1', 'HON')
  const many = Array.from({ length: 3_000 }, (_, index) => 1_000_000 + index)
  await inTransaction((client) => notifyMarketChanged(client, many))
  await vi.waitFor(async () => expect((await read('/v1/stocks/HON/prices')).close).toBe(12), SOON)
})

test('changes made while the listener was disconnected are visible after it reconnects', async () => {
  await storeCloses('LMT.US', '2024-03-08', [10, 11])
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'market-impact listener'`)
  await ingest(of(HEADER, rows('LMT.US', 19_000, 1, 60)))
  await unannounced('UPDATE bar SET close = 61 WHERE listing_id = $1', 'LMT')
  await vi.waitFor(async () => expect((await read('/v1/stocks/LMT/prices')).close).toBe(61), SOON)
})
