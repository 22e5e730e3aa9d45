import { ApiError } from '../../core/errors.ts'
import type { Caller } from '../../core/graphql/caller.pure.ts'
import { log } from '../../core/log.ts'
import { admitAndSettle } from '../metering/admitted-charge.store.ts'
import { RATE_WINDOW_MS, rateWindowStart } from '../metering/billing-period.pure.ts'
import { type Settlement, settleCharge } from '../metering/charge.store.ts'
import { addressWindow } from './address-window.ts'
import { admit } from './admission.store.ts'
import type { Call } from './call.ts'
import { RecentCallers } from './recent-caller.ts'

const recentCallers = new RecentCallers()

/**
 * Defers the admission of a call whose key was admitted lately and had room left: it is then admitted and charged in one round trip.
 * No answer is sent before that, and what shows or changes the account is admitted first. False = the call must be admitted now.
 */
export function deferAdmission(call: Call): boolean {
  if (!call.admission?.counted) return false
  call.caller = recentCallers.take(call.admission.digest)
  return call.caller !== null
}

/** Whether the admission of a call was deferred and has not begun yet. */
export function isAdmissionDeferred(call: Call): boolean {
  return call.caller !== null && call.admitted === null
}

/** Admits a call, once: its key must be live and its minute have room; throws the refusal otherwise. */
export function ensureAdmitted(call: Call): Promise<Caller> {
  call.admitted ??= completeAdmission(call, call.admission ? admit(call.admission) : Promise.resolve(null))
  return call.admitted
}

/** Takes the credits of a call, durably, if its balance holds them; a deferred call is admitted in the same statement. Throws its refusal. */
export async function settle(
  call: Call,
  charge: { readonly credits: number; readonly operation: string; readonly nowMs: number },
): Promise<Settlement & { readonly caller: Caller }> {
  const { requestId, admission } = call
  if (!admission || !isAdmissionDeferred(call)) {
    const caller = await ensureAdmitted(call)
    return { caller, ...(await settleCharge({ ...charge, caller, requestId })) }
  }
  const outcome = admitAndSettle({ ...charge, admission, requestId })
  call.admitted = completeAdmission(
    call,
    outcome.then(({ caller, settlement }) => caller && { ...caller, used: settlement?.used ?? caller.used }),
  )
  const caller = await call.admitted
  const { settlement } = await outcome
  if (!settlement) throw new Error('A call was admitted without a settlement.')
  return { caller, ...settlement }
}

/** Notes on the call what came of its admission, for its answer and for the next calls of its key. */
async function completeAdmission(call: Call, admission: Promise<Caller | null>): Promise<Caller> {
  const wasDeferred = call.caller !== null
  const note = (caller: Caller | null) =>
    call.admission && recentCallers.note(call.admission.digest, caller, wasDeferred)
  try {
    const caller = await admission
    note(caller)
    return acceptCaller(call, caller)
  } catch (error) {
    if (!(error instanceof ApiError)) note(null)
    call.refusal = refusalOf(error, call)
    throw call.refusal
  }
}

/** Records who calls and the rate limit that applies; throws when the key is not live or the minute is full. */
function acceptCaller(call: Call, caller: Caller | null): Caller {
  call.caller = caller
  if (!caller) {
    call.limit = addressWindow.count(call.address, call.startedMs)
    if (call.limit.remaining < 0) {
      call.limit.remaining = 0
      throw rateLimited(call.startedMs, 'Too many requests without a usable API key from this address.')
    }
    throw new ApiError('unauthorized', 'A live API key is needed: send it as "Authorization: Bearer <API_KEY>".')
  }
  const { plan, requests, requestsPerMinute, windowStartMs } = caller
  call.limit = {
    perMinute: requestsPerMinute,
    remaining: Math.max(0, requestsPerMinute - requests),
    resetMs: windowStartMs + RATE_WINDOW_MS,
  }
  if (call.admission?.counted && requests > requestsPerMinute)
    throw rateLimited(call.startedMs, `The plan "${plan}" allows ${requestsPerMinute} requests per minute.`)
  return caller
}

function rateLimited(now: number, message: string): ApiError {
  const seconds = Math.max(1, Math.ceil((rateWindowStart(now) + RATE_WINDOW_MS - now) / 1000))
  return new ApiError('rate_limited', `${message} Try again in ${seconds} s.`, { retry_after_seconds: seconds })
}

function refusalOf(error: unknown, { requestId }: Call): ApiError {
  if (error instanceof ApiError) return error
  log.error({ err: error, request_id: requestId }, 'admission failed')
  return new ApiError('unavailable', 'The service cannot check keys right now. Try again shortly.', {
    retry_after_seconds: 1,
  })
}
