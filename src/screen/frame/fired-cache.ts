import { LRUCache } from 'lru-cache'
import { TAIL_WORDS } from './chain.pure.ts'
import { LineCache } from './line-cache.ts'

/** Bars on which one signal fires, for all places of a worker. */
export interface FiredColumn {
  /** A tail of bits for each place. */
  readonly words: Uint32Array
  /** State of the bars that the bits of each place were computed from; 0 = none. */
  readonly stamp: Uint32Array
}

/** Share of the memory that is for lines; the rest is for the bars on which signals fired. */
const LINES_SHARE = 0.5

/** Bars on which signals fired, kept by signal and day looked from, and tails of lines; the least recently used go first. */
export class FiredCache {
  readonly #columns: LRUCache<string, FiredColumn>
  readonly lines: LineCache

  constructor(bytesMax: number) {
    this.lines = new LineCache(bytesMax * LINES_SHARE)
    this.#columns = new LRUCache({
      maxSize: bytesMax * (1 - LINES_SHARE),
      sizeCalculation: ({ words, stamp }) => words.byteLength + stamp.byteLength,
    })
  }

  /** The column of a signal with room for `places`. */
  column(key: string, places: number): FiredColumn {
    const known = this.#columns.get(key)
    if (known && known.stamp.length >= places) return known
    const column = { words: new Uint32Array(places * TAIL_WORDS), stamp: new Uint32Array(places) }
    if (known) {
      column.words.set(known.words)
      column.stamp.set(known.stamp)
    }
    this.#columns.set(key, column)
    return column
  }
}

/** Writes the last `bars` of `fired` (oldest first) as bits, the last bar first. */
export function packTail(fired: Uint8Array, bars: number, { words }: FiredColumn, place: number): void {
  const at = place * TAIL_WORDS
  words.fill(0, at, at + TAIL_WORDS)
  const last = fired.length - 1
  const count = Math.min(bars, fired.length)
  for (let bar = 0; bar < count; bar++)
    if (fired[last - bar]) words[at + (bar >> 5)] = (words[at + (bar >> 5)] ?? 0) | (1 << (bar & 31))
}
