/** How long work, of calls or behind them, may hold the event loop in one go. */
export const SLICE_MS = 5

/** Microtasks that what was resumed gets before the next is: promises on the way to the work itself. */
const HOPS = 4

/** The pieces of one call's work that wait to go on, first come first served. */
export class TurnQueue {
  #waiting: (() => void)[] = []
  #next = 0

  get isEmpty(): boolean {
    return this.#next === this.#waiting.length
  }

  /** Resolves when it is this call's turn. */
  wait(): Promise<void> {
    rotation.add(this)
    return new Promise((settle) => this.#waiting.push(settle))
  }

  /** Lets the first that waits go on. */
  resumeOne(): void {
    this.#waiting[this.#next++]?.()
    if (!this.isEmpty) return
    this.#waiting = []
    this.#next = 0
  }
}

let sliceOpen = false
let sliceBegunMs = 0

/** Calls that wait, in rotation: each has one piece of work done before the first has its next. */
const rotation = new Set<TurnQueue>()

/** Whether work of calls has held this turn of the event loop long enough; requests that came meanwhile are looked at before it goes on. */
export function isSliceOver(): boolean {
  const nowMs = performance.now()
  if (sliceOpen) return nowMs - sliceBegunMs > SLICE_MS
  openSlice(nowMs)
  return false
}

function openSlice(nowMs: number): void {
  sliceOpen = true
  sliceBegunMs = nowMs
  setImmediate(closeSlice)
}

function closeSlice(): void {
  sliceOpen = false
  if (rotation.size > 0) void resumeWaiting()
}

async function resumeWaiting(): Promise<void> {
  while (!isSliceOver()) {
    const [queue] = rotation
    if (!queue) return
    rotation.delete(queue)
    queue.resumeOne()
    if (!queue.isEmpty) rotation.add(queue)
    for (let hop = 0; hop < HOPS; hop++) await null
  }
}
