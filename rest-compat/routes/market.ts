import type { Route } from '../route.ts'

const PRICE = `listing_id: listingId ticker name currency metric date open high low close volume previous_close: previousClose change
  change_pct: changePct change_bps: changeBps week52_high: week52High week52_low: week52Low market_cap_usd: marketCapUsd note`

const COMPANY = 'ticker name country market_cap_usd: marketCapUsd'

const PEER = `${COMPANY} exposure role shared_nodes: sharedNodes similarity`

/** Routes of market data, dividend rankings, listings in the news, competitors and peers. */
export const marketRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/stocks',
    mode: 'without q',
    summary: 'Listings in recent news, by megatrend, industry or country; one of the three is required.',
    field: 'stocksInNews',
    select: `stocks: items { listing_id: listingId ticker symbol name country gics: gicsCode market_cap_usd: marketCapUsd
      impact { news_count: newsCount pos: positiveCount neg: negativeCount ambiguous: ambiguousCount net_direction: netDirection
        top_relevance: topRelevance aspects top_reason: topReason }
      fundamentals { pe_ratio: peRatio pb_ratio: pbRatio dividend_yield_pct: dividendYieldPct week52_high: week52High
        week52_low: week52Low } }`,
    example: { country: 'US', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/stocks/prices',
    summary: 'Latest daily bars of up to 20 listings.',
    field: 'prices',
    select: `results: items { ${PRICE} } unresolved`,
    example: { tickers: ['AAPL.US', '7203.JP'] },
  },
  {
    method: 'GET',
    path: '/v1/stocks/dividends',
    summary: 'Dividend payers ranked by yield, streak or growth.',
    field: 'dividends',
    select: `stocks: items { listing_id: listingId ticker name country gics: gicsCode
      dividend { yield ttm_dps: dividendPerShareTtm currency payout_ratio: payoutRatio no_cut_streak_years: noCutStreakYears
        last_cut_year: lastCutYear cagr_5y: cagr5Years frequency ex_date: exDate } }`,
    example: { order_by: 'streak', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/ohlcv',
    summary: 'Daily, weekly or monthly bars of a listing.',
    field: 'stock.bars',
    select: 'ticker tf: timeframe adjust: adjustment currency bars: items { date open high low close volume partial }',
    example: { id: 'AAPL.US', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/prices',
    summary: 'Latest daily bar of a listing.',
    field: 'stock.price',
    select: PRICE,
    example: { id: 'AAPL.US' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/profile',
    summary: 'Identity, classification, description and size of a listing.',
    field: 'stock.profile',
    select: `listing_id: listingId ticker name type exchange: exchangeCode exchange_name: exchangeName country currency isin figi
      gics { code sector industry_group: industryGroup industry sub_industry: subIndustry } sector industry description website
      employees market_cap: marketCap market_cap_usd: marketCapUsd shares_outstanding: sharesOutstanding ipo_date: ipoDate
      fiscal_year_end: fiscalYearEnd megatrends { node_id: nodeId name exposure role } data_set: dataSet`,
    example: { id: 'AAPL.US' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/competitors',
    summary: 'Direct competitors of a listing, closest first.',
    field: 'stock.competitors',
    select: `competitors: items { ${COMPANY} closeness reasons }`,
    example: { id: 'NVDA.US' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/peers',
    summary: 'Listings that share themes with a listing, most similar first.',
    field: 'stock.peers',
    select: `peers: items { ${PEER} } groups { node_id: nodeId name peers { ${PEER} } }`,
    example: { id: 'NVDA.US' },
  },
]
