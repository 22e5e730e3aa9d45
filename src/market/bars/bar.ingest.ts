import { countStored, type IngestSummary, newSummary, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { BarBlock } from './bar.source.ts'
import { type DataSet, storeBars, vacuumBars } from './bar.store.ts'
import { BarBatch } from './bar-batch.ts'

/** Clock, data set, currency and progress callback of a bar ingest. */
export interface BarTools {
  readonly clock: Clock
  readonly dataSet: DataSet
  /** Currency of the bars; null = that of each listing. */
  readonly currency: string | null
  /** Called with the totals after every batch. */
  readonly onProgress?: OnProgress
}

const BATCH = 40_000
/** Number of written bars from which the tables are vacuumed after the ingest. */
const VACUUM_ROWS_MIN = 500_000

/** Stores bars in batches, reading the next while one is written; idempotent: ingesting the same file again changes nothing. */
export async function ingestBars(
  source: string,
  blocks: AsyncIterable<BarBlock>,
  tools: BarTools,
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const summary = newSummary(source)
  let batch = new BarBatch(BATCH)
  let file = 0
  let fileName: string | undefined
  const pendingWrites: Promise<void>[] = []
  const write = async (full: BarBatch) => {
    countStored(summary, full.count, await storeBars(full, tools.dataSet, tools.currency))
    tools.onProgress?.(summary)
  }
  /** Starts writing the batch and waits until at most `pendingMax` batches are being written. */
  const flush = async (pendingMax: number) => {
    if (batch.count > 0) {
      const writing = write(batch)
      // The failure is rethrown when awaited below; this prevents an unhandled rejection until then.
      writing.catch(() => {})
      pendingWrites.push(writing)
      batch = new BarBatch(BATCH)
    }
    while (pendingWrites.length > pendingMax) await pendingWrites.shift()
  }
  for await (const { bars, rejected, file: name } of blocks) {
    if (name !== fileName) file++
    fileName = name
    reject(summary, rejected)
    summary.read += bars.length
    for (const bar of bars) {
      // Batches of one file may overlap; a later file must not overtake an earlier one.
      if (!batch.accepts(bar, file)) await flush(batch.count < BATCH ? 0 : 1)
      batch.add(bar, file)
    }
  }
  await flush(0)
  if (summary.inserted + summary.updated >= VACUUM_ROWS_MIN) await vacuumBars()
  summary.elapsed_ms = tools.clock.now() - startedAt
  return summary
}
