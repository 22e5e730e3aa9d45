import { LOOKBACK_WEEKS, netOf, percentileOfLast, roundPercentile } from './figure/figure.pure.ts'
import type { Positioning } from './positioning.ts'
import type { Report } from './report.pure.ts'

/** A report of the history with its net positions. */
export interface HistoryRow {
  readonly report: Report
  readonly commercialsNet: number
  readonly largeSpeculatorsNet: number
  readonly smallSpeculatorsNet: number
  readonly largeSpeculatorsPercentile: number | null
}

/** The last 156 reports, oldest first, each with the percentile it had then. */
export function historyOf({ reports }: Positioning): HistoryRow[] {
  const nets = reports.map((report) => netOf(report, 'largeSpeculators'))
  const first = Math.max(0, reports.length - LOOKBACK_WEEKS)
  return reports.slice(first).map((report, index) => {
    const end = first + index + 1
    return {
      report,
      commercialsNet: netOf(report, 'commercials'),
      largeSpeculatorsNet: nets[end - 1] ?? 0,
      smallSpeculatorsNet: netOf(report, 'smallSpeculators'),
      largeSpeculatorsPercentile: roundPercentile(percentileOfLast(nets.slice(Math.max(0, end - LOOKBACK_WEEKS), end))),
    }
  })
}
