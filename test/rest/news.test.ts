import { beforeAll, describe, expect, test } from 'vitest'
import { NEWS_TYPES } from '../../src/enrichment/classify/news-type.pure.ts'
import { CUT_OFF } from '../../src/enrichment/confidence/confidence.pure.ts'
import { ASPECTS } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'

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

interface Row {
  readonly ticker: string | null
  readonly impacts: readonly {
    readonly ticker: string
    readonly relevance: number
    readonly confidence: number
    readonly tagged: boolean
  }[]
}

describe.each(FEEDS)('%s', (path) => {
  test('has every field of the article table with its type', async () => {
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

  test('accepts the first and last days of the calendar', async () => {
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
        'ticker name direction aspect magnitude tagged role exposure relevance confidence rationale hop path steps'.split(
          ' ',
        ),
      )
      expect(impact.tagged).toBe(impact.hop === 0)
      expect(impact.path.at(-1)).toBe(impact.ticker)
      expect(impact.path.length).toBeLessThanOrEqual(impact.hop + 1)
      expectChain(impact)
      expect(impact.relevance).toBeGreaterThan(0)
      expect(impact.relevance).toBeLessThanOrEqual(1)
      expect(impact.confidence).toBeGreaterThanOrEqual(impact.direction === 'ambiguous' ? 0 : CUT_OFF)
      expect(impact.confidence).toBeLessThanOrEqual(1)
    }
    for (const trend of megatrends) expect(trend).toEqual({ node_id: expect.any(Number), name: text })
  })

  test('keeps rows whose impact is relevant, sure and named enough, and refuses bounds outside 0 to 1', async () => {
    const span = path.includes('?') ? `${path}&` : `${path}?`
    const read = async (query: string) => (await app.fetch(`${span}collapse=false&all=1&${query}`)).json()
    const whole: Row[] = (await read('')).results
    const own = (row: Row) => row.impacts.find((impact) => impact.ticker === row.ticker)
    const bounds = [0.3, 0.7, 0.8, 0.9, 1]
    for (const least of bounds) {
      for (const name of ['relevance', 'confidence'] as const) {
        const kept = whole.filter((row) => (own(row)?.[name] ?? 0) >= least)
        expect([name, least, (await read(`min_${name}=${least}`)).results]).toEqual([name, least, kept])
      }
    }
    for (const tagged of [true, false])
      expect((await read(`tagged=${tagged}`)).results).toEqual(whole.filter((row) => own(row)?.tagged === tagged))
    for (const query of ['min_confidence=1.1', 'min_confidence=-0.1', 'min_relevance=2', 'min_confidence=high']) {
      const response = await app.fetch(span + query)
      const [param] = query.split('=')
      expect([query, response.status, await response.json()]).toEqual([
        query,
        400,
        expect.objectContaining({ error: 'invalid_parameter', param, message: expect.stringContaining('from 0 to 1') }),
      ])
    }
  })

  test('costs one credit per row, in one page or several', async () => {
    const and = path.includes('?') ? '&' : '?'
    for (const page of ['limit=1', 'limit=2&offset=1', 'all=true', 'source=nobody', 'offset=100000']) {
      if (page.startsWith('source') && path !== '/v1/news') continue
      const response = await app.fetch(`${path}${and}${page}`)
      expect(response.headers.get('x-credits-charged')).toBe(String((await response.json()).count))
    }
  })
})

test('a search has a match quality and each row a score', async () => {
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

/** The steps lead from what the article names (or a megatrend it is about) to the listing without a gap. */
function expectChain({ ticker, hop, path, steps }: Impact): void {
  if (hop === 0 && path.length === 1 && steps.length === 0) return
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.at(-1)?.to).toBe(ticker)
  for (const [index, step] of steps.entries()) {
    expect(Object.keys(step)).toEqual(['from', 'to', 'relation', 'sign', 'weight'])
    expect([1, -1]).toContain(step.sign)
    expect(step.weight).toBeGreaterThan(0)
    if (index > 0) expect(step.from).toBe(steps[index - 1]?.to)
  }
  const [first] = steps
  if (first?.relation === 'member') expect(first.from).toMatch(/^\d{8}$/)
}

interface Impact {
  readonly ticker: string
  readonly hop: number
  readonly path: readonly string[]
  readonly steps: readonly { from: string; to: string; relation: string; sign: number; weight: number }[]
}
