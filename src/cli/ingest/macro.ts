import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { MAIN_DATABASE } from '../../macro/development/world-bank.source.ts'
import { ingestIndicators } from '../../macro/intake/indicator.ingest.ts'
import { readIndicatorFiles } from '../../macro/intake/indicator-file.source.ts'
import { ingestSeries } from '../../macro/intake/series.ingest.ts'
import { readSeriesFiles } from '../../macro/intake/series-file.source.ts'
import { withProgress } from '../progress.ts'

/** Stores a file, a folder or standard input of FRED's observations and descriptions. */
export async function ingestMacro(path: string, seriesId: string | undefined): Promise<IngestSummary> {
  const files = readSeriesFiles(path, { seriesId, stdin: process.stdin })
  return withProgress((onProgress) => ingestSeries('macro', files, { clock: systemClock, onProgress }))
}

/** Stores a file, a folder or standard input of the World Bank's values and descriptions. */
export async function ingestDevbank(path: string, database: number = MAIN_DATABASE): Promise<IngestSummary> {
  const files = readIndicatorFiles(path, process.stdin)
  return withProgress((onProgress) => ingestIndicators('devbank', files, { clock: systemClock, onProgress, database }))
}
