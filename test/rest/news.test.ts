import { beforeAll, describe, expect, test } from 'vitest'
import { ASPECTS } from '../../src/enrichment/knowledge.math.ts'
import { NEWS_TYPES } from '../../src/enrichment/news-type.math.ts'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { describeRoute } from '../setup/route-laws.ts'

const app = useApp()
beforeAll(async () => void (await ingest(corpus())))

const FEEDS = [
  '/v1/news',
  '/v1/news/by-tickers?ticker=aapl,NVDA.US',
  '/v1/news/search?q=chip%20demand',
  '/v1/stocks/aapl/news',
]

const text = expect.any(String)
const article = {
  cs_job_id: expect.stringMatching(/^n_[a-z2-7]{20}$/),
  title: text,
  published: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  source: expect.stringMatching(/^[a-z0-9_.-]+$/),
  impact_score: expect.any(Number),
  brief_text: text,
  brief_lang: 'en',
  news_types: expect.any(Array),
  dup_count: expect.any(Number),
  url: expect.stringMatching(/^https:/),
  story_id: expect.any(Number),
  impacts: expect.any(Array),
  megatrends: expect.any(Array),
}

describe.each(FEEDS)('%s', (path) => {
  test('answers every field of the article table with its type', async () => {
    const body = await (await app.fetch(path)).json()
    expect(body.results.length).toBeGreaterThan(1)
    for (const row of body.results) {
      expect(row).toMatchObject(article)
      expect([1, 2, 3, 4, 5]).toContain(row.impact_score)
      expect(row.news_types.length).toBeGreaterThan(0)
      expect(NEWS_TYPES).toEqual(expect.arrayContaining(row.news_types))
      if (row.ticker === null) continue
      expect(['pos', 'neg', 'ambiguous']).toContain(row.direction)
      expect(ASPECTS).toContain(row.aspect)
      expect([1, 2]).toContain(row.magnitude)
      expect([true, false]).toContain(row.tagged)
      expect(['leader', 'enabler', 'adopter', 'infrastructure_provider', 'beneficiary', null]).toContain(row.role)
      expect(['core', 'secondary', null]).toContain(row.exposure)
      expect(row.rationale).not.toBe('')
    }
  })

  test('survives days at the ends of the calendar', async () => {
    const span = path.includes('?') ? `${path}&` : `${path}?`
    const whole = (await (await app.fetch(path)).json()).total
    const totals = ['from=0000-01-01', 'to=9999-12-31', 'to=0000-01-01', 'from=9999-12-31'].map(async (query) => {
      const response = await app.fetch(span + query)
      return (await response.json()).total
    })
    expect(await Promise.all(totals)).toEqual([whole, whole, 0, 0])
  })

  test('impacts and megatrends of a row have their fields', async () => {
    const { results } = await (await app.fetch(path)).json()
    const impacts = results.flatMap((row: { impacts: unknown[] }) => row.impacts)
    const megatrends = results.flatMap((row: { megatrends: unknown[] }) => row.megatrends)
    expect(impacts.length * megatrends.length).toBeGreaterThan(0)
    for (const impact of impacts) {
      expect(Object.keys(impact)).toEqual(
        'ticker name direction aspect magnitude tagged role exposure relevance rationale hop path'.split(' '),
      )
      expect(impact.tagged).toBe(impact.hop === 0)
      expect(impact.path.at(-1)).toBe(impact.ticker)
      expect(impact.path.length).toBeLessThanOrEqual(impact.hop + 1)
      expect(impact.relevance).toBeGreaterThan(0)
      expect(impact.relevance).toBeLessThanOrEqual(1)
    }
    for (const trend of megatrends) expect(trend).toEqual({ node_id: expect.any(Number), name: text })
  })

  test('echoes the page it was asked for', async () => {
    const and = path.includes('?') ? '&' : '?'
    const plain = await (await app.fetch(path)).json()
    expect(plain).toMatchObject({ limit: path.startsWith('/v1/stocks') ? 20 : 50, offset: 0, all: false })
    const page = await (await app.fetch(`${path}${and}limit=1&offset=1`)).json()
    expect(page).toMatchObject({ limit: 1, offset: 1, all: false, count: 1, total: plain.total })
    expect(page.has_more).toBe(plain.total > 2)
    expect(page.results).toEqual(plain.results.slice(1, 2))
    const all = await (await app.fetch(`${path}${and}all=1&limit=1`)).json()
    expect(all).toMatchObject({ limit: 1, all: true, count: plain.total, has_more: false })
  })

  test('costs a credit a row, whole or in pages', async () => {
    const and = path.includes('?') ? '&' : '?'
    for (const page of ['limit=1', 'limit=2&offset=1', 'all=true', 'source=nobody', 'offset=100000']) {
      if (page.startsWith('source') && path !== '/v1/news') continue
      const response = await app.fetch(`${path}${and}${page}`)
      expect(response.headers.get('x-credits-charged')).toBe(String((await response.json()).count))
    }
  })
})

