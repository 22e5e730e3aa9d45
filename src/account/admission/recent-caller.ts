import { LRUCache } from 'lru-cache'
import type { Caller } from '../../core/graphql/caller.pure.ts'

interface Recent {
  caller: Caller
  /** Calls under way whose admission is deferred. */
  deferred: number
}

/** Keys that were admitted lately and had room left: the admission of as many of their next calls may be deferred. */
export class RecentCallers {
  readonly #byDigest = new LRUCache<string, Recent>({ max: 10_000 })

  /** The caller of a key with room for one more deferred call; null when the call has to be admitted first. */
  take(digest: Buffer): Caller | null {
    const recent = this.#byDigest.get(digest.toString('latin1'))
    if (!recent || recent.deferred >= roomOf(recent.caller)) return null
    recent.deferred++
    return recent.caller
  }

  /** Notes what came of an admission; null = refused. `wasDeferred` for a call that `take` granted. */
  note(digest: Buffer, caller: Caller | null, wasDeferred: boolean): void {
    const key = digest.toString('latin1')
    const recent = this.#byDigest.get(key)
    if (recent && wasDeferred) recent.deferred--
    if (!caller) this.#byDigest.delete(key)
    else if (recent) recent.caller = caller
    else this.#byDigest.set(key, { caller, deferred: 0 })
  }
}

/** Calls for which both the minute and the period have room, at one credit a call. */
function roomOf({ requestsPerMinute, requests, creditLimit, used }: Caller): number {
  const credits = creditLimit === null ? Number.POSITIVE_INFINITY : creditLimit - used
  return Math.min(requestsPerMinute - requests, credits)
}
