import type { Caller } from '../core/caller.ts'
import type { ApiError } from '../core/errors.ts'
import type { Admission } from './admission.store.ts'

/** One HTTP request on its way through: who makes it and what its response headers will say. */
export interface Call {
  readonly requestId: string
  readonly path: string
  readonly startedMs: number
  /** Peer address; calls without a usable key are counted by it. */
  readonly address: string
  /** What its key is admitted by; null when it brought none of the right form, or needs none. */
  admission: Admission | null
  /** Under way or done from the moment the call asks to be let in. */
  entering: Promise<Caller> | null
  /** Why it was not let in; the answer, whatever came of the call meanwhile. */
  refusal: ApiError | null
  /** Who makes it. Until the call has entered: as its key was last admitted. */
  caller: Caller | null
  /** Credits charged, durably, for this call. */
  charged: number
  /** Names of the data sets, other than the real world, that went into the answer. */
  readonly dataSets: Set<string>
  /** Where the rate limit stands: the account's, or the address's for calls without a usable key. */
  limit: { perMinute: number; remaining: number; resetMs: number }
}

const calls = new WeakMap<Request, Call>()

/** Remembers the call a request belongs to. */
export function beginCall(request: Request, call: Call): void {
  calls.set(request, call)
}

/** The call of a request; undefined for paths that need no key. */
export function callOf(request: Request): Call | undefined {
  return calls.get(request)
}
