import type { IngestSummary } from '../core/file/ingest-summary.ts'
import { systemClock } from '../core/time/clock.ts'
import { ingestOfficialTexts } from '../trade-flow/hs/official-text.ingest.ts'
import { CLASSIFICATIONS, readOfficialTables } from '../trade-flow/hs/official-text.source.ts'
import { UsageError } from './command.ts'
import { showProgress } from './progress.ts'

/** Stores official texts of trade codes over the labels that ship. */
export async function ingestCodes(path: string, classification: string | undefined): Promise<IngestSummary> {
  const progress = showProgress()
  try {
    return await ingestOfficialTexts(readOfficialTables(path, classification, process.stdin), {
      clock: systemClock,
      onProgress: progress.update,
    })
  } finally {
    progress.end()
  }
}

/** The name of a classification as it is stored. */
export function classificationNamed(text: string): string {
  const name = CLASSIFICATIONS.find((one) => one === text.toUpperCase())
  if (name !== undefined) return name
  throw new UsageError(`--classification takes one of ${CLASSIFICATIONS.join(', ')}; "${text.slice(0, 40)}" was given.`)
}
