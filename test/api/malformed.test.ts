import { expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { expectMetering, expectNoInsides } from '../setup/route-laws.ts'

const app = useApp()
const JSON_TYPE = { 'content-type': 'application/json' }

type Malformed = [what: string, path: string, init: RequestInit & { key?: null }, status: number, code: string]

const rest = (what: string, path: string, status: number, code: string, init: Malformed[2] = {}): Malformed => [
  what,
  path,
  init,
  status,
  code,
]
const body = (
  what: string,
  method: string,
  path: string,
  text: string | Uint8Array<ArrayBuffer>,
  status: number,
  code: string,
  headers: Record<string, string> = JSON_TYPE,
): Malformed => [what, path, { method, headers, body: text }, status, code]
const graphql = (what: string, query: string, code: string, status = 400): Malformed =>
  body(what, 'POST', '/graphql', JSON.stringify({ query }), status, code)

const broken = new Uint8Array([...Buffer.from('{"queries":["'), 0xc3, 0x28, ...Buffer.from('"]}')])
const deepJson = `{"prefs":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`
const aliases = Array.from({ length: 300 }, (_, index) => `a${index}: account { plan }`).join(' ')

const MALFORMED: Malformed[] = [
  rest('a word for a number', '/v1/news?limit=ten', 400, 'invalid_parameter'),
  rest('a number below its range', '/v1/news?min_impact=0', 400, 'invalid_parameter'),
  rest('a number above its range', '/v1/news?limit=1000000', 400, 'invalid_parameter'),
  rest('a number beyond all numbers', '/v1/news?offset=9999999999999999999999', 400, 'invalid_parameter'),
  rest('a fraction for an integer', '/v1/megatrends?tier=1.5', 400, 'invalid_parameter'),
  rest('an unknown choice', '/v1/news?aspect=weather', 400, 'invalid_parameter'),
  rest('a day that is none', '/v1/news?from=2026-02-30', 400, 'invalid_parameter'),
  rest('days the wrong way round', '/v1/news?from=2026-03-01&to=2026-02-01', 400, 'invalid_parameter'),
  rest('a country that is none', '/v1/news?country=XX1', 400, 'invalid_parameter'),
  rest('a flag that is neither', '/v1/news?collapse=perhaps', 400, 'invalid_parameter'),
  rest('an unknown parameter', '/v1/news?limt=5', 400, 'invalid_parameter'),
  rest('a parameter twice', '/v1/news?limit=5&limit=6', 400, 'invalid_parameter'),
  rest('a required parameter left out', '/v1/news/by-tickers', 400, 'missing_parameter'),
  rest('51 tickers', `/v1/news/by-tickers?ticker=${Array(51).fill('AAPL').join(',')}`, 400, 'invalid_parameter'),
  rest('a query too long', `/v1/stocks/resolve?q=${'x'.repeat(5_000)}`, 400, 'invalid_parameter'),
  rest('NUL in a query', '/v1/news/search?q=a%00b', 400, 'invalid_parameter'),
  rest('an unknown ticker suffix', '/v1/stocks/005930.KS/news', 404, 'unknown_ticker'),
  rest('a huge id', `/v1/stocks/${'9'.repeat(4_000)}/news`, 404, 'unknown_ticker'),
  rest('a broken escape in a path', '/v1/stocks/%E0%A4%A/news', 404, 'not_found'),
  rest('a path that is none', '/v1/nothing/here', 404, 'not_found'),
  rest('a method it does not take', '/v1/news', 405, 'method_not_allowed', { method: 'DELETE' }),
  rest('no key', '/v1/news', 401, 'unauthorized', { key: null }),
  rest('half a key', '/v1/news', 401, 'unauthorized', { headers: { authorization: 'Bearer mi_live_x' } }),
  rest('another scheme', '/v1/news', 401, 'unauthorized', { headers: { authorization: 'Basic dXNlcjpwYXNz' } }),
  rest('a format that is none', '/v1/news?format=exe', 400, 'invalid_parameter'),
  body('no JSON', 'POST', '/v1/stocks/resolve', '{"queries":', 400, 'invalid_body'),
  body('JSON that is no object', 'POST', '/v1/stocks/resolve', '[1]', 400, 'invalid_body'),
  body('a body of another type', 'POST', '/v1/stocks/resolve', 'queries=a', 415, 'unsupported_media_type', {
    'content-type': 'application/x-www-form-urlencoded',
  }),
  body('bytes that are no UTF-8', 'POST', '/v1/stocks/resolve', broken, 400, 'invalid_body'),
  body('a member of the wrong type', 'POST', '/v1/stocks/resolve', '{"queries":[{}]}', 400, 'invalid_parameter'),
  body(
    '26 queries',
    'POST',
    '/v1/stocks/resolve',
    JSON.stringify({ queries: Array(26).fill('a') }),
    400,
    'invalid_parameter',
  ),
  body('Infinity', 'POST', '/v1/stocks/resolve', '{"queries":["a"],"limit":1e999}', 400, 'invalid_parameter'),
  body(
    'a prototype',
    'POST',
    '/v1/stocks/resolve',
    '{"queries":["a"],"__proto__":{"limit":9}}',
    400,
    'invalid_parameter',
  ),
  body('preferences that are a list', 'PUT', '/v1/me/prefs', '[]', 400, 'invalid_body'),
  body('preferences too deep', 'PUT', '/v1/me/prefs', deepJson, 400, 'invalid_body'),
  body(
    'preferences too large',
    'PUT',
    '/v1/me/prefs',
    JSON.stringify({ a: 'é'.repeat(9_000) }),
    413,
    'payload_too_large',
  ),
  graphql('a query that does not parse', '{ news {', 'INVALID_QUERY'),
  graphql('a field that is none', '{ nothing }', 'INVALID_QUERY'),
  graphql('a wide query', `{ ${aliases} }`, 'INVALID_QUERY'),
  graphql(
    'a deep query',
    `{ megatrend(id: "10000000") ${'{ parent '.repeat(40)}{ name }${' }'.repeat(40)} }`,
    'INVALID_QUERY',
  ),
  graphql('a query of brackets', '['.repeat(50_000), 'INVALID_QUERY'),
  graphql('fragments in a circle', '{ ...a } fragment a on Query { ...a }', 'INVALID_QUERY'),
  body('a list of operations', 'POST', '/graphql', '[{"query":"{ account { plan } }"}]', 400, 'INVALID_BODY'),
  body(
    'variables that are text',
    'POST',
    '/graphql',
    '{"query":"{ account { plan } }","variables":"x"}',
    400,
    'INVALID_BODY',
  ),
  rest(
    'variables by GET that are no JSON',
    '/graphql?query=%7Baccount%7Bplan%7D%7D&variables=%7B',
    400,
    'INVALID_BODY',
  ),
  rest('no query at all', '/graphql', 400, 'INVALID_BODY'),
  rest(
    'a change by GET',
    '/graphql?query=mutation%7BsetPreferences(value:%7B%7D)%7Bok%7D%7D',
    405,
    'METHOD_NOT_ALLOWED',
  ),
]

test.each(MALFORMED)('%s is answered for what it is, and costs nothing', async (_, path, init, status, code) => {
  const response = await app.fetch(path, init)
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(status)
  const answer = JSON.parse(text)
  expect(answer.error ?? answer.errors[0].extensions.code).toBe(code)
  expect(answer.message ?? answer.errors[0].message).toMatch(/\S.{8,}/)
  expect(response.headers.get('x-credits-charged')).toBe('0')
  expect(text.length).toBeLessThan(4_000)
  expectMetering(response)
  expectNoInsides(text)
})

test('there are at least thirty kinds, and none of them left a charge behind', async () => {
  expect(MALFORMED.length).toBeGreaterThanOrEqual(30)
  const { data } = await app.graphql('{ account { quota { used } charges(first: 5) { nodes { operation } } } }')
  expect(data.account).toEqual({ quota: { used: 0 }, charges: { nodes: [] } })
})
