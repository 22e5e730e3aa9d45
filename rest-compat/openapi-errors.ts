import { ERRORS, type ErrorCode } from '../src/core/errors.ts'
import { pathVariables, takesBody } from './openapi-input.ts'
import type { Answer, Credits, JsonSchema, Reference } from './openapi-types.ts'
import type { Route } from './route.ts'

/** Parameters that name an object which may not exist. */
const NAMING = ['ticker', 'megatrend']

/** The errors a route can answer. */
export function errorCodesOf(route: Route, { credits }: Credits): ErrorCode[] {
  const parameters = Object.keys(route.input.shape)
  const required = parameters.some((name) => route.input.shape[name]?.safeParse(undefined).success === false)
  const named = pathVariables(route).length > 0 || parameters.some((name) => NAMING.includes(name))
  const body = takesBody(route)
  return [
    'invalid_parameter',
    ...(required ? (['missing_parameter'] as const) : []),
    ...(body ? (['invalid_body'] as const) : []),
    'unauthorized',
    ...(credits > 0 ? (['credits_exhausted'] as const) : []),
    ...(named ? (['not_found', 'unknown_ticker'] as const) : []),
    'method_not_allowed',
    ...(body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    'rate_limited',
    'internal',
    'unavailable',
  ]
}

/** Answers by status, as links; what they link to is put into `components`. */
export function errorAnswers(
  codes: readonly ErrorCode[],
  components: Record<string, Answer>,
): Record<string, Reference> {
  const byStatus = Object.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => {
      const name = group.join('-')
      components[name] ??= errorAnswer(Number(status), group)
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
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            {
              type: 'object',
              properties: { error: { type: 'string', enum: codes }, status: { type: 'integer', const: status } },
            },
          ],
        },
      },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  }
}

const whole = (description: string) => ({ description, schema: { type: 'integer' } as const })
const words = (description: string) => ({ description, schema: { type: 'string' } as const })

/** Headers on every answer. */
const METERING_HEADERS = {
  'X-Credits-Charged': whole('Credits this call took; 0 with every error.'),
  'X-RateLimit-Limit': whole('Requests the plan allows per minute.'),
  'X-RateLimit-Remaining': whole('Requests left in this minute.'),
  'X-RateLimit-Reset': whole('When the next minute begins, in seconds since 1970-01-01 (UTC).'),
  'X-Request-Id': words('Id of this request; the log knows it by the same.'),
}

/** Headers that answers link to. */
export const HEADERS = {
  ...METERING_HEADERS,
  ETag: words('Strong tag of this answer; send it back as If-None-Match to get 304 while nothing changes.'),
  'Retry-After': whole('Seconds to wait before trying again.'),
  'WWW-Authenticate': words('Bearer.'),
  Allow: words('Methods the path takes.'),
}

/** Links to the headers of every answer. */
export const METERING_LINKS: Readonly<Record<string, Reference>> = Object.fromEntries(
  Object.keys(METERING_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const DETAILS: JsonSchema = {
  type: 'array',
  description: 'Every wrong parameter, when there are several.',
  items: {
    type: 'object',
    properties: { param: { type: 'string' }, message: { type: 'string' } },
    required: ['param', 'message'],
  },
}

const FACTS: Readonly<Record<string, JsonSchema>> = {
  param: { type: 'string', description: 'The parameter at fault.' },
  did_you_mean: { type: 'string', description: 'The nearest valid value.' },
  needed: { type: 'integer', description: 'Credits the call costs.' },
  balance: { type: 'integer', description: 'Credits left.' },
  resets_at: { type: 'string', format: 'date-time', description: 'When the balance is renewed.' },
  provider: { type: 'string', description: 'The upstream at fault.' },
}

/** The two spellings of an error: the plain one, and the problem document of RFC 9457. */
export function errorSchemas(codes: readonly ErrorCode[]): Readonly<Record<'Error' | 'Problem', JsonSchema>> {
  const code: JsonSchema = { type: 'string', enum: codes, description: 'What went wrong, for programs.' }
  const status: JsonSchema = { type: 'integer', description: 'The HTTP status.' }
  return {
    Error: {
      type: 'object',
      properties: {
        error: code,
        message: { type: 'string', description: 'What went wrong, for people.' },
        status,
        ...FACTS,
        details: DETAILS,
        request_id: { type: 'string', description: 'As the X-Request-Id header says.' },
      },
      required: ['error', 'message', 'status', 'request_id'],
    },
    Problem: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        title: { type: 'string', description: 'What the code means.' },
        status,
        detail: { type: 'string', description: 'What went wrong, for people.' },
        instance: { type: 'string', description: 'urn:request: and the request id.' },
        code,
        errors: DETAILS,
        ...FACTS,
      },
      required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
    },
  }
}
