import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { readListSizes } from '../../src/core/graphql/limit/list-size.source.ts'
import { useApp } from '../setup/app.ts'
import { figuresFollowMarket, storeCompanies } from '../setup/companies.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { useScreener } from '../setup/screener.ts'

const app = useApp()

/** 300 closes that fall by one a day and then rise by three for the last `up` days. */
const turning = (up: number): number[] =>
  Array.from({ length: 300 }, (_, day) => {
    const turn = 299 - up
    return day <= turn ? 500 - day : 500 - turn + 3 * (day - turn)
  })

const LAST = '2026-11-19'

/** Returns on equity, from the highest to the lowest. */
const ROES = {
  'AAPL.US': 0.5,
  'MSFT.US': 0.4,
  'NVDA.US': 0.3,
  'ORCL.US': 0.2,
  'CRM.US': 0.1,
  'ADBE.US': 0.05,
  'KO.US': 0.04,
  'PEP.US': 0.03,
}

beforeAll(async () => {
  const companies = Object.entries(ROES).map(([ticker, roe]) => {
    const before = { revenue: 90, book_value: 1_000 }
    return [ticker, { years: { 2024: before, 2025: { ...before, revenue: 100, net_income: 1_000 * roe } } }] as const
  })
  await storeCompanies(Object.fromEntries(companies))
  await storeCloses('AAPL.US', LAST, turning(3))
  await storeCloses('MSFT.US', LAST, turning(12))
  await storeCloses('NVDA.US', LAST, turning(60))
  await storeCloses('KO.US', LAST, turning(0))
  await storeCloses('SAP.XETRA', LAST, turning(3))
  for (const [ticker, growth] of [
    ['AAPL.US', 1],
    ['MSFT.US', 1.1],
  ] as const)
    await storeListingActions(
      ticker,
      Array.from({ length: 14 }, (_, year) => [`${2012 + year}-05-04`, 'dividend', 1.5 * growth ** year] as const),
    )
  await figuresFollowMarket()
})

useScreener()

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read.
type Json = any

async function post(path: string, body: unknown) {
  const response = await app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: Json = await response.json()
  return { response, status: response.status, body: answer }
}

async function screen(body: unknown) {
  const answer = await post('/v1/screen', body)
  const tickers: string[] = (answer.body.results ?? []).map((row: { ticker: string }) => row.ticker)
  return { ...answer, tickers }
}

const crossed = { pattern: 'crossover_up', a: 'close', b: 'ema10' }
const ta = (...anchor: readonly object[]) => [{ anchor }]

