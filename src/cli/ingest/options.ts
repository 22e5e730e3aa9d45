import { catalog, openCatalog } from '../../catalog/catalog.ts'
import { config } from '../../core/config.ts'
import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { fetchChain } from '../../option/chain/cboe-fetch.source.ts'
import { ingestChains } from '../../option/chain/chain.ingest.ts'
import { readChains } from '../../option/chain/chain-file.source.ts'
import { UsageError } from '../command.ts'
import { withProgress } from '../progress.ts'

/** What is said of chains beside their source. */
interface OptionsIntake {
  /** Ticker of the underlying; without a source, the one to fetch. */
  readonly ticker?: string | undefined
  /** Day of the quotes, days since 1970-01-01. */
  readonly asOf?: number | undefined
}

/** Stores chains of options, from a path or, without one, fetched by ticker; the reference data must be loaded before. */
export async function ingestOptions(path: string | undefined, { ticker, asOf }: OptionsIntake): Promise<IngestSummary> {
  await openCatalog(null)
  const listing = ticker === undefined ? null : catalog().find(ticker)
  if (ticker !== undefined && !listing) throw new UsageError(`There is no listing "${ticker.slice(0, 40)}".`)
  if (path === undefined && !listing) throw new UsageError('Name a file or folder, or a listing with --ticker.')
  const readings =
    path === undefined
      ? fetchChain(config.options.baseUrl, listing?.symbol ?? '', asOf)
      : readChains(path, { ticker: listing?.ticker, asOf }, process.stdin)
  return withProgress((onProgress) =>
    ingestChains('options', readings, {
      clock: systemClock,
      find: (name) => catalog().find(name),
      keepAll: config.options.keepsAllChains,
      onProgress,
    }),
  )
}
