import pLimit from 'p-limit'
import type { Notifications } from '../core/database/notifications.ts'
import { log } from '../core/log.ts'
import { LOOKBACK_WEEKS } from './figure/figure.pure.ts'
import type { StoredReport } from './report.pure.ts'
import { readReportSeries } from './report.store.ts'

/** Reports kept of each contract: the history, and what the percentile of its first one looks back on. */
const KEPT = 2 * LOOKBACK_WEEKS
/** Pause in which the files of one ingest gather, and before another attempt. */
const GATHER_MS = 300
const RETRY_MS = 5_000

const NONE: readonly StoredReport[] = []
let series: ReadonlyMap<string, readonly StoredReport[]> = new Map()

/** The latest reports on a contract, oldest first; the same list until another report is stored. */
export function reportsOf(code: string): readonly StoredReport[] {
  return series.get(code) ?? NONE
}

const inTurn = pLimit(1)

/** Loads the reports into memory; of two readings at once the one that began first is not the last. */
export function loadReports(): Promise<void> {
  return inTurn(async () => {
    series = await readReportSeries(KEPT)
  })
}

/** Loads the reports and loads them again when any process has stored others. */
export async function openReports(notifications: Notifications | null): Promise<void> {
  await loadReports()
  let waiting = false
  const reloadIn = (pauseMs: number) => {
    if (waiting) return
    waiting = true
    setTimeout(() => void reload(), pauseMs).unref()
  }
  const reload = async () => {
    waiting = false
    try {
      await loadReports()
    } catch (error) {
      log.error({ err: error }, 'the reports of positions could not be loaded again')
      reloadIn(RETRY_MS)
    }
  }
  notifications?.on('positioning_changed', () => reloadIn(GATHER_MS))
}
