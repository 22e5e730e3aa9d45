import { readReference } from './reference.source.ts'
import { LOAD_ORDER, loadedDigests, upsertReference } from './reference.store.ts'

/** Brings the shipped reference data into the database; kinds whose files have not changed are skipped. Returns the kinds loaded. */
export async function loadReference(): Promise<readonly string[]> {
  const loaded = await loadedDigests()
  const changed: string[] = []
  for (const kind of LOAD_ORDER) {
    const { rows, sha256 } = await readReference(kind)
    // What refers to a kind is loaded again with it: rows left out before may find their listing now.
    if (loaded.get(kind) === sha256 && changed.length === 0) continue
    await upsertReference(kind, rows, sha256)
    changed.push(kind)
  }
  return changed
}
