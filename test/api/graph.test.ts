import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import '../setup/property-seed.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()
beforeAll(async () => {
  const products = ['laptop', 'watch', 'headset', 'tablet', 'television', 'speaker', 'keyboard', 'camera']
  const launches = products.map((product, index) =>
    newsItem({
      title: `Apple unveils ${product} number ${index}`,
      published: new Date(clock.now() - index * 3_000_000),
    }),
  )
  await ingest([...corpus(), ...launches])
})

async function ask(query: string, variables: Record<string, unknown> = {}, key?: string) {
  const { data, errors } = await app.graphql(query, variables, key)
  expect(errors).toBeUndefined()
  return data
}

test('one query goes from an article through its impacts and megatrends to members and their competitors', async () => {
  const { newsSearch } = await ask(`{ newsSearch(query: "TSMC capital spending", limit: 1) { items { article {
    title story { outletCount head { title } }
    impacts { ticker hop path direction rationale stock { name exchange { code } gics { name parent { name } } } }
    megatrends { name tier parent { name } members { role exposure reason stock { ticker competitors { items { ticker name } } } } }
  } } } }`)
  const { article } = newsSearch.items[0]
  expect(article.title).toContain('TSMC')
  expect(article.story.head.title).toBe(article.title)
  const [named] = article.impacts
  expect(named).toMatchObject({ ticker: '2330.TW', hop: 0, stock: { exchange: { code: 'TW' } } })
  const ripple = article.impacts.filter((impact: { hop: number }) => impact.hop > 0)
  expect(ripple.length).toBeGreaterThan(0)
  for (const impact of ripple) expect(impact.path.at(-1)).toBe(impact.ticker)
  const members = article.megatrends.flatMap((node: { members: unknown[] }) => node.members)
  expect(members.length).toBeGreaterThan(1)
  const rivals = members.flatMap(
    (member: { stock: { competitors: { items: unknown[] } } }) => member.stock.competitors.items,
  )
  expect(rivals.length).toBeGreaterThan(1)
})

describe('global ids', () => {
  const OBJECTS: Record<string, string> = {
    Stock: '{ stock(id: "AAPL") { one: id } }',
    Exchange: '{ stock(id: "AAPL") { exchange { one: id } } }',
    GicsNode: '{ stock(id: "AAPL") { gics { one: id } } }',
    Membership: '{ stock(id: "AAPL") { memberships { one: id } } }',
    Relation: '{ stock(id: "AAPL") { relations { one: id } } }',
    Megatrend: '{ megatrend(id: "10000000") { one: id } }',
    Article: '{ news(limit: 1) { items { article { one: id } } } }',
    Impact: '{ news(limit: 1) { items { impacts { one: id } } } }',
    Story: '{ news(limit: 1) { items { article { story { one: id } } } } }',
    ApiKey: '{ account { keys { one: id } } }',
    CreditCharge: '{ account { charges(first: 1) { nodes { one: id } } } }',
    Account: '{ account { one: id } }',
    Preferences: '{ preferences { one: id } }',
    Portfolio: 'mutation { createPortfolio(name: "Retirement") { one: id } }',
  }
  const idIn = (data: unknown) => JSON.stringify(data).match(/"one":"([^"]+)"/)?.[1] ?? ''
  const node = (id: string, key?: string) =>
    app.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', { id }, key)

  test('every type with a global id is tested here', () => {
    const types = schema.getPossibleTypes(schema.getTypeMap()['Node'] as never).map((type) => type.name)
    expect(Object.keys(OBJECTS).sort()).toEqual(types.toSorted())
  })

  test.each(Object.entries(OBJECTS))('a %s is found by its own id', async (type, query) => {
    const key = await app.key('personal')
    await app.graphql('{ news(limit: 1) { count } }', {}, key)
    const id = idIn(await ask(query, {}, key))
    expect((await node(id, key)).data).toEqual({ node: { __typename: type, id } })
    const { nodes } = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [id, id] }, key)
    expect(nodes).toEqual([{ id }, { id }])
  })

  test.each(['ApiKey', 'CreditCharge', 'Account', 'Preferences', 'Portfolio'])(
    "another owner's %s is not found",
    async (type) => {
      const [owner, other] = [await app.key('personal'), await app.key('personal')]
      await app.graphql('{ news(limit: 1) { count } }', {}, owner)
      const id = idIn(await ask(OBJECTS[type] ?? '', {}, owner))
      const { data, errors = [] } = await node(id, other)
      expect(data).toEqual({ node: null })
      for (const error of errors) expect(error.extensions['code']).toBe('NOT_FOUND')
    },
  )

  test.each(['garbage', '', '====', 'Query:1', 'NewsItem:1', 'Nope:1', 'Stock', 'Stock:', 'Article:a\0'])(
    '%j is refused',
    async (text) => {
      const { errors } = await node(Buffer.from(text).toString('base64'))
      expect(errors?.map((error) => error.extensions['code'])).toEqual(['INVALID_PARAMETER'])
    },
  )

  test.each([
    'Article:0',
    'Article:999999999',
    'Article:99999999999',
    'Article:1e3',
    'Article:-1',
    'Article:NaN',
    'Story:x',
    'Stock:x',
    'Impact:1:',
    'Impact:x:y',
    'Membership:1',
    'Relation:1:2:nothing',
    'Megatrend:1',
    'GicsNode:1',
    'Exchange:us',
    'Account:999999',
    'Preferences:0',
  ])('%s is nothing', async (text) => {
    const { data, extensions } = await node(Buffer.from(text).toString('base64'))
    expect(data).toEqual({ node: null })
    expect(extensions?.credits.charged).toBe(0)
  })

  test('more than 100 at once are refused', async () => {
    const ids = Array(101).fill(Buffer.from('Stock:1').toString('base64'))
    const { errors } = await app.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAMETER', param: 'ids' })
  })
})

