import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()
beforeAll(async () => void (await ingest([newsItem({ title: 'Apple raises iPhone prices' })])))

describe('an unknown object', () => {
  test.each([
    ['article(id: "0000000000000000") { title }', 'NOT_FOUND'],
    ['article(id: 5) { title }', 'NOT_FOUND'],
    ['article(id: "__proto__") { title }', 'NOT_FOUND'],
    ['megatrend(id: "99000000") { name }', 'NOT_FOUND'],
    ['megatrend(id: "no-such-trend") { name }', 'NOT_FOUND'],
    ['megatrendSummary(id: "99000000") { node { name } }', 'NOT_FOUND'],
    ['themeSummary(id: 99000000) { pulse { storyCount } }', 'NOT_FOUND'],
    ['news(megatrend: "no-such-trend") { count }', 'NOT_FOUND'],
    ['stock(id: "NOPE12345.US") { name }', 'UNKNOWN_TICKER'],
    ['stock(id: 999999999) { name }', 'UNKNOWN_TICKER'],
  ])('is an error of its field, not null without a word, and free: { %s }', async (field, code) => {
    const { data, errors, extensions } = await app.graphql(`{ it: ${field} newsTypes { count } }`)
    expect(errors).toMatchObject([{ path: ['it'], extensions: { code, status: 404 } }])
    expect(data).toEqual({ it: null, newsTypes: { count: expect.any(Number) } })
    expect(extensions?.credits.charged).toBe(0)
  })

  test.each(['article', 'megatrend', 'portfolio', 'stock'])(
    'is named in the script it was asked for in: %s',
    async (field) => {
      const { errors = [] } = await app.graphql(`{ ${field}(id: "トヨタ") { __typename } }`)
      expect(errors[0]?.message).toContain('"トヨタ"')
    },
  )

  test('is an error that suggests the most similar one', async () => {
    const { errors = [] } = await app.graphql(
      '{ a: megatrend(id: "artificial-inteligence") { name } b: stock(id: "AAPL.USA") { name } }',
    )
    expect(errors.map(({ extensions }) => [extensions['code'], extensions['did_you_mean']])).toEqual([
      ['NOT_FOUND', 'artificial-intelligence'],
      ['UNKNOWN_TICKER', 'AAPL.US'],
    ])
  })
})

describe('a megatrend', () => {
  test.each(['10000000', '"10000000"', '"artificial-intelligence"', '"Artificial-Intelligence"'])(
    'is the same by id or slug, in any letter case: %s',
    async (id) => {
      const { data, errors } = await app.graphql(`{ megatrend(id: ${id}) { nodeId }
        megatrendSummary(id: ${id}) { node { nodeId } } themeSummary(id: ${id}) { node { nodeId } }
        brief(megatrend: ${id}) { node { nodeId } } news(megatrend: ${id}) { count } }`)
      expect(errors).toBeUndefined()
      expect(data).toMatchObject({
        megatrend: { nodeId: 10_000_000 },
        megatrendSummary: { node: { nodeId: 10_000_000 } },
        themeSummary: { node: { nodeId: 10_000_000 } },
        brief: { node: { nodeId: 10_000_000 } },
      })
    },
  )
})

describe('an argument', () => {
  test.each([
    ['news(language: "xx") { count }', 'language'],
    ['news(language: "eng") { count }', 'language'],
    ['brief(language: "") { pulse { storyCount } }', 'language'],
    ['brief(window: "8d") { pulse { storyCount } }', 'window'],
    ['news(gicsCode: "453") { count }', 'gicsCode'],
    ['news(from: "2026-02-02", to: "2026-02-01") { count }', 'from'],
    ['news(limit: 0) { count }', 'limit'],
    ['newsByTickers(tickers: []) { count }', 'tickers'],
    ['enrich(title: "") { impactScore }', 'title'],
  ])('outside its rules is refused by its name: { %s }', async (field, param) => {
    const { errors } = await app.graphql(`{ ${field} }`)
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_PARAMETER', status: 400, param } }])
  })

  test.each([
    'news(direction: "pos") { count }',
    'news(direction: up) { count }',
    'news(orderBy: "recency") { count }',
    'news(from: "soon") { count }',
    'news(countries: ["USA"]) { count }',
    'stock(id: "AAPL") { bars(timeframe: year) { count } }',
  ])('that is no token or value of its type is refused before anything runs: { %s }', async (field) => {
    const { data, errors } = await app.graphql(`{ ${field} }`)
    expect(data).toBeUndefined()
    expect(errors?.[0]?.extensions).toMatchObject({ status: 400 })
  })

  test('of text may be empty where text may be left out', async () => {
    const impact = '{ impactScore impacts { ticker direction } }'
    const { data, errors } = await app.graphql(`{ empty: enrich(title: "Apple raises iPhone prices", text: "") ${impact}
      absent: enrich(title: "Apple raises iPhone prices") ${impact} }`)
    expect(errors).toBeUndefined()
    expect(data.empty).toEqual(data.absent)
    expect(data.empty.impacts).not.toEqual([])
  })
})

test('an article is the same by its id, its row in a feed and its node', async () => {
  const { data } = await app.graphql('{ news(limit: 1) { items { articleId article { id title articleId } } } }')
  const [{ articleId, article }] = data.news.items
  expect(article.articleId).toBe(articleId)
  const again = await app.graphql(
    'query ($articleId: ID!, $id: ID!) { article(id: $articleId) { id title articleId } node(id: $id) { ... on Article { id title articleId } } }',
    { articleId, id: article.id },
  )
  expect(again.data).toEqual({ article, node: article })
})
