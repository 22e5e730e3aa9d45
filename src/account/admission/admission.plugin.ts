import type { Plugin } from 'graphql-yoga'
import { CallBudget } from '../../core/call/call-budget.ts'
import { ApiError } from '../../core/errors.ts'
import { peerAddress } from '../../core/http/connection/direct-call.ts'
import { errorResponse } from '../../core/http/error-response.ts'
import type { Clock } from '../../core/time/clock.ts'
import { isWellFormedKey, keyDigest } from '../key/api-key.ts'
import { billingPeriodAt } from '../metering/billing-period.pure.ts'
import { addressWindow } from './address-window.ts'
import { deferAdmission, ensureAdmitted, isAdmissionDeferred } from './admission.ts'
import { beginCall, type Call, callOf } from './call.ts'
import { newRequestId } from './request-id.ts'
import { RunningCalls } from './running-calls.ts'

/** Paths whose calls need a key, are counted, and carry the metering headers. */
function needsKey(path: string): boolean {
  return path === '/graphql' || path === '/v1' || path.startsWith('/v1/')
}

/** The one call that neither counts against the rate limit nor is refused by it, however its path is spelled. */
function isUncounted(method: string, path: string): boolean {
  const [, version, noun, ...rest] = path.split('/')
  const reads = method === 'GET' || method === 'HEAD'
  return reads && version === 'v1' && decoded(noun) === 'account' && rest.length <= 1 && !rest[0]
}

function decoded(segment = ''): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Before an answer is sent: admits calls whose admission is still deferred, and replaces the answers of refused ones. Comes first. */
export function deferredAdmissionPlugin(): Plugin {
  return {
    async onResponse({ request, setResponse, fetchAPI }) {
      const call = callOf(request)
      if (!call) return
      if (isAdmissionDeferred(call)) await ensureAdmitted(call).catch(() => {})
      if (call.refusal) setResponse(errorResponse(fetchAPI, request, call.refusal, call.requestId))
    },
  }
}

/** How calls are admitted and bounded. */
interface AdmissionOptions {
  readonly billing: 'day' | 'month'
  /** How long one call may take. */
  readonly callSecondsMax: number
  /** Calls of one address whose keys are not known yet that may be under way at the same time. */
  readonly callsPerAddressMax: number
}

/** Admits requests with a live key and room in their minute, refuses the others, and writes the metering headers on every answer. */
export function admissionPlugin(
  clock: Clock,
  { billing, callSecondsMax, callsPerAddressMax }: AdmissionOptions,
): Plugin {
  const byAccount = new RunningCalls<number>()
  const byAddress = new RunningCalls<string>()
  /** Admits a call whose key was not admitted lately; until then it counts as one of its address. */
  async function admitUnknown(call: Call): Promise<void> {
    if (!byAddress.begin(call.address, callsPerAddressMax))
      throw tooManyAtOnce(`From this address ${callsPerAddressMax} calls are being admitted at the same time already.`)
    await ensureAdmitted(call).finally(() => byAddress.end(call.address))
  }
  /** Counts a call among those of its account until it ends; throws when too many are under way. */
  function beginRunning({ caller, budget }: Call): void {
    if (!caller) return
    const { accountId, plan, runningCalls } = caller
    if (!byAccount.begin(accountId, runningCalls))
      throw tooManyAtOnce(
        `The plan "${plan}" allows ${runningCalls} calls at the same time, and as many are under way.`,
      )
    budget.onEnd(() => byAccount.end(accountId))
  }
  return {
    async onRequest({ request, url, serverContext, fetchAPI, endResponse }) {
      const path = url.pathname
      if (!needsKey(path)) return
      const now = clock.now()
      const address = peerAddress(serverContext)
      const key = bearerKey(request.headers.get('authorization'))
      const counted = !isUncounted(request.method, path)
      const call: Call = {
        requestId: newRequestId(),
        path,
        startedMs: now,
        address,
        budget: new CallBudget(callSecondsMax),
        admission: key ? { digest: keyDigest(key), counted, nowMs: now, period: billingPeriodAt(now, billing) } : null,
        admitted: null,
        refusal: null,
        caller: null,
        charged: 0,
        dataSets: new Set(),
        limit: addressWindow.current(address, now),
      }
      beginCall(request, call)
      onLeave(serverContext, () => call.budget.stop(LEFT))
      // A preflight carries no key: browsers send it before the request that does.
      if (request.method === 'OPTIONS') return
      try {
        if (!deferAdmission(call)) await admitUnknown(call)
        // The account can be looked at however many calls are under way.
        if (counted) beginRunning(call)
        const problem = bodyProblemOf(serverContext)
        if (problem) throw problem
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        endResponse(errorResponse(fetchAPI, request, error, call.requestId))
      }
    },
    onResponse({ request, response }) {
      const call = callOf(request)
      if (!call) return
      call.budget.end()
      const { headers } = response
      headers.set('X-Request-Id', call.requestId)
      headers.set('X-Credits-Charged', String(call.charged))
      // An error carries no rows, whatever was read before it.
      if (call.dataSets.size > 0 && response.status < 400) headers.set('X-Data-Set', [...call.dataSets].join(', '))
      headers.set('X-RateLimit-Limit', String(call.limit.perMinute))
      headers.set('X-RateLimit-Remaining', String(call.limit.remaining))
      headers.set('X-RateLimit-Reset', String(Math.floor(call.limit.resetMs / 1000)))
    },
  }
}

/** Nobody reads this: the client is gone. */
const LEFT = new ApiError('unavailable', 'The client left before its call was answered.')

function tooManyAtOnce(message: string): ApiError {
  return new ApiError('rate_limited', `${message} Wait for one of them to be answered.`, { retry_after_seconds: 1 })
}

/** Asks the HTTP server to say when the client of a request leaves before its answer. */
function onLeave(serverContext: unknown, left: () => void): void {
  if (typeof serverContext !== 'object' || serverContext === null || !('onLeave' in serverContext)) return
  if (typeof serverContext.onLeave === 'function') serverContext.onLeave(left)
}

/** The well-formed key of an Authorization header: `Bearer` in any letter case (RFC 9110, 11.1), one space, the key; null when there is none. */
function bearerKey(header: string | null): string | null {
  const key = header?.match(/^Bearer ([!-~]{1,100})$/i)?.[1]
  return key !== undefined && isWellFormedKey(key) ? key : null
}

/** Why the HTTP server refused the request's body; null when it read it. */
function bodyProblemOf(serverContext: unknown): ApiError | null {
  if (typeof serverContext !== 'object' || serverContext === null || !('bodyProblem' in serverContext)) return null
  return serverContext.bodyProblem instanceof ApiError ? serverContext.bodyProblem : null
}
