import { NEWS_TYPES } from '../../../src/enrichment/classify/news-type.pure.ts'

/** Facts of a parameter that the specification leaves open or contradicts. */
interface Decision {
  readonly reason: string
  /** Facts instead of the table's; undefined takes one away. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Parameters that are decided the same way on every route that has them. */
export const DECIDED: Readonly<Record<string, Decision>> = {
  news_type: {
    reason: 'The specification names the 18 tokens beside the table; several mean any of them.',
    facts: { list: true, enum: NEWS_TYPES },
  },
  megatrend: { reason: 'A slug names a megatrend as well as its node id.', facts: { type: 'ID' } },
  window: {
    reason: 'The default gives way to from and to, so the rule itself has none.',
    facts: { default: undefined },
  },
}

/** Parameters of every PATCH. */
export const OF_CHANGES: Decision = {
  reason: 'The table repeats the defaults of POST, but only fields sent change (specification, Portfolios).',
  facts: { default: undefined },
}

/** A route that serves one of the two sets of parameters the table gives a path. */
interface Mode {
  readonly takes: readonly string[]
  readonly rows: string
  /** What the table says of both sets at once. */
  readonly says: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export const MODES: Readonly<Record<string, Mode>> = {
  'GET /v1/stocks with q': {
    takes: ['q', 'country', 'limit', 'offset', 'all'],
    rows: 'matches',
    says: { q: { required: true }, limit: { default: 10, max: 100 } },
  },
  'GET /v1/stocks without q': {
    takes: ['country', 'megatrend', 'gics', 'exposure', 'gate', 'order_by', 'limit', 'offset', 'all', 'window'],
    rows: 'stocks',
    says: { limit: { default: 20, max: 1000 } },
  },
}

const PAGED = {
  limit: 'Lists cut nothing silently: they page.',
  offset: 'Lists cut nothing silently: they page.',
  all: 'Lists cut nothing silently: they page.',
}

const INTENT = {
  intent: 'A portfolio has an investor-intent summary (specification, Portfolio); somebody has to say it.',
}

const FEED = {
  min_relevance: 'Every feed takes a lower bound of relevance (contract, news).',
  min_confidence: 'Every feed takes a lower bound of confidence (contract, news).',
  tagged: 'Every feed can keep to what is named (contract, news).',
}

const THEME = { scope: 'The stories of a megatrend can be those of all its members (contract, megatrend scope).' }

/** Parameters a route takes beyond the table, with the reason. */
export const BEYOND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /v1/screen': { saved: 'A saved screen is run by its name.' },
  'GET /v1/news': { ...FEED, ...THEME },
  'GET /v1/brief': THEME,
  'GET /v1/themes/{id}/summary': THEME,
  'GET /v1/megatrends/{id}/summary': THEME,
  'GET /v1/news/by-tickers': FEED,
  'GET /v1/news/search': FEED,
  'GET /v1/stocks/{id}/news': FEED,
  'PUT /v1/me/keys/tradestats': { key: 'The contract names it; the table leaves bodies of the account open.' },
  'GET /v1/financials/compare': { fields: 'A comparison can keep to a statement, as statements can.' },
  'POST /v1/portfolios': INTENT,
  'PATCH /v1/portfolios/{id}': INTENT,
  'GET /v1/portfolios/{id}/nav': PAGED,
  'GET /v1/portfolios/{id}/outstanding': PAGED,
  'GET /v1/stocks/{id}/competitors': PAGED,
  'GET /v1/stocks/{id}/peers': PAGED,
}
