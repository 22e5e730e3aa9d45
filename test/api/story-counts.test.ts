import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { ASPECTS, DIRECTIONS } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { useApp } from '../setup/app.ts'
import { expectedFeed, type FeedQuery, type KnownArticle, readArticles } from '../setup/feed-model.ts'
import { storeStory } from '../setup/story-rows.ts'
import '../setup/property-seed.ts'

const app = useApp()

// The clock of the tests stands at noon of 2026-11-20: thirty days begin on 2026-10-22.
const WINDOW = { from: '2026-10-22', to: '2026-11-20' }
const TICKERS = ['AAPL.US', 'NVDA.US', 'MSFT.US', 'XOM.US', 'TSM.US', '005930.KO', '7203.JP', 'SAP.XETRA', 'GOLD.COMM']
const NODES = [10_010_100, 10_010_200, 11_020_100, 20_010_100]
const NEWS_TYPES = ['earnings_results', 'macro_economic', 'industry_thematic']
const STORIES = 110

/** Any impact; it is on one of few listings, so that stories meet. */
const impact = fc.record({
  ticker: fc.constantFrom(...TICKERS),
  direction: fc.constantFrom(...DIRECTIONS),
  aspect: fc.constantFrom(...ASPECTS.slice(0, 4)),
  relevance: fc.integer({ min: 10, max: 100 }).map((hundredths) => hundredths / 100),
  named: fc.boolean(),
})

/** Any article, some of them published before the window or on its edges. */
const article = fc.record({
  published: fc
    .integer({ min: Date.UTC(2026, 9, 18), max: Date.UTC(2026, 10, 20, 12) })
    .map((ms) => new Date(ms).toISOString()),
  source: fc.constantFrom('test_wire', 'other_wire', 'third_wire'),
  impactScore: fc.integer({ min: 1, max: 3 }),
  newsType: fc.constantFrom(...NEWS_TYPES),
  impacts: fc
    .uniqueArray(impact, { maxLength: 4, selector: ({ ticker }) => ticker })
    .map((impacts) =>
      impacts
        .toSorted((a, b) => b.relevance - a.relevance)
        .map(({ named, ...facts }) => ({ ...facts, path: named ? [facts.ticker] : ['SHEL.LSE', facts.ticker] })),
    ),
  trends: fc.uniqueArray(fc.constantFrom(...NODES), { maxLength: 2 }),
})

const story = fc.oneof(
  { weight: 1, arbitrary: fc.array(article, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(article, { minLength: 2, maxLength: 5 }) },
)

let articles: KnownArticle[]
let nodeIds: number[]

beforeAll(async () => {
  for (const told of fc.sample(story, STORIES)) await storeStory(told)
  await pool.query('ANALYZE')
  articles = await readArticles(app)
  const { data } = await app.graphql('{ megatrends(all: true) { items { nodeId } } }')
  nodeIds = data.megatrends.items.map(({ nodeId }: { nodeId: number }) => nodeId)
})

/** The articles a query shows, as they are stored. */
function shown(query: FeedQuery): { article: KnownArticle; ticker: string | null }[] {
  const byId = new Map(articles.map((one) => [one.articleId, one]))
  return expectedFeed(articles, { ...WINDOW, collapse: true, ...query }).flatMap(({ id, ticker }) => {
    const found = byId.get(id)
    return found ? [{ article: found, ticker }] : []
  })
}

/** How many of the shown articles lean each way, by the impact each is shown for. */
function tally(query: FeedQuery) {
  const directions = shown(query).map(
    ({ article, ticker }) => article.impacts.find((one) => one.ticker === ticker)?.direction,
  )
  const count = (wanted: string) => directions.filter((direction) => direction === wanted).length
  return {
    storyCount: directions.length,
    ...{ positiveCount: count('pos'), negativeCount: count('neg'), ambiguousCount: count('ambiguous') },
  }
}

/** One value in three; left out otherwise. */
function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}

const PULSE = 'pulse { storyCount positiveCount negativeCount ambiguousCount }'

