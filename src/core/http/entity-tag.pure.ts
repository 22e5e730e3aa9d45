import { hash } from 'node:crypto'

/** The strong ETag of a text as it is sent: each content encoding is a representation of its own (RFC 9110, 8.8.3). */
export function entityTag(text: string | Uint8Array, encoding: 'br' | 'gzip' | null = null): string {
  return encodedTag(`"${hash('sha1', text, 'base64url')}"`, encoding)
}

/** The tag of the same text in another content encoding. */
export function encodedTag(tag: string, encoding: 'br' | 'gzip' | null): string {
  return encoding === null ? tag : tag.replace(/"$/, `-${encoding}"`)
}

/** Whether an If-None-Match header names the text of a tag, in whatever content encoding the client holds it. */
export function matchesTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  const text = plainTag(tag)
  return header.split(',').some((given) => given.trim() === '*' || plainTag(given) === text)
}

/** A tag without weak prefix and encoding suffix. */
function plainTag(given: string): string {
  return given
    .trim()
    .replace(/^W\//, '')
    .replace(/-(br|gzip)"$/, '"')
}
