import { ERRORS, type ErrorCode, errorCodeOf } from '../../src/core/errors.ts'
import { metaOf } from '../../src/core/input/rule.ts'
import type { ServedRoute as Route } from '../served-route.ts'
import { type Components, describedValues, linkTo } from './component.ts'
import { METERING_LINKS } from './header.ts'
import { pathVariables, takesBody } from './input.ts'
import type { Answer, Credits, JsonSchema, MediaType, Reference } from './types.ts'

/** Parameters that identify a listing by text; parameters whose rule is an id identify an object too. */
const TICKERS = ['ticker']

/** The errors a route can answer. */
export function errorCodesOf(route: Route, { credits }: Credits): ErrorCode[] {
  const parameters = Object.entries(route.input.shape)
  const required = parameters.some(([, rule]) => rule.safeParse(undefined).success === false)
  const named =
    pathVariables(route).length > 0 ||
    parameters.some(([name, rule]) => TICKERS.includes(name) || metaOf(rule).type === 'ID')
  const body = takesBody(route)
  const codes: ErrorCode[] = [
    'invalid_parameter',
    ...(required ? (['missing_parameter'] as const) : []),
    ...(body ? (['invalid_body'] as const) : []),
    'unauthorized',
    ...(credits > 0 ? (['credits_exhausted'] as const) : []),
    ...(named ? (['not_found', 'unknown_ticker'] as const) : []),
    'method_not_allowed',
    'not_acceptable',
    // An idempotency key that was used with another body.
    ...(route.created === undefined ? [] : (['conflict'] as const)),
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limited',
    'internal',
    'unavailable',
    'timeout',
    ...(route.errors ?? []),
  ]
  return inTableOrder(new Set(codes))
}

/** Codes in the order of the table of errors. */
export function inTableOrder(codes: ReadonlySet<ErrorCode>): ErrorCode[] {
  return Object.keys(ERRORS).flatMap((name) => [...codes].filter((code) => code === name))
}

/** Answers by status, as links; what they link to is put into `responses`. */
export function errorAnswers(
  codes: readonly ErrorCode[],
  responses: Record<string, Answer>,
): Record<string, Reference> {
  const byStatus = Object.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => {
      const name = group.join('-')
      responses[name] ??= errorAnswer(Number(status), group)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function errorAnswer(status: number, codes: readonly ErrorCode[]): Answer {
  return {
    description: codes.map((code) => ERRORS[code].means).join(' '),
    headers: {
      ...METERING_LINKS,
      ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } } : {}),
      ...(status === 405 ? { Allow: { $ref: '#/components/headers/Allow' } } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
    },
    content: {
      'application/json': narrowed('Error', status, codes),
      'application/problem+json': narrowed('Problem', status, codes),
    },
  }
}

/** The body of an error, with the codes of one status. */
function narrowed(name: 'Error' | 'Problem', status: number, codes: readonly ErrorCode[]): MediaType {
  const properties: JsonSchema['properties'] = {
    error: { type: 'string', enum: codes },
    status: { type: 'integer', const: status },
  }
  return { schema: { allOf: [linkTo(name), { type: 'object', properties, required: ['error', 'status'] }] } }
}

/** The codes a narrowed body can have; empty when the schema is none. */
export function codesOf(schema: JsonSchema | undefined): readonly ErrorCode[] {
  return (schema?.allOf?.[1]?.properties?.['error']?.enum ?? []).map(errorCodeOf).filter((code) => code !== null)
}

const words = (description: string): JsonSchema => ({ type: 'string', description })
const whole = (description: string): JsonSchema => ({ type: 'integer', description })

const MEMBERS: Readonly<Record<string, JsonSchema>> = {
  error: { ...linkTo('ErrorCode'), description: 'Error code.' },
  message: words('Error message.'),
  status: whole('HTTP status.'),
  param: words('Invalid parameter.'),
  details: {
    type: 'array',
    description: 'All invalid parameters, when there are several.',
    items: linkTo('ErrorDetail'),
  },
  did_you_mean: words('Most similar valid value.'),
  needed: whole('Credits the call costs.'),
  balance: whole('Credits left.'),
  resets_at: { type: 'string', format: 'date-time', description: 'Time at which the balance is renewed.' },
  provider: words('Upstream provider that failed.'),
  request_id: words('Request id, the same as in the X-Request-Id header.'),
}

const PROBLEM_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  type: { type: 'string', format: 'uri-reference', description: 'Link to the error code on the page /docs.' },
  title: words('Meaning of the error code.'),
  detail: words('Error message, the same as message.'),
  instance: { type: 'string', format: 'uri', description: 'Request id as a URN, urn:request:<id>.' },
}

const REQUIRED = ['error', 'message', 'status', 'request_id']

/** Schemas of errors: the error body, and the same as a problem document (RFC 9457). */
export function errorSchemas(codes: readonly ErrorCode[]): Components {
  const meanings = codes.map((code) => [code, ERRORS[code].means] as const)
  return {
    ErrorCode: {
      type: 'string',
      description: describedValues('Error code.', meanings),
      enum: codes,
    },
    ErrorDetail: {
      type: 'object',
      description: 'An invalid parameter.',
      properties: { param: words('Name of the parameter.'), message: words('Reason.') },
      required: ['param', 'message'],
    },
    Error: { type: 'object', description: 'An error.', properties: MEMBERS, required: REQUIRED },
    Problem: {
      type: 'object',
      description: 'An error as a problem document (RFC 9457): the members of Error and those of the RFC.',
      properties: { ...MEMBERS, ...PROBLEM_MEMBERS },
      required: [...REQUIRED, ...Object.keys(PROBLEM_MEMBERS)],
    },
  }
}
