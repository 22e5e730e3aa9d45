import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { expectError, expectMetering } from '../setup/route-laws.ts'

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
  'listing_id issuer_id ticker symbol name exchange country type isin market_cap_usd similarity match_type'.split(' ')

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

  test('nonsense has no match', async () => {
    expect(await json('/v1/stocks/resolve?q=zzqxv%20wwkjpq')).toMatchObject({
      match_quality: 'none',
      ticker: null,
      matches: [],
      total: 0,
    })
  })

  test('limit is the maximum number of candidates', async () => {
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
  test('has each result in order, the same as for a single query, for one credit', async () => {
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
})

describe('searching', () => {
  test('by words takes none of the parameters of stocks in the news, and says that it is because of q', async () => {
    const response = await app.fetch('/v1/stocks?q=apple&megatrend=10000000')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      param: 'megatrend',
      message: 'There is no parameter "megatrend" with q. Known parameters: q, country, limit, offset, all.',
    })
  })

  test('pages through the same ranking, strongest kind of match first', async () => {
    const all = await json('/v1/stocks?q=bank&all=true')
    expectMatches(all.matches)
    expect(all).toMatchObject({ query: 'bank', has_more: false, count: all.total })
    const first = await json('/v1/stocks?q=bank')
    expect(first).toMatchObject({ limit: 10, count: 10, has_more: true, total: all.total })
    const second = await json('/v1/stocks?q=bank&offset=10')
    expect([...first.matches, ...second.matches]).toEqual(all.matches.slice(0, 20))
    const order = ['exact', 'isin', 'prefix', 'alias', 'name', 'semantic']
    const kinds = all.matches.map((match: Match) => order.indexOf(match.match_type))
    expect(kinds).toEqual(kinds.toSorted((a: number, b: number) => a - b))
  })

  test('country limits the results to that country', async () => {
    const { matches } = await json('/v1/stocks?q=bank&country=jp')
    expect(matches.length).toBeGreaterThan(0)
    expect(new Set(matches.map((match: Match) => match.country))).toEqual(new Set(['JP']))
  })

  test('q is required', async () => {
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

  test('unknown paths are 404', async () => {
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
