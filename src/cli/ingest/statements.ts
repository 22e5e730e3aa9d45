import { catalog, openCatalog } from '../../catalog/catalog.ts'
import { config } from '../../core/config.ts'
import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { ingestEdgar } from '../../financial/intake/edgar.ingest.ts'
import { openSec } from '../../financial/intake/sec-fetch.source.ts'
import { ingestStatements } from '../../financial/intake/statement.ingest.ts'
import { readStatements } from '../../financial/intake/statement-table.source.ts'
import { UsageError } from '../command.ts'
import { withProgress } from '../progress.ts'

/** Stores companyfacts of the SEC; the reference data must be loaded before. */
export async function ingestCompanies(sources: readonly string[], ticker: string | undefined): Promise<IngestSummary> {
  await openCatalog(null)
  requireListing(ticker)
  return withProgress((onProgress) =>
    ingestEdgar(sources, {
      clock: systemClock,
      openSec: () => openSec(config.sec, config.sec.contact ?? ''),
      ticker,
      stdin: process.stdin,
      onProgress,
    }),
  )
}

/** Stores a CSV of statements; the reference data must be loaded before. */
export async function ingestTable(path: string, ticker: string | undefined): Promise<IngestSummary> {
  await openCatalog(null)
  requireListing(ticker)
  const rows = readStatements(path, {
    find: (name) => catalog().find(name),
    ticker,
    today: dayOfMs(systemClock.now()),
    stdin: process.stdin,
  })
  return withProgress((onProgress) => ingestStatements('statements', rows, { clock: systemClock, onProgress }))
}

function requireListing(ticker: string | undefined): void {
  if (ticker !== undefined && !catalog().find(ticker))
    throw new UsageError(`There is no listing "${ticker.slice(0, 40)}".`)
}
