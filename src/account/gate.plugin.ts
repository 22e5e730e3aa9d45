import type { Plugin } from 'graphql-yoga'
import { billingPeriodAt } from '../core/billing-period.math.ts'
import type { Clock } from '../core/clock.ts'
import { errorResponse } from '../core/error-response.ts'
import { ApiError } from '../core/errors.ts'
import { addressWindow } from './address-window.ts'
import { isWellFormedKey, keyDigest } from './api-key.ts'
import { beginCall, type Call, callOf } from './call.ts'
import { enter, owesEntry, runsAhead } from './entry.ts'
import { newRequestId } from './request-id.ts'

/** Paths whose calls need a key, are counted, and carry the metering headers. */
function isGuarded(path: string): boolean {
  return path === '/graphql' || path === '/v1' || path.startsWith('/v1/')
}

/** The one call that neither counts against the rate limit nor is refused by it. */
function isUncounted(method: string, path: string): boolean {
  return (path === '/v1/account' || path === '/v1/account/') && (method === 'GET' || method === 'HEAD')
}

/** Nobody leaves without having entered: admits the calls that ran ahead and owe it still, and answers the refused ones. Comes first. */
export function exitPlugin(): Plugin {
  return {
    async onResponse({ request, setResponse, fetchAPI }) {
      const call = callOf(request)
      if (!call) return
      if (owesEntry(call)) await enter(call).catch(() => {})
      if (call.refusal) setResponse(errorResponse(fetchAPI, request, call.refusal, call.requestId))
    },
  }
}

/** Lets requests with a live key and room in their minute pass; answers the others itself. Writes the metering headers on every answer. */
export function gatePlugin(clock: Clock, billing: 'day' | 'month'): Plugin {
  return {
    async onRequest({ request, url, serverContext, fetchAPI, endResponse }) {
      const path = url.pathname
      if (!isGuarded(path)) return
      const now = clock.now()
      const address = addressOf(serverContext)
      const key = bearerKey(request.headers.get('authorization'))
      const counted = !isUncounted(request.method, path)
      const call: Call = {
        requestId: newRequestId(),
        path,
        startedMs: now,
        address,
        admission: key ? { digest: keyDigest(key), counted, nowMs: now, period: billingPeriodAt(now, billing) } : null,
        entering: null,
        refusal: null,
        caller: null,
        charged: 0,
        dataSets: new Set(),
        limit: addressWindow.standing(address, now),
      }
      beginCall(request, call)
      // A preflight carries no key: browsers send it before the request that does.
      if (request.method === 'OPTIONS') return
      try {
        if (!runsAhead(call)) await enter(call)
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

/** The well-formed key of an Authorization header, written as documented: `Bearer`, one space, the key; null when there is none. */
function bearerKey(header: string | null): string | null {
  const key = header?.match(/^Bearer ([!-~]{1,100})$/)?.[1]
  return key !== undefined && isWellFormedKey(key) ? key : null
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
