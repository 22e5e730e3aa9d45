import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction, pool } from '../../src/core/database/db.ts'
import { NEWS_TYPES } from '../../src/enrichment/classify/news-type.pure.ts'
import { ASPECTS, DIRECTIONS } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { recountStories } from '../../src/news/story/article.store.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { expectedFeed, type FeedQuery, type KnownArticle, readArticles } from '../setup/feed-model.ts'
import { SOON } from '../setup/soon.ts'
import { storeStory } from '../setup/story-rows.ts'
import '../setup/property-seed.ts'

const app = useApp()
let articles: KnownArticle[]

beforeAll(async () => {
  await ingest(corpus())
  for (let number = 0; number < 24; number++) await storeStory(unlikeTellings(number))
})
// Some tests bring news of their own.
beforeEach(async () => {
  articles = await readArticles(app)
})

interface Row {
  readonly cs_job_id: string
  readonly ticker: string | null
  readonly dup_count: number
  readonly story_id: number
}

function pathOf({ ticker, ...query }: FeedQuery, extra: Record<string, unknown> = {}): string {
  const pairs = Object.entries({ ...query, ...(ticker ? { ticker } : {}), ...extra })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return `/v1/news${ticker ? '/by-tickers' : ''}?${pairs.join('&')}`
}

/** Tellings of one story that differ in all that feeds filter and order by; those of the corpus are much alike. */
function unlikeTellings(number: number) {
  const pick = <Value>(values: readonly [Value, ...Value[]], at: number) => values[at % values.length] ?? values[0]
  return Array.from({ length: 2 + (number % 3) }, (_, telling) => {
    const seed = 7 * number + 5 * telling
    return {
      published: new Date(Date.UTC(2026, 10, 1 + (seed % 15), seed % 24)).toISOString(),
      source: pick(['test_wire', 'other_wire', 'third_wire'], seed),
      impactScore: 1 + ((number + 2 * telling) % 4),
      newsType: pick(['earnings_results', 'macro_economic', 'industry_thematic'], number + telling),
      trends: number % 2 === 0 ? [] : [pick([10010100, 10010200, 20010100], seed)],
      impacts: [0, 1, 2].slice(0, 1 + (seed % 3)).map((place) => {
        const ticker = pick(['AAPL.US', 'NVDA.US', '005930.KO', 'GOLD.COMM', '7203.JP'], seed + place)
        return {
          ticker,
          direction: pick(['pos', 'neg', 'ambiguous'] as const, number + telling + place),
          aspect: pick(['demand', 'supply', 'competition'], number + 2 * telling + place),
          relevance: (90 - 20 * place - (seed % 17)) / 100,
          confidence: (50 + ((7 * seed + 11 * place) % 50)) / 100,
          path: place < 2 ? [ticker] : ['TSM.US', ticker],
        }
      }),
    }
  })
}

const get = async (path: string) => (await app.fetch(path)).json()
const rowsOf = async (path: string): Promise<Row[]> => (await get(path)).results
const idsOf = (rows: readonly Row[]) => rows.map((row) => row.cs_job_id)

