import { RATE_WINDOW_MS, rateWindowStart } from '../metering/billing-period.pure.ts'

/** Calls without a usable key that one address may make in a minute. */
const UNKEYED_PER_MINUTE = 60
const ADDRESSES_MAX = 50_000

interface RateState {
  perMinute: number
  remaining: number
  resetMs: number
}

/** Counts calls per client address and UTC minute, in this process, within bounded memory. */
export class AddressWindow {
  readonly #perMinute: number
  #windowStart = 0
  readonly #counts = new Map<string, number>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** State of an address, without counting a call. */
  current(address: string, nowMs: number): RateState {
    this.#turn(nowMs)
    return this.#state(this.#counts.get(address) ?? 0)
  }

  /** Counts one call; `remaining` is negative when it is one too many. */
  count(address: string, nowMs: number): RateState {
    this.#turn(nowMs)
    const count = (this.#counts.get(address) ?? 0) + 1
    if (this.#counts.size < ADDRESSES_MAX || this.#counts.has(address)) this.#counts.set(address, count)
    return this.#state(count)
  }

  #state(count: number): RateState {
    return {
      perMinute: this.#perMinute,
      remaining: this.#perMinute - count,
      resetMs: this.#windowStart + RATE_WINDOW_MS,
    }
  }

  #turn(nowMs: number): void {
    const start = rateWindowStart(nowMs)
    if (start === this.#windowStart) return
    this.#windowStart = start
    this.#counts.clear()
  }
}

/** Calls without a usable key; slows down guessing of keys. */
export const addressWindow = new AddressWindow(UNKEYED_PER_MINUTE)
