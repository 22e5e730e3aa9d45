import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { readListSizes } from '../../src/core/graphql/limit/list-size.source.ts'
import { isoOfDay } from '../../src/core/time/day.pure.ts'
import type { ChainOptions } from '../../src/option/chain/cboe.source.ts'
import { ingestChains } from '../../src/option/chain/chain.ingest.ts'
import { readChains } from '../../src/option/chain/chain-file.source.ts'
import { options } from '../../src/option/history/options.ts'
import { clock, useApp } from '../setup/app.ts'
import { figuresFollowMarket } from '../setup/companies.ts'
import { recordLists } from '../setup/list-crawl.ts'
import { storeCloses } from '../setup/market.ts'
import { storeFigures } from '../setup/options.ts'
import { useScreener } from '../setup/screener.ts'

const app = useApp()
const LAST = '2026-11-19'
let folder: string

/** A year in which the skew was at its highest nine sessions ago and has fallen since. */
const relieved = Array.from({ length: 252 }, (_, at) => {
  const back = 251 - at
  return { skew30: back === 9 ? 0.5 : back === 1 ? 0.06 : back === 0 ? 0.01 : 0.05 + (at % 5) / 100 }
})
const even = Array.from({ length: 252 }, (_, at) => ({ iv30: 0.2 + (at % 7) / 100, skew30: 0.05 + (at % 5) / 100 }))
const dear = Array.from({ length: 252 }, (_, at) => ({ iv30: 0.2 + at / 1_000, skew30: 0.05 + (at % 5) / 100 }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'options-'))
  const wave = Array.from({ length: 260 }, (_, at) => 100 + 5 * Math.sin(at))
  for (const ticker of ['AAPL.US', 'MSFT.US', 'KO.US']) await storeCloses(ticker, LAST, wave)
  await storeFigures('AAPL.US', LAST, relieved)
  await storeFigures('MSFT.US', LAST, even)
  await storeFigures('KO.US', LAST, dear)
  await figuresFollowMarket()
})
useScreener()
afterAll(() => rm(folder, { recursive: true, force: true }))

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are read.
type Json = any

async function get(path: string): Promise<Json> {
  return (await app.fetch(path)).json()
}

async function post(path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const response = await app.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer: Json = await response.json()
  return { status: response.status, charged: response.headers.get('x-credits-charged'), body: answer }
}

async function ingest(path: string, given: ChainOptions = {}, keepAll = false) {
  const readings = readChains(path, given, (async function* () {})())
  const summary = await ingestChains('options', readings, { clock, keepAll, find: (name) => catalog().find(name) })
  await options().refresh()
  options().evict(null)
  return summary
}

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

