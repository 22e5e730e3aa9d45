/** A call that `bench read` measures over REST and GraphQL, compared with the bare handler. */
export interface Contest {
  readonly title: string
  /** Paths of the same call for several listings, requested in turn. */
  readonly paths: readonly string[]
  /** Equivalent GraphQL query of each path. */
  readonly twins: readonly { readonly query: string; readonly variables: object }[]
  /** The part of an answer that must equal the bare handler's; null where its answer has another shape. */
  readonly same: ((body: Record<string, unknown>) => unknown) | null
}

/** Liquid listings of several markets; none had a split in the demo market, so that raw bars are the split-adjusted ones. */
const TICKERS = ['AAPL.US', 'NVDA.US', 'TSLA.US', 'SAP.XETRA', '7203.JP', 'SHEL.LSE', 'ASML.AS', 'JPM.US']
const MORE = ['MSFT', 'GOOGL', 'AMZN', 'META', 'V', 'MA', 'KO', 'PEP', 'WMT', 'XOM', 'CVX', 'UNH'].map(
  (symbol) => `${symbol}.US`,
)
/** Twenty tickers, in one order for each of the listings above. */
const BATCHES = TICKERS.map((_, place) => [...TICKERS.slice(place), ...TICKERS.slice(0, place), ...MORE])

const NEWS = `query ($id: ID!) { stock(id: $id) { news(limit: 20) { count total items {
  articleId title published source impactScore briefText briefLanguage briefSource newsTypes duplicateCount direction aspect magnitude tagged role
  exposure rationale url storyId ticker
  impacts { ticker name direction aspect magnitude tagged role exposure relevance confidence rationale hop path steps { from to relation sign weight } }
  megatrends { nodeId name } } } } }`
const PRICE = `listingId ticker name currency metric date open high low close volume previousClose change changePct changeBps
  week52High week52Low marketCapUsd note`
const ONE_PRICE = `query ($id: ID!) { stock(id: $id) { price { ${PRICE} } } }`
const PRICES = `query ($tickers: [String!]!) { prices(tickers: $tickers) { items { ${PRICE} } count } }`
const BARS = `query ($id: ID!) { stock(id: $id) { bars(limit: 300) {
  ticker timeframe adjustment currency items { date open high low close volume partial } count } } }`

const each = (query: string) => TICKERS.map((id) => ({ query, variables: { id } }))

/** Every contest of `bench read`. */
export const CONTESTS: readonly Contest[] = [
  {
    title: '/v1/stocks/{id}/news, 20 rows',
    paths: TICKERS.map((ticker) => `/v1/stocks/${ticker}/news?limit=20`),
    twins: each(NEWS),
    same: null,
  },
  {
    title: '/v1/stocks/prices, 20 tickers',
    paths: BATCHES.map((tickers) => `/v1/stocks/prices?tickers=${tickers.join(',')}`),
    twins: BATCHES.map((tickers) => ({ query: PRICES, variables: { tickers } })),
    same: ({ results, count }) => ({ results, count }),
  },
  {
    title: '/v1/stocks/{id}/ohlcv, 300 bars',
    paths: TICKERS.map((ticker) => `/v1/stocks/${ticker}/ohlcv?limit=300`),
    twins: each(BARS),
    same: ({ ticker, tf, adjust, currency, bars, count }) => ({ ticker, tf, adjust, currency, bars, count }),
  },
  {
    title: '/v1/stocks/{id}/prices',
    paths: TICKERS.map((ticker) => `/v1/stocks/${ticker}/prices`),
    twins: each(ONE_PRICE),
    same: (body) => body,
  },
]
