import { z } from 'zod'
import { stocksInNewsInput } from '../../src/news/stocks-in-news.schema.ts'
import { peersInput } from '../../src/peer/peer.schema.ts'
import { barsInput } from '../../src/price/bars.schema.ts'
import { dividendsInput } from '../../src/price/dividend.schema.ts'
import { pricesInput } from '../../src/price/price.schema.ts'
import type { Route } from '../route.ts'
import { PAGING } from './fragments.ts'

const PRICE = `listing_id: listingId ticker name currency metric date open high low close volume previous_close: previousClose change
  change_pct: changePct change_bps: changeBps week52_high: week52High week52_low: week52Low market_cap_usd: marketCapUsd note`

const COMPANY = 'ticker name country market_cap_usd: marketCapUsd'

const PEER = `${COMPANY} exposure role shared_nodes: sharedNodes similarity`

/** Market data of listings, and listings by news, dividends and kinship. */
export const marketRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/stocks',
    mode: 'without q',
    summary: 'Listings in recent news of a megatrend, an industry or a country; one of the three is required.',
    input: stocksInNewsInput,
    document: `query ($megatrend: Int, $gics: String, $country: String, $exposure: String, $gate: String, $orderBy: String,
        $limit: Int, $offset: Int, $all: Boolean, $window: String) {
      stocksInNews(megatrend: $megatrend, gics: $gics, country: $country, exposure: $exposure, gate: $gate, orderBy: $orderBy,
        limit: $limit, offset: $offset, all: $all, window: $window) {
        stocks { listing_id: listingId ticker symbol name country gics market_cap_usd: marketCapUsd
          impact { news_count: newsCount pos neg ambiguous net_direction: netDirection top_relevance: topRelevance aspects
            top_reason: topReason }
          fundamentals { pe_ratio: peRatio pb_ratio: pbRatio dividend_yield_pct: dividendYieldPct week52_high: week52High
            week52_low: week52Low } } ${PAGING} } }`,
    at: 'stocksInNews',
    rows: 'stocks',
    example: { country: 'US', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/stocks/prices',
    summary: 'The latest daily bars of up to 20 listings.',
    input: pricesInput,
    document: `query ($tickers: [String!]!) { prices(tickers: $tickers) { results { ${PRICE} } unresolved ${PAGING} } }`,
    at: 'prices',
    rows: 'results',
    example: { tickers: ['AAPL.US', '7203.JP'] },
  },
  {
    method: 'GET',
    path: '/v1/stocks/dividends',
    summary: 'Dividend payers, ranked.',
    input: dividendsInput,
    document: `query ($orderBy: String, $country: String, $gics: String, $limit: Int, $offset: Int, $all: Boolean) {
      dividends(orderBy: $orderBy, country: $country, gics: $gics, limit: $limit, offset: $offset, all: $all) {
        stocks { listing_id: listingId ticker name country gics
          dividend { yield ttm_dps: ttmDps currency payout_ratio: payoutRatio no_cut_streak_years: noCutStreakYears
            last_cut_year: lastCutYear cagr_5y: cagr5y frequency ex_date: exDate } } ${PAGING} } }`,
    at: 'dividends',
    rows: 'stocks',
    example: { order_by: 'streak', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/ohlcv',
    summary: 'The bars of a listing: days, weeks or months.',
    input: barsInput,
    document: `query ($id: String!, $tf: String, $adjust: String, $limit: Int, $from: String, $to: String) {
      stock(id: $id) { bars(tf: $tf, adjust: $adjust, limit: $limit, from: $from, to: $to) {
        ticker tf adjust currency bars { date open high low close volume partial } ${PAGING} } } }`,
    at: 'stock.bars',
    rows: 'bars',
    example: { id: 'AAPL.US', limit: 5 },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/prices',
    summary: 'The latest daily bar of a listing.',
    input: z.strictObject({}),
    document: `query ($id: String!) { stock(id: $id) { price { ${PRICE} } } }`,
    at: 'stock.price',
    example: { id: 'AAPL.US' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/profile',
    summary: 'What a listing is.',
    input: z.strictObject({}),
    document: `query ($id: String!) { stock(id: $id) { profile {
      listing_id: listingId ticker name type exchange exchange_name: exchangeName country currency isin figi
      gics { code sector industry_group: industryGroup industry sub_industry: subIndustry } sector industry description website
      employees market_cap: marketCap market_cap_usd: marketCapUsd shares_outstanding: sharesOutstanding ipo_date: ipoDate
      fiscal_year_end: fiscalYearEnd megatrends { node_id: nodeId name exposure role } data_set: dataSet } } }`,
    at: 'stock.profile',
    example: { id: 'AAPL.US' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/competitors',
    summary: 'Direct competitors of a listing, closest first.',
    input: z.strictObject({}),
    document: `query ($id: String!) { stock(id: $id) { competitors { competitors { ${COMPANY} closeness reasons } ${PAGING} } } }`,
    at: 'stock.competitors',
    rows: 'competitors',
    example: { id: 'NVDA.US' },
  },
  {
    method: 'GET',
    path: '/v1/stocks/{id}/peers',
    summary: 'Listings with parts in the same themes, most alike first.',
    input: peersInput,
    document: `query ($id: String!, $exposure: String, $grouped: Int) { stock(id: $id) {
      peers(exposure: $exposure, grouped: $grouped) { peers { ${PEER} } groups { node_id: nodeId name peers { ${PEER} } } ${PAGING} } } }`,
    at: 'stock.peers',
    rows: 'peers',
    example: { id: 'NVDA.US' },
  },
]
