import type { Route } from '../route.ts'

const GROUP = 'long short net net_pct_oi: netPctOi percentile cot_index: cotIndex change_1w: change1w extreme'

const POSITIONS = `asset: ticker name asset_name: assetName asset_class: assetClass contract_code: contractCode inverse
  report_date: reportDate released_at: releasedAt lookback_weeks: lookbackWeeks open_interest: openInterest
  commercials { ${GROUP} } large_speculators: largeSpeculators { ${GROUP} } small_speculators: smallSpeculators { ${GROUP} } read`

/** Routes of futures positioning. */
export const positioningRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/positioning',
    summary: 'Futures positioning for one asset, by the weekly Commitments of Traders report.',
    field: 'positioning',
    select: `${POSITIONS} notes history { report_date: reportDate open_interest: openInterest commercials_net: commercialsNet
      large_speculators_net: largeSpeculatorsNet small_speculators_net: smallSpeculatorsNet
      large_speculators_percentile: largeSpeculatorsPercentile }`,
    errors: ['unknown_ticker', 'not_found'],
    example: { asset: 'GOLD.COMM' },
  },
  {
    method: 'GET',
    path: '/v1/positioning/extremes',
    summary: 'Assets whose large speculators are positioned most unusually.',
    field: 'positioningExtremes',
    select: `results: items { ${POSITIONS} }`,
    example: { asset_class: 'forex', limit: 3 },
  },
]
