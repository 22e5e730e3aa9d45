import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Listing } from '../catalog/catalog.store.ts'
import { inSlices } from '../core/call/prepared.ts'
import type { Notifications } from '../core/database/notifications.ts'
import { log } from '../core/log.ts'
import { mapInPieces } from '../core/pieces.pure.ts'
import { readActions } from './bars/action.store.ts'
import { type ActionTable, packActions } from './bars/action-table.pure.ts'
import { type Adjustment, adjustBars, type CorporateAction } from './bars/adjust.pure.ts'
import { aggregateBars, type Timeframe } from './bars/aggregate.pure.ts'
import { type DataSet, readSeries } from './bars/bar.store.ts'
import { type Bars, createBars } from './bars/bars.pure.ts'
import { computeDividendFacts, type DividendFacts } from './dividend/dividend.pure.ts'
import { adjustQuote, type Quote } from './quote/quote.pure.ts'
import { RANGE_DAYS, readOrigins, readQuotes, type SeriesRow } from './quote/quote.store.ts'

/** Maximum bytes of cached bars; the least recently used series are evicted first. */
const SERIES_BYTES_MAX = 96 * 1024 * 1024

/** Market data in memory: latest quotes, corporate actions and recently read series, refreshed on notifications. */
class Market {
  #quotes = new Map<number, Quote>()
  #actions: ActionTable | null = null
  /** Actions of listings that were loaded again since the table was packed. */
  #changedActions = new Map<number, readonly CorporateAction[]>()
  #origins = new Map<number, SeriesRow>()
  readonly #dividends = new Map<number, { readonly today: number; readonly facts: DividendFacts | null }>()
  readonly #series = new LRUCache<string, Bars>({
    maxSize: SERIES_BYTES_MAX,
    sizeCalculation: (bars) => 200 + bars.length * 44,
  })
  /** Incremented on every change, so that series read before a change are not cached after it. */
  #version = 0

  /** Latest quote of a listing; undefined without bars. */
  quote(listingId: number): Quote | undefined {
    return this.#quotes.get(listingId)
  }

  /** Corporate actions of a listing, oldest first. */
  actions(listingId: number): readonly CorporateAction[] {
    return this.#changedActions.get(listingId) ?? this.#actions?.of(listingId) ?? []
  }

  /** Data set of a listing's market data; null when it has none. */
  dataSet(listingId: number): DataSet | null {
    return this.#origins.get(listingId)?.dataSet ?? null
  }

  /** Currency of a listing's bars where it differs from the listing's; null otherwise. */
  currency(listingId: number): string | null {
    return this.#origins.get(listingId)?.currency ?? null
  }

  /** Data-set mark of answers with this listing's market data: `demo` when it is generated, null otherwise. */
  markOf(listing: Listing): 'demo' | null {
    return this.dataSet(listing.id) === 'demo' ? 'demo' : null
  }

  /** Currency of a listing's bars and dividends; GBX is pence sterling. */
  currencyOf(listing: Listing): string {
    return this.currency(listing.id) ?? listing.currency
  }

  readonly #listeners: (() => void)[] = []

  /** Calls `listener` whenever quotes and actions were loaded again. */
  onRefresh(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Version number of the data in memory. */
  get version(): number {
    return this.#version
  }

  /** Dividend figures of a listing on `today`, or on the day of its last bar if earlier; null when it never paid. */
  dividends(listingId: number, today: number): DividendFacts | null {
    const known = this.#dividends.get(listingId)
    if (known?.today === today) return known.facts
    const quote = this.#quotes.get(listingId)
    const asOf = quote ? Math.min(today, quote.day) : today
    const facts = computeDividendFacts(this.actions(listingId), asOf, quote?.close ?? null)
    this.#dividends.set(listingId, { today, facts })
    return facts
  }

  /** Adjusted and aggregated series of listings; uncached ones are read in one statement. Empty for listings without bars. */
  async series(listingIds: readonly number[], timeframe: Timeframe, adjustment: Adjustment): Promise<Bars[]> {
    const raw = (id: number) => this.#series.get(seriesKey(id, 'day', 'raw'))
    const wanted = (id: number) => this.#series.get(seriesKey(id, timeframe, adjustment))
    const missing = listingIds.filter((id) => !wanted(id) && !raw(id) && this.#quotes.has(id))
    const version = this.#version
    const read = missing.length > 0 ? await readSeries([...new Set(missing)]) : new Map<number, Bars>()
    const keep = version === this.#version
    return listingIds.map((id) => {
      const present = wanted(id)
      if (present) return present
      const bars = raw(id) ?? read.get(id) ?? createBars(0)
      if (keep && bars.length > 0) this.#series.set(seriesKey(id, 'day', 'raw'), bars)
      const derived = aggregateBars(adjustBars(bars, this.actions(id), adjustment), timeframe)
      if (keep && derived !== bars) this.#series.set(seriesKey(id, timeframe, adjustment), derived)
      return derived
    })
  }

  /** Evicts the cached series of these listings (null = of all). */
  evict(listingIds: readonly number[] | null): void {
    this.#version++
    const evicted = listingIds && new Set(listingIds)
    for (const key of this.#series.keys()) {
      if (!evicted || evicted.has(Number.parseInt(key, 10))) this.#series.delete(key)
    }
  }

  readonly #inTurn = pLimit(1)

  /** Reloads quotes and actions of these listings (null = of all); of two reloads at once the one that read first is not the last. */
  refresh(listingIds: readonly number[] | null): Promise<void> {
    return this.#inTurn(() => this.#reload(listingIds))
  }

  async #reload(listingIds: readonly number[] | null): Promise<void> {
    const [rows, actions, origins] = await Promise.all([
      readQuotes(listingIds),
      readActions(listingIds),
      readOrigins(listingIds),
    ])
    const split = rows.filter((row) =>
      actions.get(row.id)?.some(({ type, day }) => type === 'split' && day > row.day - RANGE_DAYS && day <= row.day),
    )
    const bars = split.length > 0 ? await readSeries(split.map((row) => row.id)) : new Map<number, Bars>()
    const quotes = new Map<number, Quote>()
    const readFrom = new Map<number, SeriesRow>()
    await inSlices(
      mapInPieces(rows, ({ id, ...quote }) => {
        const series = bars.get(id)
        quotes.set(id, series ? adjustQuote(quote, actions.get(id) ?? [], series, RANGE_DAYS) : quote)
      }),
    )
    await inSlices(mapInPieces(origins, (origin) => readFrom.set(origin.id, origin)))
    const packed = listingIds === null ? await inSlices(packActions(actions)) : null
    // Callers see all of it at once.
    if (packed) {
      this.#quotes = quotes
      this.#actions = packed
      this.#changedActions = new Map()
      this.#origins = readFrom
      this.#dividends.clear()
    } else if (listingIds) {
      for (const map of [this.#quotes, this.#origins, this.#dividends]) for (const id of listingIds) map.delete(id)
      for (const id of listingIds) this.#changedActions.set(id, actions.get(id) ?? [])
      for (const [id, quote] of quotes) this.#quotes.set(id, quote)
      for (const [id, origin] of readFrom) this.#origins.set(id, origin)
    }
    this.evict(listingIds)
    for (const listener of this.#listeners) listener()
  }
}

function seriesKey(listingId: number, timeframe: Timeframe, adjustment: Adjustment): string {
  return `${listingId} ${timeframe} ${adjustment}`
}

let current: Market | null = null

/** The market data; throws before `openMarket`. */
export function market(): Market {
  if (!current) throw new Error('The market data is not open yet.')
  return current
}

/** Minimum pause between two reloads, so that a long ingest does not cause continuous reloading. */
const REFRESH_PAUSE_MS = 300
const RETRY_PAUSE_MS = 5_000

/** Loads the market data and reloads it on database notifications: data stored by another process is visible within a second. */
export async function openMarket(notifications: Notifications | null): Promise<void> {
  const opened = new Market()
  await opened.refresh(null)
  current = opened
  /** Listings with changes not reloaded yet; null = any. */
  let changed: Set<number> | null = new Set()
  let pending = false
  const refresh = async () => {
    const ids = changed === null ? null : [...changed]
    changed = new Set()
    let failed = false
    try {
      await opened.refresh(ids)
    } catch (error) {
      changed = null
      failed = true
      log.error({ err: error }, 'the market data could not be reloaded')
    }
    pending = false
    if (failed || changed === null || changed.size > 0) schedule(failed ? RETRY_PAUSE_MS : REFRESH_PAUSE_MS)
  }
  const schedule = (pauseMs: number) => {
    if (pending) return
    pending = true
    setTimeout(() => void refresh(), pauseMs).unref()
  }
  notifications?.on('market_changed', (payload) => {
    const ids = payload === '' ? null : payload.split(',').map(Number)
    opened.evict(ids)
    if (ids === null) changed = null
    else for (const id of ids) changed?.add(id)
    schedule(REFRESH_PAUSE_MS)
  })
}