/** Any filter, made of values that occur. */
function queries(): fc.Arbitrary<FeedQuery> {
  const day = fc.constantFrom(...new Set(articles.map((article) => article.published.slice(0, 10))))
  const tickers = [...new Set(articles.flatMap((article) => article.impacts.map((impact) => impact.ticker)))]
  const nodes = [...new Set(articles.flatMap((article) => article.trends))]
  /** One value in `outOf`; left out otherwise. */
  const maybe = <Value>(value: fc.Arbitrary<Value>, outOf = 3) =>
    fc.oneof({ weight: outOf - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
  const common = {
    min_impact: maybe(fc.integer({ min: 1, max: 4 })),
    aspect: maybe(fc.constantFrom(...ASPECTS), 6),
    direction: maybe(fc.constantFrom(...DIRECTIONS), 5),
    min_relevance: maybe(fc.constantFrom(0, 0.3, 0.7, 0.9, 1), 5),
    min_confidence: maybe(fc.constantFrom(0, 0.5, 0.7, 0.88, 1), 5),
    tagged: maybe(fc.boolean(), 6),
    news_type: maybe(fc.subarray([...NEWS_TYPES], { minLength: 3 }), 5),
    from: maybe(day, 5),
    to: maybe(day, 5),
    collapse: maybe(fc.boolean(), 2),
    order_by: maybe(fc.constantFrom('recency', 'impact', 'relevance'), 2),
  }
  const open = fc.record({
    ...common,
    source: maybe(fc.constantFrom(...new Set(articles.map((article) => article.source))), 5),
    country: maybe(fc.subarray(['US', 'JP', 'KR', 'CH', 'TW'], { minLength: 1 }), 5),
    gics: maybe(fc.constantFrom('45', '4530', '10', '35', '2510'), 5),
    scope: maybe(fc.constantFrom('theme', 'members'), 2),
    megatrend: maybe(
      fc.constantFrom(...nodes).chain((node) => fc.constantFrom(node, Math.floor(node / 1e6) * 1e6)),
      5,
    ),
  })
  const scoped = fc.record({
    ...common,
    ticker: fc.uniqueArray(fc.constantFrom(...tickers), { minLength: 1, maxLength: 5 }),
  })
  return fc.oneof(open, scoped).filter(({ from, to }) => !from || !to || from <= to)
}

describe('a feed', () => {
  test('has the articles of its definition, in order, each row for the right listing, under any filter', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const expected = expectedFeed(articles, query)
        const body = await get(pathOf(query, { limit: 1000 }))
        found += body.total
        expect(body.total).toBe(expected.length)
        const order = (one: { id: string; relevance: number }) => [one.id, one.relevance]
        const actual = body.results.map((row: Row) => ({ id: row.cs_job_id, ticker: row.ticker }))
        if (query.order_by !== 'relevance') {
          expect(actual).toEqual(expected.map(({ id, ticker }) => ({ id, ticker })))
          return
        }
        // Relevance is shown to four digits: rows that tie there may stand either way.
        const shown = actual.map(({ id }: { id: string }) => expected.find((row) => row.id === id))
        expect(shown.map((row: { relevance: number }) => row.relevance)).toEqual(expected.map((row) => row.relevance))
        expect(shown.map(order).sort()).toEqual(expected.map(order).sort())
      }),
      { numRuns: 150 },
    )
    expect(found).toBeGreaterThan(300)
  })

  test('read in pages of any size is the whole list, once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(queries(), fc.integer({ min: 1, max: 12 }), async (query, limit) => {
        const whole = await get(pathOf(query, { all: true }))
        expect(whole).toMatchObject({ all: true, has_more: false, count: whole.total })
        const walked: Row[] = []
        for (let offset = 0; offset < whole.total; offset += limit) {
          const page = await get(pathOf(query, { limit, offset }))
          walked.push(...page.results)
          expect(page).toMatchObject({ total: whole.total, limit, offset, has_more: walked.length < whole.total })
        }
        expect(walked).toEqual(whole.results)
        const beyond = await get(pathOf(query, { limit, offset: whole.total + 3 }))
        expect(beyond).toMatchObject({ results: [], count: 0, total: whole.total, has_more: false })
      }),
      { numRuns: 25 },
    )
  })

  test('has its own total, different from feeds that differ in one filter, and for several stocks at once', async () => {
    const total = async (query: string) => (await get(`/v1/news?${query}`)).total
    const queries = [
      '',
      'collapse=false',
      'direction=pos',
      'direction=neg',
      'aspect=supply',
      'min_impact=3',
      'gics=45',
      'min_confidence=0.8',
    ]
    const totals = []
    for (const query of queries) totals.push(await total(`${query}&limit=1`))
    for (const [index, query] of queries.entries())
      expect([query, await total(`${query}&all=1`)]).toEqual([query, totals[index]])
    expect(new Set(totals).size).toBeGreaterThan(4)
    const { data } = await app.graphql(
      '{ a: stock(id: "AAPL") { news(limit: 1) { total } } b: stock(id: "NVDA") { news(limit: 1) { total } } }',
    )
    for (const [ticker, of] of Object.entries({ AAPL: data.a, NVDA: data.b }))
      expect((await get(`/v1/stocks/${ticker}/news?all=1`)).count).toBe(of.news.total)
  })

  test('has the same values in GraphQL and in REST', async () => {
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const { ticker, ...rest } = query
        const given = Object.entries({ ...rest, ...(ticker ? { ticker } : {}) }).filter(
          ([, value]) => value !== undefined,
        )
        const args = given.map(([name, value]) => `${argumentName(name)}: ${literal(name, value)}`).join(', ')
        const field = `${ticker ? 'newsByTickers' : 'news'}${args ? `(${args})` : ''}`
        const { data, errors, extensions } = await app.graphql(`{ feed: ${field} { ${FEED_FIELDS} } }`)
        expect(errors).toBeUndefined()
        const response = await app.fetch(pathOf(query))
        const { results, ...page } = await response.json()
        const { items, ...facts } = data.feed
        expect(items.map(asRest)).toEqual(results)
        expect(asRest(facts)).toEqual({ notes: null, ...page })
        expect(String(extensions?.credits.charged)).toBe(response.headers.get('x-credits-charged'))
      }),
      { numRuns: 25 },
    )
  })
})

