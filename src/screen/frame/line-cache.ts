import { LRUCache } from 'lru-cache'
import type { LineKey } from '../technical/line-key.pure.ts'

/** Last bars of a line that are kept: those of the usual window and what patterns read before it. */
export const KEPT_BARS = 28

/** The last values of a daily line, for all places of a worker. */
export interface LineColumn {
  readonly values: Float64Array
  /** State of the bars that the values of each place were computed from; 0 = none. */
  readonly stamp: Uint32Array
}

/** Tails of daily lines, for signals that are asked for the first time on lines that others read; the least recently used go first. */
export class LineCache {
  readonly #columns: LRUCache<LineKey, LineColumn>

  constructor(bytesMax: number) {
    this.#columns = new LRUCache({
      maxSize: Math.max(1, bytesMax),
      sizeCalculation: ({ values, stamp }) => values.byteLength + stamp.byteLength + 1,
    })
  }

  /** The column of a line with room for `places`. */
  column(key: LineKey, places: number): LineColumn {
    const known = this.#columns.get(key)
    if (known && known.stamp.length >= places) return known
    const column = { values: new Float64Array(places * KEPT_BARS), stamp: new Uint32Array(places) }
    this.#columns.set(key, column)
    return column
  }
}
