import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, newsItem, useApp } from '../setup/app.ts'
import { storeStory } from '../setup/story-rows.ts'

const app = useApp()

const RECORD = 'Nvidia posts record data-center revenue'
const LAWSUIT = 'Nvidia sued by investors over disclosure'
const GPUS = 10_010_100

beforeAll(async () => {
  const at = (hour: number, title: string) => newsItem({ title, published: new Date(Date.UTC(2026, 10, 20, hour)) })
  await ingest([at(6, RECORD), at(7, LAWSUIT)])
})

const get = async (path: string) => (await app.fetch(path)).json()
const titlesOf = async (query: string) =>
  (await get(`/v1/news?${query}`)).results.map(({ title }: { title: string }) => title).toSorted()

describe('the stories of a megatrend', () => {
  test('are those of its own business, of all about its members with scope=members, in REST and in GraphQL', async () => {
    expect(await titlesOf(`megatrend=${GPUS}`)).toEqual([RECORD])
    expect(await titlesOf(`megatrend=${GPUS}&scope=theme`)).toEqual([RECORD])
    expect(await titlesOf(`megatrend=${GPUS}&scope=members`)).toEqual([RECORD, LAWSUIT])
    const { data } = await app.graphql(
      `{ news(megatrend: "${GPUS}", scope: members) { total }
         newsConnection(megatrend: "${GPUS}", first: 5) { edges { node { title } } } }`,
    )
    expect(data.news.total).toBe(2)
    expect(data.newsConnection.edges.map((edge: { node: { title: string } }) => edge.node.title)).toEqual([RECORD])
  })

  test('are counted so by its summary, its brief, the taxonomy and the epicenter of stocks in the news', async () => {
    const days = 'from=2026-11-20&to=2026-11-20'
    const stories = async (path: string) => (await get(path)).pulse.story_count
    expect(await stories(`/v1/megatrends/${GPUS}/summary`)).toBe(1)
    expect(await stories(`/v1/megatrends/${GPUS}/summary?scope=members`)).toBe(2)
    expect(await stories(`/v1/themes/${GPUS}/summary?${days}`)).toBe(1)
    expect(await stories(`/v1/themes/${GPUS}/summary?${days}&scope=members`)).toBe(2)
    expect(await stories(`/v1/brief?${days}&megatrend=${GPUS}`)).toBe(1)
    const { nodes } = await get('/v1/megatrends?tier=3&all=true')
    expect(nodes.find((node: { node_id: number }) => node.node_id === GPUS).story_count_30d).toBe(1)
    const count = async (gate: string) => {
      const { stocks } = await get(`/v1/stocks?megatrend=${GPUS}&gate=${gate}`)
      return stocks.find((row: { ticker: string }) => row.ticker === 'NVDA.US').impact.news_count
    }
    expect([await count('both'), await count('membership')]).toEqual([1, 2])
  })

  test('of no known scope are refused', async () => {
    const response = await app.fetch(`/v1/news?megatrend=${GPUS}&scope=everything`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ param: 'scope' })
  })
})

describe('a country', () => {
  beforeAll(async () => {
    // Good for the named American company, bad for the Japanese one it reaches; the Korean one is reached remotely.
    await storeStory([
      {
        published: '2026-11-19T10:00:00Z',
        impacts: [
          { ticker: 'AAPL.US', direction: 'pos', relevance: 0.9 },
          { ticker: '6758.JP', direction: 'neg', aspect: 'supply', relevance: 0.4, path: ['AAPL.US', '6758.JP'] },
          { ticker: '005930.KO', direction: 'pos', relevance: 0.2, path: ['AAPL.US', '005930.KO'] },
        ],
      },
    ])
  })
  const days = 'from=2026-11-19&to=2026-11-19'

  test('takes stories about its companies, and each row speaks of the company', async () => {
    const { results } = await get(`/v1/news?country=JP&${days}`)
    expect(results).toMatchObject([{ ticker: '6758.JP', direction: 'neg', aspect: 'supply', tagged: false }])
    expect((await get(`/v1/news?country=US&${days}`)).results).toMatchObject([{ ticker: 'AAPL.US', direction: 'pos' }])
    expect((await get(`/v1/news?country=JP&direction=pos&${days}`)).total).toBe(0)
  })

  test('leaves out a company that a story reaches remotely', async () => {
    expect((await get(`/v1/news?country=KR&${days}`)).total).toBe(0)
    expect((await get(`/v1/brief?country=KR&${days}`)).pulse.story_count).toBe(0)
  })

  test('has briefs whose directions, aspects, movers and top stories are those of its companies', async () => {
    const brief = await get(`/v1/brief?country=JP&${days}`)
    expect(brief.pulse).toMatchObject({ story_count: 1, pos: 0, neg: 1, net_direction: -1 })
    expect(brief.top_stories).toMatchObject([{ ticker: '6758.JP', direction: 'neg' }])
    expect(brief.losers.map(({ ticker }: { ticker: string }) => ticker)).toEqual(['6758.JP'])
    expect(brief.winners).toEqual([])
    expect((await get(`/v1/brief?country=JP&aspect=supply&${days}`)).pulse.neg).toBe(1)
    expect((await get(`/v1/brief?country=JP&aspect=demand&${days}`)).pulse.story_count).toBe(0)
  })
})
