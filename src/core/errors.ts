import { GraphQLError } from 'graphql'

interface ErrorEntry {
  readonly status: number
  /** When the same call may succeed later: never, after waiting, or after a change of the caller's. */
  readonly retry: 'no' | 'later' | 'after_change'
  readonly means: string
}

/** The whole vocabulary of failures. GraphQL says the code in upper case, REST in lower case with this status. */
export const ERRORS = {
  invalid_parameter: {
    status: 400,
    retry: 'after_change',
    means: 'A parameter has a wrong type, is outside its range or is not known.',
  },
  missing_parameter: { status: 400, retry: 'after_change', means: 'A required parameter is absent.' },
  invalid_body: {
    status: 400,
    retry: 'after_change',
    means: 'The request body is malformed or breaks a rule of its shape.',
  },
  invalid_query: {
    status: 400,
    retry: 'after_change',
    means: 'The GraphQL document does not parse, does not fit the schema or is too deep, wide or costly.',
  },
  unknown_pattern: { status: 400, retry: 'after_change', means: 'No such screener pattern.' },
  unknown_concept: { status: 400, retry: 'after_change', means: 'No such financial concept.' },
  unknown_operand: { status: 400, retry: 'after_change', means: 'No such technical-analysis operand.' },
  unauthorized: { status: 401, retry: 'after_change', means: 'The API key is missing, malformed, unknown or revoked.' },
  credits_exhausted: { status: 402, retry: 'later', means: 'The call costs more credits than the balance holds.' },
  byok_missing: { status: 402, retry: 'after_change', means: "The caller's own key of the upstream is not linked." },
  byok_invalid: { status: 402, retry: 'after_change', means: "The upstream refused the caller's own key." },
  not_found: { status: 404, retry: 'no', means: 'There is no such path or object.' },
  unknown_ticker: { status: 404, retry: 'after_change', means: 'No listing has this ticker or id.' },
  method_not_allowed: { status: 405, retry: 'no', means: 'The path exists, but not for this method.' },
  not_acceptable: { status: 406, retry: 'after_change', means: 'None of the accepted media types can be produced.' },
  conflict: { status: 409, retry: 'after_change', means: 'The present state forbids the call.' },
  payload_too_large: { status: 413, retry: 'after_change', means: 'The request body is larger than allowed.' },
  unsupported_media_type: { status: 415, retry: 'after_change', means: 'The request body is not JSON.' },
  rate_limited: {
    status: 429,
    retry: 'later',
    means: 'The requests of this minute are used up, or too many calls are under way at the same time.',
  },
  internal: { status: 500, retry: 'later', means: 'The service failed; the log knows more under the request id.' },
  upstream_error: { status: 502, retry: 'later', means: 'An upstream answered with an error.' },
  unavailable: { status: 503, retry: 'later', means: 'The service cannot answer right now.' },
  timeout: { status: 504, retry: 'later', means: 'The work took longer than allowed.' },
} as const satisfies Record<string, ErrorEntry>

/** A code of the error table. */
export type ErrorCode = keyof typeof ERRORS

/** The code of the table that a GraphQL extension names in upper case; null when it is none. */
export function errorCodeOf(extension: unknown): ErrorCode | null {
  const name = String(extension).toLowerCase()
  return isErrorCode(name) ? name : null
}

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(ERRORS, name)
}

/** One wrong parameter among several. */
export interface ErrorDetail {
  readonly param: string
  readonly message: string
}

/** Facts some errors carry beside code and message; names as REST spells them. */
export interface ErrorFacts {
  readonly param?: string
  readonly details?: readonly ErrorDetail[]
  readonly did_you_mean?: string
  readonly needed?: number
  readonly balance?: number
  readonly resets_at?: string
  readonly retry_after_seconds?: number
  readonly provider?: string
  readonly allow?: readonly string[]
}

/** A failure the caller may read as it stands. Anything else that is thrown is masked as `internal`. */
export class ApiError extends GraphQLError {
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, { extensions: { code: code.toUpperCase(), status: ERRORS[code].status, ...facts } })
    this.code = code
    this.facts = facts
  }
}

/** The API error behind whatever a resolver threw, however wrapped; null when it is a fault of ours. */
export function asApiError(error: unknown): ApiError | null {
  for (let current: unknown = error; current instanceof Error; ) {
    if (current instanceof ApiError) return current
    current = current instanceof GraphQLError ? current.originalError : current.cause
  }
  return null
}

/** The body REST answers for an error; key order is the contract's. */
export interface ErrorBody extends Omit<ErrorFacts, 'retry_after_seconds' | 'allow'> {
  readonly error: ErrorCode
  readonly message: string
  readonly status: number
  readonly request_id?: string
}

/** Spells an error as the REST body of the contract. */
export function errorBody(error: ApiError, requestId: string): ErrorBody {
  const { retry_after_seconds: _, allow: __, ...facts } = error.facts
  return {
    error: error.code,
    message: error.message,
    status: ERRORS[error.code].status,
    ...facts,
    ...(requestId ? { request_id: requestId } : {}),
  }
}

/** The same body with the members of a problem document (RFC 9457). */
export function problemBody(error: ApiError, requestId: string): ErrorBody & Readonly<Record<string, unknown>> {
  return {
    ...errorBody(error, requestId),
    type: `/docs#${errorAnchor(error.code)}`,
    title: ERRORS[error.code].means,
    detail: error.message,
    ...(requestId ? { instance: `urn:request:${requestId}` } : {}),
  }
}

/** Anchor of a code's entry on the page /docs. */
export function errorAnchor(code: ErrorCode): string {
  return `error-${code}`
}
