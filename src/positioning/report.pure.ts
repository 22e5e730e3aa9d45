/** Positions of one futures contract on one day, in contracts, as the legacy Commitments of Traders report groups traders. */
export interface Report {
  /** Contract market code of the CFTC. */
  readonly code: string
  /** Days since 1970-01-01. */
  readonly day: number
  /** True where options are counted too. */
  readonly combined: boolean
  readonly openInterest: number
  /** Noncommercial traders. */
  readonly largeLong: number
  readonly largeShort: number
  /** Long in one month and short in another. */
  readonly largeSpread: number
  readonly commercialLong: number
  readonly commercialShort: number
  /** Nonreportable positions. */
  readonly smallLong: number
  readonly smallShort: number
}

/** A report as it is stored. */
export interface StoredReport extends Report {
  readonly isDemo: boolean
}

/** The figures of a report, in the order they are stored and packed. */
export const FIGURES = [
  'openInterest',
  'largeLong',
  'largeShort',
  'largeSpread',
  'commercialLong',
  'commercialShort',
  'smallLong',
  'smallShort',
] as const

/** The name of a figure. */
export type Figure = (typeof FIGURES)[number]

/**
 * What is wrong with the sums of a report; null when nothing is. Every contract has a long and a short side, so each side is the open
 * interest (CFTC, "Explanatory Notes" of the Commitments of Traders: all of the market's open interest is the sum of the groups').
 */
export function findImbalance(report: Readonly<Record<Figure, number>>): string | null {
  const { openInterest, largeSpread } = report
  const long = report.largeLong + largeSpread + report.commercialLong + report.smallLong
  if (long !== openInterest) return `the long positions make ${long}, the open interest is ${openInterest}`
  const short = report.largeShort + largeSpread + report.commercialShort + report.smallShort
  return short === openInterest ? null : `the short positions make ${short}, the open interest is ${openInterest}`
}
