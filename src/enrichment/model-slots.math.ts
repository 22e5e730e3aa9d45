/** A bounded number of things under way; the rest wait in the order they came. */
export class Slots {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /** Resolves true when there is room, false when `signal` fires first. Whoever got true calls `release` once. */
  take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free--
      return Promise.resolve(true)
    }
    return new Promise((settle) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        settle(true)
      }
      const leave = () => {
        this.#waiting.delete(enter)
        settle(false)
      }
      this.#waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Makes room for the next. */
  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
