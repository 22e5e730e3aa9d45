import type { Clock } from '../core/clock.ts'
import { type IngestSummary, newSummary, type Rejection, reject } from '../core/ingest-summary.ts'
import { type Catalog, catalog } from './catalog.ts'
import { upsertReference } from './reference.store.ts'
import type { PlacedRow, ReferenceFileKind, ReferenceFileRow } from './reference-file.source.ts'

const BATCH = 2_000

/** How a row of a kind relates to what stands already: why it cannot be taken, or whether it is new, other, the same. */
type Standing = 'new' | 'changed' | 'same' | { readonly reason: string }

const REFERENCE_KINDS = { listings: 'listing', memberships: 'membership', relations: 'relation' } as const

/** Stores rows of an operator's reference file; what refers to nothing known is rejected, what stands already is left alone. */
export async function ingestReferenceFile<Kind extends ReferenceFileKind>(
  kind: Kind,
  rows: AsyncIterable<PlacedRow<ReferenceFileRow<Kind>> | Rejection>,
  tools: { readonly clock: Clock; readonly onProgress?: (summary: Readonly<IngestSummary>) => void },
): Promise<IngestSummary> {
  const begun = tools.clock.now()
  const summary = newSummary(kind)
  const standing = new Standings(catalog())
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
    const found = standing.of(kind, item.row)
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
      // Of one row twice in a batch the later one counts.
      batch.set(standing.keyOf(kind, item.row), item.row)
    }
    if (batch.size >= BATCH) await flush()
  }
  await flush()
  summary.elapsed_ms = tools.clock.now() - begun
  return summary
}

/** Compares rows with the catalogue, and with the rows that came before them. */
class Standings {
  readonly #catalog: Catalog
  readonly #before = new Map<string, string>()
  readonly #tickers = new Set<string>()

  constructor(known: Catalog) {
    this.#catalog = known
  }

  of(kind: ReferenceFileKind, row: ReferenceFileRow<ReferenceFileKind>): Standing {
    const problem = this.#problemOf(row)
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

  #problemOf(row: ReferenceFileRow<ReferenceFileKind>): string | null {
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
    if (!this.#catalog.exchange(row.exchange)) return `there is no exchange "${row.exchange}"`
    if (row.ticker.split('.').at(-1) !== row.exchange) return `the ticker must end in .${row.exchange}`
    return row.gics !== null && !this.#catalog.gicsNode(row.gics) ? `there is no GICS code ${row.gics}` : null
  }

  #unknown(ticker: string): string | null {
    return this.#catalog.listingByTicker(ticker) ? null : `there is no listing "${ticker}"`
  }

  /** What stands of a row, in the words of the file. */
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
