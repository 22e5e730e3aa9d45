import { roundTo } from '../../core/round.pure.ts'
import type { Report } from '../report.pure.ts'

/** Reports that percentiles look back on: three years of weeks. */
export const LOOKBACK_WEEKS = 156
/** Reports it takes before a position can be called extreme: a year of weeks. */
export const EXTREME_REPORTS_MIN = 52
/** From this percentile on (and from the mirrored one down) a position is extreme. */
const EXTREME_PERCENTILE = 90
/** Two reports further apart are not of neighbouring weeks; one moves by a day where Tuesday is a holiday. */
const WEEK_DAYS_MAX = 9

/** A group of traders. */
export type TraderGroup = 'commercials' | 'largeSpeculators' | 'smallSpeculators'

/** Where a position stands at an end of its range. */
type Extreme = 'most_long' | 'most_short'

/** Positions of a group of traders, in contracts, and how unusual they are. */
export interface GroupFigures {
  readonly long: number
  readonly short: number
  readonly net: number
  /** Net position in percent of the open interest; null without open interest. */
  readonly netPctOi: number | null
  /** 0 to 100; null with one report. */
  readonly percentile: number | null
  readonly cotIndex: number | null
  /** Change of the net position from the report of the week before; null without one. */
  readonly change1w: number | null
  readonly extreme: Extreme | null
}

/** Long and short positions of a group; spreads, which are both, are left out. */
function sidesOf(report: Report, group: TraderGroup): { readonly long: number; readonly short: number } {
  if (group === 'commercials') return { long: report.commercialLong, short: report.commercialShort }
  if (group === 'largeSpeculators') return { long: report.largeLong, short: report.largeShort }
  return { long: report.smallLong, short: report.smallShort }
}

/** Net position of a group. */
export function netOf(report: Report, group: TraderGroup): number {
  const { long, short } = sidesOf(report, group)
  return long - short
}

/** The figures of a group at the last of some reports, oldest first, among the last 156 of them. */
export function computeGroup(reports: readonly Report[], group: TraderGroup): GroupFigures | null {
  const latest = reports.at(-1)
  if (!latest) return null
  const { long, short } = sidesOf(latest, group)
  const nets = reports.slice(-LOOKBACK_WEEKS).map((report) => netOf(report, group))
  const percentile = percentileOfLast(nets)
  const before = reports.at(-2)
  const isWeekBefore = before !== undefined && latest.day - before.day <= WEEK_DAYS_MAX
  return {
    long,
    short,
    net: long - short,
    netPctOi: latest.openInterest > 0 ? roundTo(((long - short) / latest.openInterest) * 100, 2) : null,
    percentile: roundPercentile(percentile),
    cotIndex: cotIndexOfLast(nets),
    change1w: isWeekBefore ? long - short - netOf(before, group) : null,
    extreme: nets.length >= EXTREME_REPORTS_MIN ? extremeOf(percentile) : null,
  }
}

/**
 * Percentile rank of the last value among all, 0 to 100: the share of the others below it, ties half, so that the least is 0 and the
 * greatest 100 (the percent rank of SQL:2003, with mid-ranks). Null with a single value.
 */
export function percentileOfLast(values: readonly number[]): number | null {
  const last = values.at(-1)
  if (last === undefined || values.length < 2) return null
  let below = 0
  let equal = -1
  for (const value of values) {
    if (value < last) below++
    else if (value === last) equal++
  }
  return ((below + equal / 2) / (values.length - 1)) * 100
}

/**
 * COT index of the last value: its place between the least (0) and the greatest (100) of all (S. Briese, "The Commitments of Traders
 * Bible", 2008). Null where all are equal.
 */
export function cotIndexOfLast(values: readonly number[]): number | null {
  const last = values.at(-1)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  return last === undefined || least === greatest ? null : roundTo(((last - least) / (greatest - least)) * 100, 1)
}

function extremeOf(percentile: number | null): Extreme | null {
  if (percentile === null) return null
  return percentile >= EXTREME_PERCENTILE ? 'most_long' : percentile <= 100 - EXTREME_PERCENTILE ? 'most_short' : null
}

/** A percentile as it is shown. */
export function roundPercentile(percentile: number | null): number | null {
  return percentile === null ? null : roundTo(percentile, 1)
}
