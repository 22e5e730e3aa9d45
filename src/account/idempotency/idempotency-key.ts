import { ApiError } from '../../core/errors.ts'

const HEADER = 'Idempotency-Key'

/** The key of a request's Idempotency-Key header; null when it has none, 400 when it is not 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get(HEADER)
  if (key === null) return null
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError('invalid_parameter', `"${HEADER}" must be 1 to 255 visible ASCII characters, sent once.`, {
    param: HEADER,
  })
}
