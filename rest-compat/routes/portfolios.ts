import type { Route } from '../route.ts'
import { NEWS_ITEM } from './fragments.ts'

const PORTFOLIO = `id: portfolioId name description base_currency: baseCurrency mode margin intent { goal horizon risk thesis }
  created_at: createdAt updated_at: updatedAt position_count: positionCount trade_count: tradeCount`

const TRADE = 'trade_id: tradeId listing_id: listingId ticker date quantity price fee direction created_at: createdAt'

const SHARE = 'key weight_pct: weightPct'

const MONEY = `market_value_base: marketValueBase cost_basis_base: costBasisBase unrealized_pnl: unrealizedPnl
  unrealized_pnl_pct: unrealizedPnlPct realized_pnl: realizedPnl fees total_pnl: totalPnl currency_effect: currencyEffect
  dividend_income: dividendIncome`

/** Routes of portfolios, their trades and what follows from them. */
export const portfolioRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/portfolios',
    summary: 'Portfolios of the account.',
    field: 'portfolios',
    select: `portfolios: items { ${PORTFOLIO} nav: currentNav total_return_pct: totalReturnPct
      breakdown { themes { ${SHARE} } countries { ${SHARE} } } }`,
    example: { include: 'breakdown' },
  },
  {
    method: 'POST',
    path: '/v1/portfolios',
    summary: 'Creates a portfolio.',
    field: 'createPortfolio',
    select: PORTFOLIO,
    created: '/v1/portfolios/{id}',
    example: { name: 'Pension', base_currency: 'USD', intent: { goal: 'income', horizon: '20 years' } },
  },
  {
    method: 'GET',
    path: '/v1/portfolios/{id}',
    summary: 'A portfolio.',
    field: 'portfolio',
    select: PORTFOLIO,
    example: { id: 1 },
  },
  {
    method: 'PATCH',
    path: '/v1/portfolios/{id}',
    summary: 'Changes what is given of a portfolio.',
    field: 'updatePortfolio',
    select: PORTFOLIO,
    errors: ['conflict'],
    example: { id: 1, name: 'Pension, long term', margin: 0.5, intent: { goal: 'income' } },
  },
  {
    method: 'GET',
    path: '/v1/portfolios/{id}/outstanding',
    summary: 'Open positions at the last prices.',
    field: 'portfolio.outstanding',
    select: `positions: items { listing_id: listingId ticker name side quantity avg_cost: avgCost currency price
      price_date: priceDate fx_rate: fxRate market_value: marketValue ${MONEY} price_effect: priceEffect weight_pct: weightPct }
      totals { ${MONEY} total_return_pct: totalReturnPct }`,
    errors: ['conflict'],
    example: { id: 1 },
  },
  {
    method: 'GET',
    path: '/v1/portfolios/{id}/nav',
    summary: 'Net asset value, day by day.',
    field: 'portfolio.nav',
    select: `nav: items { date nav cash_flow: cashFlow market_value: marketValue dividend_income: dividendIncome
      daily_return: dailyReturn twr_index: twrIndex drawdown_pct: drawdownPct }`,
    errors: ['conflict'],
    example: { id: 1 },
  },
  {
    method: 'GET',
    path: '/v1/portfolios/{id}/context',
    summary: 'Analysis of a portfolio over a window: holdings, performance, attribution, concentration, news.',
    field: 'portfolio.context',
    select: `meta { intent { goal horizon risk thesis } inception_date: inceptionDate }
      window { from to label empty note }
      summary { nav cash_flow: cashFlow pnl return_pct: returnPct }
      holdings { ticker name weight_pct: weightPct value_base: valueBase sector country themes }
      allocation { sectors { ${SHARE} } countries { ${SHARE} } themes { ${SHARE} } currencies { ${SHARE} } }
      performance { return_pct: returnPct twr_pct: twrPct mwr_pct: mwrPct cagr volatility sharpe sortino
        max_drawdown_pct: maxDrawdownPct }
      attribution { nav_change: navChange contributors { ticker name pnl pct_of_change: pctOfChange held } }
      composition { requested_step: requestedStep effective_step: effectiveStep coarsened note
        snapshots { date nav weights { ${SHARE} } } }
      concentration { hhi top { ticker weight_pct: weightPct } }
      news { ${NEWS_ITEM} relevance confidence hop ripple weight_pct: weightPct }
      exposure_to_news: exposureToNews { megatrend node_id: nodeId name weight_pct: weightPct net_direction_30d: netDirection30Days }
      flags { code ticker message }`,
    errors: ['conflict'],
    example: { id: 1, window: '30d' },
  },
  {
    method: 'GET',
    path: '/v1/portfolios/{id}/trades',
    summary: 'Trades of a portfolio, oldest first.',
    field: 'portfolio.trades',
    select: `trades: items { ${TRADE} }`,
    example: { id: 1 },
  },
  {
    method: 'POST',
    path: '/v1/portfolios/{id}/trades',
    summary: 'Adds a trade.',
    field: 'addTrade',
    select: TRADE,
    created: '/v1/portfolios/{id}/trades/{trade_id}',
    example: { id: 1, ticker: 'AAPL.US', date: '2026-11-16', quantity: 10, price: 104.5, fee: 1 },
  },
  {
    method: 'PATCH',
    path: '/v1/portfolios/{id}/trades/{trade_id}',
    summary: 'Changes what is given of a trade.',
    field: 'updateTrade',
    select: TRADE,
    errors: ['conflict'],
    example: { id: 1, trade_id: 1, quantity: 12 },
  },
  {
    method: 'DELETE',
    path: '/v1/portfolios/{id}/positions/{listing_id}',
    summary: 'Deletes the trades of a position, or those between two days.',
    field: 'deletePosition',
    select: 'ok deleted',
    errors: ['conflict'],
    example: { id: 1, listing_id: 'AAPL.US', after: '2026-11-16' },
  },
  {
    method: 'DELETE',
    path: '/v1/portfolios/{id}/trades/{trade_id}',
    summary: 'Deletes a trade.',
    field: 'deleteTrade',
    select: 'ok deleted',
    errors: ['conflict'],
    example: { id: 1, trade_id: 1 },
  },
  // Last: what is asked of its example comes before it is gone.
  {
    method: 'DELETE',
    path: '/v1/portfolios/{id}',
    summary: 'Deletes a portfolio with all its trades.',
    field: 'deletePortfolio',
    select: 'ok deleted',
    example: { id: 1 },
  },
]
