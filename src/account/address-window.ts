import { rateWindowStart } from '../core/billing-period.math.ts'

const PER_MINUTE = 60
const ADDRESSES_MAX = 50_000

interface Standing {
  perMinute: number
  remaining: number
  resetMs: number
}

/** Counts calls without a usable key per client address and UTC minute, in this process; brute force is slowed, memory bounded. */
class AddressWindow {
  #windowStart = 0
  readonly #counts = new Map<string, number>()

  /** Where an address stands, without counting. */
  standing(address: string, nowMs: number): Standing {
    this.#turn(nowMs)
    return this.#standing(this.#counts.get(address) ?? 0)
  }

  /** Counts one call; `remaining` is negative when it is one too many. */
  count(address: string, nowMs: number): Standing {
    this.#turn(nowMs)
    const count = (this.#counts.get(address) ?? 0) + 1
    if (this.#counts.size < ADDRESSES_MAX || this.#counts.has(address)) this.#counts.set(address, count)
    return this.#standing(count)
  }

  #standing(count: number): Standing {
    return { perMinute: PER_MINUTE, remaining: PER_MINUTE - count, resetMs: this.#windowStart + 60_000 }
  }

  #turn(nowMs: number): void {
    const start = rateWindowStart(nowMs)
    if (start === this.#windowStart) return
    this.#windowStart = start
    this.#counts.clear()
  }
}

/** The process's window. */
export const addressWindow = new AddressWindow()
