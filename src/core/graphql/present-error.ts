import { PothosValidationError } from '@pothos/core'
import { type ExecutionResult, GraphQLError } from 'graphql'
import { isDatabaseAway } from '../database/database-fault.ts'
import { ApiError, asApiError, type ErrorCode, errorCodeOf } from '../errors.ts'
import { log } from '../log.ts'

/** A fault of the variables: nothing ran. */
export function variableFault(message: string): GraphQLError {
  return new GraphQLError(message.slice(0, MESSAGE_LENGTH_MAX), {
    extensions: { code: 'INVALID_PARAMETER', status: 400, http: { status: 400 } },
  })
}

/** Messages of graphql-js repeat what was given, however long. */
const MESSAGE_LENGTH_MAX = 500

/** A fault of the request as a whole: nothing ran, and the HTTP status says so. */
export function requestError(message: string, origin?: GraphQLError): GraphQLError {
  return new GraphQLError(message.slice(0, MESSAGE_LENGTH_MAX), {
    ...(origin?.nodes ? { nodes: origin.nodes } : {}),
    // `spec: false`: the status says it in every media type; Yoga would answer application/json with 200.
    extensions: { code: 'INVALID_QUERY', status: 400, http: { status: 400, spec: false } },
  })
}

/** What the caller may read of each error; the rest goes to the log. */
export function presentErrors<Result>(result: Result, context: unknown): Result {
  if (!isResult(result) || !result.errors?.length) return result
  // Without data the request itself was at fault: variables that do not fit their types.
  const requestFault = !('data' in result)
  const faults: unknown[] = []
  const shown = result.errors.slice(0, ERRORS_SHOWN_MAX)
  const errors = shown.map((error) => presentError(error, requestFault, (fault) => faults.push(fault)))
  const [last] = errors.slice(-1)
  const more = result.errors.length - errors.length
  if (last && more > 0) errors.push(new GraphQLError(`${more} more fields failed.`, { extensions: last.extensions }))
  logFaults(faults, context)
  return { ...result, errors }
}

/** A field of every row may fail; a few of them say all there is to say. */
const ERRORS_SHOWN_MAX = 100

/** Logs what failed in a request in one line, however many fields failed of it. */
function logFaults(faults: readonly unknown[], context: unknown): void {
  const [first] = faults
  if (first === undefined) return
  const requestId =
    typeof context === 'object' && context !== null && 'requestId' in context ? context.requestId : undefined
  const more = faults.length > 1 ? { fields: faults.length, messages: otherMessages(faults) } : {}
  log.error({ err: first, ...more, request_id: requestId }, 'request failed')
}

/** Messages of what failed for another reason than the first, a few of them. */
function otherMessages(faults: readonly unknown[]): string[] {
  const [first, ...others] = faults.map((fault) => (fault instanceof Error ? fault.message : String(fault)))
  return [...new Set(others)].filter((message) => message !== first).slice(0, MESSAGES_LOGGED_MAX)
}

const MESSAGES_LOGGED_MAX = 5

function isResult(value: unknown): value is ExecutionResult {
  return typeof value === 'object' && value !== null && ('data' in value || 'errors' in value)
}

function presentError(error: GraphQLError, requestFault: boolean, onFault: (fault: unknown) => void): GraphQLError {
  const known = asApiError(error)
  if (known) return locate(known.message, error, { ...known.extensions })
  if (requestFault) return variableFault(error.message)
  if (isMissingRecord(error.originalError)) {
    const missing = new ApiError('not_found', 'There is no such object.')
    return locate(missing.message, error, { ...missing.extensions })
  }
  // What Pothos itself refuses are arguments: sizes and cursors of connections, global ids.
  if (error.originalError instanceof PothosValidationError) {
    const { message } = error.originalError
    const param = /^Argument "(\w+)"/.exec(message)?.[1]
    const refused = new ApiError('invalid_parameter', message.slice(0, 200), param === undefined ? {} : { param })
    return locate(refused.message, error, { ...refused.extensions })
  }
  return masked(error, onFault)
}

/** Prisma's P2025: a node was asked for that is not there, or not the caller's. */
function isMissingRecord(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2025'
}

function locate(message: string, error: GraphQLError, extensions: Record<string, unknown>): GraphQLError {
  return new GraphQLError(message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions,
  })
}

const CODE_OF_STATUS: ReadonlyMap<unknown, ErrorCode> = new Map([
  [400, 'invalid_query'],
  [405, 'method_not_allowed'],
  [406, 'not_acceptable'],
])

/** What Yoga itself refuses says an HTTP status: a mutation by GET, a request without a query. It gets a code of the table. */
function yogaRefusal(error: unknown): GraphQLError | null {
  if (!(error instanceof GraphQLError) || error.originalError) return null
  const http: unknown = error.extensions?.['http']
  const status = typeof http === 'object' && http !== null && 'status' in http ? http.status : undefined
  const code = CODE_OF_STATUS.get(status)
  return code ? withPlainStatus(locate(error.message, error, { http, code: code.toUpperCase(), status })) : null
}

/** Yoga marks faults of requests `spec`: answered 200 to clients that accept application/json. Here they are 400 to everyone. */
function withPlainStatus(error: GraphQLError): GraphQLError {
  const http: unknown = error.extensions['http']
  if (typeof http === 'object' && http !== null && 'spec' in http) {
    const { spec: _, ...plain } = http
    error.extensions['http'] = plain
  }
  return error
}

/** Hides a fault of ours behind the internal code and puts the facts into the log. */
export function maskFault(error: unknown, context: unknown): GraphQLError {
  return masked(error, (fault) => logFaults([fault], context))
}

function masked(error: unknown, onFault: (fault: unknown) => void): GraphQLError {
  // A code of the table is given by us only: what carries one was written for the caller.
  if (error instanceof GraphQLError && errorCodeOf(error.extensions?.['code'])) return withPlainStatus(error)
  const refusal = yogaRefusal(error)
  if (refusal) return refusal
  const origin = error instanceof GraphQLError ? (error.originalError ?? error) : error
  onFault(origin)
  const shown = isDatabaseAway(origin)
    ? new ApiError('unavailable', 'The service cannot reach its data right now. Try again shortly.', {
        retry_after_seconds: 1,
      })
    : new ApiError('internal', 'The service failed on this request. The request id leads to the facts in its log.')
  return error instanceof GraphQLError ? locate(shown.message, error, { ...shown.extensions }) : shown
}
