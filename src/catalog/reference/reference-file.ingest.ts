import {
  type IngestSummary,
  newSummary,
  type OnProgress,
  type Rejection,
  reject,
} from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { catalog } from '../catalog.ts'
import type { Catalog } from '../catalog-snapshot.ts'
import { upsertReference } from './reference.store.ts'
import type { LocatedRow, ReferenceFileKind, ReferenceFileRow } from './reference-file.source.ts'

const BATCH = 2_000

/** Result of comparing a row with the stored data: new, changed, the same, or the reason for its rejection. */
type RowStatus = 'new' | 'changed' | 'same' | { readonly reason: string }

const REFERENCE_KINDS = { listings: 'listing', memberships: 'membership', relations: 'relation' } as const

/** Upserts the rows of an operator's reference file; rows that refer to an unknown listing or megatrend are rejected. */
export async function ingestReferenceFile<Kind extends ReferenceFileKind>(
  kind: Kind,
  rows: AsyncIterable<LocatedRow<ReferenceFileRow<Kind>> | Rejection>,
  tools: { readonly clock: Clock; readonly onProgress?: OnProgress },
): Promise<IngestSummary> {
  const begun = tools.clock.now()
  const summary = newSummary(kind)
  const comparison = new RowComparison(catalog())
  let batch = new Map<string, ReferenceFileRow<Kind>>()
  const flush = async () => {
    if (batch.size > 0) await upsertReference(REFERENCE_KINDS[kind], [...batch.values()] as never[], null)
    batch = new Map()
    tools.onProgress?.(summary)
  }
  for await (const item of rows) {
    if ('reason' in item) {
      reject(summary, [item])
      continue
    }
    const found = comparison.compare(kind, item.row)
    if (typeof found === 'object') {
      const { row: _, ...where } = item
      reject(summary, [{ ...where, reason: found.reason }])
      continue
    }
    summary.read++
    if (found === 'same') summary.skipped++
    else {
      if (found === 'new') summary.inserted++
      else summary.updated++
      // Of duplicate rows in a batch the last one is written.
      batch.set(comparison.keyOf(kind, item.row), item.row)
    }
    if (batch.size >= BATCH) await flush()
  }
  await flush()
  summary.elapsed_ms = tools.clock.now() - begun
  return summary
}

/** Compares rows with the catalogue and with earlier rows of the same file. */
class RowComparison {
  readonly #catalog: Catalog
  readonly #before = new Map<string, string>()
  readonly #tickers = new Set<string>()

  constructor(known: Catalog) {
    this.#catalog = known
  }

  compare(kind: ReferenceFileKind, row: ReferenceFileRow<ReferenceFileKind>): RowStatus {
    const problem = this.#validate(row)
    if (problem !== null) return { reason: problem }
    const key = this.keyOf(kind, row)
    const facts = JSON.stringify(row, Object.keys(row).sort())
    const before = this.#before.get(key) ?? this.#stored(row)
    this.#before.set(key, facts)
    if (kind === 'listings' && 'ticker' in row) this.#tickers.add(row.ticker)
    return before === undefined ? 'new' : before === facts ? 'same' : 'changed'
  }

  keyOf(kind: ReferenceFileKind, row: ReferenceFileRow<ReferenceFileKind>): string {
    if ('source' in row) return `${row.source} ${row.target} ${row.type}`
    return kind === 'memberships' && 'node_id' in row ? `${row.ticker} ${row.node_id}` : row.ticker
  }

  #validate(row: ReferenceFileRow<ReferenceFileKind>): string | null {
    if ('source' in row) {
      if (row.source === row.target) return 'source and target are the same listing'
      return this.#unknown(row.source) ?? this.#unknown(row.target)
    }
    if ('node_id' in row) {
      return (
        this.#unknown(row.ticker) ??
        (this.#catalog.megatrend(row.node_id) ? null : `there is no megatrend ${row.node_id}`)
      )
    }
    if (row.ticker.split('.').at(-1) !== row.exchange) return `the ticker must end in .${row.exchange}`
    return row.gics !== null && !this.#catalog.gicsNode(row.gics) ? `there is no GICS code ${row.gics}` : null
  }

  #unknown(ticker: string): string | null {
    return this.#catalog.listingByTicker(ticker) ? null : `there is no listing "${ticker}"`
  }

  /** The stored values of a row's listing, membership or relation, in the columns of the file; undefined when there is none. */
  #stored(row: ReferenceFileRow<ReferenceFileKind>): string | undefined {
    const facts = 'source' in row ? this.#relation(row) : 'node_id' in row ? this.#membership(row) : this.#listing(row)
    return facts === undefined ? undefined : JSON.stringify(facts, Object.keys(row).sort())
  }

  #listing(row: ReferenceFileRow<'listings'>): ReferenceFileRow<'listings'> | undefined {
    const listing = this.#catalog.listingByTicker(row.ticker)
    return (
      listing && {
        ticker: listing.ticker,
        name: listing.name,
        short_names: [...listing.shortNames],
        former_names: [...listing.formerNames],
        exchange: listing.exchangeCode,
        country: listing.country,
        currency: listing.currency,
        type: listing.type,
        gics: listing.gicsCode,
        isin: listing.isin,
        website: listing.website,
        market_cap_usd: listing.marketCapUsd,
        shares_outstanding: listing.sharesOutstanding,
        employees: listing.employees,
        ipo_date: listing.ipoDate,
        fiscal_year_end: listing.fiscalYearEnd,
        description: listing.description,
      }
    )
  }

  #membership(row: ReferenceFileRow<'memberships'>): ReferenceFileRow<'memberships'> | undefined {
    const listing = this.#catalog.listingByTicker(row.ticker)
    const member = listing && this.#catalog.membershipsOf(listing.id).find(({ nodeId }) => nodeId === row.node_id)
    return member && { ...row, role: member.role, exposure: member.exposure, reason: member.reason }
  }

  #relation(row: ReferenceFileRow<'relations'>): ReferenceFileRow<'relations'> | undefined {
    const source = this.#catalog.listingByTicker(row.source)
    const target = this.#catalog.listingByTicker(row.target)
    const edge =
      source &&
      target &&
      this.#catalog
        .relationsOf(source.id)
        .find((one) => one.sourceId === source.id && one.targetId === target.id && one.type === row.type)
    return edge && { ...row, weight: edge.weight, sign: edge.sign, note: edge.note }
  }
}
