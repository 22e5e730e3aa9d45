import { countStored, type IngestSummary, newSummary, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { TextBlock } from './official-text.source.ts'
import { storeOfficialTexts } from './official-text.store.ts'

/** Stores official texts block by block; the same file again changes nothing. */
export async function ingestOfficialTexts(
  blocks: AsyncIterable<TextBlock>,
  tools: { readonly clock: Clock; readonly onProgress?: OnProgress },
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const summary = newSummary('hs')
  for await (const { classification, texts, rejected } of blocks) {
    reject(summary, rejected)
    summary.read += texts.length
    if (texts.length > 0) countStored(summary, texts.length, await storeOfficialTexts(classification, texts))
    tools.onProgress?.(summary)
  }
  summary.elapsed_ms = tools.clock.now() - startedAt
  return summary
}