describe('stories', () => {
  test('collapsed, each has one row: the earliest article of highest impact, with its number of outlets', async () => {
    const rows = await rowsOf('/v1/news?all=1')
    const raw = await rowsOf('/v1/news?all=1&collapse=false')
    expect(raw.length).toBeGreaterThan(rows.length)
    expect(new Set(rows.map((row) => row.story_id)).size).toBe(rows.length)
    for (const row of rows) {
      const outlets = new Set(articles.filter((one) => one.storyId === row.story_id).map((one) => one.source))
      expect(row.dup_count).toBe(outlets.size)
    }
    for (const row of raw) expect(row.dup_count).toBe(rows.find((one) => one.story_id === row.story_id)?.dup_count)
  })

  test('with two articles about a megatrend, neither naming a member, has one row in the feed of the megatrend', async () => {
    const [node] = articles.flatMap((article) => article.trends)
    const telling = { impacts: [], trends: [node ?? 0] }
    const storyId = await storeStory([
      { ...telling, published: '2021-05-03T10:00:00Z', impactScore: 3 },
      { ...telling, published: '2021-05-03T11:00:00Z', impactScore: 4 },
    ])
    const rows = await rowsOf(`/v1/news?megatrend=${node}&from=2021-05-03&to=2021-05-03`)
    expect(rows).toMatchObject([{ story_id: storyId, published: '2021-05-03T11:00:00Z' }])
  })

  test('after a recount has the earliest article of highest impact as its lead, whichever was stored first', async () => {
    const storyId = await storeStory([
      { published: '2021-06-03T10:00:00Z', impactScore: 3 },
      { published: '2021-06-03T12:00:00Z', impactScore: 4 },
      { published: '2021-06-03T11:00:00Z', impactScore: 4 },
    ])
    await pool.query('UPDATE story SET head_id = (SELECT min(id) FROM article WHERE story_id = $1) WHERE id = $1', [
      storyId,
    ])
    await inTransaction((client) => recountStories(client, [storyId]))
    const { data } = await app.graphql(`{ news(from: "2021-06-03", to: "2021-06-03") { items { article {
      story { articleCount head { published } } } } } }`)
    expect(data.news.items[0].article.story).toEqual({ articleCount: 3, head: { published: '2021-06-03T11:00:00Z' } })
  })
})

describe('scoped feeds', () => {
  test('have rows for the first requested listing that an article affects', async () => {
    const [pair] = articles.flatMap((article) => (article.impacts.length > 1 ? [article.impacts.slice(0, 2)] : []))
    const [first, second] = pair?.map((impact) => impact.ticker) ?? []
    const there = await rowsOf(`/v1/news/by-tickers?ticker=${first},${second}&all=1`)
    const back = await rowsOf(`/v1/news/by-tickers?ticker=${second},${first}&all=1`)
    expect(idsOf(there).sort()).toEqual(idsOf(back).sort())
    expect(there.some((row) => row.ticker === first)).toBe(true)
    for (const row of there) {
      const impacts = articles.find((one) => one.articleId === row.cs_job_id)?.impacts.map((impact) => impact.ticker)
      expect(row.ticker).toBe(impacts?.includes(first ?? '') ? first : second)
    }
  })

  test('an article whose row would be for another listing hides no other article of its story', async () => {
    const up = (ticker: string) => ({ ticker, direction: 'pos' as const })
    const down = (ticker: string) => ({ ticker, direction: 'neg' as const })
    await storeStory([
      { published: '2021-07-01T10:00:00Z', impactScore: 3, impacts: [up('AAPL.US')] },
      { published: '2021-07-01T11:00:00Z', impactScore: 4, impacts: [down('AAPL.US'), up('NVDA.US')] },
    ])
    const rows = await rowsOf('/v1/news/by-tickers?ticker=AAPL,NVDA&direction=pos&to=2021-07-01&from=2021-07-01')
    expect(rows).toMatchObject([{ ticker: 'AAPL.US', published: '2021-07-01T10:00:00Z' }])
  })

  test("a stock's own feed is by-tickers with that one ticker", async () => {
    for (const ticker of ['AAPL.US', '005930.KO', 'GOLD.COMM'])
      expect(await rowsOf(`/v1/stocks/${ticker}/news?limit=50&direction=pos`)).toEqual(
        await rowsOf(`/v1/news/by-tickers?ticker=${ticker}&direction=pos`),
      )
  })
})