describe('the connection of impacts', () => {
  const PAGE = `query ($first: Int, $last: Int, $after: String, $before: String) { stock(id: "AAPL") {
    impacts(first: $first, last: $last, after: $after, before: $before) {
      edges { cursor node { rationale article { published } } } nodes { rationale }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`
  const page = async (variables: Record<string, unknown>) => (await ask(PAGE, variables)).stock.impacts
  const cursors = (one: { edges: { cursor: string }[] }) => one.edges.map((edge) => edge.cursor)

  test('newest first, it has the slices that the Relay specification defines, between any cursors', async () => {
    const whole = cursors(await page({ first: 100 }))
    expect(whole.length).toBeGreaterThan(6)
    const place = fc.option(fc.nat(whole.length - 1), { nil: undefined })
    const size = fc.integer({ min: 0, max: whole.length + 1 })
    await fc.assert(
      fc.asyncProperty(place, place, size, fc.boolean(), async (after, before, count, fromEnd) => {
        const within = whole.slice(after === undefined ? 0 : after + 1, before)
        const expected = fromEnd ? within.slice(Math.max(0, within.length - count)) : within.slice(0, count)
        const one = await page({
          [fromEnd ? 'last' : 'first']: count,
          after: after === undefined ? null : whole[after],
          before: before === undefined ? null : whole[before],
        })
        expect(cursors(one)).toEqual(expected)
        expect(one.nodes).toHaveLength(expected.length)
        const { hasNextPage, hasPreviousPage, startCursor, endCursor } = one.pageInfo
        expect(fromEnd ? hasPreviousPage : hasNextPage).toBe(within.length > count)
        if (expected.length > 0) expect([startCursor, endCursor]).toEqual([expected[0], expected.at(-1)])
      }),
      { numRuns: 60 },
    )
  })

  test('keeps the impacts that are relevant, sure and named enough, also between cursors', async () => {
    const read = async (given: string) =>
      (
        await ask(`{ stock(id: "AAPL") { impacts(${given}) {
          edges { cursor node { relevance confidence tagged } } nodes { relevance confidence tagged } } } }`)
      ).stock.impacts
    const whole = (await read('first: 100')).nodes as { relevance: number; confidence: number; tagged: boolean }[]
    for (const least of [0.5, 0.8, 0.9]) {
      expect((await read(`first: 100, minRelevance: ${least}`)).nodes).toEqual(
        whole.filter(({ relevance }) => relevance >= least),
      )
      expect((await read(`first: 100, minConfidence: ${least}`)).nodes).toEqual(
        whole.filter(({ confidence }) => confidence >= least),
      )
    }
    const tagged = whole.filter((one) => one.tagged)
    const { edges } = await read('first: 1, tagged: true')
    const rest = await read(`first: 100, tagged: true, after: "${edges[0].cursor}"`)
    expect([edges[0].node, ...rest.nodes]).toEqual(tagged)
  })

  test.each(['forward', 'backward'])('read %s it is the whole list, once', async (way) => {
    const whole = cursors(await page({ first: 100 }))
    const walked: string[] = []
    for (let more = true, at: string | null = null; more; ) {
      const forward = way === 'forward'
      const one = await page(forward ? { first: 2, after: at } : { last: 2, before: at })
      if (forward) walked.push(...cursors(one))
      else walked.unshift(...cursors(one))
      more = forward ? one.pageInfo.hasNextPage : one.pageInfo.hasPreviousPage
      at = forward ? one.pageInfo.endCursor : one.pageInfo.startCursor
    }
    expect(walked).toEqual(whole)
  })

  test('an invalid size or cursor is refused', async () => {
    for (const variables of [{ first: -1 }, { last: -1 }, { after: 'x' }, { before: '0' }, { after: "1' OR '1'='1" }]) {
      const { errors } = await app.graphql(PAGE, variables)
      expect(errors?.[0]?.extensions['code']).toBe('INVALID_PARAMETER')
    }
  })

  test.each([
    [
      { first: 101 },
      'first',
      /"first" must be an integer from 0 to 100; 101 was given\. The nearest valid value is 100\./,
    ],
    [{ last: 5_000 }, 'last', /"last" must be an integer from 0 to 100/],
    [{ first: -1 }, 'first', /"first" must be an integer from 0 to 100; -1 was given/],
    [{ first: 2, last: 2 }, 'last', /"first" and "last" exclude each other/],
  ])('is not cut silently: %j is refused, naming the argument', async (variables, param, message) => {
    const [error] = (await app.graphql(PAGE, variables)).errors ?? []
    expect(error).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'INVALID_PARAMETER', param },
    })
  })

  test.each(['first: 101', 'last: 101', 'first: -1', 'first: 1, last: 1'])(
    'of the ledger neither: charges(%s)',
    async (args) => {
      const { errors } = await app.graphql(`{ account { charges(${args}) { edges { node { credits } } } } }`)
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID_PARAMETER',
        param: args.includes(',') || args.startsWith('last') ? 'last' : 'first',
      })
    },
  )

  test('costs one credit per impact', async () => {
    const { extensions } = await app.graphql(PAGE, { first: 3 })
    expect(extensions?.credits.charged).toBe(3)
  })
})

