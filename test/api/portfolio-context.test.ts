import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { storeBars } from '../../src/market/bars/bar.store.ts'
import { BarBatch } from '../../src/market/bars/bar-batch.ts'
import { useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { portfolioCalls } from '../setup/portfolio.ts'
import { SOON } from '../setup/soon.ts'
import { storeStory } from '../setup/story-rows.ts'

const app = useApp()
const { send, get, create, trade } = portfolioCalls(app)

beforeAll(async () => {
  // Weekdays 10 to 19 November 2026.
  await storeCloses('NVDA.US', '2026-11-19', [100, 101, 102, 103, 104, 105, 106, 107])
  await storeCloses('AMD.US', '2026-11-19', [50, 49, 48, 47, 46, 45, 44, 43])
  await storeCloses('KO.US', '2026-11-19', [60, 60, 60, 60, 60, 60, 60, 60])
  await storeCloses('VOD.LSE', '2026-11-19', [80, 84, 79, 81, 90, 85, 70, 75])
  await storeCloses('GBPUSD.FX', '2026-11-19', [1.2, 1.22, 1.19, 1.2, 1.25, 1.25, 1.27, 1.3])
  await storeListingActions('AMD.US', [['2026-11-16', 'dividend', 0.5]])
  const impacts = [
    { ticker: 'NVDA.US', direction: 'pos' as const },
    { ticker: 'AMD.US', direction: 'neg' as const, relevance: 0.3, path: ['NVDA.US', 'AMD.US'] },
  ]
  await storeStory([{ published: '2026-11-18T09:00:00Z', impacts, trends: [10_010_100] }])
})

const idOf = (path: string) => path.split('/').at(-1)

describe('the context of a portfolio', () => {
  test('tells what news moves, whom no news moves, and how the news of its megatrends leans', async () => {
    const path = await create()
    await trade(path, 'buy 30 NVDA.US 2026-11-12 100')
    await trade(path, 'buy 10 KO.US 2026-11-12 60')
    const { body } = await get(`${path}/context?window=7d`)
    expect(body.news).toMatchObject([{ ticker: 'NVDA.US', direction: 'pos', ripple: false }])
    const flags = body.flags.filter(({ code }: { code: string }) => code === 'no_news')
    expect(flags).toEqual([{ code: 'no_news', ticker: 'KO.US', message: 'No story of the window moves KO.US.' }])
    const { net_direction_30d: leaning, ...chips } = body.exposure_to_news[0]
    expect(chips).toMatchObject({ node_id: 10_000_000, megatrend: catalog().megatrend(10_000_000)?.slug })
    // 30 x 107 = 3,210 of 3,810.
    expect(chips.weight_pct).toBe(84.252)
    const { body: summary } = await get(`/v1/megatrends/10000000/summary`)
    expect(leaning).toBe(summary.pulse.net_direction)
    expect(leaning).toBe(1)
  })

  test('shows news as article rows: all that a feed shows of them, with the weight of what is held', async () => {
    const path = await create()
    await trade(path, 'buy 30 NVDA.US 2026-11-12 100')
    const { body } = await get(`${path}/context?window=7d`)
    const { body: feed } = await get('/v1/stocks/NVDA.US/news?limit=1')
    expect(body.news[0]).toMatchObject(feed.results[0])
    expect(body.news[0].weight_pct).toBe(100)
  })

  test('before the first trade has neither exposure nor flags', async () => {
    const { body } = await get(`${await create()}/context`)
    expect([body.exposure_to_news, body.flags, body.window.empty]).toEqual([[], [], true])
  })
})

describe('a headline', () => {
  const RIPPLE = `query ($id: ID!, $title: String!) { portfolio(id: $id) { ripple(title: $title) {
    impactScore effect affectedPct holdings { ticker weightPct effect direction relevance hop path rationale } } } }`

  test('is weighed by what is held; what is owed gains where it falls', async () => {
    const path = await create({ mode: 'advanced' })
    await trade(path, 'buy 10 NVDA.US 2026-11-12 100')
    await trade(path, 'short 10 AMD.US 2026-11-12 48')
    await trade(path, 'buy 10 KO.US 2026-11-12 60')
    const ask = async (title: string) => {
      const { data, extensions } = await app.graphql(RIPPLE, { id: idOf(path), title })
      expect(extensions?.credits.charged).toBe(1)
      return data.portfolio.ripple
    }
    const bad = await ask('Nvidia cuts its outlook as demand for AI chips collapses')
    const [nvidia] = bad.holdings
    // 1,070 of 1,070 + 430 + 600.
    expect(nvidia).toMatchObject({ ticker: 'NVDA.US', weightPct: 50.9524, direction: 'neg', hop: 0 })
    expect(nvidia.effect).toBeCloseTo((-1_070 / 2_100) * nvidia.relevance, 5)
    const sum = (key: string) =>
      bad.holdings.reduce((total: number, one: Record<string, number>) => total + (one[key] ?? 0), 0)
    expect(bad.effect).toBeCloseTo(sum('effect'), 5)
    const amd = (await ask('AMD cuts its outlook as demand for its chips collapses')).holdings.find(
      ({ ticker }: { ticker: string }) => ticker === 'AMD.US',
    )
    expect(amd).toMatchObject({ direction: 'neg', weightPct: -20.4762 })
    expect(amd.effect).toBeGreaterThan(0)
    expect(await ask('The weather stays fine')).toMatchObject({ effect: 0, affectedPct: 0, holdings: [] })
  })
})

describe('over GraphQL', () => {
  test('trades come as a connection that stays in step while trades are entered', async () => {
    const path = await create()
    for (const date of ['2026-11-11', '2026-11-12', '2026-11-12', '2026-11-13', '2026-11-16'])
      await trade(path, `buy 1 KO.US ${date} 60`)
    const ask = async (args: string) => {
      const { data, errors } = await app.graphql(
        `query ($id: ID!) { portfolio(id: $id) { tradesConnection(${args}) {
          edges { cursor node { tradeId date } } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } } }`,
        { id: idOf(path) },
      )
      return { ...data?.portfolio?.tradesConnection, error: errors?.[0]?.extensions }
    }
    const dates = ({ edges }: { edges: { node: { date: string } }[] }) => edges.map(({ node }) => node.date.slice(8))
    const first = await ask('first: 2')
    expect([dates(first), first.pageInfo.hasNextPage]).toEqual([['11', '12'], true])
    await trade(path, 'buy 1 KO.US 2026-11-10 60')
    const second = await ask(`first: 2, after: "${first.pageInfo.endCursor}"`)
    expect(dates(second)).toEqual(['12', '13'])
    const last = await ask('last: 2')
    expect([dates(last), last.pageInfo.hasPreviousPage]).toEqual([['13', '16'], true])
    expect(dates(await ask(`last: 2, before: "${second.pageInfo.startCursor}"`))).toEqual(['11', '12'])
    expect((await ask('first: 2, after: "abc"')).error).toMatchObject({ status: 400, param: 'after' })
  })

  test('the history of the value comes in pages, and a position by ticker', async () => {
    const path = await create()
    await trade(path, 'buy 2 NVDA.US 2026-11-12 100')
    const { data } = await app.graphql(
      `query ($id: ID!) { portfolio(id: $id) {
        all: nav { total count limit hasMore }
        nav(limit: 2, offset: 1) { total count hasMore items { date nav } }
        position(ticker: "nvda") { ticker side quantity marketValueBase }
        none: position(ticker: "KO") { ticker } } }`,
      { id: idOf(path) },
    )
    expect(data.portfolio).toEqual({
      all: { total: 6, count: 6, limit: 5_000, hasMore: false },
      nav: {
        total: 6,
        count: 2,
        hasMore: true,
        items: [
          { date: '2026-11-13', nav: 206 },
          { date: '2026-11-16', nav: 208 },
        ],
      },
      position: { ticker: 'NVDA.US', side: 'long', quantity: 2, marketValueBase: 214 },
      none: null,
    })
  })
})

test('a remembered history is read again when another process stores a bar', async () => {
  const path = await create()
  await storeCloses('PEP.US', '2026-11-18', [10, 10])
  await trade(path, 'buy 2 PEP.US 2026-11-17 10')
  const lastNav = async () => (await get(`${path}/nav`)).body.nav.at(-1)
  expect(await lastNav()).toMatchObject({ date: '2026-11-18', nav: 20 })
  // Stored as the command does it: nobody tells this process but PostgreSQL.
  const batch = new BarBatch(1)
  const [listingId, day] = [catalog().require('PEP.US').id, dayOfIso('2026-11-19') ?? 0]
  batch.add({ listingId, day, open: 11, high: 11, low: 11, close: 11, volume: null }, 0)
  await storeBars(batch, 'own', null)
  await expect.poll(lastNav, SOON).toMatchObject({ date: '2026-11-19', nav: 22 })
  const worth = async () => (await get(`${path}/outstanding`)).body.totals.market_value_base
  await expect.poll(worth, SOON).toBe(22)
})

describe('properties', () => {
  const TICKERS = ['NVDA.US', 'AMD.US', 'KO.US', 'VOD.LSE'] as const
  const DAYS = [10, 11, 12, 13, 16, 17, 18, 19] as const
  const line = fc.record({
    ticker: fc.constantFrom(...TICKERS),
    day: fc.constantFrom(...DAYS),
    quantity: fc.integer({ min: -20, max: 40 }).filter((quantity) => quantity !== 0),
    cents: fc.integer({ min: 100, max: 20_000 }),
    fee: fc.integer({ min: 0, max: 300 }),
  })
  type Line = typeof line extends fc.Arbitrary<infer Value> ? Value : never
  const textOf = ({ ticker, day, quantity, cents, fee }: Line) =>
    `${quantity > 0 ? 'buy' : 'sell'} ${Math.abs(quantity)} ${ticker} 2026-11-${day} ${cents / 100} ${fee / 100}`
  const enter = async (path: string, lines: readonly Line[]) => {
    for (const one of lines.toSorted((a, b) => a.day - b.day)) await trade(path, textOf(one))
  }

  test('contributors add up to the change of the value less what was put in, dividends beside, over any days', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...DAYS),
        fc.constantFrom(...DAYS),
        async (lines, one, other) => {
          nextMinute()
          const path = await create()
          await enter(path, lines)
          const [from, to] = [Math.min(one, other), Math.max(one, other)]
          const { body } = await get(`${path}/context?from=2026-11-${from}&to=2026-11-${to}`)
          if (body.window.empty) return
          const { body: history } = await get(`${path}/nav`)
          const rows: { date: string; nav: number; cash_flow: number; dividend_income: number }[] = history.nav
          const within = rows.filter(({ date }) => date >= `2026-11-${from}` && date <= `2026-11-${to}`)
          const before = rows.findLast(({ date }) => date < `2026-11-${from}`)?.nav ?? 0
          const after = rows.findLast(({ date }) => date <= `2026-11-${to}`)?.nav ?? 0
          const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
          const change =
            after - before - sum(within.map((row) => row.cash_flow)) + sum(within.map((row) => row.dividend_income))
          expect(body.attribution.nav_change).toBeCloseTo(change, 6)
          const parts = sum(body.attribution.contributors.map(({ pnl }: { pnl: number }) => pnl))
          expect(parts).toBeCloseTo(body.attribution.nav_change, 6)
        },
      ),
      { numRuns: 10 },
    )
  })

  test('what is put in and taken out moves no time-weighted return where prices stand still', async () => {
    const flat = line.map((one) => ({ ...one, ticker: 'KO.US' as const, cents: 6_000, fee: 0 }))
    await fc.assert(
      fc.asyncProperty(fc.array(flat, { minLength: 1, maxLength: 8 }), async (lines) => {
        nextMinute()
        const path = await create()
        await enter(path, lines)
        const { body } = await get(`${path}/nav`)
        for (const row of body.nav) expect([row.daily_return, row.twr_index, row.drawdown_pct]).toEqual([0, 100, 0])
      }),
      { numRuns: 5 },
    )
  })

  test('editing a trade is deleting it and adding another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 2, maxLength: 6 }), line, async (lines, changed) => {
        nextMinute()
        const [edited, replaced] = [await create(), await create()]
        // One trade a day: of a day's trades the edited one keeps its place, the added one comes last.
        const own = [...new Map(lines.map((one) => [one.day, one])).values()]
        const free = own.every(({ day }) => day !== changed.day) ? changed : { ...changed, day: own[0]?.day ?? 10 }
        await enter(edited, own)
        await enter(replaced, own)
        const target = async (path: string) => {
          const { body } = await get(`${path}/trades`)
          const rows: { trade_id: number; date: string }[] = body.trades
          return rows.find(({ date }) => date === `2026-11-${free.day}`) ?? rows[0]
        }
        const [first, second] = [await target(edited), await target(replaced)]
        if (!first || !second) return
        const { status } = await send('PATCH', `${edited}/trades/${first.trade_id}`, {
          ticker: free.ticker,
          date: `2026-11-${free.day}`,
          quantity: Math.abs(free.quantity),
          price: free.cents / 100,
          fee: free.fee / 100,
          direction: free.quantity > 0 ? 'buy' : 'sell',
        })
        if (status !== 200) return
        if ((await send('DELETE', `${replaced}/trades/${second.trade_id}`)).status !== 200) return
        expect((await trade(replaced, textOf(free))).status).toBe(201)
        const of = async (path: string) => [
          (await get(`${path}/outstanding`)).body,
          (await get(`${path}/nav`)).body.nav,
        ]
        expect(await of(edited)).toEqual(await of(replaced))
      }),
      { numRuns: 8 },
    )
  })
})
