import type { CorporateAction } from '../../../src/market/bars/adjust.pure.ts'
import type { Normal } from '../random-process.ts'
import type { Country } from './country.ts'
import type { FiscalQuarter } from './fiscal-calendar.ts'
import type { Industry } from './industry.ts'
import type { Series } from './series.ts'

/** The fields of a listing that its statements follow from. */
export interface StatementListing {
  readonly ticker: string
  readonly country: string | null
  /** Currency that the listing trades in; hundredths included. */
  readonly currency: string
  readonly gicsCode: string | null
  readonly marketCapUsd: number | null
  /** The whole company in units of this listing; null for one that nobody has counted. */
  readonly sharesOutstanding: number | null
  /** `MM-DD`. */
  readonly fiscalYearEnd: string | null
}

/** What the statements of a company in the demo follow from. */
export interface StatementCompany extends StatementListing {
  /** Of the latest fiscal year, rounded; null when not known. */
  readonly revenueUsd: number | null
  readonly netIncomeUsd: number | null
  /** Dividends and splits of the listing in the demo market. */
  readonly actions: readonly CorporateAction[]
}

/** A company while its statements are made; money in whole units of its rounding, quarters from 1, 0 = opening. */
export interface Subject {
  readonly industry: Industry
  readonly country: Country
  /** GICS code, empty when it has none. */
  readonly gics: string
  readonly normal: Normal
  readonly quarters: readonly FiscalQuarter[]
  /** Length of every series: the quarters and the opening. */
  readonly length: number
  /** Money of one unit. */
  readonly unit: number
  readonly taxRate: number
  readonly marketCap: number
  /** Shares at the end, adjusted for all splits. */
  readonly shares: number
  readonly revenue: Series
  /** Yearly revenue without season, smoothed over a year. */
  readonly trend: Series
  /** Attributable to shareholders. */
  readonly netIncome: Series
  /** Dividends per share by ex-dividend day, adjusted for all splits. */
  readonly dividends: Series
  /** Net income of the latest year, over what its industry earns where it is a loss. */
  readonly usualIncome: number
}