describe('sentiment', () => {
  test('tells the figures of the last session, their standing and the patterns with their numbers', async () => {
    const body = await get('/v1/options/aapl/sentiment')
    expect(body).toMatchObject({
      ...{ ticker: 'AAPL.US', covered: true, note: null, as_of: LAST, spot: 100, technical: null },
      put_call: { volume: 0.8, open_interest: 0.8 },
      skew: { put_call_25d: 0.01, percentile: 0 },
      iv: { atm_30d: 0.3, percentile: 0, rank: null, history_days: 252 },
    })
    const found = body.patterns.find(({ pattern }: Json) => pattern === 'fear_to_confidence')
    expect(found).toEqual({
      pattern: 'fear_to_confidence',
      label: 'Fear to confidence',
      because: expect.stringMatching(
        /has fallen to 0\.00 from 1\.00 9 sessions before; the positioning score has risen/,
      ),
    })
    const sum = body.positioning_parts.reduce((total: number, part: Json) => total + part.contribution, 0)
    expect(body.positioning_score).toBeCloseTo(sum, 5)
    expect(body.horizons.map(({ horizon }: Json) => horizon)).toEqual(['weekly', '30d', '90d'])
    // The closes swing as a sine of amplitude 5 does: far above 30 %.
    expect(body.realized_vol_30d).toBeGreaterThan(0.3)
  })

  test('of an earlier day sees nothing later', async () => {
    const body = await get('/v1/options/AAPL.US/sentiment?as_of=2026-11-08')
    expect(body).toMatchObject({ as_of: '2026-11-06', iv: { history_days: 243 } })
    expect(body.patterns.map(({ pattern }: Json) => pattern)).toContain('fear_elevated')
  })

  test('with style technical has the overlays of the screener on the same day', async () => {
    const { technical } = await get('/v1/options/AAPL.US/sentiment?style=technical&as_of=2026-11-12')
    const line = `query { stock(id: "AAPL") { indicator(operand: "rsi14", limit: 6) { date value } } }`
    const { data } = await app.graphql(line)
    const rsi = data.stock.indicator.find(({ date }: Json) => date === '2026-11-12').value
    expect(technical.rsi14).toBeCloseTo(rsi, 3)
    expect(technical).toMatchObject({ trend: expect.stringMatching(/^(up|down|sideways)$/), max_pain: null })
    expect(typeof technical.above_ema50).toBe('boolean')
  })

  test('of a listing without options, or before their first day, is not covered', async () => {
    const none = await get('/v1/options/7203.JP/sentiment')
    expect(none).toMatchObject({ covered: false, as_of: null, spot: null, positioning_score: null, patterns: [] })
    expect(none.note).toBe('The options of 7203.JP are not covered.')
    const before = await get('/v1/options/AAPL.US/sentiment?as_of=2020-01-01')
    expect(before).toMatchObject({ covered: false, note: expect.stringMatching(/covered from 2025-12-\d\d on/) })
  })

  test('in the future is refused by name', async () => {
    const body = await get('/v1/options/AAPL.US/sentiment?as_of=2027-01-01')
    expect(body).toMatchObject({ error: 'invalid_parameter', param: 'as_of', did_you_mean: '2026-11-20' })
    expect(body.message).toContain('"as_of"')
    const { errors } = await app.graphql('{ optionSentiment(ticker: "AAPL", asOf: "2027-01-01") { covered } }')
    expect(errors).toMatchObject([{ message: expect.stringContaining('"asOf"'), extensions: { param: 'asOf' } }])
  })

  test('is the same in GraphQL, below a stock', async () => {
    const query = `{ stock(id: "AAPL") { optionSentiment(asOf: "2026-11-08") { asOf skew { percentile } patterns { pattern } } } }`
    const { data, extensions } = await app.graphql(query)
    const rest = await get('/v1/options/AAPL.US/sentiment?as_of=2026-11-08')
    expect(data.stock.optionSentiment.skew.percentile).toBe(rest.skew.percentile)
    expect(data.stock.optionSentiment.patterns).toEqual(rest.patterns.map(({ pattern }: Json) => ({ pattern })))
    expect(extensions?.credits.charged).toBe(1)
  })
})

describe('a batch', () => {
  test('of one day lists a row for each ticker, and costs one credit for each', async () => {
    const { body, charged } = await post('/v1/options/sentiment', { tickers: ['KO', 'AAPL', '7203.JP', 'NOSUCHTHING'] })
    expect(body.results.map(({ ticker, covered }: Json) => [ticker, covered])).toEqual([
      ['KO.US', true],
      ['AAPL.US', true],
      ['7203.JP', false],
    ])
    expect(body).toMatchObject({ unresolved: ['NOSUCHTHING'], matrix: null, dates: [], count: 3 })
    expect(charged).toBe('3')
    expect(body.results[1]).toEqual(await get('/v1/options/AAPL.US/sentiment'))
  })

  test('of several days is a matrix of each ticker by each day, and costs one credit a cell', async () => {
    const as_of = ['2026-11-19', '2026-11-08', '2020-01-01']
    const { body, charged } = await post('/v1/options/sentiment', { tickers: ['AAPL', 'KO'], as_of })
    expect([body.tickers, body.dates, body.results, charged]).toEqual([['AAPL.US', 'KO.US'], as_of, null, '6'])
    expect(body.matrix.map((row: Json[]) => row.map((cell) => cell.as_of))).toEqual([
      ['2026-11-19', '2026-11-06', null],
      ['2026-11-19', '2026-11-06', null],
    ])
    expect(body.matrix[0][1]).toEqual(await get('/v1/options/AAPL.US/sentiment?as_of=2026-11-08'))
  })
})

