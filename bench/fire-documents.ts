/** A kind of document that can be made larger and larger, until it is refused. */
export interface GrowingDocument {
  readonly name: string
  of(size: number): string
}

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join(' ')
const TEXT = 'Apple and Nvidia raise prices while Intel cuts jobs and oil falls on fears of war. '.repeat(20)
const TICKERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'XOM', 'KO', 'WMT', 'V', 'META', 'AMZN']
const ticker = (index: number) => TICKERS[index % TICKERS.length]

/** Documents that ask for much in little text, each kind by another way. */
export const GROWING_DOCUMENTS: readonly GrowingDocument[] = [
  {
    name: 'relations of relations',
    of: (n) => `{ stock(id: "AAPL") { relations { target { relations { ${many(n, (i) => `n${i}: note`)} } } } } }`,
  },
  {
    name: 'relations, aliased',
    of: (n) => `{ stock(id: "AAPL") { ${many(n, (i) => `r${i}: relations { note target { name } }`)} } }`,
  },
  {
    name: 'members of a family, aliased',
    of: (n) => `{ megatrend(id: "10000000") { ${many(n, (i) => `m${i}: members { reason stock { name } }`)} } }`,
  },
  {
    name: 'members of all nodes',
    of: (n) => `{ megatrends(limit: ${n}) { items { members { id reason stock { name } } } } }`,
  },
  {
    name: 'rows of news',
    of: (n) => `{ news(limit: ${Math.min(n, 1_000)}) { items { title impacts { rationale path } } } }`,
  },
  {
    name: 'searches of news',
    of: (n) => `{ ${many(n, (i) => `s${i}: newsSearch(query: "war oil ${i}", limit: 50) { items { title } }`)} }`,
  },
  {
    name: 'briefs',
    of: (n) =>
      `{ ${many(n, (i) => `b${i}: brief(from: "2026-${`0${1 + (i % 9)}`.slice(-2)}-01") { ripple { name } }`)} }`,
  },
  {
    name: 'names resolved',
    of: (n) => `{ ${many(n, (i) => `r${i}: stockResolve(query: "maker of chips ${i} for cars") { ticker }`)} }`,
  },
  {
    name: 'texts scored',
    of: (n) => `{ ${many(n, (i) => `e${i}: enrich(title: "${i}", text: "${TEXT}") { impactScore }`)} }`,
  },
  {
    name: 'peers',
    of: (n) =>
      `{ ${many(n, (i) => `p${i}: stock(id: "${ticker(i)}") { peers(all: true, exposure: all) { total } }`)} }`,
  },
  {
    name: 'peers of relations',
    of: (n) => `{ stock(id: "AAPL") { relations { target { ${many(n, (i) => `p${i}: peers { total }`)} } } } }`,
  },
  {
    name: 'competitors',
    of: (n) => `{ ${many(n, (i) => `c${i}: stock(id: "${ticker(i)}") { competitors(all: true) { total } }`)} }`,
  },
  {
    name: 'bars',
    of: (n) =>
      `{ ${many(n, (i) => `b${i}: stock(id: "${ticker(i)}") { bars(limit: 5000) { closes opens dates items { date close } } }`)} }`,
  },
  {
    name: 'payers of dividends',
    of: (n) => `{ ${many(n, (i) => `d${i}: dividends(all: true, offset: ${i}) { items { name } }`)} }`,
  },
  {
    name: 'the schema',
    of: (n) =>
      `{ __schema { types { ${many(n, (i) => `f${i}: fields { name description args { name type { name } } }`)} } } }`,
  },
]
