import { setTimeout as pause } from 'node:timers/promises'
import { catalog } from '../../catalog/catalog.ts'
import type { Catalog } from '../../catalog/catalog-snapshot.ts'
import type { Notifications } from '../../core/database/notifications.ts'
import { Figure } from './figure.ts'

/** A moment in which the batches of one ingest gather, so that figures are not read again for each. */
const GATHER_MS = 300
/** Figures nobody asked for within this time are read again only when somebody does. */
const USED_MS = 120_000

/** Where figures are cached; what they were read from may change. */
interface FigureCache {
  /** Forgets everything. */
  clear(): void
  /** Notes that news was stored which no figure knows of. */
  outdate(): void
  /** Figures that were used since a moment and do not know the latest news, the one used last first. */
  outdatedSince(momentMs: number): Figure<unknown>[]
}

const caches: FigureCache[] = []

/**
 * A cache of figures read from news, by key, of at most `sizeMax` entries; those not used for longest leave first. When news is stored,
 * figures in use are read again in the background, and for a few seconds the old ones are served to callers who would have to wait. When
 * the catalogue is loaded anew all are forgotten. Callers that wait for the same figure share one reading; failed readings are not cached.
 */
export function untilNews<Value>(sizeMax: number): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const cached = new Map<string, Figure<Value>>()
  let catalogue: Catalog | null = null
  caches.push({
    clear: () => cached.clear(),
    outdate() {
      for (const figure of cached.values()) figure.outdate()
    },
    outdatedSince: (momentMs) =>
      // Read with another catalogue they would be forgotten at once.
      catalogue === catalog()
        ? [...cached.values()].reverse().filter((figure) => figure.isOutdated && figure.usedAtMs >= momentMs)
        : [],
  })
  return async (key, read) => {
    if (catalogue !== catalog()) cached.clear()
    catalogue = catalog()
    const present = cached.get(key)
    const figure = present ?? new Figure(read)
    // A map lists its keys in the order they were set: the last one set is the last one used.
    cached.delete(key)
    cached.set(key, figure)
    const [oldest] = cached.keys()
    if (cached.size > sizeMax && oldest !== undefined) cached.delete(oldest)
    try {
      return await figure.value()
    } catch (error) {
      if (cached.get(key) === figure) cached.delete(key)
      throw error
    }
  }
}

/** Keeps all cached figures up with what any process stores, from nothing: news outdates them, reference data empties the caches. */
export function watchNews(notifications: Notifications): void {
  for (const cache of caches) cache.clear()
  notifications.on('news_changed', () => {
    for (const cache of caches) cache.outdate()
    refresh()
  })
  notifications.on('reference_changed', () => {
    for (const cache of caches) cache.clear()
  })
}

let refreshing = false

/** Reads outdated figures again, one at a time, until there are none, at most half of the time. */
async function refresh(): Promise<void> {
  if (refreshing) return
  refreshing = true
  let pauseMs = GATHER_MS
  let outdated: Figure<unknown>[]
  do {
    await pause(pauseMs, undefined, { ref: false })
    const begunMs = performance.now()
    outdated = caches.flatMap((cache) => cache.outdatedSince(begunMs - USED_MS))
    // A figure that fails stays outdated: the next caller reads it, and hears of the failure.
    for (const figure of outdated) await figure.readAnew().catch(() => {})
    pauseMs = Math.max(GATHER_MS, performance.now() - begunMs)
  } while (outdated.length > 0)
  refreshing = false
}
