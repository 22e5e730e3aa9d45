import { conceptOf, RATIOS, STATEMENT_FIELDS } from '../concept/concept.source.ts'

/** What the ratios of a period are computed from; figures by position of the concept. */
export interface RatioBasis {
  /** The period's own figures. */
  readonly own: Float64Array
  /** Flows of the year that ends with the period, by position; null when its four quarters are not all known. */
  readonly year: ((position: number) => number) | null
  /** Balances one year before the period's end; null when not known. */
  readonly before: Float64Array | null
  /** The same period one year before; null when not known. */
  readonly base: Float64Array | null
}

/** Days of a year in days of inventory, sales and payables, also in leap years. */
const YEAR_DAYS = 365

const POSITION = new Map(STATEMENT_FIELDS.map(({ key, position }) => [key, position]))

/** The figure of a key that the code names; NaN when there is none. */
type Figures = (key: string) => number

function figuresOf(values: Float64Array | null): Figures {
  return (key) => values?.[POSITION.get(key) ?? -1] ?? Number.NaN
}

function flowsOf(year: RatioBasis['year']): Figures {
  return (key) => year?.(POSITION.get(key) ?? -1) ?? Number.NaN
}

/** A quotient; NaN unless the denominator is above zero: a margin on no sales or a return on negative equity says nothing. */
function per(numerator: number, denominator: number): number {
  return denominator > 0 ? numerator / denominator : Number.NaN
}

/**
 * The ratios that need no price, by the formulas of concepts.csv; sources: White, Sondhi, Fried: The Analysis and Use of Financial
 * Statements (3rd ed., ch. 4) for averages of opening and closing balances, days of 365 and coverage; CFA Institute, Financial
 * Analysis Techniques, for margins, turnover and the cash conversion cycle; Koller, Goedhart, Wessels: Valuation (7th ed., ch. 8) for
 * return on invested capital. In a quarter, margins, coverage, cash ratios and growth are those of the quarter itself, while what sets
 * a flow against a balance (returns, turnover, days, debt to EBITDA) takes the flows of the four quarters that end with it: seasons
 * even out, and the figure compares with a year's.
 */
const FORMULAS: Readonly<Record<string, (own: Figures, year: Figures, before: Figures, base: Figures) => number>> = {
  gross_margin: (own) => per(own('gross_profit'), own('revenue')),
  operating_margin: (own) => per(own('operating_income'), own('revenue')),
  net_margin: (own) => per(own('net_income'), own('revenue')),
  ebitda_margin: (own) => per(own('ebitda'), own('revenue')),
  fcf_margin: (own) => per(own('fcf'), own('revenue')),
  roe: (own, year, before) => per(year('net_income'), mean('book_value', own, before)),
  roa: (own, year, before) => per(year('net_income'), mean('total_assets', own, before)),
  roic: (own, year, before) =>
    per(
      year('operating_income') * (1 - per(year('tax_provision'), year('pretax_income'))),
      mean('invested_capital', own, before),
    ),
  debt_to_equity: (own) => per(own('total_debt'), own('book_value')),
  debt_to_ebitda: (own, year) => per(own('total_debt'), year('ebitda')),
  net_debt_ebitda: (own, year) => per(own('net_debt'), year('ebitda')),
  interest_coverage: (own) => per(own('operating_income'), own('interest_expense')),
  ebitda_interest_coverage: (own) => per(own('ebitda'), own('interest_expense')),
  current_ratio: (own) => per(own('current_assets'), own('current_liabilities')),
  quick_ratio: (own) => per(own('current_assets') - own('inventory'), own('current_liabilities')),
  asset_turnover: (own, year, before) => per(year('revenue'), mean('total_assets', own, before)),
  dio: (own, year, before) => per(mean('inventory', own, before), year('cost_of_revenue')) * YEAR_DAYS,
  dso: (own, year, before) => per(mean('accounts_receivable', own, before), year('revenue')) * YEAR_DAYS,
  dpo: (own, year, before) => per(mean('accounts_payable', own, before), year('cost_of_revenue')) * YEAR_DAYS,
  cash_conversion_cycle: (own, year, before) =>
    per(mean('inventory', own, before), year('cost_of_revenue')) * YEAR_DAYS +
    per(mean('accounts_receivable', own, before), year('revenue')) * YEAR_DAYS -
    per(mean('accounts_payable', own, before), year('cost_of_revenue')) * YEAR_DAYS,
  capex_to_revenue: (own) => per(-own('capex'), own('revenue')),
  capex_to_da: (own) => per(-own('capex'), own('depreciation_amortization')),
  fcf_conversion: (own) => per(own('fcf'), own('net_income')),
  accruals_ocf_ni: (own) => per(own('operating_cash_flow'), own('net_income')),
  dividend_payout: (own) => per(-own('dividends_paid'), own('net_income')),
  effective_tax_rate: (own) => per(own('tax_provision'), own('pretax_income')),
  revenue_growth_yoy: (own, _year, _before, base) => per(own('revenue'), base('revenue')) - 1,
  net_income_growth_yoy: (own, _year, _before, base) => per(own('net_income'), base('net_income')) - 1,
}

function mean(key: string, now: Figures, before: Figures): number {
  return (now(key) + before(key)) / 2
}

const FIRST_RATIO = STATEMENT_FIELDS.length

/** Ratios that need no price, with the place of each in a period's array; one without a formula is a mistake in concepts.csv. */
const COMPUTED = RATIOS.filter(({ combine }) => combine === 'ratio').map(({ key }) => {
  const formula = FORMULAS[key]
  if (!formula) throw new Error(`The ratio "${key}" of concepts.csv has no formula.`)
  return { place: conceptOf(key).position - FIRST_RATIO, formula }
})

/** The ratios of a period by position less the number of statement fields, NaN where there is none. */
export function computeRatios({ own, year, before, base }: RatioBasis): Float64Array {
  const ratios = new Float64Array(RATIOS.length).fill(Number.NaN)
  const figures = [figuresOf(own), flowsOf(year), figuresOf(before), figuresOf(base)] as const
  for (const { place, formula } of COMPUTED) ratios[place] = formula(...figures)
  return ratios
}