test('days are whole UTC days, both inclusive', async () => {
  const at = (iso: string, title: string) => newsItem({ title, published: new Date(iso) })
  await ingest([
    at('2024-02-28T23:59:59Z', 'Apple opens a store in Oslo'),
    at('2024-02-29T00:00:00Z', 'Tesla hires engineers in Berlin'),
    at('2024-02-29T23:59:59Z', 'Pfizer tests a vaccine in Kenya'),
    at('2024-03-01T00:00:00Z', 'Boeing paints a jet in Seattle'),
  ])
  const titles = async (query: string) =>
    (await get(`/v1/news?${query}`)).results.map((row: { title: string }) => row.title)
  expect(await titles('from=2024-02-29&to=2024-02-29')).toEqual([
    'Pfizer tests a vaccine in Kenya',
    'Tesla hires engineers in Berlin',
  ])
  expect(await titles('from=2024-02-28&to=2024-02-28')).toEqual(['Apple opens a store in Oslo'])
  expect(await titles('from=2024-03-01&to=2024-03-31')).toEqual(['Boeing paints a jet in Seattle'])
})

describe('the brief', () => {
  test('is in the requested language when stored, else in the original one, and names its language', async () => {
    const row = async (lang: string) => (await get(`/v1/news/search?q=apple%20iphone&lang=${lang}`)).results[0]
    expect(await row('th')).toMatchObject({ brief_text: 'ข่าวที่ 0', brief_lang: 'th', brief_source: 'feed' })
    expect(await row('ja')).toMatchObject({ brief_text: 'ニュース 0', brief_lang: 'ja' })
    expect(await row('fr')).toMatchObject({ brief_lang: 'en', brief_text: expect.stringContaining('Apple') })
    expect(await row('TH')).toMatchObject({ brief_lang: 'th' })
    for (const unknown of ['toString', 'xx', '__proto__'])
      expect(await get(`/v1/news?lang=${unknown}`)).toMatchObject({
        error: 'invalid_parameter',
        param: 'lang',
        message: expect.stringContaining('en, th or ja'),
      })
  })

  test('is written by the service in English, Thai and Japanese where the outlet gives none in it', async () => {
    const at = new Date(Date.UTC(2023, 2, 2))
    await ingest([
      newsItem({ title: 'Toyota raises dividend 37%', source: 'brief_plain', published: at }),
      newsItem({
        title: 'Komatsu raises dividend 38%',
        source: 'brief_german',
        lang: 'de',
        briefText: { de: 'Komatsu zahlt mehr.' },
        published: at,
      }),
    ])
    const brief = async (source: string, lang: string) => {
      const [row] = (await get(`/v1/news?source=${source}&lang=${lang}`)).results
      return [row.brief_text, row.brief_lang, row.brief_source]
    }
    expect(await brief('brief_plain', 'en')).toEqual([
      expect.stringMatching(/^Toyota raises its dividend \(37%\), good for the company/),
      'en',
      'rules',
    ])
    expect(await brief('brief_plain', 'th')).toEqual([
      expect.stringMatching(/^โตโยต้าเพิ่มเงินปันผล \(37%\)/),
      'th',
      'rules',
    ])
    expect(await brief('brief_plain', 'ja')).toEqual([
      expect.stringMatching(/^トヨタ自動車が増配（37%）.*。$/),
      'ja',
      'rules',
    ])
    expect(await brief('brief_plain', 'de')).toEqual([expect.stringMatching(/^Toyota raises/), 'en', 'rules'])
    expect(await brief('brief_german', 'de')).toEqual(['Komatsu zahlt mehr.', 'de', 'feed'])
    expect(await brief('brief_german', 'fr')).toEqual(['Komatsu zahlt mehr.', 'de', 'feed'])
    expect(await brief('brief_german', 'en')).toEqual([expect.stringMatching(/^Komatsu raises/), 'en', 'rules'])
    expect(await brief('brief_german', 'ja')).toEqual([expect.stringMatching(/^コマツが増配/), 'ja', 'rules'])
  })
})

