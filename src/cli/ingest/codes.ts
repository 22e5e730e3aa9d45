import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { ingestOfficialTexts } from '../../trade-flow/hs/official-text.ingest.ts'
import { readOfficialTables } from '../../trade-flow/hs/official-text.source.ts'
import { withProgress } from '../progress.ts'

/** Stores official texts of trade codes over the labels that ship. */
export async function ingestCodes(path: string, classification: string | undefined): Promise<IngestSummary> {
  const tables = readOfficialTables(path, classification, process.stdin)
  return withProgress((onProgress) => ingestOfficialTexts(tables, { clock: systemClock, onProgress }))
}