describe('counts of stories agree with counting them one by one', () => {
  test('there are some hundreds of articles, of stories with one and with several', () => {
    expect(articles.length).toBeGreaterThan(200)
    const sizes = [...Map.groupBy(articles, (one) => one.storyId).values()].map((told) => told.length)
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThan(20)
    expect(sizes.filter((size) => size > 1).length).toBeGreaterThan(20)
  })

  test('the stories of every megatrend in 30 days', async () => {
    const { data } = await app.graphql('{ megatrends(all: true) { items { nodeId storyCount30Days } } }')
    const counted = new Map(
      data.megatrends.items.map((node: { nodeId: number; storyCount30Days: number }) => [
        node.nodeId,
        node.storyCount30Days,
      ]),
    )
    expect(counted).toEqual(new Map(nodeIds.map((nodeId) => [nodeId, shown({ megatrend: nodeId }).length])))
  })

  test('the pulse of a megatrend', async () => {
    for (const nodeId of [...NODES, 10_000_000, 11_000_000, 20_000_000]) {
      const { data } = await app.graphql(`{ megatrendSummary(id: "${nodeId}") { ${PULSE} } }`)
      expect(data.megatrendSummary.pulse).toEqual(tally({ megatrend: nodeId }))
      const wide = await app.graphql(`{ megatrendSummary(id: "${nodeId}", scope: members) { ${PULSE} } }`)
      expect(wide.data.megatrendSummary.pulse).toEqual(tally({ megatrend: nodeId, scope: 'members' }))
    }
  })

  test('the pulse of a brief, for any of its filters', async () => {
    const filters = fc.record({
      aspect: maybe(fc.constantFrom(...ASPECTS.slice(0, 4))),
      news_type: maybe(fc.subarray(NEWS_TYPES, { minLength: 1 })),
      country: maybe(fc.subarray(['US', 'JP', 'KR'], { minLength: 1 })),
      gics: maybe(fc.constantFrom('45', '4520', '10')),
      megatrend: maybe(fc.constantFrom(...NODES, 10_000_000, 11_000_000)),
      scope: maybe(fc.constantFrom('theme' as const, 'members' as const)),
    })
    await fc.assert(
      fc.asyncProperty(filters, async ({ aspect, news_type, country, gics, megatrend, scope }) => {
        const { data, errors } = await app.graphql(
          `query ($aspect: Aspect, $newsTypes: [NewsType!], $countries: [CountryCode!], $gicsCode: String, $megatrend: ID,
            $scope: MegatrendScope) {
            brief(window: "30d", aspect: $aspect, newsTypes: $newsTypes, countries: $countries, gicsCode: $gicsCode, megatrend: $megatrend,
              scope: $scope) { ${PULSE} } }`,
          {
            aspect,
            newsTypes: news_type,
            countries: country,
            gicsCode: gics,
            megatrend: megatrend && String(megatrend),
            scope,
          },
        )
        expect(errors).toBeUndefined()
        expect(data.brief.pulse).toEqual(tally({ aspect, news_type, country, gics, megatrend, scope }))
      }),
      { numRuns: 60 },
    )
  })

  test('stocks in news, whichever way they are chosen', async () => {
    const chosen = ['country: "US"', 'country: "JP"', 'gicsCode: "45"', 'megatrend: "10000000", gate: membership']
    for (const by of chosen) {
      const { data, errors } = await app.graphql(`{ stocksInNews(${by}, all: true) { items {
        ticker impact { newsCount positiveCount negativeCount ambiguousCount topRelevance topReason aspects } } } }`)
      expect(errors).toBeUndefined()
      expect(data.stocksInNews.items.length).toBeGreaterThan(0)
      for (const { ticker, impact } of data.stocksInNews.items) expect({ ticker, impact }).toEqual(expectedOf(ticker))
    }
  })

  test('a megatrend gates its stocks by stories that speak to it themselves', async () => {
    const { data } = await app.graphql(
      '{ stocksInNews(megatrend: "10000000", all: true) { items { ticker impact { newsCount } } } }',
    )
    const spoken = new Set(
      articles
        .filter(({ published, trends }) => published >= WINDOW.from && trends.some((node) => isUnder(node, 10_000_000)))
        .map(({ storyId }) => storyId),
    )
    for (const { ticker, impact } of data.stocksInNews.items) {
      expect(impact.newsCount).toBe(
        shown({ ticker: [ticker] }).filter(({ article }) => spoken.has(article.storyId)).length,
      )
    }
  })
})

function isUnder(node: number, root: number): boolean {
  return node >= root && node < root + 1_000_000
}

/** What stocks in news say of a listing: its collapsed feed in figures. */
function expectedOf(ticker: string) {
  const rows = shown({ ticker: [ticker] }).flatMap(({ article }) => {
    const impact = article.impacts.find((one) => one.ticker === ticker)
    return impact ? [{ article, impact }] : []
  })
  const { storyCount: newsCount, ...directions } = tally({ ticker: [ticker] })
  const [top] = rows.toSorted(
    (a, b) =>
      b.impact.relevance - a.impact.relevance ||
      b.article.published.localeCompare(a.article.published) ||
      b.article.id - a.article.id,
  )
  const aspects = [...Map.groupBy(rows, (row) => row.impact.aspect)]
    .sort(([a, of], [b, others]) => others.length - of.length || a.localeCompare(b))
    .map(([aspect]) => aspect)
  const topReason = `${top?.impact.direction} for ${ticker}`
  const topRelevance = top?.impact.relevance
  return { ticker, impact: { newsCount, ...directions, topRelevance, topReason, aspects } }
}
