import type { Clock } from '../core/clock.ts'
import { type IngestSummary, newSummary, reject } from '../core/ingest-summary.ts'
import type { BarBlock } from './bar.source.ts'
import { type DataSet, storeBars, vacuumBars } from './bar.store.ts'
import { BarBatch } from './bar-batch.ts'

/** What storing bars needs besides the bars. */
export interface BarTools {
  readonly clock: Clock
  readonly dataSet: DataSet
  /** Currency of the bars; null = each listing's own. */
  readonly currency: string | null
  /** Hears of progress after every batch. */
  readonly onProgress?: (summary: Readonly<IngestSummary>) => void
}

const BATCH = 40_000
/** Bars after which the tables are vacuumed at once. */
const VACUUM_FROM = 500_000

/** Stores bars in batches; while one is written, the next is read and copied. The same file twice changes nothing. */
export async function ingestBars(
  source: string,
  blocks: AsyncIterable<BarBlock>,
  tools: BarTools,
): Promise<IngestSummary> {
  const begun = tools.clock.now()
  const summary = newSummary(source)
  let batch = new BarBatch(BATCH)
  let file = 0
  let fileName: string | undefined
  const underWay: Promise<void>[] = []
  const write = async (full: BarBatch) => {
    const { inserted, updated } = await storeBars(full, tools.dataSet, tools.currency)
    summary.inserted += inserted
    summary.updated += updated
    summary.skipped += full.count - inserted - updated
    tools.onProgress?.(summary)
  }
  /** Sends the batch off and waits until at most `others` are still being written. */
  const flush = async (others: number) => {
    if (batch.count > 0) {
      const writing = write(batch)
      // Heard of when its turn comes; until then it must not count as unhandled.
      writing.catch(() => {})
      underWay.push(writing)
      batch = new BarBatch(BATCH)
    }
    while (underWay.length > others) await underWay.shift()
  }
  for await (const { bars, rejected, file: name } of blocks) {
    if (name !== fileName) file++
    fileName = name
    reject(summary, rejected)
    summary.read += bars.length
    for (const bar of bars) {
      // One batch is copied while the one before is written; a later file must not overtake an earlier one.
      if (!batch.takes(bar, file)) await flush(batch.count < BATCH ? 0 : 1)
      batch.add(bar, file)
    }
  }
  await flush(0)
  if (summary.inserted + summary.updated >= VACUUM_FROM) await vacuumBars()
  summary.elapsed_ms = tools.clock.now() - begun
  return summary
}
