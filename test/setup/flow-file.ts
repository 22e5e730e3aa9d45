import type { IngestSummary } from '../../src/core/file/ingest-summary.ts'
import { ingestFlows } from '../../src/trade-flow/intake/flow.ingest.ts'
import { flowFilesOf } from '../../src/trade-flow/intake/flow-file.source.ts'
import { clock } from './app.ts'

/** Loads text or bytes as a file of the trade database, as the command would from standard input. */
export function loadFlowText(content: string | Uint8Array): Promise<IngestSummary> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(content)
  }
  return ingestFlows('tradestats', flowFilesOf('-', bytes()), { clock })
}