test('lists of sentiment are no longer than list-sizes.csv says', async () => {
  const declared = readListSizes()
  const measured = await recordLists(async () => {
    const { errors } = await app.graphql(`{
      one: optionSentiments(tickers: ["AAPL", "KO", "7203.JP", "NOSUCHTHING"]) {
        tickers unresolved results { patterns { pattern } horizons { days } positioningParts { part } } }
      more: optionSentiments(tickers: ["AAPL", "KO"], asOf: ["2026-11-19", "2026-11-08"]) { dates matrix { ticker } } }`)
    expect(errors).toBeUndefined()
  })
  const fields = [...declared.keys()].filter((field) => field.startsWith('OptionSentiment'))
  expect([...measured.keys()].filter((field) => field.startsWith('OptionSentiment')).toSorted()).toEqual(fields)
  for (const field of fields)
    expect(measured.get(field)?.largest, field).toBeLessThanOrEqual(declared.get(field)?.largest ?? 0)
})

describe('the options leg of a screen', () => {
  const THREE = { include: [{ tickers: ['AAPL.US', 'MSFT.US', 'KO.US'] }] }

  test.each(['fear_to_confidence', 'iv_expensive', 'iv_below_realized', 'call_heavy'])(
    '%s finds the listings whose sentiment shows it',
    async (pattern) => {
      const { body } = await post('/v1/screen', { universe: THREE, options: [{ pattern }] })
      const all = await post('/v1/options/sentiment', { tickers: ['AAPL.US', 'MSFT.US', 'KO.US'] })
      const wanted = all.body.results
        .filter(({ patterns }: Json) => patterns.some((one: Json) => one.pattern === pattern))
        .map(({ ticker }: Json) => ticker)
      expect(body.results.map(({ ticker }: Json) => ticker).toSorted()).toEqual(wanted.toSorted())
      expect(body.notes).toEqual([])
    },
  )

  test('looks at the day of as_of, and all patterns have to show', async () => {
    const both = [{ pattern: 'fear_elevated' }, { pattern: 'iv_below_realized' }]
    const found = await post('/v1/screen', {
      universe: THREE,
      options: both,
      as_of: '2026-11-08',
      sort_by: 'relevance',
    })
    expect(found.body.results.map(({ ticker, matched }: Json) => [ticker, matched.options])).toEqual([
      ['AAPL.US', both],
    ])
    expect((await post('/v1/screen', { universe: THREE, options: both })).body.results).toEqual([])
  })

  test('fields list all patterns with their rules', async () => {
    const { options: fields } = await get('/v1/screen/fields')
    expect(fields).toHaveLength(18)
    expect(fields[0]).toEqual({
      ...{ pattern: 'bullish_positioning', label: 'Bullish positioning' },
      ...{ description: 'Positions lean towards a rise.', rule: 'The positioning score is 0.35 or more.' },
    })
  })
})

/** A contract as Cboe quotes it; strikes in dollars. */
const quote = (kind: 'C' | 'P', expiry: string, strike: number, facts: object = {}) => ({
  option: `NVDA${expiry}${kind}${String(strike * 1_000).padStart(8, '0')}`,
  ...{ bid: 5, ask: 5.2, iv: 0.4, open_interest: 10, volume: 5, delta: kind === 'C' ? 0.5 : -0.5, gamma: 0.02 },
  ...facts,
})
const cboe = (list: unknown[], facts: object = {}) =>
  JSON.stringify({
    timestamp: '2026-11-15 02:00:00',
    data: { symbol: 'NVDA', current_price: 150, last_trade_time: '2026-11-13T16:00:00', options: list, ...facts },
  })

