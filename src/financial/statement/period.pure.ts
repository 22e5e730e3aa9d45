/** A = fiscal year, Q = fiscal quarter, T = the last four quarters. */
export type PeriodType = 'A' | 'Q' | 'T'

/** Position of a period in its fiscal year. */
export type FiscalPeriod = 'FY' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'TTM'

/** One period as a company reported it. */
export interface ReportedPeriod {
  readonly periodType: 'A' | 'Q'
  /** Last day of the period, in days since 1970-01-01. */
  readonly endDay: number
  readonly fiscalYear: number
  readonly fiscalPeriod: Exclude<FiscalPeriod, 'TTM'>
  /** Currency of the figures. */
  readonly currency: string
  /** Day of the filing; null when unknown. */
  readonly filingDay: number | null
  /** Figures by position of the concept, NaN where there is none; full units of the currency. */
  readonly values: Float64Array
}

/** One period as it is stored and read: totals derived, ratios computed. */
export interface PreparedPeriod extends Omit<ReportedPeriod, 'periodType' | 'fiscalPeriod'> {
  readonly periodType: PeriodType
  readonly fiscalPeriod: FiscalPeriod
  /** US dollars for one unit of the currency at the period's end; null when no rate was known. */
  readonly usdRate: number | null
  /** Ratios by position less the number of statement fields, NaN where there is none. */
  readonly ratios: Float64Array
  /** Positions of the figures derived from others by identity. */
  readonly derived: readonly number[]
}