describe('the technical leg', () => {
  test('finds an event in its window, and says where', async () => {
    const { body, tickers, response } = await screen({ ta: ta(crossed) })
    expect(tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US', 'SAP.XETRA'])
    expect(response.headers.get('x-credits-charged')).toBe('5')
    const apple = body.results.find((row: Json) => row.ticker === 'AAPL.US')
    expect(apple.matched).toMatchObject({
      ta: [{ step: 1, pattern: 'crossover_up', a: 'close', b: 'ema10', timeframe: 1, bars_ago: expect.any(Number) }],
      fundamental: [],
      options: [],
      dividend: null,
    })
    expect(apple.matched.ta[0].bars_ago).toBeLessThan(3)
    expect(apple.matched.ta[0].fired_at).toMatch(/^2026-11-1[789]$/)
    expect(apple).toMatchObject({
      listing_id: catalog().require('AAPL.US').id,
      exchange: 'US',
      country: 'US',
      sector: 'Information Technology',
      close: turning(3).at(-1),
      currency: 'USD',
    })
    expect(body).toMatchObject({ as_of: '2026-11-20', timeframe: 1, notes: [], all: false, has_more: false })
    expect(body.stats).toMatchObject({
      matched: 3,
      per_leg: { ta: 3, fundamental: null, options: null, dividend: null },
    })
    expect(body.stats.universe).toBe(catalog().listings.filter(({ type }) => type === 'stock').length)
    expect(body.stats.elapsed_ms).toBeGreaterThan(0)
  })

  test('narrows by window_bars, and takes any signal of an anchor', async () => {
    const near = await screen({ ta: ta({ ...crossed, window_bars: 3 }) })
    expect(near.tickers.toSorted()).toEqual(['AAPL.US', 'SAP.XETRA'])
    const far = await screen({
      ta: ta({ ...crossed, window_bars: 3 }, { pattern: 'crossover_up', a: 'close', b: 'sma50', window_bars: 100 }),
    })
    expect(far.tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US', 'NVDA.US', 'SAP.XETRA'])
    expect(far.body.results.find((row: Json) => row.ticker === 'NVDA.US').matched.ta[0]).toMatchObject({ b: 'sma50' })
  })

  test('a state holds on the last closed bar, or within the window that is given', async () => {
    const falling = { pattern: 'below', a: 'close', b: 'ema10' }
    expect((await screen({ ta: ta(falling) })).tickers).toEqual(['KO.US'])
    const before = await screen({ ta: ta({ ...falling, window_bars: 20 }) })
    expect(before.tickers.toSorted()).toEqual(['AAPL.US', 'KO.US', 'MSFT.US', 'SAP.XETRA'])
  })

  test('steps follow one another, the last one within its window of the last bar', async () => {
    const chain = (first: object, second: object) => screen({ ta: [{ anchor: [first] }, { anchor: [second] }] })
    const later = { pattern: 'crossover_up', a: 'close', b: 'sma20', window_bars: 20 }
    const { body, tickers } = await chain(crossed, later)
    expect(tickers).toContain('MSFT.US')
    const [first, second] = body.results.find((row: Json) => row.ticker === 'MSFT.US').matched.ta
    expect([first.step, second.step]).toEqual([1, 2])
    expect(first.bars_ago).toBeGreaterThan(second.bars_ago)
    expect((await chain(later, crossed)).tickers).toEqual([])
  })

  test('qualifications hold near the anchor, in a timeframe of their own', async () => {
    const qual = (any: object[], within?: number) =>
      screen({ ta: [{ anchor: [crossed], quals: [{ any, ...(within === undefined ? {} : { within }) }] }] })
    const oversold = { pattern: 'oversold', a: 'rsi14' }
    expect((await qual([oversold])).tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US', 'SAP.XETRA'])
    expect((await qual([{ ...oversold, b: '100', timeframe: 2 }], 200)).tickers).toHaveLength(3)
    expect((await qual([{ pattern: 'overbought', a: 'rsi14', b: '99.9' }], 2)).tickers).toEqual([])
  })

  test('an average that is not kept is the nearest one, of which a note tells; anchors follow the request', async () => {
    const { body } = await screen({ ta: ta({ ...crossed, b: 'hma11', timeframe: 3 }) })
    expect(body.notes).toEqual([
      expect.stringContaining('ta[0].anchor[0]: timeframe 3 was not used'),
      expect.stringMatching(/^ta\[0\]\.anchor\[0\]: .*hma11.*ema10/),
    ])
    expect(body.results[0].matched.ta[0]).toMatchObject({ b: 'ema10', timeframe: 1 })
  })

  test('an earlier day sees nothing later', async () => {
    const then = await screen({ ta: ta({ pattern: 'below', a: 'close', b: 'ema10' }), as_of: '2026-11-13' })
    expect(then.tickers.toSorted()).toEqual(['AAPL.US', 'KO.US', 'SAP.XETRA'])
    expect(then.body.results[0]).toMatchObject({ close: expect.any(Number), market_cap_usd: expect.any(Number) })
    const apple = then.body.results.find((row: Json) => row.ticker === 'AAPL.US')
    expect(apple.close).toBe(turning(3).at(-5))
    expect(apple.matched.ta[0].fired_at).toBe('2026-11-13')
    expect((await screen({ ta: ta(crossed), as_of: '2026-12-01' })).body).toMatchObject({
      status: 400,
      param: 'as_of',
      did_you_mean: '2026-11-20',
    })
  })
})

describe('the other legs', () => {
  const able = { concept: 'roe', pattern: 'above', threshold: 0.25 }

  test('figures are judged as in the financial screen, and narrow the technical leg', async () => {
    const { body, tickers } = await screen({
      fundamental: [able, { concept: 'roe', pattern: 'above', threshold: 29 }],
    })
    expect(tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US', 'NVDA.US'])
    expect(body.notes).toEqual([expect.stringContaining('fundamental[1] (roe above): threshold 29 was read as 0.29')])
    expect(body.results[0].matched.fundamental[0]).toMatchObject({ concept: 'roe', threshold: 0.25, cohort: null })
    const both = await screen({ fundamental: [able], ta: ta(crossed) })
    expect(both.tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US'])
    expect(both.body.stats.per_leg).toEqual({ fundamental: 3, ta: 2, options: null, dividend: null })
  })

  test('a cohort is told with its percentiles', async () => {
    const { body } = await screen({ fundamental: [{ concept: 'roe', pattern: 'low', vs_cohort: { own: false } }] })
    const [row] = body.results
    expect(row.matched.fundamental[0].cohort).toMatchObject({ scope: 'universe', n: 8, p10: expect.any(Number) })
  })

  test('dividends narrow another leg: streaks are capped, and 0 asks for growth', async () => {
    const legs = (dividend: object) => screen({ fundamental: [able], dividend })
    const long = await legs({ min_streak_years: 15 })
    expect(long.tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US'])
    expect(long.body.notes).toEqual(['dividend: min_streak_years 15 was capped at 10.'])
    expect(long.body.results[0].matched.dividend).toMatchObject({ streak_years: 13 })
    expect((await legs({ min_cagr: 0 })).tickers).toEqual(['MSFT.US'])
    expect((await legs({ min_cagr: 9 })).body.notes).toEqual([
      'dividend: min_cagr 9 was read as 0.09, for fractions are decimals (0.2 = 20 %).',
    ])
    expect((await legs({ min_cagr: 0.2 })).tickers).toEqual([])
    expect((await legs({})).tickers).toHaveLength(3)
  })

  test('options are covered of nobody yet, which a note says', async () => {
    const { body, tickers } = await screen({ options: [{ pattern: 'fear_to_confidence' }] })
    expect(tickers).toEqual([])
    expect(body.notes).toEqual([expect.stringContaining('options:')])
    expect(body.stats.per_leg.options).toBe(0)
  })
})

describe('figures as of an earlier day', () => {
  const positive = { fundamental: [{ concept: 'roe', pattern: 'is_positive' }], sort_by: 'roe' }

  test('are those of statements filed by then, which a note says', async () => {
    // The year 2025 was filed on 15 February 2026; the one before has no net income.
    expect((await screen({ ...positive, as_of: '2026-02-14' })).tickers).toEqual([])
    const { body, tickers } = await screen({ ...positive, as_of: '2026-02-15' })
    expect(tickers).toEqual(Object.keys(ROES))
    expect(body.notes).toEqual([expect.stringContaining('market_cap_usd'), expect.stringContaining('filed by as_of')])
    const grown = { fundamental: [{ concept: 'revenue', pattern: 'consecutive_growth', N: 1 }] }
    expect((await screen({ ...grown, as_of: '2026-02-14' })).tickers).toEqual([])
    expect((await screen({ ...grown, as_of: '2026-02-15' })).tickers).toHaveLength(8)
  })

  test('that take long to read are 503 for free and not waited for; they are read on, and the next call has them', async () => {
    const earlier = {
      fundamental: [
        { concept: 'roe', pattern: 'is_positive' },
        { concept: 'revenue', pattern: 'consecutive_growth', N: 1 },
      ],
      as_of: '2026-02-16',
    }
    const reader = await pool.connect()
    await reader.query('BEGIN; LOCK TABLE financial_period IN ACCESS EXCLUSIVE MODE')
    const refused = await app
      .fetch('/v1/screen', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(earlier),
      })
      .finally(async () => {
        await reader.query('ROLLBACK')
        reader.release()
      })
    expect(await refused.json()).toMatchObject({
      error: 'unavailable',
      message: 'The figures known on 2026-02-16 are being read; they are ready in a moment.',
    })
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-credits-charged')]).toEqual([
      503,
      '5',
      '0',
    ])
    expect((await screen(earlier)).tickers).toHaveLength(8)
  })

  test('compare with the cohorts of then, and are priced at the closes of then', async () => {
    const priced = { concept: 'mcap', pattern: 'is_positive' }
    const legs = { universe: { include: [{ tickers: ['AAPL'] }] }, fundamental: [priced], sort_by: 'pe' }
    const [now] = (await screen(legs)).body.results
    const [then] = (await screen({ ...legs, as_of: '2026-11-16' })).body.results
    expect(then.matched.fundamental[0].value / now.matched.fundamental[0].value).toBeCloseTo(
      (turning(3).at(-4) ?? 0) / (turning(3).at(-1) ?? 0),
      4,
    )
    expect(then.market_cap_usd).toBe(then.matched.fundamental[0].value)
    const low = { fundamental: [{ concept: 'roe', pattern: 'low', vs_cohort: { own: false } }] }
    const { body } = await screen({ ...low, as_of: '2026-03-02' })
    expect(body.results[0].matched.fundamental[0].cohort).toMatchObject({ scope: 'universe', n: 8 })
    const chain = await screen({
      ...positive,
      ta: ta({ pattern: 'below', a: 'close', b: 'ema10' }),
      as_of: '2026-11-13',
    })
    expect(chain.tickers.toSorted()).toEqual(['AAPL.US', 'KO.US'])
    expect(chain.body.stats.per_leg).toMatchObject({ fundamental: 8, ta: 2 })
  })
})

describe('the universe', () => {
  const fundamental = [{ concept: 'roe', pattern: 'is_positive' }]
  const over = (universe: object) => screen({ universe, fundamental })

  test('is any entry of include without any of exclude, the fields of an entry together', async () => {
    const all = await over({})
    expect(all.tickers).toHaveLength(8)
    const drinks = await over({ include: [{ country: ['us'], gics: '30' }] })
    expect(drinks.tickers.toSorted()).toEqual(['KO.US', 'PEP.US'])
    const named = await over({
      include: [{ gics: '30' }, { tickers: ['nvda', 'AAPL.US'] }],
      exclude: [{ tickers: ['KO'] }],
    })
    expect(named.tickers.toSorted()).toEqual(['AAPL.US', 'NVDA.US', 'PEP.US'])
    expect((await over({ include: [{ type: ['etf'] }] })).tickers).toEqual([])
    expect((await over({ include: [{ exchange: ['us'] }], exclude: [{ gics: '45' }] })).tickers).toHaveLength(2)
    const node = catalog().findMegatrend('artificial-intelligence')?.nodeId ?? 0
    const members = new Set(catalog().memberIdsIn(node))
    const known = Object.keys(ROES).filter((ticker) => members.has(catalog().require(ticker).id))
    expect([known.includes('NVDA.US'), known.includes('KO.US')]).toEqual([true, false])
    for (const megatrend of ['artificial-intelligence', node])
      expect((await over({ include: [{ megatrend }] })).tickers.toSorted()).toEqual(known.toSorted())
  })

  test.each([
    [{ include: [{ gics: '99' }] }, 400, 'universe.include[0].gics'],
    [{ include: [{ exchange: ['USX'] }] }, 400, 'universe.include[0].exchange'],
    [{ include: [{ gics: '45' }, { megatrend: 'semiconductorz' }] }, 404, 'universe.include[1].megatrend'],
    [{ exclude: [{ tickers: ['AAPL', 'NOSUCHTHING'] }] }, 404, 'universe.exclude[0].tickers'],
    [{ include: [{}] }, 400, 'universe.include[0]'],
    [{ include: [{ country: ['USA'] }] }, 400, 'universe.include[0].country'],
  ])('names what there is not: %j', async (universe, status, param) => {
    expect((await over(universe)).body).toMatchObject({ status, param })
  })
})

describe('order and page', () => {
  const fundamental = [{ concept: 'roe', pattern: 'is_positive' }]

  test('the largest first, any figure, or the latest signal first', async () => {
    const pages = await screen({ fundamental, limit: 3, offset: 2 })
    const whole = await screen({ fundamental, all: true })
    expect(pages.tickers).toEqual(whole.tickers.slice(2, 5))
    expect(pages.body).toMatchObject({ count: 3, total: 8, limit: 3, offset: 2, has_more: true })
    const caps = whole.body.results.map((row: Json) => row.market_cap_usd)
    expect(caps).toEqual(caps.toSorted((a: number, b: number) => b - a))
    const byReturn = await screen({ fundamental, sort_by: 'return_on_equity' })
    expect(byReturn.tickers).toEqual(Object.keys(ROES))
    const recent = await screen({ ta: ta(crossed), sort_by: 'relevance' })
    const ages = recent.body.results.map((row: Json) => row.matched.ta[0].bars_ago)
    expect(ages).toEqual(ages.toSorted((a: number, b: number) => a - b))
    expect((await screen({ fundamental, sort_by: 'markt_cap' })).body).toMatchObject({
      error: 'unknown_concept',
      param: 'sort_by',
      message: expect.stringContaining('"sort_by" must be relevance or a financial concept'),
    })
  })
})

describe('bad input is refused by its place', () => {
  test.each([
    [{}, 'invalid_body', undefined],
    [{ universe: { include: [{ country: ['US'] }] } }, 'invalid_body', undefined],
    [{ dividend: { min_streak_years: 3 } }, 'invalid_body', undefined],
    [{ ta: [] }, 'invalid_parameter', 'ta'],
    [{ ta: [{ anchor: [] }] }, 'invalid_parameter', 'ta[0].anchor'],
    [{ ta: ta(crossed, { pattern: 'crosover_up' }) }, 'unknown_pattern', 'ta[0].anchor[1].pattern'],
    [{ ta: ta({ pattern: 'overbought', a: 'ema50' }) }, 'invalid_parameter', 'ta[0].anchor[0].a'],
    [{ ta: ta({ pattern: 'overbought', a: 'rsi41x' }) }, 'unknown_operand', 'ta[0].anchor[0].a'],
    [{ ta: ta({ pattern: 'above', a: 'close' }) }, 'missing_parameter', 'ta[0].anchor[0].b'],
    [{ ta: ta({ pattern: 'overbought', a: 'adx' }) }, 'missing_parameter', 'ta[0].anchor[0].b'],
    [{ ta: ta({ ...crossed, for_bars: 0 }) }, 'invalid_parameter', 'ta[0].anchor[0].for_bars'],
    [{ ta: ta({ ...crossed, window_bars: 0 }) }, 'invalid_parameter', 'ta[0].anchor[0].window_bars'],
    [{ ta: ta({ ...crossed, window_bars: 5_000 }) }, 'invalid_parameter', 'ta[0].anchor[0].window_bars'],
    [{ ta: ta({ ...crossed, windowBars: 5 }) }, 'invalid_parameter', 'windowBars'],
    [
      { ta: [{ anchor: [crossed], quals: [{ any: [{ pattern: 'in_range', a: 'rsi14', b: '70-30' }] }] }] },
      'invalid_parameter',
      'ta[0].quals[0].any[0].b',
    ],
    [{ ta: Array(14).fill({ anchor: [crossed] }) }, 'invalid_parameter', 'ta'],
    [{ fundamental: [{ concept: 'roee', pattern: 'is_positive' }] }, 'unknown_concept', 'fundamental[0].concept'],
    [{ fundamental: [{ concept: 'roe', pattern: 'above' }] }, 'missing_parameter', 'fundamental[0].threshold'],
    [{ options: [{ pattern: 'iv_cheep' }] }, 'unknown_pattern', 'options[0].pattern'],
    [{ ta: ta(crossed), timeframe: 4 }, 'invalid_parameter', 'timeframe'],
    [{ ta: ta(crossed), order: 'asc' }, 'invalid_parameter', 'order'],
  ])('%j', async (body, error, param) => {
    const answer = await screen(body)
    expect(answer.body).toMatchObject({ status: 400, error, ...(param === undefined ? {} : { param }) })
    expect(answer.response.headers.get('x-credits-charged')).toBe('0')
  })

  test('a wrong name is answered with the nearest', async () => {
    const typo = await screen({ ta: ta({ pattern: 'crosover_up' }) })
    expect(typo.body.did_you_mean).toBe('crossover_up')
    const operand = await screen({ ta: ta({ pattern: 'overbought', a: 'rsi41x' }) })
    expect(operand.body.did_you_mean).toBe('rsi14')
    const kind = await screen({ ta: ta({ pattern: 'overbought', a: 'ema50' }) })
    expect(kind.body.message).toContain('rsi14')
  })
})

test('a chain of as many steps as list-sizes.csv says is judged, one more is refused', async () => {
  const steps = readListSizes().get('MatchedLegs.ta')?.largest ?? 0
  const chain = (count: number) =>
    screen({ ta: Array(count).fill({ anchor: [{ pattern: 'above', a: 'close', b: '1', window_bars: 1 }] }) })
  const { body, tickers } = await chain(steps)
  expect(tickers).toHaveLength(5)
  expect(body.results[0].matched.ta).toHaveLength(steps)
  expect((await chain(steps + 1)).body).toMatchObject({ status: 400, param: 'ta' })
})

test('a thousand conditions are judged', async () => {
  const fundamental = Array.from({ length: 1_000 }, (_, index) => ({
    concept: 'roe',
    pattern: 'above',
    threshold: index / 10_000,
  }))
  const any = Array.from({ length: 1_000 }, (_, index) => ({ pattern: 'above', a: 'close', b: String(index + 1) }))
  const { body, tickers } = await screen({ fundamental, ta: [{ anchor: any, quals: [{ any }] }] })
  expect(tickers.toSorted()).toEqual(['AAPL.US', 'MSFT.US', 'NVDA.US'])
  expect(body.results[0].matched.fundamental).toHaveLength(1_000)
})
