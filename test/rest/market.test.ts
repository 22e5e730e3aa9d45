import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { barePrice } from '../../bench/bare/market.ts'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { QUOTES_MAX, readQuotes } from '../../src/market/quote/quote.store.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { SOON } from '../setup/soon.ts'
import { sentOf, statementsOf } from '../setup/statements.ts'
import { storeStory } from '../setup/story-rows.ts'

const app = useApp()

beforeAll(async () => {
  await storeCloses('AAPL.US', '2026-11-19', [400, 404, 101, 102, 103, 104, 105, 106, 107, 108])
  await storeListingActions('AAPL.US', [
    ['2026-11-10', 'split', 4],
    ['2026-11-16', 'dividend', 1.04],
  ])
  await storeCloses('MSFT.US', '2026-11-19', [500, 490], 'demo')
  await storeCloses('US-10Y.GB', '2026-11-19', [4.25, 4.5])
  for (const [ticker, amounts] of Object.entries({ 'KO.US': [1, 2], 'PEP.US': [4, 2], 'SAP.XETRA': [1, 1] })) {
    await storeCloses(ticker, '2026-11-19', [50, 50])
    await storeListingActions(ticker, [
      ['2024-05-02', 'dividend', amounts[0] ?? 0],
      ['2025-05-02', 'dividend', amounts[1] ?? 0],
      ['2026-05-04', 'dividend', amounts[1] ?? 0],
    ])
  }
  await ingest([
    newsItem({ title: 'Nvidia surges as AI accelerator demand jumps' }),
    newsItem({ title: 'AMD takes market share from Intel as rivalry in processors heats up' }),
    newsItem({ title: 'Apple shares fall as iPhone sales disappoint' }),
  ])
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

describe('GET /v1/stocks/prices', () => {
  test('has rows in the requested order, lists unknown tickers, and costs one credit', async () => {
    const { body, headers } = await get('/v1/stocks/prices?tickers=US-10Y.GB,nope,aapl,EURUSD.FX,AAPL.US')
    expect(body.results.map((row: { ticker: string }) => row.ticker)).toEqual(['US-10Y.GB', 'AAPL.US', 'EURUSD.FX'])
    expect(body).toMatchObject({ unresolved: ['nope'], count: 3, total: 3, has_more: false })
    expect(body.notes).toEqual(['There are no bars of EURUSD.FX.'])
    expect(headers.get('x-credits-charged')).toBe('1')
    expect(headers.get('x-data-set')).toBeNull()
  })

  test('change and 52-week range are split-adjusted', async () => {
    const { body } = await get('/v1/stocks/AAPL/prices')
    expect(body).toMatchObject({
      ticker: 'AAPL.US',
      metric: 'price',
      currency: 'USD',
      date: '2026-11-19',
      close: 108,
      volume: 100,
      previous_close: 107,
      change: 1,
      change_pct: 0.9346,
      change_bps: null,
      week52_high: 109,
      week52_low: 99.75,
    })
  })

  test('the 52-week range includes the latest bar and is split-adjusted, also for a split on that day', async () => {
    // Of 261 weekdays the first is 364 days before the last, and out.
    await storeCloses('IBM.US', '2026-11-19', [1000, 500, ...new Array<number>(258).fill(100), 90])
    const range = async () => (await get('/v1/stocks/IBM/prices')).body
    expect(await range()).toMatchObject({ week52_high: 501, week52_low: 89, previous_close: 100, change: -10 })
    await storeListingActions('IBM.US', [['2026-11-19', 'split', 2]])
    expect(await range()).toMatchObject({ week52_high: 250.5, week52_low: 49.5, previous_close: 50, change: 40 })
  })

  test('the change of a yield is in basis points', async () => {
    const { body } = await get('/v1/stocks/us-10y.gb/prices')
    expect(body).toMatchObject({ metric: 'yield', close: 4.5, change: 0.25, change_bps: 25, change_pct: null })
  })

  test('demo prices are marked', async () => {
    expect((await get('/v1/stocks/prices?tickers=MSFT.US,AAPL.US')).headers.get('x-data-set')).toBe('demo')
    expect((await get('/v1/stocks/MSFT/profile')).body.data_set).toBe('demo')
    expect((await get('/v1/stocks/AAPL/profile')).body.data_set).toBe('own')
    expect((await get('/v1/stocks/TSLA/profile')).body.data_set).toBeNull()
  })
})

describe('GET /v1/stocks/{id}/ohlcv', () => {
  const closes = (body: { bars: { close: number }[] }) => body.bars.map((bar) => bar.close)

  test('adjusts for splits by default, for dividends when asked, and not at all when raw', async () => {
    const { body, headers } = await get('/v1/stocks/AAPL/ohlcv')
    expect(closes(body)).toEqual([100, 101, 101, 102, 103, 104, 105, 106, 107, 108])
    expect(body.bars[0]).toEqual({
      date: '2026-11-06',
      open: 100,
      high: 100.25,
      low: 99.75,
      close: 100,
      volume: 400,
      partial: false,
    })
    expect(body).toMatchObject({ ticker: 'AAPL.US', tf: 'day', adjust: 'split', currency: 'USD', count: 10 })
    expect(headers.get('x-credits-charged')).toBe('1')
    expect(closes((await get('/v1/stocks/AAPL/ohlcv?adjust=raw')).body).slice(0, 3)).toEqual([400, 404, 101])
    const factor = 1 - 1.04 / 104
    const { body: total } = await get('/v1/stocks/AAPL/ohlcv?adjust=splitdiv')
    expect(total.bars[0].close).toBeCloseTo(100 * factor, 6)
    expect(total.bars[9].close).toBe(108)
  })

  test('weeks end on Friday, and the last one is partial while incomplete', async () => {
    const { body } = await get('/v1/stocks/AAPL/ohlcv?tf=week')
    expect(body.bars.map((bar: { date: string }) => bar.date)).toEqual(['2026-11-06', '2026-11-13', '2026-11-19'])
    expect(body.bars.map((bar: { partial: boolean }) => bar.partial)).toEqual([false, false, true])
    expect(body.bars[1]).toMatchObject({ open: 101, high: 105, close: 104, volume: 800 })
    const { body: month } = await get('/v1/stocks/AAPL/ohlcv?tf=month')
    expect(month.bars).toHaveLength(1)
    expect(month.bars[0].partial).toBe(true)
  })

  test('a month that ends on a Saturday is incomplete on its last day only for assets with weekend trading', async () => {
    for (const ticker of ['BTC-USD.CC', 'MMM.US']) await storeCloses(ticker, '2026-10-30', [10, 11])
    const now = clock.ms
    onTestFinished(() => {
      clock.ms = now
    })
    clock.ms = Date.UTC(2026, 9, 31, 12)
    const isPartial = async (ticker: string) => (await get(`/v1/stocks/${ticker}/ohlcv?tf=month`)).body.bars[0].partial
    expect(await isPartial('BTC-USD.CC')).toBe(true)
    expect(await isPartial('MMM.US')).toBe(false)
  })

  test('from and to are inclusive, and limit keeps the latest bars', async () => {
    const { body } = await get('/v1/stocks/AAPL/ohlcv?from=2026-11-09&to=2026-11-11')
    expect(body.bars.map((bar: { date: string }) => bar.date)).toEqual(['2026-11-09', '2026-11-10', '2026-11-11'])
    const { body: two } = await get('/v1/stocks/AAPL/ohlcv?from=2026-11-09&to=2026-11-11&limit=2')
    expect(two).toMatchObject({ count: 2, total: 3, limit: 2, has_more: true })
    expect(two.bars[0].date).toBe('2026-11-10')
    const { body: none } = await get('/v1/stocks/AAPL/ohlcv?to=2020-01-01')
    expect(none).toMatchObject({ bars: [], total: 0 })
    expect(none.notes).toEqual(['The bars of AAPL.US run from 2026-11-06 to 2026-11-19.'])
  })

  test('a listing without bars has an empty list with a note', async () => {
    const { body } = await get('/v1/stocks/SIE.XETRA/ohlcv')
    expect(body).toMatchObject({ bars: [], count: 0, notes: ['There are no bars of SIE.XETRA.'] })
  })

  test('a series is read from the cache the second time, and a new bar appears', async () => {
    await storeCloses('ADBE.US', '2026-11-18', [300, 301])
    const statements = async (path: string) => (await statementsOf(() => get(`/v1/stocks/ADBE/${path}`))).length
    // Prices come from memory: what their call asks of the database is admission and charge. The notice of the bars may still be under way.
    await vi.waitFor(async () => expect(await statements('ohlcv')).toBe(await statements('prices')), SOON)
    await storeCloses('ADBE.US', '2026-11-19', [301, 302])
    expect(closes((await get('/v1/stocks/ADBE/ohlcv')).body)).toEqual([300, 301, 302])
  })
})

test('the quotes of a large market are read some at a time, so that a slow disk keeps no statement beyond its time', async () => {
  const ids = Array.from({ length: 2 * QUOTES_MAX + 1 }, (_, place) => place + 1)
  const sent = await sentOf(() => readQuotes(ids))
  const asked = sent.map(({ values }) => values.flat())
  expect(asked.map(({ length }) => length)).toEqual([QUOTES_MAX, QUOTES_MAX, 1])
  expect(asked.flat()).toEqual(ids)
  const every = await readQuotes(null)
  expect(every).toEqual(await readQuotes(every.map(({ id }) => id)))
  expect(every.length).toBeGreaterThan(3)
})

describe('identity in the path', () => {
  const PATHS = ['ohlcv', 'prices', 'profile', 'competitors', 'peers']

  test('a symbol without exchange, any letter case and the listing id are equivalent', async () => {
    const id = catalog().require('AAPL.US').id
    for (const path of PATHS) {
      const answers = await Promise.all(['aapl', 'AAPL.US', String(id)].map((one) => get(`/v1/stocks/${one}/${path}`)))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size, path).toBe(1)
      expect(answers[0]?.headers.get('x-credits-charged'), path).toBe('1')
    }
  })

  test('coins, pairs and commodities have prices and profiles as well', async () => {
    for (const id of ['BTC', 'EURUSD.FX', 'BRENT.COMM', 'US-10Y.GB', 'SOFR.MM'])
      for (const path of PATHS) await get(`/v1/stocks/${id}/${path}`)
  })
})

describe('GET /v1/stocks/{id}/profile', () => {
  test('describes the company; unknown fields are null', async () => {
    const { body } = await get('/v1/stocks/NVDA/profile')
    expect(body).toMatchObject({
      ticker: 'NVDA.US',
      type: 'stock',
      exchange: 'US',
      country: 'US',
      gics: { code: '45301020', sector: 'Information Technology', sub_industry: 'Semiconductors' },
      sector: 'Information Technology',
      figi: null,
      employees: expect.any(Number),
      shares_outstanding: expect.any(Number),
      ipo_date: expect.stringMatching(/^1999/),
      fiscal_year_end: '01-31',
    })
    expect(body.market_cap).toBe(body.market_cap_usd)
    expect(body.megatrends[0]).toEqual({
      node_id: expect.any(Number),
      name: expect.any(String),
      exposure: expect.stringMatching(/^(core|secondary)$/),
      role: expect.any(String),
    })
    expect((await get('/v1/stocks/EURUSD.FX/profile')).body.gics).toBeNull()
  })

  test('marks a value that was converted at a demo exchange rate', async () => {
    await storeCloses('USDCHF.FX', '2026-11-19', [0.8], 'demo')
    const { body, headers } = await get('/v1/stocks/NESN.SW/profile')
    expect(body.market_cap / body.market_cap_usd).toBeCloseTo(0.8, 1)
    expect(headers.get('x-data-set')).toBe('demo')
    expect((await get('/v1/stocks/NVDA/profile')).headers.get('x-data-set')).toBeNull()
  })
})

describe('market capitalisation', () => {
  const SEARCH = '/v1/stocks?q=VOD.LSE'
  const shown = async () => {
    const {
      market_cap: local,
      market_cap_usd: profile,
      shares_outstanding: shares,
    } = (await get('/v1/stocks/VOD.LSE/profile')).body
    const { body: price } = await get('/v1/stocks/VOD.LSE/prices')
    const { body: search } = await get(SEARCH)
    return { local, shares, usd: [profile, price.market_cap_usd, search.matches[0].market_cap_usd] }
  }

  test('is the stored figure until shares, price and exchange rate are known, then moves with them', async () => {
    const stored = catalog().require('VOD.LSE').marketCapUsd
    expect((await shown()).usd).toEqual([stored, stored, stored])
    await storeCloses('VOD.LSE', '2026-11-18', [90, 100])
    // In its own currency it is known without an exchange rate: 100 pence are a pound.
    const before = await shown()
    expect(before.usd).toEqual([stored, stored, stored])
    expect(before.local).toBe(before.shares)
    await storeCloses('GBPUSD.FX', '2026-11-19', [1.3, 1.25])
    const first = await shown()
    expect(first.local).toBe(first.shares)
    expect(first.usd).toEqual(Array(3).fill(1.25 * first.shares))
    expect((await get(SEARCH)).headers.get('x-data-set')).toBeNull()
    await storeCloses('VOD.LSE', '2026-11-19', [110])
    expect((await shown()).usd).toEqual(Array(3).fill(Number((1.1 * 1.25 * first.shares).toPrecision(6))))
    // The statement that the benchmark measures against computes the same, of a pair quoted the other way too.
    await storeCloses('6758.JP', '2026-11-19', [3_000, 3_100])
    await storeCloses('USDJPY.FX', '2026-11-19', [150, 149.3])
    for (const ticker of ['VOD.LSE', 'MSFT.US', '6758.JP']) {
      const { rows } = await pool.query(barePrice.text, [ticker])
      expect(barePrice.body(rows)).toEqual((await get(`/v1/stocks/${ticker}/prices`)).body)
    }
  })

  test('an answer with one at a demo price is marked', async () => {
    const path = '/v1/stocks?q=ADSK.US&limit=1'
    expect((await get(path)).headers.get('x-data-set')).toBeNull()
    await storeCloses('ADSK.US', '2026-11-19', [250], 'demo')
    const { body, headers } = await get(path)
    expect(body.matches[0].market_cap_usd).toBeCloseTo(250 * (catalog().require('ADSK.US').sharesOutstanding ?? 0), -6)
    expect(headers.get('x-data-set')).toBe('demo')
  })
})

describe('GET /v1/stocks/dividends', () => {
  const tickers = (body: { stocks: { ticker: string }[] }) => body.stocks.map((row) => row.ticker)

  test('ranks payers by yield, streak and growth', async () => {
    const { body, headers } = await get('/v1/stocks/dividends')
    expect(tickers(body)).toEqual(['KO.US', 'PEP.US', 'SAP.XETRA', 'AAPL.US'])
    expect(headers.get('x-credits-charged')).toBe('1')
    expect(body.stocks[0].dividend).toEqual({
      yield: 0.04,
      ttm_dps: 2,
      currency: 'USD',
      payout_ratio: null,
      no_cut_streak_years: 1,
      last_cut_year: null,
      cagr_5y: null,
      frequency: 'annual',
      ex_date: '2026-05-04',
    })
    const { body: streak } = await get('/v1/stocks/dividends?order_by=streak')
    expect(tickers(streak).slice(0, 2)).toEqual(['KO.US', 'SAP.XETRA'])
    expect(streak.stocks.at(-1).dividend.no_cut_streak_years).toBe(0)
    await get('/v1/stocks/dividends?order_by=cagr')
  })

  test('can be filtered by country and industry', async () => {
    expect(tickers((await get('/v1/stocks/dividends?country=de')).body)).toEqual(['SAP.XETRA'])
    expect(tickers((await get('/v1/stocks/dividends?gics=30')).body)).toEqual(['KO.US', 'PEP.US'])
  })
})

describe('GET /v1/stocks/{id}/competitors', () => {
  test('ranks by closeness and gives reasons', async () => {
    const { body } = await get('/v1/stocks/AMD/competitors')
    expect(body.competitors[0].ticker).toMatch(/^(NVDA|INTC)\.US$/)
    const shares = body.competitors.map((row: { closeness: number }) => row.closeness)
    expect(shares).toEqual(shares.toSorted((a: number, b: number) => b - a))
    for (const row of body.competitors) {
      expect(row.closeness).toBeGreaterThan(0)
      expect(row.closeness).toBeLessThanOrEqual(1)
      expect(row.reasons.length).toBeGreaterThan(0)
      expect(row.ticker).not.toBe('AMD.US')
    }
    const intel = body.competitors.find((row: { ticker: string }) => row.ticker === 'INTC.US')
    expect(intel.reasons.join()).toMatch(/named as competitor/)
  })

  test('a story with two articles counts as one co-mention; assets other than companies are not competitors', async () => {
    const named = ['KO.US', 'PEP.US', 'COCOA.COMM'].map((ticker) => {
      return { ticker, direction: 'neg' as const, aspect: 'competition' }
    })
    const telling = { published: '2026-11-10T10:00:00Z', impacts: named }
    await storeStory([telling, { ...telling, source: 'other_wire' }])
    const { body } = await get('/v1/stocks/KO/competitors')
    const pepsi = body.competitors.find((row: { ticker: string }) => row.ticker === 'PEP.US')
    expect(pepsi.reasons).toContain('1 story on competition in a year name both')
    expect(body.competitors.map((row: { ticker: string }) => row.ticker)).not.toContain('COCOA.COMM')
  })

  test('another share class of the company is not a competitor', async () => {
    const { body } = await get('/v1/stocks/GOOGL/competitors')
    expect(body.competitors.map((row: { ticker: string }) => row.ticker)).not.toContain('GOOG.US')
  })

  test('a listing without competitors has a note', async () => {
    expect((await get('/v1/stocks/EURUSD.FX/competitors')).body).toMatchObject({
      competitors: [],
      notes: ['No competitors of EURUSD.FX are known.'],
    })
  })
})

describe('GET /v1/stocks/{id}/peers', () => {
  test('core peers share core exposure, all peers include secondary exposure', async () => {
    const { body } = await get('/v1/stocks/NVDA/peers')
    expect(body.groups).toBeNull()
    expect(body.peers.every((row: { exposure: string }) => row.exposure === 'core')).toBe(true)
    const { body: all } = await get('/v1/stocks/NVDA/peers?exposure=all')
    expect(all.peers.some((row: { exposure: string }) => row.exposure === 'secondary')).toBe(true)
    const likeness = all.peers.map((row: { similarity: number }) => row.similarity)
    expect(likeness).toEqual(likeness.toSorted((a: number, b: number) => b - a))
  })

  test('peers can be grouped by theme', async () => {
    const { body } = await get('/v1/stocks/NVDA/peers?grouped=1')
    expect(body.groups.length).toBeGreaterThan(0)
    for (const group of body.groups) for (const peer of group.peers) expect(peer.shared_nodes).toContain(group.node_id)
  })
})

describe('GET /v1/stocks without q', () => {
  test('lists stocks in recent news of a country, counted in stories', async () => {
    const { body, headers } = await get('/v1/stocks?country=us&limit=1000')
    expect(headers.get('x-credits-charged')).toBe('1')
    const apple = body.stocks.find((row: { ticker: string }) => row.ticker === 'AAPL.US')
    expect(apple).toMatchObject({
      symbol: 'AAPL',
      country: 'US',
      impact: { news_count: 1, neg: 1, pos: 0, ambiguous: 0, net_direction: -1, top_reason: expect.any(String) },
      fundamentals: { pe_ratio: null, pb_ratio: null, week52_high: 109, week52_low: 99.75 },
    })
    expect(apple.fundamentals.dividend_yield_pct).toBeCloseTo((1.04 / 108) * 100, 3)
    expect(apple.impact.aspects.length).toBe(1)
  })

  test('the gate requires stories about the megatrend itself', async () => {
    const node = 10_000_000
    const { body: membership } = await get(`/v1/stocks?megatrend=${node}&gate=membership&limit=1000`)
    const { body: both } = await get(`/v1/stocks?megatrend=${node}&limit=1000`)
    const ids = (body: { stocks: { listing_id: number }[] }) => body.stocks.map((row) => row.listing_id)
    expect(membership.total).toBeGreaterThan(0)
    for (const id of ids(both)) expect(ids(membership)).toContain(id)
    const { body: core } = await get(`/v1/stocks?megatrend=${node}&gate=membership&exposure=core&limit=1000`)
    const { body: secondary } = await get(`/v1/stocks?megatrend=${node}&gate=membership&exposure=secondary&limit=1000`)
    expect(new Set([...ids(core), ...ids(secondary)])).toEqual(new Set(ids(membership)))
  })

  test('without a megatrend, secondary exposure means no core membership', async () => {
    const { body: whole } = await get('/v1/stocks?country=US&all=true')
    const { body: secondary } = await get('/v1/stocks?country=US&exposure=secondary&all=true')
    const { body: core } = await get('/v1/stocks?country=US&exposure=core&all=true')
    const isPeripheral = ({ ticker }: { ticker: string }) => {
      const parts = catalog().membershipsOf(catalog().require(ticker).id)
      return parts.length > 0 && parts.every((part) => part.exposure === 'secondary')
    }
    expect(core.total).toBeGreaterThan(0)
    expect(secondary.stocks).toEqual(whole.stocks.filter(isPeripheral))
    expect(secondary.total).toBeLessThan(whole.total)
  })

  test('orders by stories, relevance and size, and pages without skipping or repeating', async () => {
    for (const [order, measure] of [
      ['news_count', (row: { impact: { news_count: number } }) => row.impact.news_count],
      ['relevance', (row: { impact: { top_relevance: number } }) => row.impact.top_relevance],
      ['market_cap', (row: { market_cap_usd: number | null }) => row.market_cap_usd ?? 0],
    ] as const) {
      const { body } = await get(`/v1/stocks?gics=45&order_by=${order}&all=true`)
      const values = body.stocks.map(measure)
      expect(values, order).toEqual(values.toSorted((a: number, b: number) => b - a))
      const seen: number[] = []
      for (let offset = 0; offset < body.total; offset += 7) {
        const { body: page } = await get(`/v1/stocks?gics=45&order_by=${order}&limit=7&offset=${offset}`)
        seen.push(...page.stocks.map((row: { listing_id: number }) => row.listing_id))
      }
      expect(seen, order).toEqual(body.stocks.map((row: { listing_id: number }) => row.listing_id))
    }
  })

  test('one scope is required, and each mode has its own parameters', async () => {
    expect(await refused('/v1/stocks')).toMatchObject({ error: 'missing_parameter', param: 'q' })
    expect(await refused('/v1/stocks?limit=5')).toMatchObject({ error: 'missing_parameter' })
    expect(await refused('/v1/stocks?country=US&min_impact=1')).toMatchObject({ param: 'min_impact' })
    expect(await refused('/v1/stocks?q=apple&gate=both')).toMatchObject({ param: 'gate' })
    for (const window of ['7d', '30d', '90d', '180d', '1y', 'mtd', 'qtd', 'ytd'])
      await get(`/v1/stocks?country=US&window=${window}`)
  })

  test('with q it searches', async () => {
    expect((await get('/v1/stocks?q=apple')).body.matches[0].ticker).toBe('AAPL.US')
  })
})

describe('GraphQL', () => {
  test('columns of bars need one statement and equal the rows', async () => {
    const { data } = await app.graphql(
      '{ stock(id: "AAPL") { bars(limit: 3) { dates opens highs lows closes volumes items { date close } } } }',
    )
    const { bars } = data.stock
    expect(bars.closes).toEqual([106, 107, 108])
    expect(bars.items).toEqual(bars.dates.map((date: string, index: number) => ({ date, close: bars.closes[index] })))
    expect(bars.volumes).toEqual([100, 100, 100])
  })

  test('a stock has dividends, competitors, peers and profile', async () => {
    const { data, errors } = await app.graphql(`{ stock(id: "KO") { profile { sector } price { close }
      dividends { yield actions { date type value } } competitors { items { stock { ticker } reasons } }
      peers(exposure: all) { items { stock { ticker } sharedThemes { name } } } } }`)
    expect(errors).toBeUndefined()
    expect(data.stock.dividends).toMatchObject({ yield: 0.04, actions: { length: 3 } })
  })

  test('50 stocks with price, bars and 5 news each need as many statements as one', async () => {
    const document = `query ($limit: Int) { stocksInNews(country: "US", limit: $limit) { count items { stock {
      ticker price { close changePct } bars(limit: 5) { closes } competitors { count } news(limit: 5) { items { title } } } } } }`
    const cost = async (limit: number) => {
      let count = 0
      const sent = await statementsOf(async () => {
        const { data, errors } = await app.graphql(document, { limit })
        expect(errors).toBeUndefined()
        count = data.stocksInNews.count
      })
      return { count, statements: sent.length }
    }
    // Notices of what was stored before may still be under way.
    await vi.waitFor(async () => {
      await cost(50)
      const [few, many] = [await cost(2), await cost(50)]
      expect(many.count).toBeGreaterThan(few.count)
      expect(many.statements).toBe(few.statements)
    }, SOON)
  })
})
