import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chosenEncoding } from './negotiation.ts'

/** Compresses a body in an encoding HTTP names. */
export const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 3 }),
} as const

/** An encoding the service can answer in. */
export type Encoding = keyof typeof compressors

/** Smaller bodies fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1_024

/** The encoding a body of so many bytes is sent in for an Accept-Encoding header; null = as it is. */
export function bodyEncoding(header: string | null, bytes: number): Encoding | null {
  return bytes < COMPRESS_FROM_BYTES ? null : chosenEncoding(header)
}
