import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { ingestFlows } from '../../trade-flow/intake/flow.ingest.ts'
import { flowFilesOf } from '../../trade-flow/intake/flow-file.source.ts'
import { withProgress } from '../progress.ts'

/** Stores a file, a folder or standard input of flows of the trade database, for every account to read. */
export async function ingestTradestats(path: string): Promise<IngestSummary> {
  const files = flowFilesOf(path, process.stdin)
  return withProgress((onProgress) => ingestFlows('tradestats', files, { clock: systemClock, onProgress }))
}
