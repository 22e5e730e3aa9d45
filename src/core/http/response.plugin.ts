import type { Plugin } from 'graphql-yoga'
import { bodyEncoding, compressors } from './content-encoding.ts'
import { preparedBytes, preparedResponse } from './prepared-body.ts'

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
    'X-Credits-Charged, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, ETag, X-Data-Set, Location, Idempotent-Replayed',
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

/** Adds CORS and security headers to every answer and compresses it. */
export function responsePlugin(): Plugin {
  return {
    async onResponse({ request, response, setResponse, fetchAPI }) {
      // A page for this site alone sets this header itself.
      const own = response.headers.get('Cross-Origin-Resource-Policy') === 'same-origin'
      for (const [name, value] of SECURITY) if (!response.headers.has(name)) response.headers.set(name, value)
      if (!own && !response.headers.has('Access-Control-Allow-Origin')) {
        for (const [name, value] of CORS) response.headers.set(name, value)
      }
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
      if (!/json|text|javascript|xml/.test(response.headers.get('content-type') ?? '')) return
      response.headers.set('Vary', 'Accept, Accept-Encoding')
      const accepted = request.headers.get('accept-encoding')
      if (!accepted || !response.body || request.method === 'HEAD' || response.status === 304) return
      if (response.headers.has('Content-Encoding')) return
      const bytes = preparedBytes(response) ?? new Uint8Array(await response.arrayBuffer())
      const encoding = bodyEncoding(accepted, bytes.length)
      // Deleting comes first: it folds the case of the names, which a copy of the headers would be searched by.
      const { headers, status } = response
      headers.delete('Content-Length')
      if (encoding) headers.set('Content-Encoding', encoding)
      const body = encoding ? new Uint8Array(await compressors[encoding](bytes)) : bytes
      setResponse(preparedResponse(fetchAPI.Response, body, { status, headers }))
    },
  }
}
