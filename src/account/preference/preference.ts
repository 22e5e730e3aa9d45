import { ApiError } from '../../core/errors.ts'

/** Bytes of JSON (UTF-8) one account may keep. */
const PREFERENCES_BYTES_MAX = 16 * 1024
/** Levels of nesting; far below what makes a recursive reader fail. */
const PREFERENCES_DEPTH_MAX = 100

/** The object to store; throws 400 for arrays, scalars and what could not come back as given, 413 for more than 16 KB. `param` names it. */
export function parsePreferences(value: unknown, param = 'value'): Record<string, unknown> {
  const refused = (message: string) => new ApiError('invalid_body', message, { param })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
    throw refused(`Preferences must be a JSON object; ${given} was given.`)
  }
  const problem = unstorable(value, PREFERENCES_DEPTH_MAX)
  if (problem) throw refused(problem)
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > PREFERENCES_BYTES_MAX) {
    const message = `Preferences may have ${PREFERENCES_BYTES_MAX} bytes of JSON; ${bytes} were given.`
    throw new ApiError('payload_too_large', message, { param })
  }
  return Object.fromEntries(Object.entries(value))
}

/** Why the value would not come back as it was given; null when it would. */
function unstorable(value: unknown, levels: number): string | null {
  if (typeof value === 'string') return unstorableText(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'Preferences must not contain numbers beyond 1.8e308.'
  if (typeof value !== 'object' || value === null) return null
  if (levels === 0) return `Preferences may be nested ${PREFERENCES_DEPTH_MAX} levels deep.`
  for (const [key, member] of Object.entries(value)) {
    const problem = unstorableText(key) ?? unstorable(member, levels - 1)
    if (problem) return problem
  }
  return null
}

function unstorableText(text: string): string | null {
  if (text.includes('\u0000')) return 'Preferences must not contain the character U+0000.'
  return text.isWellFormed() ? null : 'Preferences must not contain half a surrogate pair.'
}

/** The preferences in a REST body: sent directly, or alone under the key `prefs`. */
export function unwrapPreferences(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const keys = Object.keys(body)
  return keys.length === 1 && 'prefs' in body ? body.prefs : body
}
