import { LRUCache } from 'lru-cache'
import { LineCache } from './line-cache.ts'

/** Bars on which one signal fires, for all places of a worker. */
export interface FiredColumn {
  /** Last bars of which it is known. */
  readonly bars: number
  /** A bit for each of them, `wordsEach` words for each place. */
  readonly words: Uint32Array
  readonly wordsEach: number
  /** State of the bars that the bits of each place were computed from; 0 = none. */
  readonly stamp: Uint32Array
}

/** Share of the memory that is for lines: ten or more of 12,500 listings; the rest is for the bars on which signals fired. */
const LINES_SHARE = 0.75

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

  /** The column of a signal with room for `places`, of the last `bars` bars or more. */
  column(key: string, places: number, bars: number): FiredColumn {
    const known = this.#columns.get(key)
    if (known && known.bars >= bars && known.stamp.length >= places) return known
    const column = createColumn(places, Math.max(bars, known?.bars ?? 0))
    if (known?.bars === column.bars) {
      column.words.set(known.words)
      column.stamp.set(known.stamp)
    }
    this.#columns.set(key, column)
    return column
  }
}

function createColumn(places: number, bars: number): FiredColumn {
  const wordsEach = Math.ceil(bars / 32)
  return { bars, words: new Uint32Array(places * wordsEach), wordsEach, stamp: new Uint32Array(places) }
}

/** Writes the last bars of `fired` (oldest first) as bits, the last bar first. */
export function packTail(fired: Uint8Array, { bars, words, wordsEach }: FiredColumn, place: number): void {
  const last = fired.length - 1
  const count = Math.min(bars, fired.length)
  for (let word = 0; word < wordsEach; word++) {
    let bits = 0
    const end = Math.min(count, word * 32 + 32)
    for (let bar = word * 32; bar < end; bar++) bits |= (fired[last - bar] ?? 0) << (bar & 31)
    words[place * wordsEach + word] = bits
  }
}
