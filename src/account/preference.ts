import { ApiError } from '../core/errors.ts'

/** Bytes of JSON (UTF-8) one account may keep. */
const PREFERENCES_BYTES_MAX = 16 * 1024

/** The object to store, or a 400 that says why it can't be: arrays and scalars are refused, as is more than 16 KB. */
export function parsePreferences(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
    throw new ApiError('invalid_body', `Preferences must be a JSON object; ${given} was given.`, { param: 'prefs' })
  }
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > PREFERENCES_BYTES_MAX) {
    throw new ApiError(
      'invalid_body',
      `Preferences may have ${PREFERENCES_BYTES_MAX} bytes of JSON; ${bytes} were given.`,
      { param: 'prefs' },
    )
  }
  if (JSON.stringify(value).includes('\\u0000')) {
    throw new ApiError('invalid_body', 'Preferences must not contain the character U+0000.', { param: 'prefs' })
  }
  return Object.fromEntries(Object.entries(value))
}

/** The object a REST body means: sent directly, or alone under the key `prefs`. */
export function unwrapPreferences(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const keys = Object.keys(body)
  return keys.length === 1 && 'prefs' in body ? body.prefs : body
}
