import { digestReference, readReference } from './reference.source.ts'
import { asOnlyLoader, LOAD_ORDER, readLoadedDigests, upsertReference } from './reference.store.ts'

/** Loads the shipped reference data into the database, skipping kinds whose files are unchanged; returns the kinds loaded. */
export async function loadReference(): Promise<readonly string[]> {
  const shipped = new Map(
    await Promise.all(LOAD_ORDER.map(async (kind) => [kind, await digestReference(kind)] as const)),
  )
  const before = await readLoadedDigests()
  if (LOAD_ORDER.every((kind) => before.get(kind) === shipped.get(kind))) return []
  // Of several processes that start together one loads, the others wait for it.
  return asOnlyLoader(() => loadChanged(shipped))
}

async function loadChanged(shipped: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const loaded = await readLoadedDigests()
  const changed: string[] = []
  for (const kind of LOAD_ORDER) {
    // Kinds after a changed one are reloaded too: rows skipped before may now find the listing they refer to.
    if (loaded.get(kind) === shipped.get(kind) && changed.length === 0) continue
    const { rows, sha256 } = await readReference(kind)
    await upsertReference(kind, rows, sha256)
    changed.push(kind)
  }
  return changed
}
