import type pg from 'pg'
import { inTransaction } from '../../core/database/db.ts'
import { Unreadable } from '../../core/file/bytes.source.ts'
import { type IngestSummary, newSummary, note, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { beginLoad, endLoad, loadFlows } from '../flow/loaded-flow.store.ts'
import type { FlowFile } from './flow-file.source.ts'

/** Rows that were read and left out on purpose. */
interface LeftOut {
  parts: number
  otherFlows: number
}

/** Stores the flows of files for every account, each file whole or not at all; the same file again changes nothing. */
export async function ingestFlows(
  source: string,
  files: AsyncIterable<FlowFile>,
  { clock, onProgress }: { readonly clock: Clock; readonly onProgress?: OnProgress },
): Promise<IngestSummary> {
  const startedAt = clock.now()
  const summary = newSummary(source)
  const leftOut: LeftOut = { parts: 0, otherFlows: 0 }
  for await (const file of files) {
    try {
      const read = await inTransaction((client) =>
        takeFile(client, file, (rows) => onProgress?.({ ...summary, read: summary.read + rows })),
      )
      summary.read += read.read
      summary.inserted += read.inserted
      summary.updated += read.updated
      summary.skipped += read.skipped
      reject(summary, read.rejected)
      summary.rejected_count += read.rejected_count - read.rejected.length
      leftOut.parts += read.leftOut.parts
      leftOut.otherFlows += read.leftOut.otherFlows
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      reject(summary, [{ line: 0, reason: error.message, ...whereIn(file) }])
    }
    onProgress?.(summary)
  }
  if (leftOut.parts > 0)
    note(
      summary,
      `${leftOut.parts} rows are parts of totals, by transport, customs procedure or second partner, and left out.`,
    )
  if (leftOut.otherFlows > 0)
    note(
      summary,
      `${leftOut.otherFlows} rows are re-exports, re-imports or processing, which totals hold already, and left out.`,
    )
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

async function takeFile(
  client: pg.PoolClient,
  file: FlowFile,
  onRows: (rows: number) => void,
): Promise<IngestSummary & { readonly leftOut: LeftOut }> {
  const own = { ...newSummary(''), leftOut: { parts: 0, otherFlows: 0 } }
  let taken = 0
  await beginLoad(client)
  for await (const { flows, parts, otherFlows, rejected } of file.blocks()) {
    await loadFlows(client, flows, taken)
    taken += flows.length
    own.read += flows.length + parts + otherFlows
    own.leftOut.parts += parts
    own.leftOut.otherFlows += otherFlows
    reject(
      own,
      rejected.map((one) => ({ ...one, ...whereIn(file) })),
    )
    onRows(own.read)
  }
  const { inserted, updated } = await endLoad(client)
  return { ...own, inserted, updated, skipped: own.read - inserted - updated }
}

function whereIn({ file }: FlowFile): { file?: string } {
  return file === null ? {} : { file }
}
