import type { Header, Reference } from './types.ts'

const whole = (description: string, required = true): Header => ({ description, required, schema: { type: 'integer' } })
const words = (description: string, required = true): Header => ({ description, required, schema: { type: 'string' } })

/** Headers on every answer. */
const METERING_HEADERS = {
  'X-Credits-Charged': whole('Credits charged for this call; 0 for errors.'),
  'X-RateLimit-Limit': whole('Requests per minute of the plan.'),
  'X-RateLimit-Remaining': whole('Requests left in this minute.'),
  'X-RateLimit-Reset': whole('Start of the next minute, in seconds since 1970-01-01 (UTC).'),
  'X-Request-Id': words('Id of this request, also used in the log.'),
}

/** Headers that answers link to. */
export const HEADERS: Readonly<Record<string, Header>> = {
  ...METERING_HEADERS,
  ETag: words('Strong entity tag of this answer; send it as If-None-Match to get 304 while the answer is unchanged.'),
  Location: words('Path of the created object.'),
  'Idempotent-Replayed': words('true when the answer is that of an earlier call with the same Idempotency-Key.', false),
  'X-Data-Set': words('demo, where the answer carries made-up data of the demo.', false),
  'Retry-After': whole('Seconds to wait before retrying.', false),
  'WWW-Authenticate': words('Bearer.'),
  Allow: words('Methods supported by the path.'),
}

/** Links to headers of components. */
export function headerLinks(names: readonly string[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Links to the headers of every answer. */
export const METERING_LINKS = headerLinks(Object.keys(METERING_HEADERS))