test('a search tells how well it and each row fit', async () => {
  const strong = await (await app.fetch('/v1/news/search?q=iphone%20prices')).json()
  expect(strong.match_quality).toBe('strong')
  expect(strong.results[0].title).toContain('iPhone')
  const scores = strong.results.map((row: { score: number }) => row.score)
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  const none = await (await app.fetch('/v1/news/search?q=zzqxv%20wwkj')).json()
  expect(none).toMatchObject({ match_quality: 'none', results: [], total: 0 })
})

test('the 18 categories of news have token, label and description', async () => {
  const body = await (await app.fetch('/v1/news/types')).json()
  expect(body).toMatchObject({ count: 18, total: 18, has_more: false })
  expect(body.types.map((one: { type: string }) => one.type)).toEqual(NEWS_TYPES)
  for (const one of body.types)
    expect(one).toEqual({ type: text, label: text, description: expect.stringMatching(/\.$/) })
})

const filters = {
  min_impact: { bad: ['0', '6', 'x', '2.5', ''], nearest: { '0': '1', '6': '5' } },
  aspect: { bad: ['demnd', 'DEMAND', ''], nearest: { demnd: 'demand', DEMAND: 'demand' } },
  direction: { bad: ['positive', 'up'], nearest: { positive: 'pos' } },
  news_type: { bad: ['earning_results', 'product_tech,', 'x'], nearest: { earning_results: 'earnings_results' } },
  lang: { bad: ['', 'x'.repeat(11)] },
  collapse: { bad: ['yes', '2', ''] },
  from: { bad: ['2026-02-30', 'yesterday', '2026-1-1', '20260101'] },
  to: { bad: ['2026-13-01', ''] },
  limit: { bad: ['0', '1001', 'ten', '1.5', ''], nearest: { '0': '1', '1001': '1000' } },
  offset: { bad: ['-1', 'x'], nearest: { '-1': '0' } },
  all: { bad: ['maybe'] },
}
const order_by = { bad: ['recent', 'newest'], nearest: { recent: 'recency' } }

describeRoute(app, {
  path: '/v1/news',
  rows: 'results',
  parameters: {
    ...filters,
    order_by,
    megatrend: { bad: ['1', '9999999', 'ai'], nearest: { '1': '10000000' } },
    country: { bad: ['USA', 'UK', 'US,', '1'], nearest: { UK: 'GB' } },
    gics: { bad: ['1', '123', 'IT', '451020101'] },
    source: { bad: ['', 'x'.repeat(101), 'a\u0000b'] },
  },
})
describeRoute(app, {
  path: '/v1/news/by-tickers',
  query: 'ticker=aapl',
  rows: 'results',
  parameters: {
    ...filters,
    order_by,
    ticker: { bad: ['', 'AAPL,', Array(51).fill('AAPL').join(','), 'x'.repeat(41)], required: true },
  },
  missing: { query: 'ticker=AAPL,005930.KS', error: 'unknown_ticker', param: 'ticker', meant: '005930.KO' },
})
describeRoute(app, {
  path: '/v1/news/search',
  query: 'q=apple',
  rows: 'results',
  parameters: { ...filters, q: { bad: ['', 'x'.repeat(201)], required: true } },
})
describeRoute(app, { path: '/v1/news/types', rows: 'types', parameters: {} })
describeRoute(app, {
  path: '/v1/stocks/aapl/news',
  rows: 'results',
  parameters: { ...filters, order_by },
  missing: { path: '/v1/stocks/005930.KS/news', error: 'unknown_ticker', param: 'id', meant: '005930.KO' },
})
