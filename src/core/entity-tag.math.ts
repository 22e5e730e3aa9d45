import { hash } from 'node:crypto'

/** The strong ETag of a representation (RFC 9110, 8.8.3). */
export function entityTag(text: string): string {
  return `"${hash('sha1', text, 'base64url')}"`
}

/** Whether an If-None-Match header names the tag. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  return header.split(',').some((given) => given.trim() === '*' || bareTag(given) === tag)
}

/** A tag as sent back: without weakness, and without the suffix compression adds. */
function bareTag(given: string): string {
  return given
    .trim()
    .replace(/^W\//, '')
    .replace(/-(br|gzip)"$/, '"')
}
