import { isDatabaseAway } from '../core/database/database-fault.ts'
import type { Notifications } from '../core/database/notifications.ts'
import { log } from '../core/log.ts'
import { readCatalogRows } from './catalog.store.ts'
import { Catalog } from './catalog-snapshot.ts'

/** How long after a change the catalogue is read again, and after an attempt that failed for want of a database. */
const RELOAD_MS = 300
const RELOAD_AGAIN_MS = 2_000

let current: Catalog | null = null

/** The current snapshot; throws before `openCatalog`. */
export function catalog(): Catalog {
  if (!current) throw new Error('The catalogue is not open yet.')
  return current
}

/**
 * Loads the catalogue and reloads it on database notifications: changed reference data is visible within seconds on every instance.
 * `known` is a snapshot of the very reference data that the database has; it is not read again then. `prepare` makes what depends on a
 * snapshot, before it is shown.
 */
export async function openCatalog(
  notifications: Notifications | null,
  known: Catalog | null = null,
  prepare: (coming: Catalog) => Promise<void> = async () => {},
): Promise<void> {
  current = known ?? new Catalog(await readCatalogRows())
  let pending: NodeJS.Timeout | undefined
  const reloadIn = (delayMs: number) => {
    clearTimeout(pending)
    pending = setTimeout(reload, delayMs).unref()
  }
  let [begun, shown] = [0, 0]
  const reload = async () => {
    const own = ++begun
    try {
      const read = await new Catalog(await readCatalogRows()).warm()
      await prepare(read)
      // One that was read later may be ready already.
      if (own < shown) return
      current = read
      shown = own
    } catch (error) {
      log.error({ err: error }, 'the catalogue could not be reloaded')
      if (isDatabaseAway(error)) reloadIn(RELOAD_AGAIN_MS)
    }
  }
  notifications?.on('reference_changed', () => {
    // A load sends one notification per kind: reload once, shortly after the last.
    reloadIn(RELOAD_MS)
  })
}