describe('ingest', () => {
  test.each([
    { title: 'Nestle names another chief' },
    { text: 'Another body.' },
    { source: 'another_wire' },
    { url: 'https://wire.example/moved' },
    { lang: 'de' },
    { briefText: { en: 'Another brief.' } },
    { published: new Date(Date.UTC(2023, 5, 2)) },
  ])('an article is changed when %o is', async (change) => {
    const published = new Date(Date.UTC(2023, 5, 1))
    const item = newsItem({ title: 'Nestle names a chief', text: 'A body.', url: 'https://wire.example/x', published })
    await ingest([item])
    expect(await ingest([{ ...item, ...change }])).toMatchObject({ inserted: 0, updated: 1, skipped: 0 })
    expect(await ingest([item])).toMatchObject({ inserted: 0, updated: 1 })
  })

  test('of an article that occurs twice in one batch the later version is stored', async () => {
    const published = new Date(Date.UTC(2022, 5, 1))
    const first = newsItem({ title: 'Diageo opens a plant', url: 'https://wire.example/twice', published })
    expect(await ingest([first, { ...first, title: 'Diageo shuts a plant' }])).toMatchObject({
      inserted: 1,
      skipped: 1,
    })
    expect(await rowsOf('/v1/news?from=2022-06-01&to=2022-06-01')).toMatchObject([{ title: 'Diageo shuts a plant' }])
  })

  test('the total of a feed counts news that comes after it was asked for', async () => {
    const total = async () => (await get('/v1/news?limit=1&source=counted_wire')).total
    const items = ['Kellogg cuts jobs', 'Unilever sells a tea brand', 'Danone recalls yoghurt'].map((title) =>
      newsItem({ title, source: 'counted_wire', published: new Date(Date.UTC(2021, 0, 1)) }),
    )
    await ingest(items.slice(0, 2))
    await vi.waitFor(async () => expect(await total()).toBe(2), SOON)
    await ingest(items.slice(2))
    await vi.waitFor(async () => expect(await total()).toBe(3), SOON)
  })

  test('the same news twice changes nothing', async () => {
    const before = await (await app.fetch('/v1/news?all=1&collapse=false')).text()
    const items = corpus()
    expect(await ingest(items)).toMatchObject({ read: items.length, inserted: 0, updated: 0, skipped: items.length })
    expect(await ingest(items.toReversed())).toMatchObject({ inserted: 0, updated: 0 })
    expect(await (await app.fetch('/v1/news?all=1&collapse=false')).text()).toBe(before)
  })

  test('a changed article is enriched again under the same id', async () => {
    const url = 'https://wire.example/changing'
    const published = new Date(clock.now() - 400 * 86_400_000)
    await ingest([newsItem({ title: 'Pfizer wins approval for a new drug', url, published })])
    const find = async () => (await get('/v1/news?to=2025-12-31&from=2025-01-01&collapse=false')).results[0]
    const before = await find()
    expect(before).toMatchObject({ ticker: 'PFE.US', tagged: true })
    expect(await ingest([newsItem({ title: 'Tesla recalls all its cars', url, published })])).toMatchObject({
      inserted: 0,
      updated: 1,
    })
    const after = await find()
    expect(after).toMatchObject({ cs_job_id: before.cs_job_id, title: 'Tesla recalls all its cars', ticker: 'TSLA.US' })
    expect(JSON.stringify(after.impacts)).not.toContain('PFE.US')
  })
})

const FEED_FIELDS = `count total limit offset all hasMore notes items { articleId title published source impactScore briefText briefLanguage briefSource
  newsTypes duplicateCount direction aspect magnitude tagged role exposure rationale url storyId ticker
  impacts { ticker name direction aspect magnitude tagged role exposure relevance confidence rationale hop path
    steps { from to relation sign weight } } megatrends { nodeId name } }`

/** What GraphQL calls parameters that REST names otherwise. */
const ARGUMENT_NAMES: Record<string, string> = {
  ticker: 'tickers',
  news_type: 'newsTypes',
  country: 'countries',
  gics: 'gicsCode',
}
const argumentName = (name: string) =>
  ARGUMENT_NAMES[name] ?? name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A value as a GraphQL literal: tokens of enums stand without quotes. */
function literal(name: string, value: unknown): string {
  const text = JSON.stringify(value)
  return ['aspect', 'direction', 'news_type', 'order_by', 'scope'].includes(name) ? text.replaceAll('"', '') : text
}

/** What REST calls fields that GraphQL names otherwise. */
const REST_NAMES: Record<string, string> = {
  articleId: 'cs_job_id',
  briefLanguage: 'brief_lang',
  briefSource: 'brief_source',
  duplicateCount: 'dup_count',
}

/** GraphQL's names as REST spells them. */
function asRest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asRest)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      REST_NAMES[key] ?? key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      asRest(inner),
    ]),
  )
}
