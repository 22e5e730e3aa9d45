import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { clock, useApp } from '../setup/app.ts'
import { SOON } from '../setup/soon.ts'
import { storeStory } from '../setup/story-rows.ts'

const app = useApp()

// The clock of the tests stands at noon of 2026-11-20.
const AI = 10_000_000
const GPUS = 10_010_100
const MEMORY = 11_020_100

beforeAll(async () => {
  // Told three times; the lead article is the earliest of highest impact, and it is the only one that is negative.
  await storeStory([
    {
      published: '2026-11-19T08:00:00Z',
      source: 'early',
      impactScore: 2,
      impacts: [{ ticker: 'AAPL.US', direction: 'pos' }],
    },
    {
      published: '2026-11-19T09:00:00Z',
      source: 'foremost',
      impactScore: 4,
      impacts: [
        { ticker: 'AAPL.US', direction: 'neg', aspect: 'supply' },
        { ticker: 'TSM.US', direction: 'neg', relevance: 0.4, path: ['AAPL.US', 'TSM.US'] },
      ],
      briefTexts: { ja: '要約' },
    },
    {
      published: '2026-11-19T10:00:00Z',
      source: 'late',
      impactScore: 4,
      impacts: [{ ticker: 'AAPL.US', direction: 'pos' }],
    },
  ])
  await storeStory([
    {
      published: '2026-11-20T09:00:00Z',
      newsType: 'product_tech',
      impactScore: 5,
      impacts: [
        { ticker: 'NVDA.US', direction: 'pos' },
        { ticker: 'TSM.US', direction: 'neg', relevance: 0.3, path: ['NVDA.US', 'TSM.US'] },
      ],
      trends: [GPUS],
    },
  ])
  await storeStory([
    { published: '2026-11-20T10:00:00Z', impacts: [{ ticker: 'NVDA.US', direction: 'pos' }], trends: [GPUS, MEMORY] },
  ])
  await storeStory([
    {
      published: '2026-11-14T00:00:00Z',
      newsType: 'commodity_supply',
      impacts: [
        { ticker: 'GOLD.COMM', direction: 'ambiguous', aspect: 'pricing' },
        { ticker: '7203.JP', direction: 'neg', aspect: 'pricing', relevance: 0.5 },
      ],
    },
  ])
  await storeStory([{ published: '2026-11-18T10:00:00Z' }])
  // A day too old for the week, and a day too old for thirty.
  await storeStory([
    { published: '2026-11-13T23:59:59Z', impacts: [{ ticker: 'NVDA.US', direction: 'neg' }], trends: [GPUS] },
  ])
  await storeStory([
    { published: '2026-10-21T23:59:59Z', impacts: [{ ticker: 'NVDA.US', direction: 'neg' }], trends: [GPUS] },
  ])
  // Told on two days, on the first one by its lead article, negative.
  await storeStory([
    {
      published: '2026-09-01T23:00:00Z',
      impactScore: 4,
      impacts: [
        { ticker: 'AAPL.US', direction: 'neg' },
        { ticker: 'TSM.US', direction: 'neg', relevance: 0.4, path: ['AAPL.US', 'TSM.US'] },
      ],
    },
    { published: '2026-09-02T01:00:00Z', source: 'next_day', impacts: [{ ticker: 'AAPL.US', direction: 'pos' }] },
  ])
  await pool.query('ANALYZE')
})

const MOVERS = 'ticker name netDirection storyCount topReason'
const FIELDS = `appliedScope { megatrend newsTypes countries aspect gicsCode language } window { from to label } node { nodeId slug }
  pulse { storyCount positiveCount negativeCount ambiguousCount netDirection positiveShare series { date storyCount netDirection } }
  topStories { source ticker direction briefText duplicateCount } ripple { ticker direction strength storyCount path }
  winners { ${MOVERS} } losers { ${MOVERS} } aspectHeatmap { aspect positiveCount negativeCount ambiguousCount netDirection }
  topEntities { ticker storyCount netDirection } topAssets { ticker type storyCount }`

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
async function brief(args = ''): Promise<Record<string, any>> {
  const answer = await app.graphql(`{ brief${args} { ${FIELDS} } }`)
  expect(answer.errors).toBeUndefined()
  return answer.data.brief
}

