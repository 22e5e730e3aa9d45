import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { describeRoute, expectError, expectMetering } from '../setup/route-laws.ts'

const app = useApp()
beforeAll(async () => void (await ingest(corpus())))

const json = async (path: string, init?: RequestInit) => (await app.fetch(path, init)).json()
const post = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.fetch('/v1/stocks/resolve', {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const MATCH_KEYS =
  'listing_id ticker symbol name exchange country type isin market_cap_usd similarity match_type'.split(' ')
const country = { bad: ['USA', 'UK', '1', ''], nearest: { UK: 'GB' } }

interface Match {
  readonly ticker: string
  readonly symbol: string
  readonly exchange: string
  readonly country: string | null
  readonly type: string
  readonly similarity: number
  readonly match_type: string
  readonly market_cap_usd: number | null
  readonly isin: string | null
}

function expectMatches(matches: readonly Match[]): void {
  for (const match of matches) {
    expect(Object.keys(match)).toEqual(MATCH_KEYS)
    expect(match.ticker).toBe(`${match.symbol}.${match.exchange}`)
    expect(match.country ?? 'US').toMatch(/^[A-Z]{2}$/)
    expect(['stock', 'etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market']).toContain(match.type)
    expect(['exact', 'isin', 'prefix', 'alias', 'name', 'semantic']).toContain(match.match_type)
    expect(match.similarity).toBeGreaterThan(0)
    expect(match.similarity).toBeLessThanOrEqual(1)
    expect(match.market_cap_usd ?? 1).toBeGreaterThan(0)
    expect(match.isin ?? 'US0378331005').toMatch(/^[A-Z]{2}[A-Z0-9]{9}\d$/)
  }
}

describe('resolving one query', () => {
  test.each([
    ['AAPL', 'AAPL.US'],
    ['aapl.us', 'AAPL.US'],
    ['US0378331005', 'AAPL.US'],
    ['Toyota', '7203.JP'],
    ['samsung electronics', '005930.KO'],
    ['BTC', 'BTC-USD.CC'],
    ['maker of the iphone', 'AAPL.US'],
    ['GOLD.COMM', 'GOLD.COMM'],
    ['EURUSD.FX', 'EURUSD.FX'],
  ])('%s is %s, beyond doubt', async (q, ticker) => {
    const body = await json(`/v1/stocks/resolve?q=${encodeURIComponent(q)}`)
    expect(body).toMatchObject({ query: q, match_quality: 'strong', ticker, limit: 5, offset: 0, all: false })
    expect(body.matches[0].ticker).toBe(ticker)
    expect(body.count).toBe(body.matches.length)
    expectMatches(body.matches)
  })

  test.each([
    ['chip maker', 'LULU.US'],
    ['airline', null],
    ['shipping company', null],
    ['search engine', 'ACLN.SW'],
    ['cloud computing', null],
  ])('a kind of business, "%s", is nobody by name', async (q, notFirst) => {
    const body = await json(`/v1/stocks/resolve?q=${encodeURIComponent(q)}`)
    expect(body).toMatchObject({ match_quality: 'weak', ticker: null })
    expect(body.matches.length).toBeGreaterThan(1)
    expect(body.matches[0].ticker).not.toBe(notFirst)
  })

  test.each([
    ['cola', 'KO.US'],
    ['elon', 'TSLA.US'],
    ['public bank', '1295.KLSE'],
    ['chip wilson', 'LULU.US'],
  ])('part of a name, "%s", finds its owner first: %s', async (q, ticker) => {
    expect((await json(`/v1/stocks/resolve?q=${encodeURIComponent(q)}`)).matches[0].ticker).toBe(ticker)
  })

  test('nonsense matches nothing', async () => {
    expect(await json('/v1/stocks/resolve?q=zzqxv%20wwkjpq')).toMatchObject({
      match_quality: 'none',
      ticker: null,
      matches: [],
      total: 0,
    })
  })

  test('limit bounds the candidates', async () => {
    const wide = await json('/v1/stocks/resolve?q=bank&limit=25')
    const narrow = await json('/v1/stocks/resolve?q=bank&limit=2')
    expect(narrow.matches).toEqual(wide.matches.slice(0, 2))
    expect(wide.matches.length).toBeGreaterThan(5)
  })

  test('is free', async () => {
    expect((await app.fetch('/v1/stocks/resolve?q=apple')).headers.get('x-credits-charged')).toBe('0')
  })
})

describe('resolving several queries', () => {
  test('answers each in order, as it would alone, for one credit', async () => {
    const queries = ['Apple', 'Toyota', 'zzqxv wwkjpq', 'Toyota']
    const response = await post({ queries, limit: 3, country: 'jp' })
    expect(response.headers.get('x-credits-charged')).toBe('1')
    const body = await response.json()
    expect(body).toMatchObject({ count: 4, total: 4, limit: 3, has_more: false })
    for (const [index, query] of queries.entries()) {
      const { matches, match_quality, ticker } = await json(
        `/v1/stocks/resolve?q=${encodeURIComponent(query)}&limit=3&country=JP`,
      )
      expect(body.results[index]).toEqual({ query, match_quality, ticker, matches })
    }
  })

  test.each<[string, unknown, string]>([
    ['no queries', {}, 'queries'],
    ['an empty list', { queries: [] }, 'queries'],
    ['26 queries', { queries: Array(26).fill('a') }, 'queries'],
    ['a query of 201 characters', { queries: ['x'.repeat(201)] }, 'queries'],
    ['an empty query', { queries: [''] }, 'queries'],
    ['a number as query', { queries: ['apple', 5] }, 'queries'],
    ['text instead of a list', { queries: 'apple' }, 'queries'],
    ['limit as text', { queries: ['apple'], limit: '5' }, 'limit'],
    ['limit 26', { queries: ['apple'], limit: 26 }, 'limit'],
    ['limit 0', { queries: ['apple'], limit: 0 }, 'limit'],
    ['limit 1.5', { queries: ['apple'], limit: 1.5 }, 'limit'],
    ['a country of three letters', { queries: ['apple'], country: 'USA' }, 'country'],
    ['an unknown member', { queries: ['apple'], offset: 1 }, 'offset'],
    ['__proto__', '{"queries":["apple"],"__proto__":{"limit":1}}', '__proto__'],
  ])('%s is refused by name', async (_, body, param) => {
    const code = param === 'queries' && JSON.stringify(body) === '{}' ? 'missing_parameter' : 'invalid_parameter'
    expect((await expectError(await post(body), 400, code))['param']).toBe(param)
  })

  test('a body that is no JSON object is refused', async () => {
    for (const body of ['', '{', '[]', '"a"', 'null', '{"queries":["a"],}', '{"queries":[NaN]}'])
      await expectError(await post(body), 400, 'invalid_body')
    const bytes = new Uint8Array([...Buffer.from('{"queries":["'), 0xff, 0xfe, ...Buffer.from('"]}')])
    const headers = { 'content-type': 'application/json' }
    await expectError(
      await app.fetch('/v1/stocks/resolve', { method: 'POST', headers, body: bytes }),
      400,
      'invalid_body',
    )
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
      await expectError(await post('{"queries":["a"]}', { 'content-type': type }), 415, 'unsupported_media_type')
    await expectError(
      await app.fetch('/v1/stocks/resolve?limit=3', { method: 'POST', headers, body: '{"queries":["a"]}' }),
      400,
      'invalid_parameter',
    )
  })

  test('its rows come as CSV too', async () => {
    const response = await app.fetch('/v1/stocks/resolve?format=csv', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ queries: ['=cmd()', 'Apple'] }),
    })
    const [header, first, second] = (await response.text()).split('\r\n')
    expect(header).toBe('query,match_quality,ticker,matches')
    expect(first).toMatch(/^'=cmd\(\),/)
    expect(second).toMatch(/^Apple,strong,AAPL\.US,/)
  })

  test('a poor caller gets 402 and nothing else', async () => {
    const key = await app.keyWith({ credits: 0 })
    const response = await app.fetch('/v1/stocks/resolve', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: '{"queries":["apple"]}',
    })
    expect(await expectError(response, 402, 'credits_exhausted')).toMatchObject({ needed: 1, balance: 0 })
  })

  test('POST on a path that only reads is refused, DELETE on this one with both its methods', async () => {
    const response = await app.fetch('/v1/stocks/resolve', { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
    await expectError(response, 405, 'method_not_allowed')
    await expectError(await app.fetch('/v1/stocks', { method: 'POST' }), 405, 'method_not_allowed')
  })
})

describe('searching', () => {
  test('pages through the same ranking, at most 100', async () => {
    const all = await json('/v1/stocks?q=bank&all=true')
    expectMatches(all.matches)
    expect(all).toMatchObject({ query: 'bank', has_more: false, count: all.total })
    expect(all.total).toBeLessThanOrEqual(100)
    const first = await json('/v1/stocks?q=bank')
    expect(first).toMatchObject({ limit: 10, count: 10, has_more: true, total: all.total })
    const second = await json('/v1/stocks?q=bank&offset=10')
    expect([...first.matches, ...second.matches]).toEqual(all.matches.slice(0, 20))
    const order = ['exact', 'isin', 'prefix', 'alias', 'name', 'semantic']
    const kinds = all.matches.map((match: Match) => order.indexOf(match.match_type))
    expect(kinds).toEqual(kinds.toSorted((a: number, b: number) => a - b))
  })

  test('a country keeps to that country', async () => {
    const { matches } = await json('/v1/stocks?q=bank&country=jp')
    expect(matches.length).toBeGreaterThan(0)
    expect(new Set(matches.map((match: Match) => match.country))).toEqual(new Set(['JP']))
  })

  test('q is needed', async () => {
    expect(await expectError(await app.fetch('/v1/stocks'), 400, 'missing_parameter')).toMatchObject({ param: 'q' })
  })
})

describe('a listing in a path', () => {
  test('is found by ticker in any letter case, bare, encoded, or by number', async () => {
    const [match] = (await json('/v1/stocks/resolve?q=AAPL')).matches
    const expected = await json('/v1/stocks/AAPL.US/news')
    expect(expected.total).toBeGreaterThan(0)
    for (const id of ['aapl.us', 'AAPL', 'aApL', 'AAPL%2EUS', '%41APL', `${match.listing_id}`])
      expect(await json(`/v1/stocks/${id}/news`), id).toEqual(expected)
    expect(await json('/v1/stocks/btc/news')).toEqual(await json('/v1/stocks/BTC-USD.CC/news'))
  })

  test.each([
    ['005930.KS', '005930.KO'],
    ['7203.T', '7203.JP'],
    ['APPL', 'AAPL.US'],
    ['NESN.VX', 'NESN.SW'],
  ])('%s is 404 and means %s', async (id, meant) => {
    const body = await expectError(await app.fetch(`/v1/stocks/${id}/news`), 404, 'unknown_ticker')
    expect(body).toMatchObject({ param: 'id', did_you_mean: meant })
    expect(body['message']).toContain(meant)
  })

  test.each(['999999999', '0', '-1', '1e3', 'a%00b', '%F0%9F%98%80', '..%2F..%2Fetc', "'%3B--", 'x'.repeat(2_000)])(
    '%s is 404 without a guess at our insides',
    async (id) => {
      await expectError(await app.fetch(`/v1/stocks/${id}/news`), 404, 'unknown_ticker')
    },
  )

  test('paths that are none are 404', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/stock',
      '/v1/stocks//news',
      '/v1/stocks/%ZZ/news',
      '/v1/stocks/AAPL/none',
    ]) {
      const response = await app.fetch(path)
      expectMetering(response)
      await expectError(response, 404, 'not_found')
    }
  })
})

const q = { bad: ['', 'x'.repeat(201), 'a\u0000b'], required: true }
describeRoute(app, {
  path: '/v1/stocks/resolve',
  query: 'q=apple',
  rows: 'matches',
  parameters: { q, country, limit: { bad: ['0', '26', 'x'], nearest: { '26': '25' } } },
})
describeRoute(app, {
  path: '/v1/stocks',
  query: 'q=bank',
  rows: 'matches',
  parameters: {
    q,
    country,
    limit: { bad: ['0', '101', 'x'], nearest: { '101': '100' } },
    offset: { bad: ['-1', '1.5'], nearest: { '-1': '0' } },
    all: { bad: ['all'] },
  },
})
