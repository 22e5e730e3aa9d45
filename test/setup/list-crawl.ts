import { isIntrospectionType, isObjectType } from 'graphql'
import { vi } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { CallBudget } from '../../src/core/call/call-budget.ts'
import { givesList } from '../../src/core/graphql/limit/bounded-lists.ts'
import { sizeOf } from '../../src/core/graphql/limit/introspection-size.ts'
import type { ListSize } from '../../src/core/graphql/limit/list-size.source.ts'
import { schema } from '../../src/schema.ts'
import type { TestApp } from './app.ts'

/** Every field of the schema that gives a list, as `Type.field`. */
export function listFields(): string[] {
  return objectTypes().flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => (givesList(field) ? [`${type.name}.${field.name}`] : [])),
  )
}

/** Whether a type is a page or a connection: its lists are as long as was asked for. */
export function isPage(name: string): boolean {
  const type = schema.getType(name)
  return (
    isObjectType(type) && (name.endsWith('Connection') || type.getInterfaces().some((one) => one.name === 'OffsetPage'))
  )
}

function objectTypes() {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !isIntrospectionType(type))
    .filter(isObjectType)
}

/** Sizes of the lists that GraphQL answers bring while `crawl` runs; `lengths` are those found so far. */
export async function recordLists(
  crawl: (lengths: Map<string, number[]>) => Promise<void>,
): Promise<Map<string, ListSize>> {
  const lengths = new Map<string, number[]>()
  const bring = CallBudget.prototype.bring
  const spy = vi.spyOn(CallBudget.prototype, 'bring').mockImplementation(function (
    this: CallBudget,
    entries: number,
    coordinate: string,
  ) {
    const found = lengths.get(coordinate)
    if (found) found.push(entries)
    else lengths.set(coordinate, [entries])
    return Reflect.apply(bring, this, [entries, coordinate])
  } as never)
  try {
    await crawl(lengths)
  } finally {
    spy.mockRestore()
  }
  return new Map([...lengths].map(([field, found]) => [field, sizeOf(found)]))
}

/** Reads what a query asks for; an error of GraphQL fails the test. */
function reader(app: TestApp) {
  return async (query: string, variables = {}) => {
    const { data, errors } = await app.graphql(query, variables)
    if (errors) throw new Error(`${query}: ${errors[0]?.message}`)
    return data
  }
}

/** Sizes of the lists of statements and comparisons, whose companies have the demo's statements. */
export function measureStatementLists(app: TestApp, tickers: readonly string[]): Promise<Map<string, ListSize>> {
  const read = reader(app)
  return recordLists(async () => {
    for (const arguments_ of ['', ', fields: income', ', period: "quarterly", fields: all']) {
      await read(
        `query ($tickers: [String!]!) { financials(tickers: $tickers${arguments_}) { items {
          notes periodUnavailable unavailableFields ratios { aliases } periods { figures { aliases } ratios { aliases } } } } }`,
        { tickers: tickers.slice(0, 5) },
      )
    }
    await read('{ financials(tickers: ["AAPL"], period: "1990,1991") { items { periodUnavailable } } }')
    for (const ids of [tickers.slice(0, 3), tickers]) {
      await read(
        `query ($ids: [String!]!) { compareFinancials(ids: $ids) {
          companies { periodEnds fxRates } notes periods rows { aliases values } } }`,
        { ids },
      )
    }
    await read('{ findConcepts(query: "return on equity", limit: 20) { items { aliases } } }')
    await read('{ findPatterns(query: "above the average", limit: 16) { items { params } } }')
  })
}

