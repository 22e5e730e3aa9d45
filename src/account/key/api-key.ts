import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BRAND = 'mi_live_'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = new RegExp(`^${BRAND}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A fresh key: `mi_live_`, 32 random base62 characters (190 bits), 6 characters of checksum. */
export function newApiKey(): string {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    // 248 is the largest multiple of 62 in a byte: taking only what lies below keeps every character equally likely.
    for (const byte of randomBytes(SECRET_LENGTH))
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62.charAt(byte % 62)
  }
  return BRAND + secret + checksum(secret)
}

/** True when the text has a key's shape and its checksum holds; costs no database access. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(BRAND.length, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH)
}

/** SHA-256 of the key: all that is stored of it. The secret is random, so no slow hash is needed. */
export function keyDigest(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The part of a key fit for display: brand and first 8 characters. */
export function keyPrefix(key: string): string {
  return key.slice(0, BRAND.length + 8)
}

/** CRC-32 of the secret in base62, most significant first. */
function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    text = BASE62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
