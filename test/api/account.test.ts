import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newApiKey } from '../../src/account/key/api-key.ts'
import { listKeys, revokeKey, rotateKey } from '../../src/account/key/key.store.ts'
import { pool } from '../../src/core/database/db.ts'
import { createApp } from '../../src/yoga.ts'
import { clock, useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()
const prefixOf = (key: string) => key.slice(0, 16)
const METERING = [
  'x-credits-charged',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

beforeEach(nextMinute)

/** What a request without a usable key must get, whatever is wrong with it. */
async function expectUnauthorized(response: Response): Promise<unknown> {
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(response.headers.get('x-credits-charged')).toBe('0')
  const { request_id, ...body } = await response.json()
  expect(request_id).toBe(response.headers.get('x-request-id'))
  return body
}

/** A key whose last character, part of the checksum, is another one. */
function mistyped(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
}

describe('keys', () => {
  test('a call without a key is refused on every path and by both APIs', async () => {
    for (const path of ['/v1/account', '/v1/news', '/v1/nothing-here', '/v1/me/prefs', '/v1'])
      await expectUnauthorized(await app.fetch(path, { key: null }))
    const answer = await app.fetch('/graphql?query={account{plan}}', { key: null })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    const { errors, data } = await answer.json()
    expect(data).toBeUndefined()
    expect(errors[0].extensions).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
  })

  test('a live key is admitted as "Bearer <key>", the scheme in any letter case, and in no other spelling', async () => {
    const key = await app.key('free')
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect((await app.fetch('/v1/account', { headers: { authorization: `${scheme} ${key}` } })).status).toBe(200)
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${key}`,
      `Token ${key}`,
      `Bearer  ${key}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key}, Bearer ${key}`,
      `Bearer "${key}"`,
      `Bearer ${key.toLowerCase()}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${mistyped(key)}`,
      `Bearer ${key.replace('mi_live_', 'mi_test_')}`,
      `Bearer ${'x'.repeat(8_000)}`,
      `Bearer ' OR 1=1 --`,
      `Bearer mi_live_${'\u00e9'.repeat(38)}`,
    ]
    for (const authorization of wrong)
      await expectUnauthorized(await app.fetch('/v1/account', { key: null, headers: { authorization } }))
  })

  test('two Authorization headers are refused, also when both hold the same live key', async () => {
    const key = await app.key('free')
    const headers = new Headers([
      ['authorization', `Bearer ${key}`],
      ['authorization', `Bearer ${key}`],
    ])
    await expectUnauthorized(await app.fetch('/v1/account', { key: null, headers }))
  })

  test('a mistyped key is refused by its checksum without any access to the database', async () => {
    const key = mistyped(await app.key('free'))
    expect(await statementsOf(async () => expectUnauthorized(await app.fetch('/v1/news', { key })))).toEqual([])
    expect(await statementsOf(async () => expectUnauthorized(await app.fetch('/v1/news', { key: null })))).toEqual([])
    const unknown = async () => expectUnauthorized(await app.fetch('/v1/news', { key: newApiKey() }))
    expect((await statementsOf(unknown)).length).toBeGreaterThan(0)
  })

  test('an unknown, a mistyped and a missing key get the same answer', async () => {
    const bodies = [newApiKey(), mistyped(newApiKey()), null].map(async (key) =>
      expectUnauthorized(await app.fetch('/v1/account', { key })),
    )
    const [unknown, garbled, missing] = await Promise.all(bodies)
    expect(garbled).toEqual(unknown)
    expect(missing).toEqual(unknown)
  })

  test('a key in the query string or in a cookie is ignored', async () => {
    const key = await app.key('free')
    for (const name of ['key', 'api_key', 'apikey', 'token', 'access_token', 'authorization'])
      await expectUnauthorized(await app.fetch(`/v1/account?${name}=${key}`, { key: null }))
    const cookie = `Authorization=Bearer ${key}; api_key=${key}; key=${key}`
    await expectUnauthorized(await app.fetch('/v1/account', { key: null, headers: { cookie } }))
    const elsewhere = { 'x-api-key': key, 'x-authorization': `Bearer ${key}`, 'proxy-authorization': `Bearer ${key}` }
    await expectUnauthorized(await app.fetch('/v1/account', { key: null, headers: elsewhere }))
  })

  test('a revoked key is refused on its very next request, by every instance', async () => {
    const other = createApp({ clock, billingPeriod: 'day' })
    const key = await app.key('free')
    const headers = { authorization: `Bearer ${key}` }
    expect((await app.fetch('/v1/account', { key })).status).toBe(200)
    expect((await other.fetch('http://test/v1/account', { headers })).status).toBe(200)
    expect(await revokeKey(prefixOf(key), new Date(clock.now()))).toBe(true)
    await expectUnauthorized(await app.fetch('/v1/account', { key }))
    await expectUnauthorized(await other.fetch('http://test/v1/account', { headers }))
    const answer = await app.graphql('{ account { plan } }', {}, key)
    expect(answer.errors?.[0]?.extensions['code']).toBe('UNAUTHORIZED')
  })

  test('a key can be revoked once; an unknown prefix revokes nothing', async () => {
    const key = await app.key('free')
    const now = new Date(clock.now())
    expect(await revokeKey(prefixOf(key), now)).toBe(true)
    expect(await revokeKey(prefixOf(key), now)).toBe(false)
    expect(await revokeKey('mi_live_', now)).toBe(false)
    expect(await rotateKey(prefixOf(key), now)).toBeNull()
  })

  test('a rotated key keeps the account: credits, preferences and plan; the old key is dead', async () => {
    const old = await app.keyWith({ credits: 7 })
    await app.fetch('/v1/stocks?q=apple', { key: old })
    const put = { method: 'PUT', body: '{"theme":"dark"}', headers: { 'content-type': 'application/json' } }
    await app.fetch('/v1/me/prefs', { key: old, ...put })
    const issued = await rotateKey(prefixOf(old), new Date(clock.now()))
    const key = issued?.key ?? ''
    expect(key).not.toBe(old)
    await expectUnauthorized(await app.fetch('/v1/account', { key: old }))
    expect(await (await app.fetch('/v1/account', { key })).json()).toMatchObject({
      plan: issued?.plan,
      balance: 6,
      quota: { used: 1, limit: 7 },
    })
    expect(await (await app.fetch('/v1/me/prefs', { key })).json()).toMatchObject({ prefs: { theme: 'dark' } })
  })

  test('two rotations of one key at the same time leave one live key', async () => {
    const prefix = prefixOf(await app.key('free'))
    const now = new Date(clock.now())
    const issued = await Promise.all([rotateKey(prefix, now), rotateKey(prefix, now)])
    const live = (await listKeys()).filter((key) => issued.some((one) => one?.prefix === key.prefix) && !key.revokedAt)
    expect(live).toHaveLength(1)
  })

  test('nothing in the database is a usable key', async () => {
    const key = await app.key('free')
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
          AND table_name IN ('account', 'api_key', 'credit_charge', 'credit_usage', 'plan', 'preference', 'rate_window')`,
    )
    expect(rows).toHaveLength(7)
    // Rows as text, bytes among them: a key kept as it is would hide in a column of bytes.
    let dump = ''
    for (const { name } of rows)
      for (const row of (await pool.query(`SELECT * FROM ${name}`)).rows)
        for (const value of Object.values(row))
          dump += Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)
    expect(dump).toContain(prefixOf(key))
    expect(dump).not.toContain(key)
    expect(dump).not.toContain(key.slice(16))
    expect(dump).not.toMatch(/mi_live_[0-9A-Za-z]{9}/)
  })

  test('an owner sees the prefixes of the own account and nobody else can, by any way through the graph', async () => {
    const [mine, theirs] = [await app.key('free'), await app.key('free')]
    const keys = '{ account { keys { id prefix createdAt revokedAt } } }'
    const own = (await app.graphql(keys, {}, mine)).data.account.keys
    expect(own).toEqual([expect.objectContaining({ prefix: prefixOf(mine), revokedAt: null })])
    const node = 'query ($id: ID!) { node(id: $id) { id ... on ApiKey { prefix } } }'
    expect((await app.graphql(node, { id: own[0].id }, mine)).data.node).toMatchObject({ prefix: prefixOf(mine) })
    const answer = await app.graphql(node, { id: own[0].id }, theirs)
    expect(answer.data.node).toBeNull()
    expect(answer.errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND', status: 404 })
  })

  test('a failing database answers 503 with Retry-After, not 401 and not 500, and says nothing of itself', async () => {
    const key = await app.key('free')
    vi.spyOn(pool, 'query').mockRejectedValue(new Error('connection to 10.1.2.3:5432 refused') as never)
    const response = await app.fetch('/v1/account', { key })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(response.headers.get('x-credits-charged')).toBe('0')
    expect(await response.text()).not.toMatch(/10\.1\.2\.3|refused|at .*\.ts/)
  })
  afterEach(() => void vi.restoreAllMocks())
})

describe('headers', () => {
  test('every answer under /v1 and /graphql carries the metering headers, whatever its status', async () => {
    const key = await app.keyWith({ credits: 1 })
    const slow = await app.keyWith({ credits: 10, perMinute: 1 })
    await app.fetch('/v1/news/types', { key: slow })
    const json = { 'content-type': 'application/json' }
    const calls: [number, string, RequestInit & { key?: string | null }][] = [
      [200, '/v1/stocks?q=apple', { key }],
      [200, '/v1/news/types', { key }],
      [400, '/v1/news?limit=0', { key }],
      [400, '/v1/me/prefs', { key, method: 'PUT', body: '{', headers: json }],
      [401, '/v1/news', { key: null }],
      [402, '/v1/stocks?q=apple', { key }],
      [404, '/v1/nothing', { key }],
      // With credits left: without them a priced call is refused before its ticker is looked at.
      [404, '/v1/stocks/NOPE12345.US/news', { key: await app.keyWith({ credits: 10 }) }],
      [405, '/v1/news', { key, method: 'DELETE' }],
      [405, '/graphql', { key, method: 'DELETE' }],
      [415, '/v1/me/prefs', { key, method: 'PUT', body: '{}', headers: { 'content-type': 'text/plain' } }],
      [415, '/graphql', { key, method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }],
      [429, '/v1/news', { key: slow }],
      [429, '/graphql?query={account{plan}}', { key: slow }],
      [200, '/graphql?query={account{plan}}', { key }],
      [400, '/graphql?query={nothing}', { key }],
      [401, '/graphql?query={account{plan}}', { key: null }],
      [402, '/graphql?query={stockSearch(query:"apple"){count}}', { key }],
    ]
    const ids = new Set<string>()
    for (const [status, path, init] of calls) {
      const response = await app.fetch(path, init)
      expect(response.status, `${init.method ?? 'GET'} ${path}`).toBe(status)
      for (const name of METERING) expect(response.headers.get(name), `${name} of ${status} ${path}`).not.toBeNull()
      const id = response.headers.get('x-request-id') ?? ''
      expect(id).toMatch(UUID)
      ids.add(id)
      expect(Number(response.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0)
      expect(Number(response.headers.get('x-ratelimit-reset'))).toBe((Math.floor(clock.ms / 60_000) + 1) * 60)
      if (status !== 200) expect(response.headers.get('x-credits-charged'), path).toBe('0')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(ids.size).toBe(calls.length)
  })

  test('the request id of an error body is the one of the header', async () => {
    const response = await app.fetch('/v1/news?limit=0')
    expect((await response.json()).request_id).toBe(response.headers.get('x-request-id'))
  })

  test('a request id cannot be chosen by the caller', async () => {
    const response = await app.fetch('/v1/account', { headers: { 'x-request-id': 'mine' } })
    expect(response.headers.get('x-request-id')).toMatch(UUID)
  })
})

describe('the account', () => {
  test('has plan, balance, quota and rate limit of each plan', async () => {
    const free = await (await app.fetch('/v1/account', { key: await app.key('free') })).json()
    const day = Math.floor(clock.ms / 86_400_000) * 86_400_000
    const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
    expect(free).toEqual({
      plan: 'free',
      balance: 200,
      quota: { used: 0, limit: 200, resets_at: iso(day + 86_400_000), period: 'day' },
      rate_limit: { limit_per_minute: 10, remaining: 10, reset_at: iso((Math.floor(clock.ms / 60_000) + 1) * 60_000) },
      unlimited: false,
    })
    const facts: [string, number | null, number][] = [
      ['free', 200, 10],
      ['personal', 20_000, 60],
      ['advanced', 100_000, 120],
      ['redistribution', null, 600],
      ['internal', null, 1_000_000],
    ]
    for (const [plan, credits, perMinute] of facts) {
      expect(await (await app.fetch('/v1/account', { key: await app.key(plan) })).json()).toMatchObject({
        plan,
        balance: credits,
        quota: { limit: credits },
        unlimited: credits === null,
        rate_limit: { limit_per_minute: perMinute },
      })
    }
  })

  test('GraphQL has the same values', async () => {
    const key = await app.key('personal')
    const rest = await (await app.fetch('/v1/account', { key })).json()
    const { data } = await app.graphql(
      '{ account { plan balance unlimited quota { used limit resetsAt period } rateLimit { limitPerMinute resetAt } } }',
      {},
      key,
    )
    expect(data.account).toEqual({
      plan: rest.plan,
      balance: rest.balance,
      unlimited: rest.unlimited,
      quota: { used: 0, limit: 20_000, resetsAt: rest.quota.resets_at, period: 'day' },
      rateLimit: { limitPerMinute: 60, resetAt: rest.rate_limit.reset_at },
    })
  })

  test('is free and readable at balance 0 and at the rate limit, and never counts', async () => {
    const key = await app.keyWith({ credits: 1, perMinute: 3 })
    await app.fetch('/v1/stocks?q=apple', { key })
    expect((await app.fetch('/v1/stocks?q=apple', { key })).status).toBe(402)
    expect((await app.fetch('/v1/news/types', { key })).status).toBe(200)
    expect((await app.fetch('/v1/news/types', { key })).status).toBe(429)
    for (let call = 0; call < 20; call++) {
      const response = await app.fetch('/v1/account', { key })
      expect(response.status).toBe(200)
      expect(response.headers.get('x-credits-charged')).toBe('0')
      expect(response.headers.get('x-ratelimit-remaining')).toBe('0')
      expect(await response.json()).toMatchObject({ balance: 0, quota: { used: 1 }, rate_limit: { remaining: 0 } })
    }
    expect((await app.fetch('/v1/account', { key, method: 'HEAD' })).status).toBe(200)
    expect((await app.fetch('/v1/account/', { key })).status).toBe(200)
    expect((await app.fetch('/v1/account', { key, method: 'POST' })).status).toBe(429)
  })

  test('billed by month has the allowance of all the days of the month and resets on the first', async () => {
    const monthly = createApp({ clock, billingPeriod: 'month' })
    const key = await app.key('free')
    const account = async () =>
      (await monthly.fetch('http://test/v1/account', { headers: { authorization: `Bearer ${key}` } })).json()
    const before = clock.ms
    const months: [number, number, number, string][] = [
      [2027, 1, 28, '2027-03-01T00:00:00Z'],
      [2028, 1, 29, '2028-03-01T00:00:00Z'],
      [2027, 11, 31, '2028-01-01T00:00:00Z'],
      [2027, 3, 30, '2027-05-01T00:00:00Z'],
    ]
    for (const [year, month, days, resets_at] of months) {
      clock.ms = Date.UTC(year, month, 17, 8)
      expect((await account()).quota).toEqual({ used: 0, limit: 200 * days, resets_at, period: 'month' })
    }
    clock.ms = before
  })

  test('one process can bill some calls by day and others by month at the same moment', async () => {
    const monthly = createApp({ clock, billingPeriod: 'month' })
    const key = await app.key('free')
    const headers = { authorization: `Bearer ${key}` }
    const answers = await Promise.all([
      app.fetch('/v1/account', { key }),
      monthly.fetch('http://test/v1/account', { headers }),
    ])
    const periods = await Promise.all(answers.map(async (answer) => (await answer.json()).quota.period))
    expect(periods).toEqual(['day', 'month'])
  })
})

describe('the rate limit', () => {
  test('is shared by GraphQL and REST and by all instances', async () => {
    const other = createApp({ clock, billingPeriod: 'day' })
    const key = await app.keyWith({ credits: 1_000, perMinute: 6 })
    const headers = { authorization: `Bearer ${key}` }
    const remaining: (string | null)[] = []
    for (let round = 0; round < 2; round++) {
      for (const call of [
        () => app.fetch('/v1/news/types', { key }),
        () => app.fetch('/graphql?query={newsTypes{count}}', { key }),
        () => other.fetch('http://test/v1/me/prefs', { headers }),
      ]) {
        const response = await call()
        expect(response.status).toBe(200)
        remaining.push(response.headers.get('x-ratelimit-remaining'))
      }
    }
    expect(remaining).toEqual(['5', '4', '3', '2', '1', '0'])
    for (const refused of [
      await app.fetch('/v1/news/types', { key }),
      await app.fetch('/graphql?query={account{plan}}', { key }),
      await other.fetch('http://test/graphql?query={account{plan}}', { headers }),
    ]) {
      expect(refused.status).toBe(429)
      expect(refused.headers.get('x-ratelimit-limit')).toBe('6')
    }
  })

  test('lets through exactly as many as allowed when all come at once', async () => {
    const key = await app.keyWith({ credits: 1_000, perMinute: 30 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.fetch('/v1/news/types', { key })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(70)
    const left = answers
      .filter((answer) => answer.status === 200)
      .map((answer) => Number(answer.headers.get('x-ratelimit-remaining')))
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index))
  })

  test('opens again when the UTC minute turns, and Retry-After says exactly when', async () => {
    const key = await app.keyWith({ credits: 1_000, perMinute: 2 })
    const turn = Math.floor(clock.ms / 60_000) * 60_000 + 60_000
    await app.fetch('/v1/news/types', { key })
    await app.fetch('/v1/news/types', { key })
    for (const before of [55_000, 20_300, 1_000, 1]) {
      clock.ms = turn - before
      const refused = await app.fetch('/v1/news/types', { key })
      expect(refused.status).toBe(429)
      const retryAfter = Number(refused.headers.get('retry-after'))
      expect(retryAfter).toBe(Math.ceil(before / 1_000))
      expect(clock.ms + retryAfter * 1_000).toBeGreaterThanOrEqual(turn)
      expect(refused.headers.get('x-ratelimit-reset')).toBe(String(turn / 1_000))
      expect(await refused.json()).toMatchObject({ error: 'rate_limited', status: 429 })
    }
    clock.ms = turn
    const again = await app.fetch('/v1/news/types', { key })
    expect(again.status).toBe(200)
    expect(again.headers.get('x-ratelimit-remaining')).toBe('1')
  })

  test('wins over exhausted credits: 429 before 402, both charge nothing', async () => {
    const key = await app.keyWith({ credits: 0, perMinute: 1 })
    const exhausted = await app.fetch('/v1/stocks?q=apple', { key })
    const limited = await app.fetch('/v1/stocks?q=apple', { key })
    expect([exhausted.status, limited.status]).toEqual([402, 429])
    for (const answer of [exhausted, limited]) expect(answer.headers.get('x-credits-charged')).toBe('0')
  })

  test('of one account does not affect another', async () => {
    const [greedy, other] = [await app.keyWith({ credits: 10, perMinute: 1 }), await app.key('free')]
    for (let call = 0; call < 5; call++) await app.fetch('/v1/news/types', { key: greedy })
    const response = await app.fetch('/v1/news/types', { key: other })
    expect(response.headers.get('x-ratelimit-remaining')).toBe('9')
  })

  test('slows down an address that tries keys, and does not lock out a live key', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 70; guess++)
      statuses.push((await app.fetch('/v1/account', { key: newApiKey() })).status)
    expect(statuses.indexOf(429)).toBe(60)
    expect(statuses.slice(60).every((status) => status === 429)).toBe(true)
    const refused = await app.fetch('/v1/account', { key: null })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(55)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect((await app.fetch('/v1/account', { key: await app.key('free') })).status).toBe(200)
    nextMinute()
    expect((await app.fetch('/v1/account', { key: null })).status).toBe(401)
  })
})
