import { catalog, openCatalog } from '../../catalog/catalog.ts'
import { ingestReferenceFile } from '../../catalog/reference/reference-file.ingest.ts'
import {
  isReferenceFileKind,
  type ReferenceFileKind,
  readReferenceFile,
} from '../../catalog/reference/reference-file.source.ts'
import type { IngestSummary } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { ingestActions } from '../../market/bars/action.ingest.ts'
import { readActions } from '../../market/bars/action.source.ts'
import { ingestBars } from '../../market/bars/bar.ingest.ts'
import { type BarListing, readBars } from '../../market/bars/bar.source.ts'
import { isYield } from '../../market/quote/price.ts'
import { withProgress } from '../progress.ts'

/** The kinds of market and reference data a file can contain. */
export type MarketKind = 'bars' | 'actions' | ReferenceFileKind

/** Options of bars. */
interface MarketOptions {
  readonly ticker?: string | undefined
  /** Three capital letters. */
  readonly currency?: string | undefined
}

/** Stores a file, a folder or standard input of market or reference data; the reference data must be loaded before. */
export async function ingestMarket(kind: MarketKind, path: string, options: MarketOptions): Promise<IngestSummary> {
  const currency = options.currency ?? null
  await openCatalog(null)
  const { stdin } = process
  return withProgress((onProgress) => {
    const tools = { clock: systemClock, dataSet: 'own', onProgress } as const
    if (isReferenceFileKind(kind)) return ingestReference(kind, path, tools)
    if (kind === 'actions') {
      const find = (ticker: string) => catalog().find(ticker)?.id ?? null
      return ingestActions(kind, readActions(path, { find, stdin }), tools)
    }
    const bars = readBars(path, { find: barListing, ticker: options.ticker, stdin })
    return ingestBars(kind, bars, { ...tools, currency })
  })
}

function ingestReference(
  kind: ReferenceFileKind,
  path: string,
  tools: Parameters<typeof ingestReferenceFile>[2],
): Promise<IngestSummary> {
  return ingestReferenceFile(kind, readReferenceFile(kind, path, process.stdin), tools)
}

/** The listing of a ticker with what reading bars needs to know of it. */
export function barListing(ticker: string): BarListing | null {
  const listing = catalog().find(ticker)
  if (!listing) return null
  const measure = isYield(listing) ? 'yield' : listing.type === 'commodity' ? 'commodity' : 'price'
  return { id: listing.id, ticker: listing.ticker, measure }
}
