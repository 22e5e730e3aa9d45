import { systemClock } from '../core/clock.ts'
import type { IngestSummary } from '../core/ingest-summary.ts'
import { catalog, openCatalog } from '../listing/catalog.ts'
import { ingestReferenceFile } from '../listing/reference-file.ingest.ts'
import { isReferenceFileKind, type ReferenceFileKind, readReferenceFile } from '../listing/reference-file.source.ts'
import { ingestActions } from '../price/action.ingest.ts'
import { readActions } from '../price/action.source.ts'
import { ingestBars } from '../price/bar.ingest.ts'
import { type BarListing, readBars } from '../price/bar.source.ts'
import { UsageError } from './command.ts'
import { showProgress } from './progress.ts'

/** The kinds of market data a file can bring. */
const MARKET_KINDS = ['bars', 'actions', 'listings', 'memberships', 'relations'] as const
/** One of those. */
type MarketKind = (typeof MARKET_KINDS)[number]

/** True for a kind this command takes. */
export function isMarketKind(kind: string | undefined): kind is MarketKind {
  return MARKET_KINDS.some((one) => one === kind)
}

/** What belongs to bars beside the file. */
export interface MarketOptions {
  readonly ticker?: string | undefined
  readonly currency?: string | undefined
}

/** Refuses options that do not belong to the kind or cannot be right, before anything is opened. */
export function checkMarketOptions(kind: MarketKind, { ticker, currency }: MarketOptions): void {
  if (kind !== 'bars' && (ticker ?? currency) !== undefined)
    throw new UsageError('--ticker and --currency belong to bars.')
  if (currency !== undefined && !/^[A-Za-z]{3}$/.test(currency))
    throw new UsageError(`--currency takes a code of three letters such as USD; "${currency}" was given.`)
}

/** Brings a file, folder or standard input of market or reference data in; the reference data must stand already. */
export async function ingestMarket(kind: MarketKind, path: string, options: MarketOptions): Promise<IngestSummary> {
  const currency = options.currency?.toUpperCase() ?? null
  await openCatalog(null)
  const progress = showProgress()
  const tools = { clock: systemClock, dataSet: 'own', onProgress: progress.update } as const
  const { stdin } = process
  try {
    if (isReferenceFileKind(kind)) return await ingestReference(kind, path, tools)
    if (kind === 'actions') {
      const find = (ticker: string) => catalog().find(ticker)?.id ?? null
      return await ingestActions(kind, readActions(path, { find, stdin }), tools)
    }
    const bars = readBars(path, { find: barListing, ticker: options.ticker, stdin })
    return await ingestBars(kind, bars, { ...tools, currency })
  } finally {
    progress.end()
  }
}

function ingestReference(
  kind: ReferenceFileKind,
  path: string,
  tools: Parameters<typeof ingestReferenceFile>[2],
): Promise<IngestSummary> {
  return ingestReferenceFile(kind, readReferenceFile(kind, path, process.stdin), tools)
}

/** The listing of a ticker as bars need it. */
export function barListing(ticker: string): BarListing | null {
  const listing = catalog().find(ticker)
  if (!listing) return null
  return { id: listing.id, ticker: listing.ticker, isYield: listing.type === 'bond' || listing.type === 'money_market' }
}
