import type { IngestSummary } from '../../src/core/file/ingest-summary.ts'
import { ingestIndicators } from '../../src/macro/intake/indicator.ingest.ts'
import { readIndicatorFiles } from '../../src/macro/intake/indicator-file.source.ts'
import { ingestSeries } from '../../src/macro/intake/series.ingest.ts'
import { readSeriesFiles } from '../../src/macro/intake/series-file.source.ts'
import { clock } from './app.ts'

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Ingests text as a file of FRED, as the command would from standard input. */
export function ingestSeriesText(text: string, seriesId?: string): Promise<IngestSummary> {
  return ingestSeries('macro', readSeriesFiles('-', { seriesId, stdin: bytesOf(text) }), { clock })
}

/** Ingests text as a file of the World Bank, as the command would from standard input. */
export function ingestIndicatorText(text: string, database = 2): Promise<IngestSummary> {
  return ingestIndicators('devbank', readIndicatorFiles('-', bytesOf(text)), { clock, database })
}

/** Values that the examples of the macro routes find. */
export async function storeMacroExamples(): Promise<void> {
  const months = Array.from({ length: 30 }, (_, place) => {
    const at = new Date(Date.UTC(2024, 2 + place, 1)).toISOString().slice(0, 10)
    return `${at},${(4 + place / 20).toFixed(1)},${300 + place}`
  })
  await ingestSeriesText(`observation_date,UNRATE,CPIAUCSL\n${months.join('\n')}\n`)
  await ingestIndicatorText(
    `"Country Name","Country Code","Indicator Name","Indicator Code","2019","2020","2021"
"United States","USA","GDP growth (annual %)","NY.GDP.MKTP.KD.ZG","2.5","-2.1","6.1"
"Germany","DEU","GDP growth (annual %)","NY.GDP.MKTP.KD.ZG","1","-4.1","3.9"
"United States","USA","GDP (current US$)","NY.GDP.MKTP.CD","21500000000000","21300000000000","23600000000000"
`,
  )
}