describe('statements', () => {
  const countOf = async (query: string, variables = {}) => (await statementsOf(() => ask(query, variables))).length
  const MEMBERS_NEWS = `query ($id: ID!, $limit: Int) { megatrend(id: $id) { members { stock {
    news(limit: $limit) { total items { title impacts { ticker } megatrends { name } article { story { head { title } } } } } } } } }`

  test('the news of hundreds of stocks needs as many as that of a few', async () => {
    const { megatrends } = await ask('{ megatrends(limit: 1000) { items { nodeId memberCount } } }')
    const sized = (atLeast: number, atMost: number) =>
      megatrends.items.find(
        (node: { memberCount: number }) => node.memberCount >= atLeast && node.memberCount <= atMost,
      )
    const [few, many] = [sized(3, 9), sized(50, 1_000)]
    const small = await countOf(MEMBERS_NEWS, { id: String(few.nodeId), limit: 5 })
    const large = await countOf(MEMBERS_NEWS, { id: String(many.nodeId), limit: 5 })
    expect(small).toBeGreaterThan(1)
    expect(large).toBeLessThanOrEqual(small + 1)
    expect(large).toBeLessThanOrEqual(8)
  })

  test.each([
    [
      'a feed with all its impacts, companies and trends',
      'news(limit: $n) { items { title impacts { ticker stock { name } } megatrends { name } } }',
    ],
    [
      'articles with impacts, trends, story and its articles',
      'news(limit: $n) { items { article { impacts { ticker } megatrends { name } story { articles { title } head { title } } } } }',
    ],
    [
      "a stock's impacts with their articles",
      'stock(id: "AAPL") { impacts(first: $n) { nodes { article { title impacts { ticker } } } } }',
    ],
  ])('%s take a fixed number, however many rows', async (_, field) => {
    const one = await countOf(`query ($n: Int) { ${field} }`, { n: 2 })
    const many = await countOf(`query ($n: Int) { ${field} }`, { n: 20 })
    expect(one).toBeGreaterThan(1)
    expect(many).toBeLessThanOrEqual(one + 1)
    expect(many).toBeLessThanOrEqual(9)
  })

  test('reading the graph itself needs none beyond admission', async () => {
    const query =
      '{ stock(id: "AAPL") { memberships { megatrend { members { stock { relations { target { ticker } } } } } } relations { note } } }'
    expect(await countOf(query)).toBe(1)
  })
})

test('the lines of one company share competitors and peers, and count once among those of others', async () => {
  const listOf = (id: string) => `stock(id: "${id}") {
    issuerId
    competitors(limit: 30) { items { ticker issuerId } }
    peers(limit: 30, exposure: all) { items { ticker issuerId } }
  }`
  const { first, second, rival } = await ask(
    `{ first: ${listOf('GOOGL.US')} second: ${listOf('GOOG.US')} rival: ${listOf('META.US')} }`,
  )
  expect(second).toEqual(first)
  for (const { issuerId, competitors, peers } of [first, rival]) {
    for (const { items } of [competitors, peers]) {
      const issuers = items.map((one: { issuerId: number }) => one.issuerId)
      expect(new Set(issuers).size).toBe(issuers.length)
      expect(issuers).not.toContain(issuerId)
    }
  }
})

test('competitors of a large company are those that meet it in much of its business', async () => {
  const { stock } = await ask(`{ stock(id: "MSFT.US") { competitors(limit: 4) { items { ticker } } } }`)
  const tickers = stock.competitors.items.map((one: { ticker: string }) => one.ticker)
  expect(tickers).toEqual(expect.arrayContaining(['GOOGL.US', 'AMZN.US']))
  expect(tickers.filter((ticker: string) => ['CRWD.US', 'PANW.US', 'GTLB.US', 'S.US'].includes(ticker))).toEqual([])
})