describe('the brief of the market', () => {
  test('counts stories, not articles, each by the direction of its lead article', async () => {
    const { pulse, window, node } = await brief()
    expect(window).toEqual({ from: '2026-11-14', to: '2026-11-20', label: '7d' })
    expect(node).toBeNull()
    expect(pulse).toMatchObject({
      storyCount: 5,
      positiveCount: 2,
      negativeCount: 1,
      ambiguousCount: 1,
      netDirection: 0.25,
      positiveShare: 0.5,
    })
    expect(pulse.series).toEqual([
      { date: '2026-11-14', storyCount: 1, netDirection: 0 },
      { date: '2026-11-15', storyCount: 0, netDirection: null },
      { date: '2026-11-16', storyCount: 0, netDirection: null },
      { date: '2026-11-17', storyCount: 0, netDirection: null },
      { date: '2026-11-18', storyCount: 1, netDirection: null },
      { date: '2026-11-19', storyCount: 1, netDirection: -1 },
      { date: '2026-11-20', storyCount: 2, netDirection: 1 },
    ])
  })

  test('shows the top stories as feed rows, highest impact first', async () => {
    const { topStories } = await brief('(language: "ja")')
    expect(topStories).toHaveLength(5)
    expect(topStories[0]).toMatchObject({ ticker: 'NVDA.US', direction: 'pos' })
    expect(topStories[1]).toMatchObject({
      source: 'foremost',
      ticker: 'AAPL.US',
      direction: 'neg',
      briefText: '要約',
      duplicateCount: 3,
    })
  })

  test('names winners and losers with the reason, and each story once', async () => {
    const { winners, losers } = await brief()
    expect(winners).toEqual([
      { ticker: 'NVDA.US', name: 'NVIDIA Corporation', netDirection: 1, storyCount: 2, topReason: 'pos for NVDA.US' },
    ])
    expect(
      Object.fromEntries(losers.map((one: { ticker: string; storyCount: number }) => [one.ticker, one.storyCount])),
    ).toEqual({ 'TSM.US': 2, 'AAPL.US': 1, '7203.JP': 1 })
    expect(losers[0].ticker).toBe('TSM.US')
    expect(losers.every((one: { netDirection: number }) => one.netDirection === -1)).toBe(true)
  })

  test('lists listings affected through the graph, with strength and path', async () => {
    const { ripple } = await brief()
    expect(ripple).toEqual([
      { ticker: 'TSM.US', direction: 'neg', strength: 0.7, storyCount: 2, path: ['AAPL.US', 'TSM.US'] },
    ])
  })

  test('has the path to a listing with contradictory stories', async () => {
    const reaching = (direction: 'pos' | 'neg', hour: number) => ({
      published: `2025-03-03T0${hour}:00:00Z`,
      impacts: [
        { ticker: 'NVDA.US', direction },
        { ticker: 'TSM.US', direction, relevance: 0.5, path: ['NVDA.US', 'TSM.US'] },
      ],
    })
    await storeStory([reaching('pos', 1)])
    await storeStory([reaching('neg', 2)])
    const { ripple } = await brief('(from: "2025-03-03", to: "2025-03-03")')
    expect(ripple).toEqual([
      { ticker: 'TSM.US', direction: 'ambiguous', strength: 1, storyCount: 2, path: ['NVDA.US', 'TSM.US'] },
    ])
  })

  test('tallies all eight aspects', async () => {
    const { aspectHeatmap } = await brief()
    expect(aspectHeatmap).toHaveLength(8)
    const of = (aspect: string) => aspectHeatmap.find((row: { aspect: string }) => row.aspect === aspect)
    expect(of('demand')).toMatchObject({ positiveCount: 2, negativeCount: 0, ambiguousCount: 0, netDirection: 1 })
    expect(of('supply')).toMatchObject({ positiveCount: 0, negativeCount: 1, ambiguousCount: 0, netDirection: -1 })
    expect(of('regulation')).toMatchObject({
      positiveCount: 0,
      negativeCount: 0,
      ambiguousCount: 0,
      netDirection: null,
    })
  })

  test('separates companies from commodities, currencies and the like', async () => {
    const { topEntities, topAssets } = await brief()
    expect(topEntities[0]).toEqual({ ticker: 'NVDA.US', storyCount: 2, netDirection: 1 })
    expect(topEntities.map((one: { ticker: string }) => one.ticker)).not.toContain('GOLD.COMM')
    expect(topAssets).toEqual([{ ticker: 'GOLD.COMM', type: 'commodity', storyCount: 1 }])
  })

  test('without any story has all its parts, empty', async () => {
    const empty = await brief('(from: "2001-01-01", to: "2001-01-02")')
    expect(empty['pulse']).toEqual({
      storyCount: 0,
      positiveCount: 0,
      negativeCount: 0,
      ambiguousCount: 0,
      netDirection: null,
      positiveShare: null,
      series: [
        { date: '2001-01-01', storyCount: 0, netDirection: null },
        { date: '2001-01-02', storyCount: 0, netDirection: null },
      ],
    })
    expect(empty['topStories']).toEqual([])
    expect(empty['winners']).toEqual([])
  })
})

