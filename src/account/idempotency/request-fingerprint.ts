import { hash } from 'node:crypto'
import { ApiError } from '../../core/errors.ts'

/** SHA-256 of what makes two requests the same: method, path with its query string, and body whatever the order of its members. */
export function requestFingerprint(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', JSON.stringify([method, path, canonicalJson(body)]), 'buffer')
}

function canonicalJson(body: unknown): string {
  try {
    return JSON.stringify(body ?? null, (_, value: unknown) => sorted(value))
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('invalid_body', 'The body is nested too deeply.')
    throw error
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
