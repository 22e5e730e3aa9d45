import { LRUCache } from 'lru-cache'
import { log } from '../core/log.ts'
import type { Notifications } from '../core/notifications.ts'
import { readActionsOf } from './action.store.ts'
import { type Adjustment, adjustedBars, type CorporateAction } from './adjust.math.ts'
import { aggregatedBars, type Timeframe } from './aggregate.math.ts'
import { type DataSet, readSeries } from './bar.store.ts'
import { type Bars, emptyBars } from './bars.math.ts'
import { type DividendFacts, dividendFacts } from './dividend.math.ts'
import { type Quote, splitAdjustedQuote } from './quote.math.ts'
import { RANGE_DAYS, readOrigins, readQuotes, type SeriesRow } from './quote.store.ts'

/** Bytes of bars kept at hand; the least recently asked go first. */
const SERIES_BYTES_MAX = 96 * 1024 * 1024
const NO_ACTIONS: readonly CorporateAction[] = []

/** Latest quotes, corporate actions and lately asked series in memory, as fresh as the last notice of a change. */
class Market {
  readonly #quotes = new Map<number, Quote>()
  readonly #actions = new Map<number, readonly CorporateAction[]>()
  readonly #origins = new Map<number, SeriesRow>()
  readonly #dividends = new Map<number, { readonly today: number; readonly facts: DividendFacts | null }>()
  readonly #series = new LRUCache<string, Bars>({
    maxSize: SERIES_BYTES_MAX,
    sizeCalculation: (bars) => 200 + bars.length * 44,
  })
  /** Counts notices, so that what was read before one is not kept after it. */
  #notices = 0

  /** The latest quote; undefined without bars. */
  quote(listingId: number): Quote | undefined {
    return this.#quotes.get(listingId)
  }

  /** Splits and dividends, oldest first. */
  actions(listingId: number): readonly CorporateAction[] {
    return this.#actions.get(listingId) ?? NO_ACTIONS
  }

  /** Whose data a listing has; null = it has none. */
  dataSet(listingId: number): DataSet | null {
    return this.#origins.get(listingId)?.dataSet ?? null
  }

  /** Currency of the bars where it is not the listing's own. */
  currency(listingId: number): string | null {
    return this.#origins.get(listingId)?.currency ?? null
  }

  /** Changes whenever what is in memory does. */
  get changes(): number {
    return this.#notices
  }

  /** What the dividends come to on `today`, or on the day the listing's bars end if that is earlier; null when it never paid. */
  dividends(listingId: number, today: number): DividendFacts | null {
    const known = this.#dividends.get(listingId)
    if (known?.today === today) return known.facts
    const quote = this.#quotes.get(listingId)
    const asOf = quote ? Math.min(today, quote.day) : today
    const facts = dividendFacts(this.actions(listingId), asOf, quote?.close ?? null)
    this.#dividends.set(listingId, { today, facts })
    return facts
  }

  /** Series of listings, adjusted and aggregated; those not at hand are read in one statement. Listings without bars have empty ones. */
  async series(listingIds: readonly number[], timeframe: Timeframe, adjustment: Adjustment): Promise<Bars[]> {
    const raw = (id: number) => this.#series.get(seriesKey(id, 'day', 'raw'))
    const wanted = (id: number) => this.#series.get(seriesKey(id, timeframe, adjustment))
    const missing = listingIds.filter((id) => !wanted(id) && !raw(id) && this.#quotes.has(id))
    const notices = this.#notices
    const read = missing.length > 0 ? await readSeries([...new Set(missing)]) : new Map<number, Bars>()
    const keep = notices === this.#notices
    return listingIds.map((id) => {
      const present = wanted(id)
      if (present) return present
      const bars = raw(id) ?? read.get(id) ?? emptyBars(0)
      if (keep && bars.length > 0) this.#series.set(seriesKey(id, 'day', 'raw'), bars)
      const derived = aggregatedBars(adjustedBars(bars, this.actions(id), adjustment), timeframe)
      if (keep && derived !== bars) this.#series.set(seriesKey(id, timeframe, adjustment), derived)
      return derived
    })
  }

  /** Forgets the series of these listings, null = of all. */
  forget(listingIds: readonly number[] | null): void {
    this.#notices++
    const forgotten = listingIds && new Set(listingIds)
    for (const key of this.#series.keys()) {
      if (!forgotten || forgotten.has(Number.parseInt(key, 10))) this.#series.delete(key)
    }
  }

  /** Reads quotes and actions of these listings again, null = of all. */
  async refresh(listingIds: readonly number[] | null): Promise<void> {
    const [rows, actions, origins] = await Promise.all([
      readQuotes(listingIds),
      readActionsOf(listingIds),
      readOrigins(listingIds),
    ])
    const split = rows.filter((row) =>
      actions.get(row.id)?.some(({ type, day }) => type === 'split' && day > row.day - RANGE_DAYS && day <= row.day),
    )
    const bars = split.length > 0 ? await readSeries(split.map((row) => row.id)) : new Map<number, Bars>()
    for (const map of [this.#quotes, this.#actions, this.#origins, this.#dividends]) {
      if (listingIds === null) map.clear()
      else for (const id of listingIds) map.delete(id)
    }
    for (const { id, ...quote } of rows) {
      const series = bars.get(id)
      this.#quotes.set(id, series ? splitAdjustedQuote(quote, actions.get(id) ?? [], series, RANGE_DAYS) : quote)
    }
    for (const [id, list] of actions) this.#actions.set(id, list)
    for (const origin of origins) this.#origins.set(origin.id, origin)
    this.forget(listingIds)
  }
}

function seriesKey(listingId: number, timeframe: Timeframe, adjustment: Adjustment): string {
  return `${listingId} ${timeframe} ${adjustment}`
}

let current: Market | null = null

/** The market data at hand. */
export function market(): Market {
  if (!current) throw new Error('The market data is not open yet.')
  return current
}

/** Shortest time between two readings, so that a long ingest does not keep the service reading. */
const REFRESH_PAUSE_MS = 300
const RETRY_PAUSE_MS = 5_000

/** Reads the market data and keeps it fresh: what another process stores shows within a second. */
export async function openMarket(notifications: Notifications | null): Promise<void> {
  const opened = new Market()
  await opened.refresh(null)
  current = opened
  /** Listings with changes that are not read yet; null = any. */
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
      log.error({ err: error }, 'the market data could not be read again')
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
    opened.forget(ids)
    if (ids === null) changed = null
    else for (const id of ids) changed?.add(id)
    schedule(REFRESH_PAUSE_MS)
  })
}
