import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { ServedRoute } from '../../../rest-compat/served-route.ts'
import type { CallRoute } from '../../setup/route-call.ts'
import { expectError, expectMetering, law } from '../../setup/route-laws.ts'

const COMPRESSED_FROM_BYTES = 1_024
/** Headers that differ from call to call, or that only an answer with a body has. */
const OF_THE_CALL = [
  'x-request-id',
  'x-credits-charged',
  'x-ratelimit-remaining',
  'content-length',
  'content-encoding',
  'location',
]

/** Laws of every route about entity tags, HEAD, compression and content negotiation. */
export function cacheLaws(route: ServedRoute, call: CallRoute): void {
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !OF_THE_CALL.includes(name)))

  law(route, 'whoever has the answer already gets 304, for nothing', ['it writes'], async () => {
    const first = await call(route)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toMatch(/^(private, max-age=0, must-revalidate|no-store)$/)
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', tag.replace(/"$/, '-br"')]) {
      const again = await call(route, { headers: { 'if-none-match': known } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
      expect(again.headers.get('x-credits-charged')).toBe('0')
      expectMetering(again)
    }
    expect((await call(route, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  law(route, 'a 304 and a HEAD carry the tag of the encoding asked for', ['it writes'], async () => {
    for (const encoding of ['gzip', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const known = (await call(route, { headers })).headers.get('etag') ?? ''
      const head = await call(route, { method: 'HEAD', headers })
      const again = await call(route, { headers: { ...headers, 'if-none-match': known } })
      expect([again.status, again.headers.get('etag'), head.headers.get('etag')]).toEqual([304, known, known])
    }
  })

  law(route, 'HEAD answers the headers of GET, for nothing', ['it writes'], async () => {
    const [got, head] = [await call(route), await call(route, { method: 'HEAD' })]
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(headersOf(head)).toEqual(headersOf(got))
    expect(head.headers.get('x-credits-charged')).toBe('0')
    expectMetering(head)
    const wrong = await call(route, { method: 'HEAD', query: 'format=xml' })
    expect([wrong.status, await wrong.text()]).toEqual([400, ''])
  })

  law(route, 'what is large enough is compressed on request', ['it writes'], async () => {
    const plain = Buffer.from(await (await call(route)).arrayBuffer())
    for (const [encoding, inflate] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const response = await call(route, { headers: { 'accept-encoding': `${encoding}, identity;q=0.5` } })
      const bytes = Buffer.from(await response.arrayBuffer())
      const large = plain.length >= COMPRESSED_FROM_BYTES
      expect(response.headers.get('vary')).toContain('Accept-Encoding')
      expect(response.headers.get('content-encoding')).toBe(large ? encoding : null)
      expect((large ? inflate(bytes) : bytes).equals(plain)).toBe(true)
      expectMetering(response)
    }
    const refused = await call(route, { headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } })
    expect(refused.headers.get('content-encoding')).toBeNull()
  })

  law(
    route,
    'the Accept header decides between JSON and CSV, and 406 answers what cannot be',
    ['it writes'],
    async () => {
      const asked = (accept: string, query = '') => call(route, { query, headers: { accept } })
      for (const accept of ['*/*', 'application/json', 'application/problem+json', 'text/csv;q=0.1, application/json'])
        expect((await asked(accept)).headers.get('content-type')).toBe('application/json; charset=utf-8')
      const refused = await expectError(await asked('image/png'), 406, 'not_acceptable')
      expect(refused['message']).toContain('application/json')
      if (route.rows === undefined) {
        await expectError(await asked('text/csv'), 406, 'not_acceptable')
        return
      }
      expect(await (await asked('text/csv')).text()).toBe(await (await call(route, { query: 'format=csv' })).text())
      expect((await asked('text/csv', 'format=json')).headers.get('content-type')).toMatch(/^application\/json/)
    },
  )
}
