import type { Route } from '../route.ts'

const SENTIMENT = `ticker covered note as_of: asOf spot positioning_score: positioningScore
  positioning_parts: positioningParts { part value percentile weight contribution }
  put_call: putCall { volume open_interest: openInterest } skew { put_call_25d: putCall25d percentile }
  iv { atm_30d: atm30d percentile rank history_days: historyDays } realized_vol_30d: realizedVol30d
  patterns { pattern label because } horizons { horizon days atm_iv: atmIv skew expected_move: expectedMove }
  technical { trend rsi14 above_ema50: aboveEma50 above_ema200: aboveEma200 max_pain: maxPain gamma_exposure: gammaExposure }`

/** Routes of options sentiment. */
export const optionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/options/{ticker}/sentiment',
    summary: 'Options sentiment of a listing: positioning, skew, implied volatility and the patterns of the screener.',
    field: 'optionSentiment',
    select: SENTIMENT,
    example: { ticker: 'AAPL.US', style: 'technical' },
  },
  {
    method: 'POST',
    path: '/v1/options/sentiment',
    summary: 'Options sentiment of up to 20 listings; with several days a matrix of each listing by each day.',
    field: 'optionSentiments',
    select: `results { ${SENTIMENT} } count tickers dates matrix { ${SENTIMENT} } unresolved`,
    example: { tickers: ['AAPL.US'], style: 'plain' },
  },
]
