import { barsAgoMaxOf, createChainMatcher, firedWithin, type StepMatch } from './chain.pure.ts'
import type { FiredCache } from './fired-cache.ts'
import { eachOwn, type Ownership } from './owner.pure.ts'
import type { MatchTable, ScreenTask } from './screen-task.pure.ts'
import { SlotReader } from './slot-reader.ts'
import type { FrameBars } from './slot-series.pure.ts'

/** Matches a chain for the own slots among the candidates. */
export function screenSlots(frame: FrameBars, task: ScreenTask, own: Ownership, cache: FiredCache): MatchTable {
  const { steps, candidates } = task
  const last = steps.at(-1)
  const table = new GrowingTable(steps.length)
  const reader = new SlotReader(frame, task, own, cache)
  const match = createChainMatcher(steps)
  eachOwn(candidates, frame.directory.size, own, (slot) => {
    if (!last || !reader.turnTo(slot)) return
    let fired = false
    for (const anchor of last.anchors) {
      const { words, at } = reader.bitsOf(anchor.signal)
      if (!firedWithin(words, at, barsAgoMaxOf(anchor) + 1)) continue
      fired = true
      break
    }
    const matches = fired ? match(reader) : null
    if (!matches) return
    table.add(slot, matches)
  })
  return table.done()
}

/** Rows of matches while they are found: an object for each would take longer than finding it. */
class GrowingTable {
  readonly #columns: number
  #rows = 0
  #slots = new Int32Array(FIRST_ROWS)
  #anchors: Uint16Array
  #barsAgo: Uint8Array

  constructor(columns: number) {
    this.#columns = columns
    this.#anchors = new Uint16Array(FIRST_ROWS * columns)
    this.#barsAgo = new Uint8Array(FIRST_ROWS * columns)
  }

  add(slot: number, matches: readonly StepMatch[]): void {
    if (this.#rows === this.#slots.length) this.#grow()
    const first = this.#rows * this.#columns
    matches.forEach(({ anchor, barsAgo }, step) => {
      this.#anchors[first + step] = anchor
      this.#barsAgo[first + step] = barsAgo
    })
    this.#slots[this.#rows++] = slot
  }

  done(): MatchTable {
    const cells = this.#rows * this.#columns
    return {
      slots: this.#slots.slice(0, this.#rows),
      anchors: this.#anchors.slice(0, cells),
      barsAgo: this.#barsAgo.slice(0, cells),
    }
  }

  #grow(): void {
    const rows = this.#slots.length * 4
    const cells = rows * this.#columns
    const [slots, anchors, barsAgo] = [this.#slots, this.#anchors, this.#barsAgo]
    this.#slots = new Int32Array(rows)
    this.#anchors = new Uint16Array(cells)
    this.#barsAgo = new Uint8Array(cells)
    this.#slots.set(slots)
    this.#anchors.set(anchors)
    this.#barsAgo.set(barsAgo)
  }
}

const FIRST_ROWS = 1_024
