import { config } from '../../core/config.ts'
import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { openCftc } from '../../positioning/intake/cftc-fetch.source.ts'
import { ingestCot, ingestCotYear } from '../../positioning/intake/cot.ingest.ts'
import { withProgress } from '../progress.ts'

/** Stores the CFTC's reports of a file or folder, or fetches those of a year. */
export async function ingestReports(path: string | null, year: number | null): Promise<IngestSummary> {
  return withProgress((onProgress) => {
    const tools = { clock: systemClock, stdin: process.stdin, onProgress }
    return path === null ? ingestCotYear(year ?? 0, openCftc(config.cotUrl), tools) : ingestCot(path, tools)
  })
}
