import type { IngestSummary } from '../core/file/ingest-summary.ts'
import { systemClock } from '../core/time/clock.ts'
import { ingestFlows } from '../trade-flow/intake/flow.ingest.ts'
import { flowFilesOf } from '../trade-flow/intake/flow-file.source.ts'
import { showProgress } from './progress.ts'

/** Stores a file, a folder or standard input of flows of the trade database, for every account to read. */
export async function ingestTradestats(path: string): Promise<IngestSummary> {
  const progress = showProgress()
  try {
    return await ingestFlows('tradestats', flowFilesOf(path, process.stdin), {
      clock: systemClock,
      onProgress: progress.update,
    })
  } finally {
    progress.end()
  }
}
