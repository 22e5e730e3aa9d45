import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { newApiKey } from '../../src/account/key/api-key.ts'
import { useApp } from '../setup/app.ts'
import { useFront } from '../setup/front.ts'
import { nextMinute } from '../setup/hands.ts'

const app = useApp()
const BODY_BYTES_MAX = 50_000
const front = useFront({ bodyBytesMax: BODY_BYTES_MAX })
const other = useFront()
const METERING = [
  'x-credits-charged',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]

beforeEach(nextMinute)

const call = (path: string, key: string | null, init: RequestInit = {}, on = front) =>
  fetch(`${on.url}${path}`, {
    ...init,
    headers: { ...init.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) },
  })

const head = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`

describe('over HTTP', () => {
  test('two Authorization headers are refused, whichever holds the live key, with and without a body', async () => {
    const key = await app.key('free')
    for (const [first, second] of [
      [key, key],
      [key, newApiKey()],
      [newApiKey(), key],
      [key, ''],
    ]) {
      const headers = [
        'Host: x',
        `Authorization: Bearer ${first}`,
        `authorization: Bearer ${second}`,
        'Connection: close',
      ]
      const read = await front.raw(head(['GET /v1/account HTTP/1.1', ...headers]))
      expect(read).toMatch(/^HTTP\/1\.1 401 /)
      expect(read).toMatch(/www-authenticate: bearer/i)
      const body = 'Content-Type: application/json\r\nContent-Length: 2'
      expect(await front.raw(`${head(['PUT /v1/me/prefs HTTP/1.1', ...headers, body])}{}`)).toMatch(/^HTTP\/1\.1 401 /)
    }
    const once = ['Host: x', `AUTHORIZATION: Bearer ${key}`, 'Connection: close']
    expect(await front.raw(head(['GET /v1/account HTTP/1.1', ...once]))).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('every answer carries the metering headers, also where the front refuses the body', async () => {
    const key = await app.key('internal')
    const json = { 'content-type': 'application/json' }
    const large = JSON.stringify({ a: 'x'.repeat(BODY_BYTES_MAX) })
    const calls: [number, string, string | null, RequestInit?][] = [
      [200, '/v1/account', key],
      [200, '/v1/account', key, { method: 'HEAD' }],
      [401, '/v1/me/prefs', null, { method: 'PUT', body: large, headers: json }],
      [404, '/v1/nothing', key, { method: 'POST', body: '{}', headers: json }],
      [405, '/v1/news', key, { method: 'PUT', body: '{}', headers: json }],
      [413, '/v1/me/prefs', key, { method: 'PUT', body: large, headers: json }],
      [413, '/graphql', key, { method: 'POST', body: large, headers: json }],
      [415, '/v1/me/prefs', key, { method: 'PUT', body: '{}', headers: { 'content-type': 'text/plain' } }],
      [415, '/v1/me/prefs', key, { method: 'PUT', body: '{}', headers: { ...json, 'content-encoding': 'gzip' } }],
    ]
    for (const [status, path, as, init] of calls) {
      const response = await call(path, as, init)
      expect(response.status, `${init?.method ?? 'GET'} ${path}`).toBe(status)
      for (const name of METERING) expect(response.headers.get(name), `${name} of ${status} ${path}`).not.toBeNull()
      expect(response.headers.get('x-credits-charged')).toBe('0')
      expect(response.headers.get('server')).toBeNull()
      expect(response.headers.get('x-powered-by')).toBeNull()
      await response.arrayBuffer()
    }
  })

  test('a body larger than allowed is 413 also when it comes in chunks or lies about its length', async () => {
    const key = await app.key('internal')
    const headers = ['Host: x', `Authorization: Bearer ${key}`, 'Content-Type: application/json']
    const chunk = `1000\r\n${'x'.repeat(4_096)}\r\n`
    const chunked = head(['PUT /v1/me/prefs HTTP/1.1', ...headers, 'Transfer-Encoding: chunked']) + chunk.repeat(20)
    expect(await front.raw(chunked)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/)
    const claimed = head(['PUT /v1/me/prefs HTTP/1.1', ...headers, 'Content-Length: 999999999'])
    expect(await front.raw(claimed)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/)
    // Shorter than the body: the rest is no request, and the service lives on.
    const short = `${head(['PUT /v1/me/prefs HTTP/1.1', ...headers, 'Connection: close', 'Content-Length: 2'])}{}{"a":1}`
    expect(await front.raw(short)).toMatch(/^HTTP\/1\.1 (200|400) /)
    expect((await call('/v1/account', key)).status).toBe(200)
  })

  test('a client that sends its whole body before it reads gets the 413 too', async () => {
    const key = await app.key('internal')
    const body = 'x'.repeat(20_000_000)
    const start = head([
      'PUT /v1/me/prefs HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ])
    const socket = connect({ host: '127.0.0.1', port: front.port })
    await new Promise<void>((settle, fail) => {
      socket.once('error', fail)
      socket.write(start + body, () => settle())
    })
    let answer = ''
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/)
  })

  test('invalid hosts and targets get an answer instead of a failure', async () => {
    const key = await app.key('internal')
    const headers = [`Authorization: Bearer ${key}`, 'Connection: close']
    for (const host of ['[', 'a b', '%00', 'x:99999', '../..', 'user@host', '']) {
      for (const line of ['GET /v1/account HTTP/1.1', 'PUT /v1/me/prefs HTTP/1.1']) {
        const body = line.startsWith('PUT') ? ['Content-Type: application/json', 'Content-Length: 2'] : []
        const answer = await front.raw(
          `${head([line, `Host: ${host}`, ...headers, ...body])}${body.length ? '{}' : ''}`,
        )
        expect(answer, `${line} Host: ${host}`).toMatch(/^HTTP\/1\.1 (200|400) /)
        expect(answer).not.toMatch(/node_modules|at .*:\d+/)
      }
    }
    for (const target of [
      'http://elsewhere/v1/account',
      '//v1/account',
      '/v1/%zz',
      '/v1/stocks/%ff/news',
      '/v1/..%2faccount',
      '*',
    ]) {
      const answer = await front.raw(head([`GET ${target} HTTP/1.1`, 'Host: x', ...headers]))
      expect(answer, target).toMatch(/^HTTP\/1\.1 (200|400|404|405) /)
      expect(answer).not.toMatch(/node_modules|at .*:\d+/)
    }
  })

  test('OPTIONS answers without a key, and never with a wildcard for credentials', async () => {
    for (const path of ['/v1/account', '/graphql']) {
      const response = await call(path, null, { method: 'OPTIONS' })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect(response.headers.get('x-credits-charged')).toBe('0')
      expect(response.headers.has('x-ratelimit-remaining')).toBe(true)
    }
  })

  test('HEAD answers what GET would, without the body', async () => {
    const key = await app.key('free')
    const [got, headed] = [await call('/v1/account', key), await call('/v1/account', key, { method: 'HEAD' })]
    expect(headed.status).toBe(200)
    expect(headed.headers.get('etag')).toBe(got.headers.get('etag'))
    expect(await headed.text()).toBe('')
  })

  test('two instances share the rate limit of a key', async () => {
    const key = await app.keyWith({ credits: 100, perMinute: 4 })
    const statuses: number[] = []
    for (let round = 0; round < 3; round++)
      for (const on of [front, other]) statuses.push((await call('/v1/news/types', key, {}, on)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    const limited = await call('/graphql?query={account{plan}}', key, {}, other)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBe(55)
    expect((await call('/v1/account', key, {}, other)).status).toBe(200)
  })

  test('an address that guesses keys is slowed down; live keys from the same address still work', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 64; guess++) statuses.push((await call('/v1/account', newApiKey())).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429, 429, 429])
    expect((await call('/v1/account', await app.key('free'))).status).toBe(200)
  })

  test('a key is accepted from the header alone: not from a body, a cookie or the query string', async () => {
    const key = await app.key('free')
    const answers = await Promise.all([
      call(`/v1/account?api_key=${key}`, null),
      call('/v1/account', null, { headers: { cookie: `key=${key}` } }),
      call('/graphql', null, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{account{plan}}', extensions: { authorization: `Bearer ${key}` } }),
      }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401])
  })
})