describe('the scope of a brief', () => {
  test.each([
    ['', ''],
    ['window: "30d"', 'from: "2026-10-22", to: "2026-11-20"'],
    ['from: "2026-11-18", to: "2026-11-19"', 'from: "2026-11-18", to: "2026-11-19"'],
    ['from: "2026-11-20"', 'from: "2026-11-20", to: "2026-11-20"'],
    ['to: "2026-11-19"', 'from: "2026-11-13", to: "2026-11-19"'],
    ['from: "2026-09-01", to: "2026-09-02"', 'from: "2026-09-01", to: "2026-09-02"'],
    ['from: "2026-09-02", to: "2026-09-03"', 'from: "2026-09-02", to: "2026-09-03"'],
    ['newsTypes: [product_tech, commodity_supply]', 'newsTypes: [product_tech, commodity_supply]'],
    ['countries: ["JP"]', 'countries: ["JP"]'],
    ['countries: ["jp", "TW"]', 'countries: ["JP", "TW"]'],
    ['aspect: demand', 'aspect: demand'],
    ['gicsCode: "45"', 'gicsCode: "45"'],
    [`megatrend: ${AI}`, `megatrend: ${AI}`],
    [`megatrend: ${GPUS}, window: "1y"`, `megatrend: ${GPUS}, from: "2025-11-21", to: "2026-11-20"`],
    [
      `megatrend: ${AI}, newsTypes: [product_tech], countries: ["US"]`,
      `megatrend: ${AI}, newsTypes: [product_tech], countries: ["US"]`,
    ],
  ])('holds the stories the feed holds: %s', async (scope, filter) => {
    const dated = filter.includes('from')
      ? filter
      : `from: "2026-11-14", to: "2026-11-20"${filter ? `, ${filter}` : ''}`
    const feed = await app.graphql(`{ news(${dated}) { total } }`)
    const { pulse } = await brief(scope ? `(${scope})` : '')
    expect(pulse.storyCount).toBe(feed.data.news.total)
  })

  test.each([
    ['window: "7d"', 5],
    ['window: "1y"', 8],
    ['from: "2026-09-01", to: "2026-09-01"', 1],
    ['from: "2026-09-02", to: "2026-09-02"', 1],
    ['from: "2026-09-01", to: "2026-09-02"', 1],
  ])('of all news types is the market itself: %s', async (days, stories) => {
    const { data } = await app.graphql('{ newsTypes { items { type } } }')
    const types = `[${data.newsTypes.items.map(({ type }: { type: string }) => type).join(' ')}]`
    const { appliedScope: _, ...market } = await brief(`(${days})`)
    const { appliedScope: __, ...scoped } = await brief(`(${days}, newsTypes: ${types})`)
    expect(scoped).toEqual(market)
    expect(market['pulse'].storyCount).toBe(stories)
  })

  test.each(['countries: ["US"]', 'countries: ["JP", "TW"]', 'gicsCode: "45"', 'countries: ["US"], gicsCode: "4530"'])(
    'of all news types is the part of the market itself: %s',
    async (part) => {
      const { data } = await app.graphql('{ newsTypes { items { type } } }')
      const types = `[${data.newsTypes.items.map(({ type }: { type: string }) => type).join(' ')}]`
      for (const days of ['window: "1y"', 'from: "2026-09-02", to: "2026-09-02"', 'window: "7d"']) {
        const { appliedScope: _, ...whole } = await brief(`(${days}, ${part})`)
        const { appliedScope: __, ...typed } = await brief(`(${days}, ${part}, newsTypes: ${types})`)
        expect(typed).toEqual(whole)
      }
    },
  )

  test('that contains only some articles of a story shows the lead of these', async () => {
    expect((await brief('(from: "2026-09-01", to: "2026-09-02")')).pulse).toMatchObject({
      positiveCount: 0,
      negativeCount: 1,
    })
    const second = await brief('(from: "2026-09-02", to: "2026-09-02")')
    expect(second['pulse']).toMatchObject({ positiveCount: 1, negativeCount: 0 })
    expect(second['topStories']).toMatchObject([{ source: 'next_day', ticker: 'AAPL.US', direction: 'pos' }])
    expect(second['ripple']).toEqual([])
  })

  test('is repeated in the answer', async () => {
    const { appliedScope, node } = await brief(
      `(megatrend: ${GPUS}, countries: ["us"], gicsCode: "4530", aspect: demand, language: "th")`,
    )
    expect(appliedScope).toEqual({
      megatrend: GPUS,
      newsTypes: null,
      countries: ['US'],
      aspect: 'demand',
      gicsCode: '4530',
      language: 'th',
    })
    expect(node).toMatchObject({ nodeId: GPUS })
  })

  test('with a country or an industry lists only its companies as movers', async () => {
    const { losers, topEntities, topAssets } = await brief('(countries: ["JP"])')
    expect(losers.map((one: { ticker: string }) => one.ticker)).toEqual(['7203.JP'])
    expect(topEntities.map((one: { ticker: string }) => one.ticker)).toEqual(['7203.JP'])
    expect(topAssets.map((one: { ticker: string }) => one.ticker)).toEqual(['GOLD.COMM'])
  })

  test('of a theme is that of the brief of its node, by id or slug', async () => {
    const { data } = await app.graphql(`{ brief(megatrend: ${GPUS}) { ${FIELDS} }
      byId: themeSummary(id: "${GPUS}") { ${FIELDS} } bySlug: themeSummary(id: "ai-accelerators-and-gpus") { ${FIELDS} } }`)
    expect(data.byId).toEqual(data.brief)
    expect(data.bySlug).toEqual(data.brief)
    expect(data.brief.pulse).toMatchObject({ storyCount: 2, positiveCount: 2, netDirection: 1 })
  })
})

