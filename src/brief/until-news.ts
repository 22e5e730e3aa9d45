import { type Catalog, catalog } from '../listing/catalog.ts'
import { forgetOnNews } from '../news/feed-total.ts'

/**
 * A memory of what was read from news, by key, at most `most` entries; empty again when there is news or the catalogue is another.
 * Failed reads are not kept.
 */
export function untilNews<Value>(most: number): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const known = new Map<string, Promise<Value>>()
  let of: Catalog | null = null
  forgetOnNews(() => known.clear())
  return (key, read) => {
    if (of !== catalog()) known.clear()
    of = catalog()
    const present = known.get(key)
    if (present) return present
    if (known.size >= most) known.clear()
    // Kept from its start on: news that comes while it is being read clears it with the others.
    const reading = read()
    known.set(key, reading)
    reading.catch(() => {
      if (known.get(key) === reading) known.delete(key)
    })
    return reading
  }
}
