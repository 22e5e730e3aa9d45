import type { Plugin } from 'graphql-yoga'
import { billingPeriodAt, rateWindowStart } from '../core/billing-period.math.ts'
import type { Clock } from '../core/clock.ts'
import { errorResponse } from '../core/error-response.ts'
import { ApiError } from '../core/errors.ts'
import { log } from '../core/log.ts'
import { addressWindow } from './address-window.ts'
import { admit } from './admission.store.ts'
import { isWellFormedKey, keyDigest } from './api-key.ts'
import { beginCall, type Call, callOf } from './call.ts'
import { newRequestId } from './request-id.ts'

/** Paths whose calls need a key, are counted, and carry the metering headers. */
function isGuarded(path: string): boolean {
  return path === '/graphql' || path === '/v1' || path.startsWith('/v1/')
}

/** The one call that neither counts against the rate limit nor is refused by it. */
function isUncounted(method: string, path: string): boolean {
  return (path === '/v1/account' || path === '/v1/account/') && (method === 'GET' || method === 'HEAD')
}

/** Lets requests with a live key and room in their minute pass; answers the others itself. Writes the metering headers on every answer. */
export function gatePlugin(clock: Clock, billing: 'day' | 'month'): Plugin {
  return {
    async onRequest({ request, url, serverContext, fetchAPI, endResponse }) {
      const path = url.pathname
      if (!isGuarded(path)) return
      const now = clock.now()
      const call: Call = {
        requestId: newRequestId(),
        path,
        startedMs: now,
        caller: null,
        charged: 0,
        dataSets: new Set(),
        limit: addressWindow.standing(addressOf(serverContext), now),
      }
      beginCall(request, call)
      // A preflight carries no key: browsers send it before the request that does.
      if (request.method === 'OPTIONS') return
      try {
        await enter(request, path, call, now, billing, addressOf(serverContext))
        const problem = bodyProblemOf(serverContext)
        if (problem) throw problem
      } catch (error) {
        endResponse(errorResponse(fetchAPI, request, toApiError(error, call.requestId), call.requestId))
      }
    },
    onResponse({ request, response }) {
      const call = callOf(request)
      if (!call) return
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

async function enter(
  request: Request,
  path: string,
  call: Call,
  now: number,
  billing: 'day' | 'month',
  address: string,
): Promise<void> {
  const key = bearerKey(request.headers.get('authorization'))
  const counted = !isUncounted(request.method, path)
  const caller = key
    ? await admit({ digest: keyDigest(key), counted, nowMs: now, period: billingPeriodAt(now, billing) })
    : null
  if (!caller) {
    call.limit = addressWindow.count(address, now)
    if (call.limit.remaining < 0) {
      call.limit.remaining = 0
      throw rateLimited(now, 'Too many requests without a usable API key from this address.')
    }
    throw new ApiError('unauthorized', 'A live API key is needed: send it as "Authorization: Bearer <API_KEY>".')
  }
  call.caller = caller
  call.limit = {
    perMinute: caller.requestsPerMinute,
    remaining: Math.max(0, caller.requestsPerMinute - caller.requests),
    resetMs: caller.windowStartMs + 60_000,
  }
  if (counted && caller.requests > caller.requestsPerMinute) {
    throw rateLimited(now, `The plan "${caller.plan}" allows ${caller.requestsPerMinute} requests per minute.`)
  }
}

/** The well-formed key of an Authorization header, written as documented: `Bearer`, one space, the key; null when there is none. */
function bearerKey(header: string | null): string | null {
  const key = header?.match(/^Bearer ([!-~]{1,100})$/)?.[1]
  return key !== undefined && isWellFormedKey(key) ? key : null
}

function rateLimited(now: number, message: string): ApiError {
  const seconds = Math.max(1, Math.ceil((rateWindowStart(now) + 60_000 - now) / 1000))
  return new ApiError('rate_limited', `${message} Try again in ${seconds} s.`, { retry_after_seconds: seconds })
}

function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  log.error({ err: error, request_id: requestId }, 'admission failed')
  return new ApiError('unavailable', 'The service cannot check keys right now. Try again shortly.', {
    retry_after_seconds: 1,
  })
}

/** Why the front did not take the request's body; null when it did. */
function bodyProblemOf(serverContext: unknown): ApiError | null {
  if (typeof serverContext !== 'object' || serverContext === null || !('bodyProblem' in serverContext)) return null
  return serverContext.bodyProblem instanceof ApiError ? serverContext.bodyProblem : null
}

/** Peer address of the socket; requests made in-process share one. */
function addressOf(serverContext: unknown): string {
  if (typeof serverContext !== 'object' || serverContext === null || !('req' in serverContext)) return 'in-process'
  const { req } = serverContext
  if (typeof req !== 'object' || req === null || !('socket' in req)) return 'in-process'
  const { socket } = req
  if (typeof socket !== 'object' || socket === null || !('remoteAddress' in socket)) return 'in-process'
  return String(socket.remoteAddress)
}