describe('ingest', () => {
  test('of a document of Cboe takes the session of its last trade; the same again changes nothing', async () => {
    const list = [145, 150, 155].flatMap((strike) =>
      ['261127', '261218'].flatMap((expiry) => [
        quote('C', expiry, strike),
        quote('P', expiry, strike, { volume: 10 }),
      ]),
    )
    const crossed = quote('C', '261218', 160, { bid: 9, ask: 8 })
    const path = await write(
      'nvda.json',
      cboe([...list, crossed, quote('P', '261218', 140, { open_interest: -1 }), 'nothing']),
    )
    const first = await ingest(path)
    expect(first).toMatchObject({ read: 12, inserted: 12, updated: 0, skipped: 0, rejected_count: 3 })
    expect(first.rejected.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      expect.stringMatching(/^13 .*crossed: bid 9, ask 8$/),
      expect.stringMatching(/^14 .*the open interest is negative$/),
      '15 it is no contract',
    ])
    expect(await ingest(path)).toMatchObject({ read: 12, inserted: 0, updated: 0, skipped: 12 })
    const body = await get('/v1/options/NVDA/sentiment')
    expect(body).toMatchObject({ as_of: '2026-11-13', spot: 150, positioning_score: null })
    expect(body).toMatchObject({ put_call: { volume: 2, open_interest: 1 }, iv: { history_days: 1, percentile: null } })
    expect(body.iv.atm_30d).toBeCloseTo(0.4, 6)
    expect(body.note).toMatch(/need 20 sessions; 1 are known/)
    const changed = await write('nvda.json', cboe(list.map((one, at) => (at === 0 ? { ...one, volume: 500 } : one))))
    expect(await ingest(changed)).toMatchObject({ inserted: 0, updated: 12 })
  })

  test('of CSV, long and wide, gives the same figures as the document', async () => {
    const long = `underlying,quote_date,expiration,strike,type,bid,ask,last,volume,open_interest,implied_volatility,delta,underlying_price
AMD,2026-11-12,2026-12-18,150,call,5,5.2,5.1,10,100,0.4,0.5,150
AMD,2026-11-12,2026-12-18,150,put,5,5.2,5.1,30,50,0.4,-0.5,150
AMD,2026-11-13,12/18/2026,155,C,4,4.2,,10,100,,,151
AMD,2026-11-13,2026-12-18,145,P,4,4.2,,10,100,,,151
AMD,2026-11-12,2026-12-18,155,put,5,5.2,5.1,30,50,0.4,-0.5,150
AMD,2026-11-13,never,150,P,4,4.2,,10,100,,,151
`
    const summary = await ingest(await write('long.csv', long))
    expect(summary).toMatchObject({ read: 4, inserted: 4, rejected_count: 2 })
    expect(summary.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'the rows of AMD of 2026-11-12 do not stand together; sort the file by day'],
      [7, 'the expiration "never" is not a date'],
    ])
    const sentiment = await get('/v1/options/AMD/sentiment?as_of=2026-11-12')
    expect(sentiment).toMatchObject({ spot: 150, put_call: { volume: 3, open_interest: 0.5 }, iv: { atm_30d: 0.4 } })
    const wide = `[QUOTE_DATE], [UNDERLYING_LAST], [EXPIRE_DATE], [C_IV], [C_VOLUME], [C_BID], [C_ASK], [STRIKE], [P_BID], [P_ASK], [P_IV], [P_VOLUME]
2026-11-12, 150, 2026-12-18, 0.4, 10, 5, 5.2, 150, 5, 5.2, 0.4, 30
`
    expect(await ingest(await write('orcl_eod_202611.csv', wide))).toMatchObject({ inserted: 2, rejected_count: 0 })
    const other = await get('/v1/options/ORCL/sentiment')
    expect([other.put_call.volume, other.iv.atm_30d, other.spot]).toEqual([3, 0.4, 150])
  })

  test('keeps the contracts of the latest day, or of every day on request, and figures always', async () => {
    const day = (iso: string, volume: number) =>
      cboe([quote('C', '261218', 150, { volume })], { symbol: 'INTC', last_trade_time: iso })
    const { id } = catalog().require('INTC')
    const days = async () =>
      (await pool.query('SELECT day::text FROM option_chain WHERE listing_id = $1 ORDER BY day', [id])).rows.map(
        (row) => row.day,
      )
    await ingest(await write('a.json', day('2026-11-12', 1)))
    await ingest(await write('b.json', day('2026-11-11', 2)))
    expect(await days()).toEqual(['2026-11-12'])
    await ingest(await write('c.json', day('2026-11-13', 3)))
    expect(await days()).toEqual(['2026-11-13'])
    await ingest(await write('d.json', day('2026-11-10', 4)), {}, true)
    expect(await days()).toEqual(['2026-11-10', '2026-11-13'])
    const readings = (await options().histories([id])).get(id)
    expect(Array.from(readings?.series.day ?? [], isoOfDay)).toEqual([
      '2026-11-10',
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
    ])
    expect([...(readings?.series.columns.callVolume ?? [])]).toEqual([4, 2, 1, 3])
  })

  test('of a listing of the demo takes the place of all its options', async () => {
    await storeFigures('TSLA.US', LAST, even, 'demo')
    const before = await app.fetch('/v1/options/TSLA/sentiment')
    expect(before.headers.get('x-data-set')).toBe('demo')
    await ingest(await write('tsla.json', cboe([quote('C', '261218', 150)], { symbol: 'TSLA' })))
    const after = await app.fetch('/v1/options/TSLA/sentiment')
    expect([after.headers.get('x-data-set'), (await after.json()).iv.history_days]).toEqual([null, 1])
    await expect(storeFigures('TSLA.US', LAST, even, 'demo')).rejects.toThrow('must not take the place')
  })

  test.each([
    ['truncated JSON', cboe([quote('C', '261218', 150)]).slice(0, 200), /^It is no valid JSON/],
    ['another document', '{"data": {"bars": []}}', /quotes: there is no list "options" in an object "data"\.$/],
    ['no contract', cboe([]), /none of its contracts can be taken/],
    [
      'an unknown underlying',
      cboe([quote('C', '261218', 150)], { symbol: 'NOSUCHTHING' }),
      /there is no listing "NOSUCHTHING"/,
    ],
    [
      'a day after today',
      cboe([quote('C', '270115', 150)], { last_trade_time: '2026-12-01' }),
      /2026-12-01 is after today/,
    ],
    ['nothing', '', /^It is empty/],
    ['a CSV of bars', 'date,open,high,low,close\n2026-11-12,1,1,1,1\n', /^There is no column "expiration"/],
    [
      'a line of 5 MB',
      `underlying,expiration,strike,type,bid\n${'x'.repeat(5_000_000)}\n`,
      /line is longer|no column of the day/,
    ],
    ['a list', '[{"option": 1}]', /quotes: there is no list "options"/],
    [
      'a time that is none',
      cboe([]).replace('2026-11-15', 'x'.repeat(50)),
      /: "timestamp" is not what it should be\.$/,
    ],
    ['a header only', 'underlying,quote_date,expiration,strike,type,bid,ask\n', /^There is nothing below the header/],
    ['bytes', '\u0000\u0001\u0002', /NUL characters\.$/],
  ])('of %s gives one reason and changes nothing', async (name, text, reason) => {
    const count = async () => (await pool.query('SELECT count(*)::int AS n FROM option_year')).rows[0].n
    const before = await count()
    const summary = await ingest(await write(`${name.replaceAll(' ', '-')}.json`, text))
    expect(summary).toMatchObject({ read: 0, inserted: 0, updated: 0, rejected_count: 1 })
    expect(summary.rejected[0]?.reason).toMatch(reason)
    expect(await count()).toBe(before)
  })
})
