import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'graphql-yoga'

/** Compresses a body in an encoding HTTP names. */
export const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 5 }),
} as const

/** Smaller bodies travel in one packet anyway. */
const COMPRESS_FROM_BYTES = 1_024

/** An encoding the service can answer in. */
export type Encoding = keyof typeof compressors

const SECURITY = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

/** Any page may call with a key it was given: there are no cookies to steal, so credentials stay off. */
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'X-Credits-Charged, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, ETag, X-Data-Set',
}

const CORS = Object.entries(CORS_HEADERS)

const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept, If-None-Match, Idempotency-Key',
  'Access-Control-Max-Age': '86400',
}

/** Answers preflights, which carry no key. */
export function preflightPlugin(): Plugin {
  return {
    onRequest({ request, fetchAPI, endResponse }) {
      if (request.method === 'OPTIONS')
        endResponse(new fetchAPI.Response(null, { status: 204, headers: PREFLIGHT_HEADERS }))
    },
  }
}

/** What every answer gets on its way out: CORS, security headers, compression. */
export function responsePlugin(): Plugin {
  return {
    async onResponse({ request, response, setResponse, fetchAPI }) {
      // What is for our own pages says so itself, and no other site may read it.
      const own = response.headers.get('Cross-Origin-Resource-Policy') === 'same-origin'
      for (const [name, value] of SECURITY) if (!response.headers.has(name)) response.headers.set(name, value)
      if (!own && !response.headers.has('Access-Control-Allow-Origin')) {
        for (const [name, value] of CORS) response.headers.set(name, value)
      }
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      if (!/json|text|javascript|xml/.test(response.headers.get('content-type') ?? '')) return
      response.headers.set('Vary', 'Accept, Accept-Encoding')
      const encoding = chosenEncoding(request.headers.get('accept-encoding'))
      if (!encoding || !response.body || request.method === 'HEAD' || response.status === 304) return
      if (response.headers.has('Content-Encoding')) return
      const bytes = new Uint8Array(await response.arrayBuffer())
      const headers = new fetchAPI.Headers(response.headers)
      const compressed = bytes.length >= COMPRESS_FROM_BYTES
      if (compressed) {
        headers.set('Content-Encoding', encoding)
        // The tag names a representation: the compressed one is another.
        const tag = headers.get('ETag')
        if (tag) headers.set('ETag', tag.replace(/"$/, `-${encoding}"`))
      }
      headers.delete('Content-Length')
      const body = compressed ? new Uint8Array(await compressors[encoding](bytes)) : bytes
      setResponse(new fetchAPI.Response(body, { status: response.status, headers }))
    },
  }
}

/** The encoding to answer in for an Accept-Encoding header; null = as it is. */
export function chosenEncoding(header: string | null): Encoding | null {
  if (!header) return null
  const offered = header.split(',').map((part) => part.trim().toLowerCase())
  const accepts = (name: string) =>
    offered.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0+)?$/.test(part)))
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : null
}
