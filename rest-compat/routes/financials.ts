import type { Route } from '../route.ts'

/** A condition as a company met it. */
const MATCHED = `concept pattern value threshold min max n: years
  cohort { scope n p10 p20 p25 p50 p75 p80 p90 }`
/** A concept that a phrase may mean. */
const CONCEPT = 'concept: key label statement unit aliases score match_type: matchType'
/** A pattern that a phrase may mean. */
const PATTERN = 'pattern params label score'

const PERIOD = `period_end: periodEnd fiscal_year: fiscalYear fiscal_period: fiscalPeriod period_type: periodType
  filing_date: filingDate reported_currency: reportedCurrency fx_rate: fxRate fields: figuresByKey ratios: ratiosByKey`

/** Routes of financial statements and the figures in them. */
export const financialRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/financials',
    summary: 'Statements and ratios of up to 5 companies.',
    field: 'financials',
    select: `companies: items { ticker listing_id: listingId name currency ok error message did_you_mean: didYouMean
      fiscal_year_end: fiscalYearEnd periods { ${PERIOD} } ttm { ${PERIOD} } ratios: ratiosByKey
      unavailable_fields: unavailableFields period_unavailable: periodUnavailable }`,
    csv: `rows: periodRows { ticker name currency error period_type: periodType fiscal_year: fiscalYear
      fiscal_period: fiscalPeriod period_end: periodEnd filing_date: filingDate reported_currency: reportedCurrency
      fx_rate: fxRate figures: figuresByKey }`,
    text: 'text',
    example: { ticker: ['AAPL.US', 'MSFT.US'], period: '2', currency: 'USD' },
  },
  {
    method: 'GET',
    path: '/v1/financials/compare',
    summary: 'Figures of several companies side by side, aligned by fiscal year or quarter.',
    field: 'compareFinancials',
    select: `basis currency lang periods companies { ticker listing_id: listingId name reported_currency: reportedCurrency
      fiscal_year_end: fiscalYearEnd period_ends: periodEnds fx_rates: fxRates } rows { key label: localLabel unit statement values } notes`,
    example: { ids: ['AAPL.US', 'MSFT.US'], n: 3, currency: 'USD' },
  },
  {
    method: 'GET',
    path: '/v1/financials/find',
    summary: 'Finds the key of a financial figure by what it is called in any language.',
    field: 'findConcepts',
    select: `query candidates: items { ${CONCEPT} }`,
    example: { q: 'how much debt vs equity', limit: 3 },
  },
  {
    method: 'POST',
    path: '/v1/financials/find',
    summary: 'Finds the keys of up to 25 financial figures.',
    field: 'findConceptsBatch',
    select: `results: items { query candidates: items { ${CONCEPT} } }`,
    example: { queries: ['Umsatzrendite', '自己資本利益率'], limit: 2 },
  },
  {
    method: 'GET',
    path: '/v1/financials/find-pattern',
    summary: 'Finds the pattern of a screen condition by how it is said in any language.',
    field: 'findPatterns',
    select: `query candidates: items { ${PATTERN} }`,
    example: { q: 'grew every year', limit: 3 },
  },
  {
    method: 'POST',
    path: '/v1/financials/find-pattern',
    summary: 'Finds the patterns of up to 25 screen conditions.',
    field: 'findPatternsBatch',
    select: `results: items { query candidates: items { ${PATTERN} } }`,
    example: { queries: ['top 10%', 'unter dem Durchschnitt'], limit: 2 },
  },
  {
    method: 'GET',
    path: '/v1/financials/screen',
    summary: 'Companies whose latest figures meet every condition.',
    field: 'screenFinancials',
    select: `results: items { listing_id: listingId ticker name country sector market_cap_usd: marketCapUsd values
      matched { ${MATCHED} } }`,
    errors: ['unknown_concept', 'unknown_pattern'],
    example: {
      conditions: [
        { concept: 'roe', pattern: 'above', threshold: 0.15 },
        { concept: 'pe', pattern: 'below_average' },
      ],
      limit: 5,
    },
  },
]
