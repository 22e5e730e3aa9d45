import { LRUCache } from 'lru-cache'
import type { Caller } from '../core/caller.ts'

interface Recent {
  caller: Caller
  /** Calls under way that were begun on the strength of this and have not entered yet. */
  ahead: number
}

/** Keys that were admitted lately and had room: their next calls may run ahead of their admission, as many as there was room for. */
export class RecentCallers {
  readonly #byDigest = new LRUCache<string, Recent>({ max: 10_000 })

  /** The caller of a key with room for one more call; null when its call has to be admitted first. */
  take(digest: Buffer): Caller | null {
    const recent = this.#byDigest.get(digest.toString('latin1'))
    if (!recent || recent.ahead >= roomOf(recent.caller)) return null
    recent.ahead++
    return recent.caller
  }

  /** Notes what came of an admission; null = refused. `wasAhead` for one that `take` had let run. */
  note(digest: Buffer, caller: Caller | null, wasAhead: boolean): void {
    const key = digest.toString('latin1')
    const recent = this.#byDigest.get(key)
    if (recent && wasAhead) recent.ahead--
    if (!caller) this.#byDigest.delete(key)
    else if (recent) recent.caller = caller
    else this.#byDigest.set(key, { caller, ahead: 0 })
  }
}

/** Calls that both the minute and the period still hold, at a credit a call. */
function roomOf({ requestsPerMinute, requests, creditLimit, used }: Caller): number {
  const credits = creditLimit === null ? Number.POSITIVE_INFINITY : creditLimit - used
  return Math.min(requestsPerMinute - requests, credits)
}
