import { setTimeout as pause } from 'node:timers/promises'
import { outsideCalls } from '../../core/call/call-scope.ts'

/** Longest wait for a new value while the old one can be served. */
const WAIT_MS_MAX = 150
/** Time from news until a value that does not know it is no longer served. */
const OUTDATED_MS_MAX = 4_000

/** A value that is costly to read and depends on the news stored; callers share its readings. */
export class Figure<Value> {
  readonly #read: () => Promise<Value>
  #known: { readonly value: Value } | null = null
  #reading: Promise<Value> | null = null
  /** When the first news was stored that the known value, or the one being read, does not know of. */
  #outdatedAtMs: number | null = null
  #missedAtMs: number | null = null
  #usedAtMs = performance.now()

  constructor(read: () => Promise<Value>) {
    this.#read = read
  }

  /** When it was last asked for. */
  get usedAtMs(): number {
    return this.#usedAtMs
  }

  /** True when there was news after it was read. */
  get isOutdated(): boolean {
    return this.#outdatedAtMs !== null
  }

  /** Notes that news was stored. */
  outdate(): void {
    const nowMs = performance.now()
    if (this.#known) this.#outdatedAtMs ??= nowMs
    if (this.#reading) this.#missedAtMs ??= nowMs
  }

  /** The value after the latest news; the one before it where reading takes longer than a moment and that news is seconds old. */
  async value(): Promise<Value> {
    this.#usedAtMs = performance.now()
    if (this.#known && !this.isOutdated) return this.#known.value
    const impatient = new AbortController()
    const late = pause(WAIT_MS_MAX, 'late' as const, { signal: impatient.signal }).catch(() => 'late' as const)
    try {
      // A reading that was under way may have missed the latest news: the one after it has not.
      for (let reading = 0; reading < 2; reading++) {
        if (this.#known && !this.isOutdated) break
        const fresh = this.#reading ?? this.readAnew()
        if (this.#known && !this.#tooOld()) {
          const first = await Promise.race([fresh.catch(() => 'late' as const), late])
          if (first === 'late') break
        } else await fresh
      }
    } finally {
      impatient.abort()
    }
    if (!this.#known) throw new Error('A figure was read and is not known.')
    return this.#known.value
  }

  /** Reads it once more, unless that is under way. */
  readAnew(): Promise<Value> {
    this.#reading ??= this.#settle()
    return this.#reading
  }

  #tooOld(): boolean {
    return this.#outdatedAtMs !== null && performance.now() - this.#outdatedAtMs > OUTDATED_MS_MAX
  }

  async #settle(): Promise<Value> {
    this.#missedAtMs = null
    try {
      const value = await outsideCalls(this.#read)
      this.#known = { value }
      this.#outdatedAtMs = this.#missedAtMs
      return value
    } finally {
      this.#reading = null
    }
  }
}
