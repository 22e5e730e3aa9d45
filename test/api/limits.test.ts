import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { REQUEST_LIMITS } from '../../src/core/graphql/limit/request-limits.ts'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { heldBytes, processorMs } from '../setup/effort.ts'
import { expectMetering, expectNoInsides } from '../setup/route-laws.ts'

const app = useApp()
beforeAll(async () => void (await ingest(corpus())))

const JSON_TYPE = { 'content-type': 'application/json' }
const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
  app.fetch('/graphql', { method: 'POST', headers, body })
const ask = (query: string, variables?: unknown, more: object = {}) =>
  send(JSON.stringify({ query, variables, ...more }))

/** A request refused as a whole: nothing ran, nothing is charged, nothing of ours is seen. */
async function expectRefused(response: Response, code: string, status = 400): Promise<string> {
  const text = await response.text()
  expect(response.status, text.slice(0, 500)).toBe(status)
  const { errors, data } = JSON.parse(text)
  expect(errors[0].extensions).toMatchObject({ code, status })
  expect(data ?? null).toBeNull()
  expect(text.length).toBeLessThan(4_000)
  expect(response.headers.get('x-credits-charged')).toBe('0')
  expectMetering(response)
  expectNoInsides(text)
  return errors[0].message
}

/** A request that ran, with a field that failed for the caller's sake. */
async function expectFieldError(response: Response, codes: readonly string[]): Promise<void> {
  const text = await response.text()
  expect(response.status, text.slice(0, 500)).toBe(200)
  const { errors } = JSON.parse(text)
  expect(codes).toContain(errors?.[0]?.extensions.code)
  expect(response.headers.get('x-credits-charged')).toBe('0')
  expectNoInsides(text)
}

const nested = (depth: number) =>
  `{ megatrend(id: "10000000") ${'{ parent '.repeat(depth - 2)}{ name }${' }'.repeat(depth - 2)} }`

