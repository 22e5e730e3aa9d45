import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Listing } from '../../catalog/catalog.store.ts'
import type { Notifications } from '../../core/database/notifications.ts'
import { log } from '../../core/log.ts'
import type { DataSet } from '../../market/bars/bar.store.ts'
import { market } from '../../market/market.ts'
import { Readings } from '../sentiment/readings.pure.ts'
import { createSeries } from './figure.pure.ts'
import { readHistories, readOrigins } from './history.store.ts'

/** Maximum bytes of cached histories; the least recently used are evicted first. */
const HISTORY_BYTES_MAX = 64 * 1024 * 1024
/** Bytes of a session: a day, fourteen figures, and what is read off them. */
const SESSION_BYTES = 160

/** Whose options are covered, and the histories read lately, kept up with what any process stores. */
class Options {
  #origins = new Map<number, DataSet>()
  readonly #histories = new LRUCache<number, Readings>({
    maxSize: HISTORY_BYTES_MAX,
    sizeCalculation: ({ series }) => 500 + series.length * SESSION_BYTES,
  })
  /** Incremented on every change, so that histories read before a change are not kept after it. */
  #version = 0

  /** Version number of the data. */
  get version(): number {
    return this.#version
  }

  /** Whether the options of a listing are covered. */
  isCovered(listingId: number): boolean {
    return this.#origins.has(listingId)
  }

  /** Ids of the listings whose options are covered. */
  get coveredIds(): readonly number[] {
    return [...this.#origins.keys()]
  }

  /** Data-set mark of answers about a listing's options: `demo` when they are generated, null otherwise. */
  markOf(listing: Listing): 'demo' | null {
    return this.#origins.get(listing.id) === 'demo' ? 'demo' : null
  }

  /** Histories of listings with what is read off them; those not in memory are read in one statement. */
  async histories(listingIds: readonly number[]): Promise<Map<number, Readings>> {
    const found = new Map<number, Readings>()
    const missing: number[] = []
    for (const id of new Set(listingIds)) {
      const known = this.#histories.get(id)
      if (known) found.set(id, known)
      else if (this.#origins.has(id)) missing.push(id)
    }
    if (missing.length === 0) return found
    const version = this.#version
    const read = await readHistories(missing)
    for (const id of missing) {
      const readings = new Readings(read.get(id) ?? createSeries(0))
      found.set(id, readings)
      if (version === this.#version) this.#histories.set(id, readings)
    }
    return found
  }

  /** Forgets what is known of these listings' histories (null = of all). */
  evict(listingIds: readonly number[] | null): void {
    this.#version++
    if (listingIds === null) this.#histories.clear()
    else for (const id of listingIds) this.#histories.delete(id)
  }

  readonly #inTurn = pLimit(1)

  /** Reads again whose options are covered; of two readings at once the one that began first is not the last. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const origins = await readOrigins(null)
      this.#origins = new Map(origins.map(({ listingId, dataSet }) => [listingId, dataSet]))
      this.#version++
    })
  }
}

let current: Options | null = null

/** The options in memory; throws before `openOptions`. */
export function options(): Options {
  if (!current) throw new Error('The options are not open yet.')
  return current
}

/** Pause in which the batches of one ingest gather, and before another attempt. */
const GATHER_MS = 300
const RETRY_MS = 5_000

/** Reads whose options are covered, and keeps up with what any process stores. */
export async function openOptions(notifications: Notifications | null): Promise<void> {
  const opened = new Options()
  await opened.refresh()
  current = opened
  let pending = false
  const schedule = (pauseMs: number) => {
    if (pending) return
    pending = true
    setTimeout(() => void refresh(), pauseMs).unref()
  }
  const refresh = async () => {
    pending = false
    try {
      await opened.refresh()
    } catch (error) {
      log.error({ err: error }, 'the options could not be read again')
      opened.evict(null)
      schedule(RETRY_MS)
    }
  }
  notifications?.on('options_changed', (payload) => {
    opened.evict(payload === '' ? null : payload.split(',').map(Number))
    schedule(GATHER_MS)
  })
  // Realised volatility comes from bars.
  market().onRefresh(() => opened.evict([]))
}
