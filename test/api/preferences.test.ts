import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'

const app = useApp()
const LIMIT_BYTES = 16 * 1024
const SET = 'mutation ($value: JSON!) { setPreferences(value: $value) { ok value } }'
let key: string
beforeEach(async () => {
  nextMinute()
  key = await app.key('internal')
})

/** PUT with a body as it stands. */
async function put(body: RequestInit['body'], type: string | null = 'application/json', as = key) {
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type }
  const response = await app.fetch('/v1/me/prefs', { method: 'PUT', key: as, headers, body: body ?? null })
  expect(response.headers.get('x-credits-charged')).toBe('0')
  return { status: response.status, body: await response.json() }
}

async function get(as = key): Promise<unknown> {
  const response = await app.fetch('/v1/me/prefs', { key: as })
  expect([response.status, response.headers.get('x-credits-charged')]).toEqual([200, '0'])
  return response.json()
}

/** An object whose compact JSON has exactly so many bytes, filled with a character. */
function objectOfBytes(bytes: number, filler = 'x'): { a: string } {
  const room = bytes - '{"a":""}'.length
  const size = Buffer.byteLength(filler)
  return { a: filler.repeat(Math.floor(room / size)) + 'x'.repeat(room % size) }
}

describe('preferences', () => {
  test('are an empty object until something is saved', async () => {
    expect(await get()).toEqual({ prefs: {} })
    expect((await app.graphql('{ preferences { value } }', {}, key)).data).toEqual({ preferences: { value: {} } })
  })

  test('are kept as sent, direct or wrapped, and answered with ok', async () => {
    const prefs = {
      theme: 'dark',
      list: [1, 2.5, -3e-7, null, true, { deep: ['ü', '日本', '🚀', '"', '\\u0000', ''] }],
      '': 0,
    }
    expect(await put(JSON.stringify(prefs))).toEqual({ status: 200, body: { ok: true, prefs } })
    expect(await get()).toEqual({ prefs })
    expect(await put(JSON.stringify({ prefs: { other: 1 } }))).toEqual({
      status: 200,
      body: { ok: true, prefs: { other: 1 } },
    })
    expect(await get()).toEqual({ prefs: { other: 1 } })
    expect((await app.graphql(SET, { value: prefs }, key)).data).toEqual({ setPreferences: { ok: true, value: prefs } })
    expect(await get()).toEqual({ prefs })
  })

  test('with a "prefs" key among others are the object itself, not a wrapper', async () => {
    const both = { prefs: { a: 1 }, b: 2 }
    expect((await put(JSON.stringify(both))).body.prefs).toEqual(both)
  })

  test('are replaced as a whole, never merged', async () => {
    await put('{"a":1,"b":{"c":2}}')
    await put('{"b":{"d":3}}')
    expect(await get()).toEqual({ prefs: { b: { d: 3 } } })
    await put('{}')
    expect(await get()).toEqual({ prefs: {} })
    await put('{"a":1}')
    await put('{"prefs":{}}')
    expect(await get()).toEqual({ prefs: {} })
  })

  test('may have 16 KB of JSON, counted in bytes', async () => {
    for (const filler of ['x', 'é', '日', '🚀']) {
      const full = objectOfBytes(LIMIT_BYTES, filler)
      expect(Buffer.byteLength(JSON.stringify(full))).toBe(LIMIT_BYTES)
      expect((await put(JSON.stringify(full))).status, filler).toBe(200)
      expect(await get()).toEqual({ prefs: full })
      const over = await put(JSON.stringify(objectOfBytes(LIMIT_BYTES + 1, filler)))
      expect(over).toMatchObject({ status: 413, body: { error: 'payload_too_large', status: 413, param: 'prefs' } })
      expect(over.body.message).toContain(String(LIMIT_BYTES + 1))
      expect(await get()).toEqual({ prefs: full })
    }
    // Fewer than 16 K characters, more than 16 K bytes.
    expect((await put(JSON.stringify({ a: '日'.repeat(6_000) }))).status).toBe(413)
  })

  test('are measured without the wrapper, by both APIs', async () => {
    const full = objectOfBytes(LIMIT_BYTES)
    expect((await put(JSON.stringify({ prefs: full }))).status).toBe(200)
    expect((await put(JSON.stringify({ prefs: objectOfBytes(LIMIT_BYTES + 1) }))).status).toBe(413)
    expect((await app.graphql(SET, { value: full }, key)).errors).toBeUndefined()
    const answer = await app.graphql(SET, { value: objectOfBytes(LIMIT_BYTES + 1) }, key)
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413, param: 'value' })
  })

  test('refuse arrays, scalars and null, direct or wrapped, and stay as they were', async () => {
    await put('{"kept":true}')
    for (const value of ['[]', '[{"a":1}]', '1', '0', '"text"', '""', 'true', 'false', 'null']) {
      expect(await put(value), value).toMatchObject({ status: 400, body: { error: 'invalid_body' } })
      expect(await put(`{"prefs":${value}}`), value).toMatchObject({ status: 400, body: { error: 'invalid_body' } })
      const answer = await app.graphql(SET, { value: JSON.parse(value) }, key)
      expect(answer.errors?.[0]?.extensions['status'], value).toBe(400)
    }
    expect(await get()).toEqual({ prefs: { kept: true } })
  })

  test("of one account are nobody else's", async () => {
    const other = await app.key('free')
    await put('{"mine":1}')
    await put('{"theirs":2}', 'application/json', other)
    expect(await get()).toEqual({ prefs: { mine: 1 } })
    expect(await get(other)).toEqual({ prefs: { theirs: 2 } })
    const answers = await Promise.all([key, other, key, other].map((as) => get(as)))
    expect(answers.map((answer) => JSON.stringify(answer))).toEqual(
      [1, 2, 1, 2].map((n) => JSON.stringify({ prefs: n === 1 ? { mine: 1 } : { theirs: 2 } })),
    )
  })

  test('written at the same time are one of the writes, whole', async () => {
    const writes = Array.from({ length: 10 }, (_, n) => ({ n, text: String(n).repeat(50) }))
    const statuses = await Promise.all(writes.map(async (write) => (await put(JSON.stringify(write))).status))
    expect(statuses).toEqual(writes.map(() => 200))
    expect(writes.map((prefs) => ({ prefs }))).toContainEqual(await get())
  })

  test('may name keys like "__proto__" and "constructor": they are data and change nothing else', async () => {
    const text =
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":0}'
    const { status, body } = await put(text)
    expect(status).toBe(200)
    expect(body.prefs).toEqual(JSON.parse(text))
    expect(Object.getOwnPropertyNames(body.prefs).toSorted()).toEqual([
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'toString',
    ])
    expect({}).not.toHaveProperty('polluted')
    expect(JSON.stringify(await get())).toContain('"__proto__":{"polluted":true}')
    const wrapped = await put('{"prefs":{"__proto__":{"polluted":true}}}')
    expect(JSON.stringify(wrapped.body.prefs)).toBe('{"__proto__":{"polluted":true}}')
    expect((await put('{"__proto__":[1]}')).status).toBe(200)
    expect({}).not.toHaveProperty('polluted')
  })

  test('that could not come back as given are refused: U+0000, half surrogate pairs, numbers beyond the range, bottomless nesting', async () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    for (const text of [
      '{"a":"\\u0000"}',
      '{"a\\u0000b":1}',
      '{"a":"\\ud800"}',
      '{"a":1e400}',
      deep(500),
      deep(8_000),
      deep(40_000),
    ]) {
      const { status, body } = await put(text)
      expect([status, body.error], text.slice(0, 40)).toEqual([400, 'invalid_body'])
    }
    expect((await put(deep(90))).status).toBe(200)
  })

  test('that are not well-formed JSON in UTF-8 are 400', async () => {
    for (const text of [
      '',
      '{',
      '{"a":}',
      '{a:1}',
      "{'a':1}",
      '{"a":1}}',
      '{"a":1,}',
      'undefined',
      'NaN',
      '{"a":01}',
      '\ufeff\ufeff{}',
    ]) {
      const { status, body } = await put(text)
      expect([status, body.error], JSON.stringify(text)).toEqual([400, 'invalid_body'])
    }
    const latin = Buffer.from('{"a":"\xe9"}', 'latin1')
    expect((await put(new Uint8Array(latin))).status).toBe(400)
  })

  test('of another content type are 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'x',
    ])
      expect(await put('{}', type), type).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } })
    expect((await put(new Uint8Array(Buffer.from('{}')), null)).status).toBe(415)
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])
      expect((await put('{}', type)).status, type).toBe(200)
  })

  test('take no query parameters and no other method', async () => {
    expect((await app.fetch('/v1/me/prefs?a=1', { key })).status).toBe(400)
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const response = await app.fetch('/v1/me/prefs', { key, method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PUT')
    }
  })
})
