import { type IngestSummary, newSummary, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { ActionBlock } from './action.source.ts'
import { storeActions } from './action.store.ts'
import type { DataSet } from './bar.store.ts'

/** Stores corporate actions block by block; idempotent: ingesting the same file again changes nothing. */
export async function ingestActions(
  source: string,
  blocks: AsyncIterable<ActionBlock>,
  tools: {
    readonly clock: Clock
    readonly dataSet: DataSet
    readonly onProgress?: (summary: Readonly<IngestSummary>) => void
  },
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const summary = newSummary(source)
  for await (const { actions, rejected } of blocks) {
    reject(summary, rejected)
    summary.read += actions.length
    if (actions.length > 0) {
      const { inserted, updated } = await storeActions(actions, tools.dataSet)
      summary.inserted += inserted
      summary.updated += updated
      summary.skipped += actions.length - inserted - updated
    }
    tools.onProgress?.(summary)
  }
  summary.elapsed_ms = tools.clock.now() - startedAt
  return summary
}
