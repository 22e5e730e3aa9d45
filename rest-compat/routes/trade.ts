import type { Route } from '../route.ts'

const ORIGIN = 'fetched_at: fetchedAt stale data_set: dataSet'

/** Routes of trade statistics and the codes they speak of. */
export const tradeRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: '/v1/me/keys/tradestats',
    summary: "Links the caller's own key of the trade database; null unlinks it.",
    field: 'setTradestatsKey',
    select: 'ok linked provider linked_at: linkedAt is_demo: isDemo',
    errors: ['byok_invalid', 'unavailable'],
    example: { key: 'demo' },
  },
  {
    method: 'GET',
    path: '/v1/ext/hs/find',
    summary: 'Finds the code of goods or services by what they are called.',
    field: 'findHsCodes',
    select: `query revision candidates: items { code description chapter chapter_name: chapterName score }`,
    example: { q: 'lithium batteries', limit: 3 },
  },
  {
    method: 'GET',
    path: '/v1/ext/tradestats/search',
    summary: 'Trade of a country with a partner over time.',
    field: 'tradeSeries',
    select: `reporter reporter_name: reporterName partner partner_name: partnerName flow freq type codes mirror
      series: items { period value_usd: valueUsd netweight_kg: netweightKg qty }
      discrepancy { periods reported_usd: reportedUsd mirrored_usd: mirroredUsd difference_usd: differenceUsd
        difference_pct: differencePct } ${ORIGIN}`,
    errors: ['byok_missing', 'byok_invalid', 'upstream_error', 'unavailable', 'timeout'],
    example: { reporter: 'CN', codes: ['8507.60'], partner: 'DE', period: 'last5' },
  },
  {
    method: 'GET',
    path: '/v1/ext/tradestats/top-partners',
    summary: 'The largest partners of a country in a year.',
    field: 'tradePartners',
    select: `reporter reporter_name: reporterName flow codes period total_value_usd: totalValueUsd
      ranked: items { rank partner partner_name: partnerName value_usd: valueUsd share_pct: sharePct } ${ORIGIN}`,
    errors: ['byok_missing', 'byok_invalid', 'upstream_error', 'unavailable', 'timeout'],
    example: { reporter: 'DE', codes: ['8703'], limit: 3 },
  },
  {
    method: 'GET',
    path: '/v1/ext/tradestats/balance',
    summary: 'Exports minus imports of a country, with a partner or with all.',
    field: 'tradeBalance',
    select: `reporter reporter_name: reporterName partner partner_name: partnerName codes
      rows: items { year exports_usd: exportsUsd imports_usd: importsUsd balance_usd: balanceUsd } ${ORIGIN}`,
    errors: ['byok_missing', 'byok_invalid', 'upstream_error', 'unavailable', 'timeout'],
    example: { reporter: 'US', partner: 'CN', codes: ['8542'], period: 'last5' },
  },
  {
    method: 'GET',
    path: '/v1/ext/tradestats/top-traders',
    summary: 'Countries ranked by value, growth or streak of growth of their trade.',
    field: 'topTraders',
    select: `codes flow scope rank_by: rankBy order min_value_usd: minValueUsd period since
      ranked: items { rank reporter name value_usd: valueUsd cagr_pct: cagrPct streak_years: streakYears
        share_pct: sharePct } ${ORIGIN}`,
    errors: ['byok_missing', 'byok_invalid', 'upstream_error', 'unavailable', 'timeout'],
    example: { codes: ['8542'], scope: 'asean', rank_by: 'growth', limit: 3 },
  },
]
