import { rateWindowStart } from '../core/billing-period.math.ts'
import type { Caller } from '../core/caller.ts'
import { ApiError } from '../core/errors.ts'
import { log } from '../core/log.ts'
import { addressWindow } from './address-window.ts'
import { admit } from './admission.store.ts'
import { admitAndSettle } from './admitted-charge.store.ts'
import type { Call } from './call.ts'
import { type Settlement, settleCharge } from './charge.store.ts'
import { RecentCallers } from './recent-caller.ts'

const recentCallers = new RecentCallers()

/**
 * Lets a call run ahead of its admission when its key was let in lately and had room: the admission then takes place together with the
 * charge, one round trip less. No answer leaves before it, and what shows or changes the account asks for it first. False = enter now.
 */
export function runsAhead(call: Call): boolean {
  if (!call.admission?.counted) return false
  call.caller = recentCallers.take(call.admission.digest)
  return call.caller !== null
}

/** Whether a call still owes its admission. */
export function owesEntry(call: Call): boolean {
  return call.caller !== null && call.entering === null
}

/** Admits a call, once: its key must live and its minute have room; throws the refusal otherwise. */
export function enter(call: Call): Promise<Caller> {
  call.entering ??= letIn(call, call.admission ? admit(call.admission) : Promise.resolve(null))
  return call.entering
}

/** Takes the credits of a call, durably, if its balance holds them; admits it at the same stroke when it ran ahead. Throws its refusal. */
export async function settle(
  call: Call,
  charge: { readonly credits: number; readonly operation: string; readonly nowMs: number },
): Promise<Settlement & { readonly caller: Caller }> {
  const { requestId, admission } = call
  if (!admission || !owesEntry(call)) {
    const caller = await enter(call)
    return { caller, ...(await settleCharge({ ...charge, caller, requestId })) }
  }
  const outcome = admitAndSettle({ ...charge, admission, requestId })
  call.entering = letIn(
    call,
    outcome.then(({ caller, settlement }) => caller && { ...caller, used: settlement?.used ?? caller.used }),
  )
  const caller = await call.entering
  const { settlement } = await outcome
  if (!settlement) throw new Error('A call was let in without a settlement.')
  return { caller, ...settlement }
}

async function letIn(call: Call, admission: Promise<Caller | null>): Promise<Caller> {
  const wasAhead = call.caller !== null
  const note = (caller: Caller | null) => call.admission && recentCallers.note(call.admission.digest, caller, wasAhead)
  try {
    const caller = await admission
    note(caller)
    return seated(call, caller)
  } catch (error) {
    if (!(error instanceof ApiError)) note(null)
    call.refusal = refusalOf(error, call)
    throw call.refusal
  }
}

function seated(call: Call, caller: Caller | null): Caller {
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
    resetMs: windowStartMs + 60_000,
  }
  if (call.admission?.counted && requests > requestsPerMinute)
    throw rateLimited(call.startedMs, `The plan "${plan}" allows ${requestsPerMinute} requests per minute.`)
  return caller
}

function rateLimited(now: number, message: string): ApiError {
  const seconds = Math.max(1, Math.ceil((rateWindowStart(now) + 60_000 - now) / 1000))
  return new ApiError('rate_limited', `${message} Try again in ${seconds} s.`, { retry_after_seconds: seconds })
}

function refusalOf(error: unknown, { requestId }: Call): ApiError {
  if (error instanceof ApiError) return error
  log.error({ err: error, request_id: requestId }, 'admission failed')
  return new ApiError('unavailable', 'The service cannot check keys right now. Try again shortly.', {
    retry_after_seconds: 1,
  })
}