describe('the summary of a megatrend', () => {
  test('has parent and children, members by exposure and the pulse of thirty days', async () => {
    const { data } =
      await app.graphql(`{ megatrendSummary(id: "${AI}") { node { nodeId storyCount30Days } parent { nodeId } children { nodeId }
      members { core { ticker exposure marketCapUsd } secondary { ticker exposure } } pulse { storyCount series { date } } } }`)
    const { node, parent, children, members, pulse } = data.megatrendSummary
    expect(parent).toBeNull()
    expect(children.map((child: { nodeId: number }) => child.nodeId)).toContain(10_010_000)
    expect(members.core.map((member: { ticker: string }) => member.ticker)).toContain('NVDA.US')
    expect(members.core.every((member: { exposure: string }) => member.exposure === 'core')).toBe(true)
    expect(members.secondary.every((member: { exposure: string }) => member.exposure === 'secondary')).toBe(true)
    const tickers = [...members.core, ...members.secondary].map((member) => member.ticker)
    expect(new Set(tickers).size).toBe(tickers.length)
    expect(pulse.series).toHaveLength(30)
    expect(pulse.storyCount).toBe(node.storyCount30Days)
  })

  test('counts the stories of a node and its subtree, and is recomputed when there is news', async () => {
    const counts = async () => {
      const { data } = await app.graphql('{ megatrends(all: true) { items { nodeId storyCount30Days } } }')
      return new Map<number, number>(
        data.megatrends.items.map((node: { nodeId: number; storyCount30Days: number }) => [
          node.nodeId,
          node.storyCount30Days,
        ]),
      )
    }
    const before = await counts()
    expect(before.get(MEMORY)).toBe(1)
    expect(before.get(11_020_000)).toBe(1)
    expect((await brief()).pulse.storyCount).toBe(5)
    // Spoken to at two places of its branch, a story still counts once above both.
    const story = await storeStory([{ published: '2026-11-20T11:00:00Z', trends: [MEMORY, 11_020_200] }])
    await pool.query(`SELECT pg_notify('news_changed', '')`)
    await expect.poll(async () => (await counts()).get(MEMORY), SOON).toBe(2)
    expect((await counts()).get(11_020_000)).toBe(2)
    expect((await brief()).pulse.storyCount).toBe(6)
    await pool.query('DELETE FROM article WHERE story_id = $1', [story])
    await pool.query('DELETE FROM story WHERE id = $1', [story])
    await pool.query(`SELECT pg_notify('news_changed', '')`)
    await expect.poll(async () => (await counts()).get(MEMORY), SOON).toBe(1)
  })

  test('drops stories that leave the window', async () => {
    const present = clock.ms
    clock.ms += 31 * 86_400_000
    try {
      const { data } = await app.graphql(`{ megatrend(id: "${MEMORY}") { storyCount30Days } }`)
      expect(data.megatrend.storyCount30Days).toBe(0)
    } finally {
      clock.ms = present
    }
  })
})

describe('what a brief costs', () => {
  test('is 15 for a brief, 15 for a theme, 1 for a megatrend, and what each costs when several are asked', async () => {
    const charged = async (query: string) => (await app.graphql(query)).extensions?.credits.charged
    expect(await charged('{ brief { pulse { positiveCount } } }')).toBe(15)
    expect(await charged(`{ themeSummary(id: "${AI}") { pulse { positiveCount } } }`)).toBe(15)
    expect(await charged(`{ megatrendSummary(id: "${AI}") { pulse { positiveCount } } }`)).toBe(1)
    expect(
      await charged(`{ brief { pulse { positiveCount } } megatrendSummary(id: "${AI}") { pulse { positiveCount } } }`),
    ).toBe(16)
  })

  test('is nothing when the call fails', async () => {
    const answer = await app.graphql('{ themeSummary(id: "no-such-theme") { pulse { positiveCount } } }')
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', status: 404, param: 'id' })
    expect(answer.extensions?.credits.charged ?? 0).toBe(0)
  })
})