/** Sizes of the other lists, of all kinds and each kind from many objects, as what is stored has them. */
export async function measuredListSizes(app: TestApp): Promise<Map<string, ListSize>> {
  const read = reader(app)
  return recordLists(async (lengths) => {
    /** Lengths of what a paged field gives in all, under the name of the field. */
    const readPages = async (field: string, page: string, query: string, variables = {}) => {
      lengths.delete(`${page}.items`)
      await read(query, variables)
      lengths.set(field, [...(lengths.get(field) ?? []), ...(lengths.get(`${page}.items`) ?? [])])
    }
    const stockIds = [...catalog().listings].map(({ id }) => globalId('Stock', id))
    for (const ids of batches(stockIds, 100))
      await read(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Stock { shortNames aliases memberships { role } relations { type } profile { megatrends { nodeId } } } } }',
        { ids },
      )
    const places = (id: number) => catalog().membershipsOf(id).length
    const widest = [...catalog().listings].sort((one, other) => places(other.id) - places(one.id)).slice(0, 10)
    const some = [...widest.map(({ id }) => globalId('Stock', id)), ...stockIds.filter((_, index) => index % 60 === 0)]
    for (const ids of batches(some, 10)) {
      await readPages(
        'Stock.peers',
        'Peers',
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Stock { peers(all: true, exposure: all, grouped: 1) { notes items { sharedNodes sharedThemes { nodeId } } groups { peers { listingId } } } } } }',
        { ids },
      )
      await readPages(
        'Stock.competitors',
        'Competitors',
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Stock { competitors(all: true) { notes items { reasons } } } } }',
        { ids },
      )
    }
    await readPages(
      'Query.megatrends',
      'MegatrendPage',
      '{ megatrends(all: true) { notes items { keywords children { nodeId } } } }',
    )
    for (let offset = 0; offset < 600; offset += 50)
      await read('query ($offset: Int) { megatrends(limit: 50, offset: $offset) { items { members { role } } } }', {
        offset,
      })
    for (const node of catalog().rows.megatrends.filter((_, index) => index % 25 === 0))
      await read(
        'query ($id: ID!) { megatrendSummary(id: $id) { children { nodeId } members { core { role } secondary { role } } pulse { series { date } } } }',
        { id: String(node.nodeId) },
      )
    for (let offset = 0; offset < 1_200; offset += 100)
      await read(
        `query ($offset: Int) { news(limit: 100, offset: $offset, collapse: false) { notes items { newsTypes megatrends { nodeId } impacts { path steps { from } }
           article { newsTypes megatrends { nodeId } impacts { hop } story { articles { title } } } } } }`,
        { offset },
      )
    await read('{ brief(countries: ["US", "JP"], newsTypes: [geopolitics]) { appliedScope { countries newsTypes } } }')
    await read(
      '{ brief { aspectHeatmap { aspect } losers { name } winners { name } ripple { path } topAssets { name } topEntities { name } topStories { title } pulse { series { date } } } }',
    )
    await readPages(
      'Query.stocksInNews',
      'StocksInNews',
      '{ stocksInNews(country: "US", all: true) { notes items { impact { aspects } } } }',
    )
    await readPages('Query.newsTypes', 'NewsCategoryPage', '{ newsTypes { notes items { type } } }')
    const { news } = await read('{ news(limit: 200) { items { title } } }')
    for (const { title } of news.items)
      await read(
        'query ($title: String!) { enrich(title: $title, entities: ["Apple"]) { newsTypes entities { name } megatrends { relevance } impacts { path steps { from } } } }',
        { title },
      )
    const { createPortfolio } = await read('mutation { createPortfolio(name: "Crawl") { portfolioId } }')
    const id = String(createPortfolio.portfolioId)
    await read(
      'mutation ($id: ID!) { addTrade(id: $id, ticker: "AAPL", date: "2026-11-02", quantity: 1, price: 1) { tradeId } }',
      { id },
    )
    await readPages(
      'Query.portfolios',
      'Portfolios',
      '{ portfolios(include: "breakdown") { notes items { trades { notes } breakdown { themes { key } countries { key } } } } }',
    )
    await readPages(
      'Portfolio.outstanding',
      'Positions',
      'query ($id: ID!) { portfolio(id: $id) { outstanding { notes items { ticker } } } }',
      { id },
    )
    await readPages(
      'Portfolio.nav',
      'NavHistory',
      'query ($id: ID!) { portfolio(id: $id) { nav { notes items { date } } } }',
      { id },
    )
    await read(
      `query ($id: ID!) { portfolio(id: $id) { context { holdings { themes } allocation { sectors { key } countries { key } themes { key }
         currencies { key } } attribution { contributors { pnl } } composition { snapshots { weights { key } } } concentration { top { ticker } }
         news { title newsTypes impacts { ticker } megatrends { name } } exposureToNews { name } flags { code } }
         ripple(title: "Apple cuts its outlook as demand for iPhones weakens") { holdings { path } } } }`,
      { id },
    )
    await read('{ positioningExtremes(limit: 100) { notes items { notes history { reportDate } } } }')
    await read(
      'mutation ($id: ID!, $text: String!) { importTrades(id: $id, text: $text) { rejected { line } notes } }',
      { id, text: 'ticker,date,quantity,price,type\nAAPL,2026-11-02,1,1,gift\nAAPL,2026-11-02,1,1,dividend' },
    )
    await read('{ account { keys { prefix } } }')
    await readPages(
      'Query.stockResolve',
      'StockMatches',
      '{ stockResolve(query: "bank", limit: 25) { notes items { ticker } } }',
    )
    await read(
      '{ screenFields { patterns { operands { takes } } operands { aliases } concepts { aliases } options { pattern } } }',
    )
    await read(
      '{ one: findSignals(query: "golden cross", limit: 25) { notes results { candidates { label } } } several: findSignals(queries: ["RSI oversold", "new high"]) { results { candidates { label } } } }',
    )
    await read('{ prices(tickers: ["AAPL", "NOPE", "NOPE2"]) { notes unresolved } }')
    await read(
      '{ dividends { notes } stock(id: "AAPL") { bars { notes } } stockResolveBatch(queries: ["bank"]) { notes } }',
    )
  })
}

function globalId(type: string, id: number): string {
  return Buffer.from(`${type}:${id}`).toString('base64')
}

function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
