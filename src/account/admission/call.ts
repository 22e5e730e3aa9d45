import type { CallBudget } from '../../core/call/call-budget.ts'
import type { ApiError } from '../../core/errors.ts'
import type { Caller } from '../../core/graphql/caller.pure.ts'
import type { Admission } from './admission.store.ts'

/** One HTTP request that needs a key: who makes it and what its response headers will say. */
export interface Call {
  readonly requestId: string
  readonly path: string
  readonly startedMs: number
  /** Peer address; calls without a usable key are counted by it. */
  readonly address: string
  /** What it may still use. */
  readonly budget: CallBudget
  /** What its key is admitted by; null when it brought none of the right form, or needs none. */
  admission: Admission | null
  /** The caller once admission is done; null while it has not begun. */
  admitted: Promise<Caller> | null
  /** Why it was refused; this is answered, whatever the call brought meanwhile. */
  refusal: ApiError | null
  /** Who makes it; while admission is deferred, as its key was last admitted. */
  caller: Caller | null
  /** Credits charged, durably, for this call. */
  charged: number
  /** Names of the made-up data sets that rows of the answer come from. */
  readonly dataSets: Set<string>
  /** State of the rate limit: the account's, or the address's for calls without a usable key. */
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
