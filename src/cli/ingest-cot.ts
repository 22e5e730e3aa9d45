import { config } from '../core/config.ts'
import type { IngestSummary } from '../core/file/ingest-summary.ts'
import { systemClock } from '../core/time/clock.ts'
import { openCftc } from '../positioning/intake/cftc-fetch.source.ts'
import { ingestCot, ingestCotYear } from '../positioning/intake/cot.ingest.ts'
import { showProgress } from './progress.ts'

/** Stores the CFTC's reports of a file or folder, or fetches those of a year. */
export async function ingestReports(path: string | null, year: number | null): Promise<IngestSummary> {
  const progress = showProgress()
  const tools = { clock: systemClock, stdin: process.stdin, onProgress: progress.update }
  try {
    return path === null ? await ingestCotYear(year ?? 0, openCftc(config.cotUrl), tools) : await ingestCot(path, tools)
  } finally {
    progress.end()
  }
}
