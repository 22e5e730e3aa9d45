import { type IngestSummary, newSummary, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { TextBlock } from './official-text.source.ts'
import { storeOfficialTexts } from './official-text.store.ts'

/** Stores official texts block by block; the same file again changes nothing. */
export async function ingestOfficialTexts(
  blocks: AsyncIterable<TextBlock>,
  tools: { readonly clock: Clock; readonly onProgress?: (summary: Readonly<IngestSummary>) => void },
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const summary = newSummary('hs')
  for await (const { classification, texts, rejected } of blocks) {
    reject(summary, rejected)
    summary.read += texts.length
    if (texts.length > 0) {
      const { inserted, updated } = await storeOfficialTexts(classification, texts)
      summary.inserted += inserted
      summary.updated += updated
      summary.skipped += texts.length - inserted - updated
    }
    tools.onProgress?.(summary)
  }
  summary.elapsed_ms = tools.clock.now() - startedAt
  return summary
}
