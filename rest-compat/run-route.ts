import type { ExecutionResult, GraphQLError } from 'graphql'
import type { FetchAPI } from 'graphql-yoga'
import { ensureAdmitted } from '../src/account/admission/admission.ts'
import type { Call } from '../src/account/admission/call.ts'
import { idempotencyKeyOf } from '../src/account/idempotency/idempotency-key.ts'
import { requestFingerprint } from '../src/account/idempotency/request-fingerprint.ts'
import { respondOnce } from '../src/account/idempotency/respond-once.ts'
import { leastCredits, metered } from '../src/account/metering/metering.plugin.ts'
import { hasAskedForOwn, writeWithin } from '../src/account/owner/owner-of.ts'
import { ApiError, type ErrorFacts, errorCodeOf } from '../src/core/errors.ts'
import type { CompiledDocument } from '../src/core/graphql/compiled-document.ts'
import type { Context } from '../src/core/graphql/context.ts'
import { restName } from '../src/core/input/parse.ts'
import { isRecord } from '../src/core/record.pure.ts'
import { answerOf } from './answer.ts'
import { restErrorResponse } from './rest-error.ts'
import type { RouteCall } from './route-call.ts'
import type { ServedRoute } from './served-route.ts'

/** A request on its way through a route. */
export interface RouteRun {
  readonly routeCall: RouteCall
  readonly document: CompiledDocument
  readonly request: Request
  readonly call: Call
  readonly context: Context
  readonly fetchAPI: FetchAPI
}

/** Runs a route's document and answers; a call that creates and carries an Idempotency-Key runs once and is answered alike after that. */
export async function runRoute(run: RouteRun): Promise<Response> {
  const { routeCall, request, call, context, fetchAPI } = run
  const key = routeCall.route.created === undefined ? null : idempotencyKeyOf(request.headers)
  if (key === null) return respond(run)
  const { accountId } = await ensureAdmitted(call)
  const { pathname, search } = new URL(request.url)
  const fingerprint = requestFingerprint(request.method, pathname + search, routeCall.values)
  return respondOnce(fetchAPI, { accountId, key, fingerprint, nowMs: call.startedMs }, async (owner) => {
    writeWithin(context, owner)
    try {
      return await respond(run)
    } catch (error) {
      return restErrorResponse(fetchAPI, request, error, call.requestId)
    }
  })
}

async function respond({ routeCall, document, request, call, context, fetchAPI }: RouteRun): Promise<Response> {
  const { route, values, input, format } = routeCall
  const write = async (result: ExecutionResult) => {
    const stored = route.method === 'GET' && !route.ofTheCaller && !hasAskedForOwn(context)
    return await answerOf({
      fetchAPI,
      request,
      route,
      value: valueAt(route, result),
      format,
      stored,
      inPath: values,
      budget: call.budget,
    })
  }
  let written: Response | undefined
  const mayBeFree = request.method === 'HEAD' || request.headers.has('if-none-match')
  const work = {
    writes: document.writes,
    leastCredits: mayBeFree ? null : leastCredits(document.certainCosts),
    // What the caller has already, or asks only the headers of, is free.
    async isFree(executed: ExecutionResult) {
      written = await write(executed)
      return written.status === 304 || request.method === 'HEAD'
    },
  }
  const result = await metered(context, call, work, () => document.run({ ...values, ...input }, context))
  return written && !result.errors ? written : write(result)
}

/** The value the route answers; the first error of the execution, if there was one, is thrown instead. */
function valueAt(route: ServedRoute, { data, errors }: ExecutionResult): unknown {
  const [error] = errors ?? []
  if (error)
    throw new ApiError(
      errorCodeOf(error.extensions['code']) ?? 'internal',
      messageOf(route, error),
      factsOf(route, error.extensions),
    )
  let value: unknown = data
  for (const key of route.field.split('.')) value = isRecord(value) ? value[key] : undefined
  if (value === null && route.answersNull) return value
  if (value === undefined || value === null) throw new ApiError('not_found', 'There is no such object.')
  return value
}

/** What is wrong, with the parameter it is about spelled as in REST. */
function messageOf({ input }: ServedRoute, { message, extensions }: GraphQLError): string {
  const { param } = extensions
  return typeof param === 'string' ? message.replace(`"${param}"`, `"${restName(input, param)}"`) : message
}

/** The facts of an error besides its code, with the parameter renamed from GraphQL to REST. */
function factsOf({ input }: ServedRoute, extensions: Readonly<Record<string, unknown>>): ErrorFacts {
  const { code: _, status: __, http: ___, param, ...facts } = extensions
  return typeof param === 'string' ? { ...facts, param: restName(input, param) } : facts
}
