import { countStored, type IngestSummary, newSummary, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
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
    readonly onProgress?: OnProgress
  },
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const summary = newSummary(source)
  for await (const { actions, rejected } of blocks) {
    reject(summary, rejected)
    summary.read += actions.length
    if (actions.length > 0) countStored(summary, actions.length, await storeActions(actions, tools.dataSet))
    tools.onProgress?.(summary)
  }
  summary.elapsed_ms = tools.clock.now() - startedAt
  return summary
}
