import type { Route } from '../route.ts'

/** Routes of US macro series and development indicators. */
export const macroRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/ext/usmacro/find',
    summary: 'Finds the id of a US macro series by what it is about, in any language.',
    field: 'findMacroSeries',
    select: `query candidates: items { series_id: seriesId title frequency units seasonal_adjustment: seasonalAdjustment source
      country description score match_type: matchType }`,
    example: { q: 'how many people are out of work', limit: 3 },
  },
  {
    method: 'GET',
    path: '/v1/ext/usmacro/series',
    summary: 'Observations of a macro series: levels or changes, averaged over longer periods if you like.',
    field: 'macroSeries',
    select: `series_id: seriesId title units frequency seasonal_adjustment: seasonalAdjustment transform freq: targetFrequency
      source fetched_at: fetchedAt stale observations: items { date value partial }`,
    errors: ['upstream_error', 'unavailable', 'timeout'],
    example: { series_id: 'UNRATE', transform: 'yoy', from: '2025-01-01' },
  },
  {
    method: 'GET',
    path: '/v1/ext/devbank/find',
    summary: 'Finds the id of a development indicator by what it is about, in any language.',
    field: 'findIndicators',
    select: 'query candidates: items { indicator title unit source topics description score match_type: matchType }',
    example: { q: 'Staatsverschuldung', limit: 3 },
  },
  {
    method: 'GET',
    path: '/v1/ext/devbank/series',
    summary: 'Yearly values of a development indicator by country.',
    field: 'developmentIndicator',
    select: `indicator title unit database fetched_at: fetchedAt stale
      results: items { country iso3 country_name: countryName aggregate series { year value } }`,
    csv: 'rows: values { country iso3 country_name: countryName aggregate year value }',
    errors: ['upstream_error', 'unavailable', 'timeout'],
    example: { indicator: 'NY.GDP.MKTP.KD.ZG', country: ['US', 'DE'], from: 2020 },
  },
]
