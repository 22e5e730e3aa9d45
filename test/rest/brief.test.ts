import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { storeStory } from '../setup/story-rows.ts'

const app = useApp()

beforeAll(async () => {
  await storeStory([
    {
      published: '2026-11-20T09:00:00Z',
      impacts: [
        { ticker: 'NVDA.US', direction: 'pos' },
        { ticker: 'AAPL.US', direction: 'neg', relevance: 0.3, path: ['NVDA.US', 'AAPL.US'] },
        { ticker: 'COPPER.COMM', direction: 'pos', relevance: 0.2 },
      ],
      trends: [10_010_100],
    },
  ])
})

async function get(path: string) {
  const response = await app.fetch(path)
  return { response, body: await response.json() }
}

const ARTICLE_FIELDS = [
  ...[
    'cs_job_id',
    'title',
    'published',
    'source',
    'impact_score',
    'brief_text',
    'news_types',
    'dup_count',
    'direction',
  ],
  ...['aspect', 'magnitude', 'tagged', 'role', 'exposure', 'rationale'],
]

describe.each(['/v1/brief', '/v1/themes/10000000/summary', '/v1/themes/artificial-intelligence/summary'])(
  'GET %s',
  (path) => {
    test('has every part of a brief under the names of the contract', async () => {
      const { response, body } = await get(path)
      expect(response.status).toBe(200)
      expect(Object.keys(body)).toEqual([
        ...['applied_scope', 'window', 'node', 'pulse', 'top_stories', 'ripple', 'winners', 'losers', 'aspect_heatmap'],
        ...['top_entities', 'top_assets'],
      ])
      expect(Object.keys(body.applied_scope)).toEqual([
        'megatrend',
        'scope',
        'news_type',
        'country',
        'aspect',
        'gics',
        'lang',
      ])
      expect(body.window).toEqual({ from: '2026-11-14', to: '2026-11-20', label: '7d' })
      expect(body.pulse).toMatchObject({ story_count: 1, pos: 1, neg: 0, ambiguous: 0, net_direction: 1, pos_share: 1 })
      expect(body.pulse.series.at(-1)).toEqual({ date: '2026-11-20', story_count: 1, net_direction: 1 })
      expect(Object.keys(body.top_stories[0])).toEqual(expect.arrayContaining(ARTICLE_FIELDS))
      expect(body.ripple[0]).toMatchObject({
        ...{ ticker: 'AAPL.US', name: 'Apple Inc.', direction: 'neg', strength: 0.3, story_count: 1 },
        path: ['NVDA.US', 'AAPL.US'],
      })
      expect(body.winners[0]).toMatchObject({
        ticker: 'NVDA.US',
        net_direction: 1,
        story_count: 1,
        top_reason: 'pos for NVDA.US',
      })
      expect(body.losers[0]).toMatchObject({ ticker: 'AAPL.US', net_direction: -1, story_count: 1 })
      expect(Object.keys(body.aspect_heatmap[0])).toEqual(['aspect', 'pos', 'neg', 'ambiguous', 'net_direction'])
      expect(body.top_entities).toMatchObject([{ ticker: 'NVDA.US', story_count: 1 }])
      expect(body.top_assets).toMatchObject([{ ticker: 'COPPER.COMM', type: 'commodity' }])
      expect(response.headers.get('x-credits-charged')).toBe('15')
    })

    test.each(['7d', '30d', '90d', '180d', '1y', 'mtd', 'qtd', 'ytd'])('takes the window %s', async (window) => {
      const { response, body } = await get(`${path}?window=${window}`)
      expect(response.status).toBe(200)
      expect(body.window).toMatchObject({ to: '2026-11-20', label: window })
    })

    test('filters can be combined', async () => {
      const { response, body } = await get(
        `${path}?from=2026-11-01&to=2026-11-20&news_type=earnings_results&country=us,JP&aspect=demand&gics=45&lang=th`,
      )
      expect(response.status).toBe(200)
      expect(body.applied_scope).toMatchObject({
        ...{ news_type: ['earnings_results'], country: ['US', 'JP'], aspect: 'demand', gics: '45', lang: 'th' },
      })
      expect(body.window).toEqual({ from: '2026-11-01', to: '2026-11-20', label: 'custom' })
      expect(body.pulse.story_count).toBe(1)
    })

    test.each([
      ['window=7d&from=2026-11-01', 'window', undefined],
      ['window=7d&to=2026-11-20', 'window', undefined],
      ['from=2026-11-21', 'from', '2026-11-20'],
    ])('refuses %s with 400, naming the parameter, and charges nothing', async (query, param, meant) => {
      const { response, body } = await get(`${path}?${query}`)
      expect(response.status).toBe(400)
      expect(body).toMatchObject({ error: 'invalid_parameter', param, ...(meant ? { did_you_mean: meant } : {}) })
      expect(response.headers.get('x-credits-charged')).toBe('0')
    })

    test('accepts the first and last days of the calendar', async () => {
      for (const query of [
        'from=0001-01-01',
        'to=0000-01-01',
        'to=0001-01-03',
        'from=0000-01-01&to=9999-12-31',
        'from=9999-12-31&to=9999-12-31',
      ]) {
        expect((await get(`${path}?${query}`)).response.status, query).toBe(200)
      }
    })
  },
)

describe('GET /v1/brief', () => {
  test('can be limited to a megatrend and its subtree', async () => {
    const { body } = await get('/v1/brief?megatrend=10000000')
    expect(body.node).toMatchObject({ node_id: 10_000_000, tier: 1 })
    expect(body.applied_scope.megatrend).toBe(10_000_000)
    expect(body.pulse.story_count).toBe(1)
    expect((await get('/v1/brief?megatrend=30000000')).body.pulse.story_count).toBe(0)
  })
})

describe('GET /v1/megatrends/{id}/summary', () => {
  test('answers the node with parent, children, members and pulse, by id or slug', async () => {
    const { response, body } = await get('/v1/megatrends/10010000/summary')
    expect(response.status).toBe(200)
    expect(Object.keys(body)).toEqual(['node', 'parent', 'children', 'members', 'pulse'])
    expect(body.node).toMatchObject({ node_id: 10_010_000, tier: 2, parent_id: 10_000_000, story_count_30d: 1 })
    expect(body.parent.node_id).toBe(10_000_000)
    expect(body.children[0]).toMatchObject({ tier: 3, parent_id: 10_010_000 })
    expect(Object.keys(body.members)).toEqual(['core', 'secondary'])
    expect(Object.keys(body.members.core[0])).toEqual(
      expect.arrayContaining(['ticker', 'name', 'country', 'role', 'exposure', 'market_cap_usd']),
    )
    expect(body.pulse.story_count).toBe(1)
    expect(response.headers.get('x-credits-charged')).toBe('1')
    const bySlug = await get(`/v1/megatrends/${body.node.slug}/summary`)
    expect(bySlug.body).toEqual(body)
  })
})

test.each([
  ['/v1/themes/no-such-theme/summary', undefined],
  ['/v1/megatrends/artificial-inteligence/summary', 'artificial-intelligence'],
])('%s is 404, with the slug most likely meant', async (path, meant) => {
  const { response, body } = await get(path)
  expect(response.status).toBe(404)
  expect(body).toMatchObject({ error: 'not_found', param: 'id', ...(meant ? { did_you_mean: meant } : {}) })
})
