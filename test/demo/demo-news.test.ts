import { beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/core/database/db.ts'
import type { IngestSummary } from '../../src/core/file/ingest-summary.ts'
import { type ListSize, readListSizes } from '../../src/core/graphql/limit/list-size.source.ts'
import { loadFirstDemoNews } from '../../src/demo/demo-news.ingest.ts'
import { loadFirstDemoPositions } from '../../src/demo/demo-positioning.ingest.ts'
import { NEWS_TYPES } from '../../src/enrichment/classify/news-type.pure.ts'
import { ASPECTS } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { loadReports } from '../../src/positioning/report-keeper.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'
import { isPage, listFields, measuredListSizes } from '../setup/list-crawl.ts'

const app = useApp()
const size = { seed: 1, days: 90, articles: 1_200 }
let loaded: IngestSummary | null

beforeAll(async () => {
  loaded = await loadFirstDemoNews(clock, size)
  await loadFirstDemoPositions(clock, size.seed)
  await loadReports()
})

async function read(path: string) {
  const response = await app.fetch(path)
  return { response, body: await response.json() }
}

async function figure(sql: string): Promise<number> {
  const [row] = await rowsOf<{ figure: number }>(undefined, sql, [])
  return row?.figure ?? Number.NaN
}

describe('after the first start', () => {
  test('every demo article is stored, none refused', () => {
    expect(loaded).toMatchObject({ read: 1_200, inserted: 1_200, rejected_count: 0 })
  })

  test('at least 300 listings have stories, and at least 300 are named by one', async () => {
    expect(await figure('SELECT count(DISTINCT listing_id) AS figure FROM impact')).toBeGreaterThanOrEqual(300)
    const named = await figure('SELECT count(DISTINCT listing_id) AS figure FROM impact WHERE tagged')
    expect(named).toBeGreaterThanOrEqual(300)
  })

  test('outlets that tell the same are one story, and different stories stay apart', async () => {
    const numbered = `(SELECT story_id, substring(url FROM '[0-9]+$') AS told FROM article) a`
    const torn = await figure(
      `SELECT count(*) AS figure FROM (SELECT told FROM ${numbered} GROUP BY told HAVING count(DISTINCT story_id) > 1) x`,
    )
    const mixed = await figure(
      `SELECT count(*) AS figure FROM (SELECT story_id FROM ${numbered} GROUP BY story_id HAVING count(DISTINCT told) > 1) x`,
    )
    const stories = await figure('SELECT count(*) AS figure FROM story')
    expect(torn / stories).toBeLessThan(0.05)
    expect(mixed / stories).toBeLessThan(0.05)
    expect(await figure('SELECT max(outlet_count) AS figure FROM story')).toBeGreaterThanOrEqual(4)
  })

  test.each(ASPECTS)('aspect %s has rows', async (aspect) => {
    expect((await read(`/v1/news?aspect=${aspect}&limit=1`)).body.count).toBe(1)
  })

  test.each(NEWS_TYPES)('news type %s has rows', async (type) => {
    expect((await read(`/v1/news?news_type=${type}&limit=1`)).body.count).toBe(1)
  })

  test.each(['pos', 'neg', 'ambiguous'])('direction %s has rows', async (direction) => {
    expect((await read(`/v1/news?direction=${direction}&limit=1`)).body.count).toBe(1)
  })

  test('role and exposure are never null beside a direction, in rows and in impacts', async () => {
    const { body } = await read('/v1/news?collapse=false&all=true')
    expect(body.results.length).toBeGreaterThanOrEqual(1_200)
    interface Part {
      readonly direction: string | null
      readonly role: string | null
      readonly exposure: string | null
    }
    const isWhole = ({ direction, role, exposure }: Part) =>
      direction === null ? role === null && exposure === null : role !== null && exposure !== null
    const rows: (Part & { impacts: Part[] })[] = body.results
    expect(rows.filter((row) => !isWhole(row))).toEqual([])
    expect(rows.flatMap(({ impacts }) => impacts).filter((impact) => !isWhole(impact))).toEqual([])
    const brief = await read('/v1/brief?window=90d')
    expect(brief.body.top_stories.filter((row: Part) => !isWhole(row))).toEqual([])
  })

  test('every megatrend family has stories and a brief, all but the smallest in the last 30 days, which its summary counts', async () => {
    const { nodes } = (await read('/v1/megatrends?tier=1&all=true')).body
    // A family of few companies is told of every few weeks in a third of the demo news.
    expect(nodes.filter((node: { story_count_30d: number }) => node.story_count_30d === 0).length).toBeLessThanOrEqual(
      1,
    )
    for (const { node_id: id, story_count_30d: stories } of nodes) {
      const { body } = await read(`/v1/megatrends/${id}/summary`)
      expect(body.pulse.story_count, `${id}`).toBe(stories)
      const brief = await read(`/v1/themes/${id}/summary?window=90d`)
      expect(brief.body.top_stories.length, `${id}`).toBeGreaterThan(0)
    }
  })

  test('the endpoints over companies answer for every fifth of the 300 listings most in the news', async () => {
    const rows = await rowsOf<{ ticker: string }>(
      undefined,
      `SELECT ticker FROM listing JOIN impact ON listing_id = listing.id GROUP BY listing.id ORDER BY count(*) DESC, ticker LIMIT 300`,
      [],
    )
    const tickers = rows.map(({ ticker }) => encodeURIComponent(ticker))
    expect(tickers).toHaveLength(300)
    const counts: number[] = []
    for (const ticker of tickers.filter((_, index) => index % 5 === 0))
      counts.push((await read(`/v1/stocks/${ticker}/news?limit=1`)).body.count)
    expect(counts.filter((count) => count === 0)).toEqual([])
    const few = tickers.slice(0, 20).join(',')
    expect((await read(`/v1/news/by-tickers?ticker=${few}`)).body.count).toBeGreaterThan(20)
    expect((await read('/v1/news/search?q=dividend')).body.count).toBeGreaterThan(0)
  })

  test('the market brief has movers, stories and all aspects', async () => {
    const { body } = await read('/v1/brief?window=90d')
    expect(body.pulse.story_count).toBeGreaterThan(400)
    for (const part of ['top_stories', 'ripple', 'winners', 'losers', 'top_entities', 'top_assets']) {
      expect(body[part].length, part).toBeGreaterThan(0)
    }
    expect(body.aspect_heatmap).toHaveLength(8)
  })

  test('a second start loads nothing', async () => {
    expect(await loadFirstDemoNews(clock, size)).toBeNull()
  })
})

describe('X-Data-Set', () => {
  const demo = (response: Response) => response.headers.get('x-data-set')

  test.each([
    '/v1/news',
    '/v1/news?format=csv',
    '/v1/news/search?q=dividend',
    '/v1/brief',
    '/v1/megatrends',
    '/v1/megatrends/10000000/summary',
    '/v1/themes/10000000/summary',
    '/v1/stocks?country=US',
  ])('%s says that it carries demo news', async (path) => {
    expect(demo(await app.fetch(path))).toBe('demo')
  })

  test('so do competitors that demo stories tell of', async () => {
    const rival = await figure(`SELECT min(i.listing_id) AS figure FROM impact i JOIN impact o USING (article_id)
      WHERE i.tagged AND o.tagged AND i.listing_id <> o.listing_id AND i.aspect = 'competition'`)
    const response = await app.fetch(`/v1/stocks/${rival}/competitors`)
    expect(await response.clone().text()).toContain('on competition in a year')
    expect(demo(response)).toBe('demo')
  })

  test.each([
    '{ stock(id: "AAPL") { news(limit: 5) { items { title } } } }',
    '{ stock(id: "AAPL") { impacts(first: 1) { nodes { rationale } } } }',
    '{ news(limit: 1) { items { article { story { head { title } } } } } }',
  ])('so does the GraphQL answer to %s', async (query) => {
    const body = JSON.stringify({ query })
    const headers = { 'content-type': 'application/json' }
    const response = await app.fetch('/graphql', { method: 'POST', headers, body })
    expect((await response.clone().json()).errors).toBeUndefined()
    expect(demo(response)).toBe('demo')
  })

  test.each([
    '/v1/news/types',
    '/v1/account',
    '/v1/stocks/resolve?q=apple',
    '/v1/news?source=nobody',
    '/v1/news?limit=0',
  ])('%s carries none and does not say so', async (path) => expect(demo(await app.fetch(path))).toBeNull())

  test('is missing from an answer refused for lack of credits', async () => {
    const key = await app.keyWith({ credits: 1 })
    const response = await app.fetch('/v1/news', { key })
    expect(response.status).toBe(402)
    expect(demo(response)).toBeNull()
  })

  test('is missing from an answer with real news only', async () => {
    const published = new Date(clock.now() - 60 * 86_400_000)
    await ingest([newsItem({ title: 'Apple raises iPhone prices as demand surges', source: 'real_wire', published })])
    const response = await app.fetch('/v1/news?source=real_wire')
    expect((await response.json()).count).toBe(1)
    expect(demo(response)).toBeNull()
  })
})

describe('list-sizes.csv', () => {
  const declared = readListSizes()
  const shared = (field: string) => field.endsWith('.notes') && isPage(field.replace('.notes', ''))
  /** Sizes that follow from what a caller asks for or ingested, not from what ships. */
  const BY_INPUT = new Set([
    'Account.keys',
    'BriefScope.countries',
    'BriefScope.newsTypes',
    'Enrichment.entities',
    'FoundSignals.results',
    'ContextHolding.themes',
    'HoldingNews.impacts',
    'HoldingNews.megatrends',
    'HoldingNews.newsTypes',
    'PortfolioAllocation.countries',
    'PortfolioAllocation.currencies',
    'PortfolioAllocation.sectors',
    'PortfolioAllocation.themes',
    'PortfolioAttribution.contributors',
    'PortfolioComposition.snapshots',
    'PortfolioConcentration.top',
    'PortfolioContext.exposureToNews',
    'PortfolioContext.flags',
    'PortfolioContext.holdings',
    'PortfolioContext.news',
    'PortfolioRipple.holdings',
    'PortfolioSnapshot.weights',
    'Portfolio.nav',
    'Portfolio.outstanding',
    'PortfolioBreakdown.countries',
    'PortfolioBreakdown.themes',
    'Pulse.series',
    'Query.portfolios',
    'RippledHolding.path',
    'SignalMatches.candidates',
    'StockPrices.unresolved',
    'TradeImport.notes',
    'TradeImport.rejected',
  ])
  /** Needs a market, which this file does without. */
  const UNMEASURED = new Set(['StockDividends.actions'])
  /** Measured in statements.test.ts. */
  const OF_STATEMENTS = /^(Compan|Compar|Financial|ConceptMatch|PatternMatch)/
  /** Measured in test/api/screen.test.ts, test/api/screen-frame.test.ts and test/rest/screen.test.ts. */
  const OF_SCREENS = /^(MatchedLegs\.(fundamental|options|ta)|ScreenedCompany\.matched|Stock\.(indicator|signals))$/

  /** Measured in test/api/options.test.ts and test/api/macro.test.ts. */
  const OF_FIGURES = /^(OptionSentiment|CountryValues|IndicatorCandidate|Query.developmentIndicator)/

  test('has every list of the schema that is not as long as was asked for, and nothing else', () => {
    const expected = listFields().filter((field) => !isPage(field.replace(/\..*/, '')) && field !== 'Query.nodes')
    const ofPages = ['FoundSignals.results', 'Peers.groups', 'StockPrices.unresolved', 'OffsetPage.notes']
    const whole = [
      'Portfolio.nav',
      'Portfolio.outstanding',
      'Query.developmentIndicator',
      'Query.megatrends',
      'Query.newsTypes',
      'Query.portfolios',
      'Query.stocksInNews',
      'Stock.competitors',
      'Stock.peers',
    ]
    expect([...declared.keys()].sort()).toEqual([...expected, ...ofPages, ...whole].sort())
  })

  test('says how long lists are: half as long to twice as long as measured, the largest of each kind too', async () => {
    const measured = await measuredListSizes(app)
    const wrong = [...declared].flatMap(([field, size]) => {
      if (UNMEASURED.has(field) || OF_STATEMENTS.test(field) || OF_SCREENS.test(field)) return []
      if (OF_FIGURES.test(field)) return []
      if (field === 'OffsetPage.notes') return []
      const found = measured.get(field)
      const fits = found && (BY_INPUT.has(field) ? found.largest <= size.largest : isNear(size, found))
      return fits ? [] : [{ field, size, found }]
    })
    expect(wrong).toEqual([])
    for (const [field, { largest }] of measured) if (shared(field)) expect(largest, field).toBeLessThanOrEqual(2)
  })

  function isNear(one: ListSize, other: ListSize): boolean {
    return (['median', 'reached', 'largest'] as const).every(
      (figure) => Math.abs(one[figure] - other[figure]) <= Math.max(2, Math.min(one[figure], other[figure])),
    )
  }
})
