import type { MatchTable } from './screen-task.pure.ts'

/** A step of a chain that fired on a listing. */
interface FiredStep {
  /** Which of the step's anchors fired. */
  readonly anchor: number
  /** Bars between it and the last closed bar. */
  readonly barsAgo: number
  /** Last trading day of the bar, days since 1970-01-01. */
  readonly day: number
}

/** A listing on which a whole chain fired. */
interface ChainMatch {
  readonly listingId: number
  readonly steps: readonly FiredStep[]
}

/** Last trading day of a bar of a slot so many bars ago. */
type DayOf = (slot: number, barsAgo: number) => number

let places = new Int32Array()
let placesOf: ChainMatches | null = null

/** The listings on which a chain fired; steps are read of those that are shown, for an answer shows few of many thousands. */
export class ChainMatches implements Iterable<ChainMatch> {
  readonly #listingIds: Int32Array
  readonly #tables: readonly MatchTable[]
  readonly #columns: number
  readonly #dayOf: DayOf
  constructor(listingIds: Int32Array, tables: readonly MatchTable[], columns: number, dayOf: DayOf) {
    this.#dayOf = dayOf
    this.#listingIds = listingIds
    this.#tables = tables
    this.#columns = columns
  }

  get size(): number {
    return this.#tables.reduce((sum, { slots }) => sum + slots.length, 0)
  }

  /** The slots of the listings on which the chain fired, thread by thread. */
  get slots(): readonly Int32Array[] {
    return this.#tables.map(({ slots }) => slots)
  }

  /** Bars between the last step of the listing of a slot and the last closed bar; 0 where the chain did not fire. */
  barsAgoOf(slot: number): number {
    const place = this.#places()[slot] ?? -1
    const table = this.#tables[place % this.#tables.length]
    return table?.barsAgo[(Math.floor(place / this.#tables.length) + 1) * this.#columns - 1] ?? 0
  }

  /** The steps of the listing of a slot in their order; none where the chain did not fire. */
  stepsOf(slot: number): FiredStep[] {
    const place = this.#places()[slot] ?? -1
    const table = this.#tables[place % this.#tables.length]
    if (place < 0 || !table) return []
    const row = Math.floor(place / this.#tables.length)
    return Array.from({ length: this.#columns }, (_, step) => {
      const at = row * this.#columns + step
      const barsAgo = table.barsAgo[at] ?? 0
      return { anchor: table.anchors[at] ?? 0, barsAgo, day: this.#dayOf(slot, barsAgo) }
    })
  }

  /**
   * Number of the table and the row of each slot, as `row * tables + table`; -1 where the chain did not fire. Whoever asks last has it:
   * a list of all slots for each screen made the collector work all the time.
   */
  #places(): Int32Array {
    if (placesOf === this) return places
    const size = this.#listingIds.length
    if (places.length < size) places = new Int32Array(size)
    places.fill(-1)
    for (const [number, { slots }] of this.#tables.entries())
      for (let row = 0; row < slots.length; row++) places[slots[row] ?? 0] = row * this.#tables.length + number
    placesOf = this
    return places
  }

  *[Symbol.iterator](): Iterator<ChainMatch> {
    for (const { slots } of this.#tables)
      for (const slot of slots) {
        const listingId = this.#listingIds[slot] ?? 0
        yield { listingId, steps: this.stepsOf(slot) }
      }
  }
}
