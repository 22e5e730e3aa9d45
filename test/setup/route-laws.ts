import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { clock, type TestApp } from './app.ts'

/** What is wrong for a parameter, and the nearest valid value where there is one. */
interface ParameterLaw {
  readonly bad: readonly string[]
  readonly nearest?: Readonly<Record<string, string>>
  readonly required?: boolean
}

/** A GET route and what its parameters refuse. */
export interface RouteLaws {
  readonly path: string
  /** Query that makes the plain call valid. */
  readonly query?: string
  readonly rows?: string
  readonly parameters: Readonly<Record<string, ParameterLaw>>
  /** A call for something that is not there. */
  readonly missing?: { path?: string; query?: string; error: string; param: string; meant?: string }
}

const METERING = [
  'x-credits-charged',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]

/** Checks what every answer has: the metering headers; on errors the contract's body, no charge and nothing of our insides. */
export async function expectError(response: Response, status: number, error: string): Promise<Record<string, unknown>> {
  const text = await response.text()
  expect(response.status, text).toBe(status)
  const body = JSON.parse(text)
  expect(body).toMatchObject({ error, status, message: expect.stringMatching(/[.?]$/) })
  expect(body.request_id).toBe(response.headers.get('x-request-id'))
  expect(response.headers.get('x-credits-charged')).toBe('0')
  expectMetering(response)
  expectNoInsides(text)
  return body
}

/** The headers every answer under /v1 and /graphql carries. */
export function expectMetering(response: Response): void {
  for (const name of METERING) expect(response.headers.get(name), name).toMatch(/^[\w-]+$/)
}

