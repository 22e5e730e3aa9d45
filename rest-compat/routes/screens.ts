import type { Route } from '../route.ts'

const COHORT = 'cohort { scope n p10 p25 p50 p75 p90 }'

const CANDIDATE = 'pattern label group signal { pattern a b for_bars: forBars window_bars: windowBars timeframe } score'

/** Routes of the unified screener. */
export const screenRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/screen',
    summary: 'Stocks that meet every leg: chains of technical signals, financial figures, options, dividends.',
    field: 'screen',
    select: `results: items { listing_id: listingId ticker name exchange: exchangeCode country gics: gicsCode sector
        market_cap_usd: marketCapUsd close currency
        matched { ta { step pattern a b timeframe fired_at: firedAt bars_ago: barsAgo }
          fundamental { concept pattern value threshold min max n: years ${COHORT} } options { pattern }
          dividend { streak_years: streakYears cagr_5y: cagr5Years yield } } }
      as_of: asOf timeframe
      stats { universe matched elapsed_ms: elapsedMs per_leg: perLeg { ta fundamental options dividend } }`,
    errors: ['unknown_pattern', 'unknown_operand', 'unknown_concept', 'unknown_ticker', 'invalid_body', 'unavailable'],
    example: {
      universe: { include: [{ country: ['US'] }] },
      ta: [
        {
          anchor: [{ pattern: 'above', a: 'close', b: '20' }],
          quals: [{ any: [{ pattern: 'below', a: 'close', b: '1000' }], within: 2 }],
        },
      ],
      fundamental: [{ concept: 'roe', pattern: 'above', threshold: 0.1 }],
      limit: 5,
    },
  },
  {
    method: 'GET',
    path: '/v1/screen/fields',
    summary: 'Patterns, operands, figures and options that a screen can name, with their rules and defaults.',
    field: 'screenFields',
    select: `patterns { pattern label group kind operands { operand takes default } for_bars: forBars window_bars: windowBars rule }
      operands { operand family aliases description unit bars_needed: barsNeeded }
      concepts { concept: key label aliases unit statement } options { pattern label description rule }`,
  },
  {
    method: 'POST',
    path: '/v1/ta/find-signal',
    summary: 'Finds technical signals by how traders say them, ready to be put into a screen.',
    field: 'findSignals',
    select: `query match_quality: matchQuality candidates: items { query ${CANDIDATE} }
      results { query match_quality: matchQuality candidates { ${CANDIDATE} } }`,
    example: { queries: ['golden cross on the weekly', 'RSI oversold'], limit: 3 },
  },
]