describe('a document', () => {
  test('nests at most as deep as allowed', async () => {
    expect((await ask(nested(REQUEST_LIMITS.depth))).status).toBe(200)
    expect(await expectRefused(await ask(nested(REQUEST_LIMITS.depth + 1)), 'INVALID_QUERY')).toContain('depth')
  })

  test('has at most the allowed root fields, in fragments too', async () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}: account { plan }`).join(' ')
    const most = REQUEST_LIMITS.rootFields
    expect((await ask(`{ ${fields(most)} }`)).status).toBe(200)
    for (const query of [
      `{ ${fields(most + 1)} }`,
      `{ ... { ${fields(most + 1)} } }`,
      `{ ... on Query { ...f } } fragment f on Query { ${fields(most + 1)} }`,
      `{ ${fields(most)} ...f } fragment f on Query { b: account { plan } }`,
    ])
      expect(await expectRefused(await ask(query), 'INVALID_QUERY')).toContain(`${most + 1} root fields`)
  })

  test('has at most the allowed aliases, directives, tokens and fields', async () => {
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => one(i)).join(' ')
    const stock = (inner: string) => `{ stock(id: "AAPL") { ${inner} } }`
    const aliases = stock(many(REQUEST_LIMITS.aliases + 1, (index) => `a${index}: name`))
    expect(await expectRefused(await ask(aliases), 'INVALID_QUERY')).toContain('aliases')
    const directives = stock(many(REQUEST_LIMITS.directives + 1, () => 'name @include(if: true)'))
    expect(await expectRefused(await ask(directives), 'INVALID_QUERY')).toContain('directives')
    const tokens = stock(many(REQUEST_LIMITS.tokens, () => 'name'))
    expect(await expectRefused(await ask(tokens), 'INVALID_QUERY')).toContain('tokens')
    const breadth = stock(many(REQUEST_LIMITS.breadth + 1, () => 'name'))
    expect(await expectRefused(await ask(breadth), 'INVALID_QUERY')).toContain('breadth')
  })

  test('weighs at most what is allowed, by what its lists and pages may hold', async () => {
    const heavy = [
      '{ megatrends(limit: 1000) { items { members { stock { relations { target { relations { target { name } } } } } } } } }',
      '{ megatrend(id: "10000000") { members { stock { memberships { megatrend { members { stock { relations { target { name } } } } } } } } } }',
      `{ ${Array.from({ length: 20 }, (_, index) => `a${index}: news(all: true, offset: ${index}) { items { title } }`).join(' ')} }`,
      '{ news(limit: 1000) { items { impacts { stock { news(limit: 1000) { items { title } } } } } } }',
    ]
    for (const query of heavy) expect(await expectRefused(await ask(query), 'INVALID_QUERY')).toContain('complexity')
    const byVariable =
      'query ($n: Int) { news(limit: $n) { items { impacts { stock { news(limit: $n) { count } } } } } }'
    expect((await ask(byVariable, { n: 3 })).status).toBe(200)
    await expectRefused(await ask(byVariable, { n: 1_000 }), 'INVALID_QUERY')
    expect((await ask(byVariable, { n: 3 })).status).toBe(200)
  })

  test('cannot go round in circles or explode through fragments', async () => {
    await expectRefused(
      await ask('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'),
      'INVALID_QUERY',
    )
    const levels = 60
    const bomb = Array.from({ length: levels }, (_, i) => `fragment f${i} on Megatrend { ...f${i + 1} ...f${i + 1} }`)
    const query = `{ megatrend(id: "10000000") { ...f0 } } ${bomb.join(' ')} fragment f${levels} on Megatrend { name }`
    await expectRefused(await ask(query), 'INVALID_QUERY')
  })

  test('that does not parse or fit is refused with a word about where', async () => {
    const message = await expectRefused(await ask('{ stock(id: "AAPL") { nam } }'), 'INVALID_QUERY')
    expect(message).toContain('Did you mean "name"')
    for (const query of [
      '{',
      '}',
      'query',
      '{ stock }',
      '{ stock(id: 5.5) { name } }',
      'subscription { news { count } }',
      '\u0000',
    ])
      await expectRefused(await ask(query), 'INVALID_QUERY')
    await expectRefused(await ask('{'.repeat(100_000)), 'INVALID_QUERY')
    await expectRefused(await ask(`{ stock(id: "${'x'.repeat(90_000)}") { ${'y'.repeat(1_000)} } }`), 'INVALID_QUERY')
  })

  test('with several operations runs the one that is named', async () => {
    const both = 'query A { account { plan } } query B { account { name } }'
    expect(await (await ask(both, {}, { operationName: 'B' })).json()).toMatchObject({
      data: { account: { name: 'test' } },
    })
    for (const operationName of ['C', '', undefined])
      await expectRefused(await ask(both, {}, { operationName }), 'INVALID_QUERY')
  })
})

describe('introspection', () => {
  test('works with a key, not without', async () => {
    const { data } = await (await ask(getIntrospectionQuery())).json()
    expect(data.__schema.types.length).toBeGreaterThan(20)
    const response = await app.fetch('/graphql', {
      method: 'POST',
      key: null,
      headers: JSON_TYPE,
      body: JSON.stringify({ query: '{ __schema { queryType { name } } }' }),
    })
    await expectRefused(response, 'UNAUTHORIZED', 401)
  })

  test('does not nest without end', async () => {
    const query = `{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }`
    await expectRefused(await ask(query), 'INVALID_QUERY')
  })

  test('is asked for once a document, fragments spread out', async () => {
    for (const query of [
      '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }',
      '{ ...f ... { ...f } } fragment f on Query { __schema { queryType { name } } }',
    ]) {
      // The same field twice is one field to GraphQL, but not to who counts what a document asks for.
      expect(await expectRefused(await ask(query), 'INVALID_QUERY')).toContain('__schema')
    }
    expect((await ask('{ __schema { queryType { name } } }')).status).toBe(200)
  })

  test('weighs what the schema holds, whatever its fragments and aliases', async () => {
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => one(index)).join(' ')
    const statuses: number[] = []
    const attacks = [
      // Two kilobytes that took a minute: fragments of fragments of aliased fields.
      `{ __schema { ${many(8, (index) => `t${index}: types { ...F }`)} } }
       fragment F on __Type { ${many(8, (index) => `f${index}: fields { type { ...G } }`)} }
       fragment G on __Type { ${many(8, (index) => `g${index}: fields { name type { name } }`)} }`,
      `{ __schema { types { ${many(10, (index) => `a${index}: fields { ...A }`)} } } }
       ${many(4, (level) => `fragment ${'ABCDE'[level]} on __Field { ${many(10, (index) => `b${index}: type { ofType { fields { ...${'ABCDE'[level + 1]} } } }`)} }`)}
       fragment E on __Field { name }`,
      `{ ${many(20, (index) => `t${index}: __type(name: "Query") { fields { args { type { ofType { fields { args { type { name } } } } } } } }`)} }`,
      `{ __schema { types { ${many(30, (index) => `f${index}: fields(includeDeprecated: true) { args { name description type { name kind } } }`)} } } }`,
      `{ __schema { types { fields { type { kind name fields { name } } args { name type { name } } } } } }`,
    ]
    for (const query of attacks) {
      const takenMs = await processorMs(async () => {
        const response = await ask(query)
        if (response.status !== 200) await expectRefused(response, 'INVALID_QUERY')
        statuses.push(response.status)
      })
      expect(takenMs).toBeLessThan(10_000)
    }
    // One type twenty times, or all types three levels deep, is little; fields of fields in many copies are not.
    expect(statuses).toEqual([400, 400, 200, 400, 200])
  })
})

describe('a request', () => {
  const address = (query: string, more = '') => `/graphql?query=${encodeURIComponent(query)}${more}`

  test('may read by GET, with variables', async () => {
    const query = 'query ($id: ID!) { stock(id: $id) { ticker } }'
    const response = await app.fetch(address(query, `&variables=${encodeURIComponent('{"id":"aapl"}')}`))
    expect(await response.json()).toMatchObject({ data: { stock: { ticker: 'AAPL.US' } } })
  })

  test('may not change anything by GET', async () => {
    const response = await app.fetch(address('mutation { setPreferences(value: {a: 1}) { ok } }'))
    expect(response.headers.get('allow')).toBe('POST')
    await expectRefused(response, 'METHOD_NOT_ALLOWED', 405)
    expect((await app.graphql('{ preferences { value } }')).data.preferences.value).toEqual({})
  })

  test('is one operation in JSON', async () => {
    await expectRefused(await send('[{"query":"{ account { plan } }"}]'), 'INVALID_BODY')
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/graphql',
      '',
    ])
      await expectRefused(await send('query={account{plan}}', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE', 415)
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const foreign = { method, headers: { accept: 'image/png' } }
      await expectRefused(await app.fetch('/graphql', foreign), 'METHOD_NOT_ALLOWED', 405)
    }
    await expectRefused(
      await send('{"query":"{ account { plan } }"}', { ...JSON_TYPE, accept: 'image/png' }),
      'NOT_ACCEPTABLE',
      406,
    )
    expect((await send('{"query":"{ account { plan } }"}', { ...JSON_TYPE, accept: '*/*' })).status).toBe(200)
  })

  test('is answered only at its own address', async () => {
    for (const path of ['/graphql/', '/x/graphql', '/graphql/x', '/?x=/graphql', '/GRAPHQL']) {
      const init = { method: 'POST', key: null, headers: JSON_TYPE, body: '{"query":"{ __typename }"}' }
      const response = await app.fetch(path, init)
      expect([404, 405]).toContain(response.status)
      expect(await response.text()).not.toContain('Query')
    }
  })
})

describe('variables', () => {
  const RESOLVE = 'query ($query: String!, $limit: Int) { stockResolve(query: $query, limit: $limit) { ticker } }'

  test('that do not fit their types are refused, without being repeated at length', async () => {
    for (const variables of [
      {},
      { query: 5 },
      { query: null },
      { query: ['a'] },
      { query: { a: 1 } },
      { query: 'a', limit: '5' },
      { query: 'a', limit: 1.5 },
      { query: 1e9 },
    ]) {
      for (let time = 0; time < 3; time++) await expectRefused(await ask(RESOLVE, variables), 'INVALID_PARAMETER')
    }
    await expectRefused(await ask(RESOLVE, { query: 'a', limit: 'x'.repeat(500_000) }), 'INVALID_PARAMETER')
    for (const variables of [[], 'x', 5]) await expectRefused(await ask(RESOLVE, variables), 'INVALID_BODY')
  })

  test('no number is too large, nothing too deep', async () => {
    for (const number of ['1e400', '-1e400', '99999999999999999999', '2147483648'])
      await expectRefused(
        await send(`{"query":${JSON.stringify(RESOLVE)},"variables":{"q":"a","limit":${number}}}`),
        'INVALID_PARAMETER',
      )
    await expectRefused(await send(`{"query":"{ account { plan } }","variables":{"a":NaN}}`), 'INVALID_BODY')
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    await expectRefused(
      await send(`{"query":${JSON.stringify(RESOLVE)},"variables":{"q":${deep}}}`),
      'INVALID_PARAMETER',
    )
    expect((await send(`{"query":"{ account { plan } }","variables":${deep}}`)).status).toBe(200)
    const wide = JSON.stringify(Array(100_000).fill('x'))
    await expectFieldError(
      await send(
        `{"query":"query ($q: [String!]!) { stockResolveBatch(queries: $q) { count } }","variables":{"q":${wide}}}`,
      ),
      ['INVALID_PARAMETER'],
    )
    const prefs = await send(
      `{"query":"mutation ($p: JSON!) { setPreferences(value: $p) { ok } }","variables":{"p":${deep}}}`,
    )
    await expectFieldError(prefs, ['INVALID_BODY'])
  })
})

test('the heaviest query that is allowed is answered in time', async () => {
  const response = await ask(
    '{ megatrend(id: "32000000") { members { stock { relations { target { memberships { reason } } } } } } }',
  )
  expect(response.status).toBe(200)
  expect((await response.text()).length).toBeGreaterThan(100_000)
})

test('documents that are remembered, with all that is known of them, are bounded in number: new ones hold no more memory', async () => {
  let sent = 0
  const sendDocuments = async (count: number) => {
    for (const end = sent + count; sent < end; sent++) {
      const fields = Array.from({ length: 12 }, (_, alias) => `a${sent}_${alias}: account { plan balance }`)
      const document = `{ ${fields.join(' ')} }`
      expect((await ask(document)).status).toBe(200)
    }
  }
  await sendDocuments(540)
  const full = heldBytes()
  await sendDocuments(400)
  expect(heldBytes() - full).toBeLessThan(9_000_000)
})