/** No stack, SQL, path or library name. */
export function expectNoInsides(text: string): void {
  expect(text).not.toMatch(
    /\bat \S+ \(|node_modules|\.ts:\d|file:\/\/|SELECT |INSERT |\bpg_|prisma|zod|pothos|yoga|\/work\/|\/tmp\//i,
  )
}

/** Says of a GET route everything that holds for all of them. */
export function describeRoute(app: TestApp, laws: RouteLaws): void {
  const address = (extra = '') => {
    const query = [laws.query, extra].filter(Boolean).join('&')
    return query ? `${laws.path}?${query}` : laws.path
  }
  /** The query without one of its parameters. */
  const without = (name: string) =>
    (laws.query ?? '')
      .split('&')
      .filter((pair) => !pair.startsWith(`${name}=`))
      .join('&')

  describe(`laws of ${laws.path}`, () => {
    test.each(Object.entries(laws.parameters).flatMap(([name, law]) => law.bad.map((value) => ({ name, value, law }))))(
      '$name=$value is refused by name, with what is allowed and the nearest valid value',
      async ({ name, value, law }) => {
        const query = [without(name), `${name}=${encodeURIComponent(value)}`].filter(Boolean).join('&')
        const body = await expectError(await app.fetch(`${laws.path}?${query}`), 400, 'invalid_parameter')
        expect(body['param']).toBe(name)
        expect(body['message']).toMatch(new RegExp(`^"${name}" must be .+ was given\\.`))
        const nearest = law.nearest?.[value]
        if (nearest === undefined) return
        expect(body['did_you_mean']).toBe(nearest)
        expect(body['message']).toContain(`The nearest valid value is ${nearest}.`)
      },
    )

    test.each(Object.entries(laws.parameters).filter(([, law]) => law.required))('%s is required', async (name) => {
      const body = await expectError(await app.fetch(`${laws.path}?${without(name)}`), 400, 'missing_parameter')
      expect(body['param']).toBe(name)
    })

    test('an unknown, repeated or misspelled parameter is refused', async () => {
      expect(await expectError(await app.fetch(address('nonsense=1')), 400, 'invalid_parameter')).toMatchObject({
        param: 'nonsense',
      })
      expect(await expectError(await app.fetch(address('__proto__=1')), 400, 'invalid_parameter')).toMatchObject({
        param: '__proto__',
      })
      const [first] = Object.keys(laws.parameters)
      if (first === undefined) return
      await expectError(await app.fetch(address(`${first}x=1`)), 400, 'invalid_parameter')
      const { param, did_you_mean } = await expectError(
        await app.fetch(address(`${first}s=1`)),
        400,
        'invalid_parameter',
      )
      expect([param, did_you_mean]).toEqual([`${first}s`, first])
    })

    test('several wrong parameters are all named', async () => {
      const names = Object.keys(laws.parameters).slice(0, 2)
      if (names.length < 2) return
      const query = names.map((name) => `${name}=${encodeURIComponent(laws.parameters[name]?.bad[0] ?? '')}`).join('&')
      const rest = names.reduce((left, name) => left.replace(new RegExp(`(^|&)${name}=[^&]*`), ''), laws.query ?? '')
      const body = await expectError(await app.fetch(`${laws.path}?${rest}&${query}`), 400, 'invalid_parameter')
      expect(body['details']).toEqual(
        expect.arrayContaining(names.map((param) => ({ param, message: expect.any(String) }))),
      )
    })

    test('needs a key, room in the minute, and credits when it costs any', async () => {
      const response = await app.fetch(address(), { key: null })
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      await expectError(response, 401, 'unauthorized')
      const costs = Number((await app.fetch(address())).headers.get('x-credits-charged'))
      const poor = await app.keyWith({ credits: 0 })
      if (costs > 0) {
        const body = await expectError(await app.fetch(address(), { key: poor }), 402, 'credits_exhausted')
        expect(body).toMatchObject({ needed: costs, balance: 0, resets_at: expect.stringMatching(/T00:00:00Z$/) })
        expect(Object.keys(body)).not.toContain(laws.rows ?? 'data')
      } else expect((await app.fetch(address(), { key: poor })).status).toBe(200)
      const slow = await app.keyWith({ credits: 1_000, perMinute: 1 })
      const first = await app.fetch(address(), { key: slow })
      expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
      const second = await app.fetch(address(), { key: slow })
      const wait = Number(second.headers.get('retry-after'))
      expect(clock.ms + wait * 1000).toBeGreaterThanOrEqual(Number(second.headers.get('x-ratelimit-reset')) * 1000)
      expect(wait).toBeLessThanOrEqual(60)
      await expectError(second, 429, 'rate_limited')
    })

    test('other methods are refused with those it takes; OPTIONS and HEAD work', async () => {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const response = await app.fetch(address(), { method })
        expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD', 'OPTIONS']))
        await expectError(response, 405, 'method_not_allowed')
      }
      const options = await app.fetch(address(), { method: 'OPTIONS', key: null })
      expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      const [get, head] = [await app.fetch(address()), await app.fetch(address(), { method: 'HEAD' })]
      expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
      expect(head.headers.get('x-credits-charged')).toBe(get.headers.get('x-credits-charged'))
      expectMetering(head)
    })

    test('a trailing slash and percent-encoding change nothing', async () => {
      const plain = await (await app.fetch(address())).text()
      const encoded = laws.path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
      expect(await (await app.fetch(address().replace(laws.path, `${laws.path}/`))).text()).toBe(plain)
      expect(await (await app.fetch(address().replace(laws.path, encoded))).text()).toBe(plain)
    })

    test('its tag answers 304 to whoever has the same, compressed or not', async () => {
      const first = await app.fetch(address())
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^"[\w-]+"$/)
      expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
      expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', tag.replace(/"$/, '-br"')]) {
        const again = await app.fetch(address(), { headers: { 'if-none-match': known } })
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
        expectMetering(again)
      }
      expect((await app.fetch(address(), { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    })

    test('compresses on request what is large enough, and says so', async () => {
      const plain = Buffer.from(await (await app.fetch(address())).arrayBuffer())
      for (const [encoding, inflate] of [
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync],
      ] as const) {
        const response = await app.fetch(address(), { headers: { 'accept-encoding': `${encoding}, identity;q=0.5` } })
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(response.headers.get('vary')).toContain('Accept-Encoding')
        expect(response.headers.get('content-encoding')).toBe(plain.length >= 1_024 ? encoding : null)
        expect((plain.length >= 1_024 ? inflate(bytes) : bytes).equals(plain)).toBe(true)
        expectMetering(response)
      }
      const refused = await app.fetch(address(), { headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } })
      expect(refused.headers.get('content-encoding')).toBeNull()
    })

    test('format=csv gives the rows by RFC 4180, a header even without rows', async () => {
      if (laws.rows === undefined) {
        await expectError(await app.fetch(address('format=csv')), 400, 'invalid_parameter')
        return
      }
      const body = await (await app.fetch(address())).json()
      const rows: Record<string, unknown>[] = body[laws.rows]
      const response = await app.fetch(address('format=csv'))
      expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
      const text = await response.text()
      expect(text).toMatch(/\r\n$/)
      const records: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' })
      expect(records).toHaveLength(rows.length)
      for (const [index, row] of rows.entries()) expect(records[index]).toEqual(asCells(row))
      await expectError(await app.fetch(address('format=xml')), 400, 'invalid_parameter')
      await expectError(await app.fetch(address('format=csv&format=csv')), 400, 'invalid_parameter')
    })

    test('problem documents tell the same on request', async () => {
      const response = await app.fetch(address('nonsense=1'), { headers: { accept: 'application/problem+json' } })
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      const body = await response.json()
      expect(body).toMatchObject({ type: 'about:blank', status: 400, code: 'invalid_parameter', param: 'nonsense' })
      expect(body.title).toMatch(/\.$/)
      expect(body.detail).toContain('"nonsense"')
      expect(body.instance).toBe(`urn:request:${response.headers.get('x-request-id')}`)
    })

    test('what is not there is 404, with what was most likely meant', async () => {
      if (!laws.missing) return
      const { path = laws.path, query, error, param, meant } = laws.missing
      const body = await expectError(await app.fetch(query ? `${path}?${query}` : path), 404, error)
      expect(body).toMatchObject({ param, ...(meant ? { did_you_mean: meant } : {}) })
    })
  })
}

/** A row as its CSV cells read: nested values as JSON, null empty, what a spreadsheet would run quoted. */
function asCells(row: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
      return [key, typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text]
    }),
  )
}
