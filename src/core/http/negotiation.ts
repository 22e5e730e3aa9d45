import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { ApiError } from '../errors.ts'
import type { Encoding } from './content-encoding.ts'

/** Clients send the same few headers over and over, and reading one takes as long as a small answer does. */
const HEADERS_MAX = 100

const encodings = new LRUCache<string, Encoding | 'identity'>({
  max: HEADERS_MAX,
  memoMethod: (header) => {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
    const chosen = negotiator.encoding(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] })
    return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity'
  },
})

/** The encoding to answer in for an Accept-Encoding header; null = as it is. */
export function chosenEncoding(header: string | null): Encoding | null {
  const chosen = header ? encodings.memo(header) : 'identity'
  return chosen === 'identity' ? null : chosen
}

/** Whether an Accept header names the media type itself, not only by a wildcard. */
export function namesType(header: string | null, type: string): boolean {
  if (!header) return false
  return new Negotiator({ headers: { accept: header } }).mediaTypes().some((named) => named.toLowerCase() === type)
}

/** Whether an Accept header takes one of the media types; no header takes all. */
export function takesAny(header: string | null, types: readonly string[]): boolean {
  return !header || new Negotiator({ headers: { accept: header } }).mediaType(types) !== undefined
}

/** Formats of an answer and the media types that ask for them; both are sent in UTF-8, which a client may insist on. */
const FORMATS = {
  json: ['application/json', 'application/json;charset=utf-8'],
  text: ['text/plain', 'text/plain;charset=utf-8'],
  csv: ['text/csv', 'text/csv;charset=utf-8', 'text/csv;header=present', 'text/csv;charset=utf-8;header=present'],
} as const

/** A format of REST answers. */
export type Format = keyof typeof FORMATS

const formats = new LRUCache<string, Format, readonly Format[]>({
  max: HEADERS_MAX,
  memoMethod: (key, _, { context: offered }) => {
    const header = key.slice(key.indexOf(' ') + 1)
    const negotiator = new Negotiator({ headers: { accept: header } })
    const type = negotiator.mediaType(offered.flatMap((format) => FORMATS[format]))
    const format = offered.find((one) => FORMATS[one].some((name) => name === type))
    if (format !== undefined) return format
    // Names the form of errors; what succeeds is JSON all the same.
    if (negotiator.mediaType(['application/problem+json']) !== undefined) return offered[0] ?? 'json'
    const types = offered.map((one) => FORMATS[one][0]).join(' or ')
    throw new ApiError('not_acceptable', `This path answers ${types}, which the Accept header does not take.`)
  },
})

/** The format an Accept header prefers among those offered, best first; throws 406 when it takes none of them. */
export function acceptedFormat(header: string | null, offered: readonly Format[]): Format {
  return header ? formats.memo(`${offered.join()} ${header}`, { context: offered }) : (offered[0] ?? 'json')
}
