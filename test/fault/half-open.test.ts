import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Caller, type ServiceBehindProxy, serviceBehindProxy } from '../setup/behind-proxy.ts'

const NEWS = '/v1/news?limit=1'
/** Costs one credit and reads nothing: what it asks the database is admission and charge. */
const SEARCH = '/v1/stocks?q=apple'
const WAIT = { timeout: 120_000, interval: 100 }

/** Calls at once, and the statuses they are answered with. */
async function statuses(count: number, call: () => Promise<Response>): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, async () => (await call()).status))
}

/** For the tests of a group, which take turns. */
const TURNS = { concurrent: false }

/** A service for a group of tests: each begins when it has recovered from the one before, with a key of its own. */
function useServiceBehindProxy(env: Record<string, string> = {}): { it: ServiceBehindProxy; caller: Caller } {
  const behind: { it: ServiceBehindProxy; caller: Caller } = Object.create(null)
  beforeAll(async () => {
    behind.it = await serviceBehindProxy(env)
  })
  beforeEach(async () => {
    const { proxy, call, newCaller } = behind.it
    proxy.pass()
    await vi.waitFor(async () => expect((await call('/health/ready')).status).toBe(200), WAIT)
    await vi.waitFor(async () => expect(await statuses(10, () => call(NEWS))).toEqual(Array(10).fill(200)), WAIT)
    behind.caller = await newCaller()
  })
  return behind
}

// The groups wait side by side.
describe.concurrent('connections that die without a word', { shuffle: false }, () => {
  const behind = useServiceBehindProxy({ SHUTDOWN_GRACE_SECONDS: '0.5' })

  test('are given up, and calls are answered again; the listener reads what changed meanwhile', TURNS, async () => {
    const { proxy, ask } = behind.it
    const { call } = behind.caller
    expect(await statuses(20, () => call(NEWS))).toEqual(Array(20).fill(200))
    proxy.freeze()
    await ask(`UPDATE listing SET name = 'Changed unheard' WHERE ticker = 'AAPL.US'`)
    await ask(`SELECT pg_notify('reference_changed', 'listing')`)
    const answered = await Promise.all(Array.from({ length: 20 }, () => call(NEWS)))
    for (const response of answered) expect([200, 503]).toContain(response.status)
    await vi.waitFor(async () => expect(await statuses(20, () => call(NEWS))).toEqual(Array(20).fill(200)), WAIT)
    await vi.waitFor(async () => expect((await call('/health/ready')).status).toBe(200), WAIT)
    await vi.waitFor(async () => {
      const query = JSON.stringify({ query: '{ stock(id: "AAPL") { name } }' })
      const headers = { 'content-type': 'application/json' }
      const answer = await call('/graphql', { method: 'POST', headers, body: query })
      expect(await answer.json()).toMatchObject({ data: { stock: { name: 'Changed unheard' } } })
    }, WAIT)
  })

  test('do not keep SIGTERM from ending the service', TURNS, async () => {
    const { proxy, service } = behind.it
    const { call } = behind.caller
    proxy.silence()
    const calls = [call(NEWS), call('/v1/me/prefs')].map((answer) => answer.catch(() => null))
    await pause(200)
    await service.kill('SIGTERM')
    await Promise.all(calls)
  })
})

describe.concurrent('a database behind a network that fails', () => {
  const behind = useServiceBehindProxy()

  test.each(['admit_keys', 'admit_and_settle', 'settle_charges'])(
    'one connection that dies without a word under %s stops nobody, and nothing is charged twice',
    TURNS,
    async (statement) => {
      const { proxy } = behind.it
      const { call, used, charges } = behind.caller
      if (statement === 'admit_and_settle') await call(SEARCH)
      const { heard } = proxy.freezeUnder(statement)
      const first = call(SEARCH)
      await heard
      const others = await Promise.all(Array.from({ length: 30 }, () => call(SEARCH)))
      const answered = [await first, ...others]
      expect(answered.map(({ status }) => status)).toEqual(Array(31).fill(200))
      const rows = await charges()
      for (const { headers } of answered)
        expect(rows).toContainEqual({ request_id: headers.get('x-request-id'), credits: 1 })
      const calls = statement === 'admit_and_settle' ? 32 : 31
      expect(await used()).toBe(calls)
    },
  )

  test(
    'while nobody answers ready says 503 and calls end with 503; afterwards all works without a restart',
    TURNS,
    async () => {
      const { proxy } = behind.it
      const { call } = behind.caller
      proxy.silence()
      expect((await call('/health/ready')).status).toBe(503)
      expect(await statuses(10, () => call(NEWS))).toEqual(Array(10).fill(503))
      expect((await call('/health/live')).status).toBe(200)
      proxy.pass()
      await vi.waitFor(async () => expect((await call('/health/ready')).status).toBe(200), WAIT)
      await vi.waitFor(async () => expect(await statuses(10, () => call(NEWS))).toEqual(Array(10).fill(200)), WAIT)
    },
  )

  test('without a database every kind of call is 503 "unavailable" with Retry-After, never 500', TURNS, async () => {
    const { proxy } = behind.it
    const { call } = behind.caller
    const put = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
    expect((await call('/v1/me/prefs', put)).status).toBe(200)
    const paths: [string, RequestInit?][] = [
      ['/v1/me/prefs'],
      ['/v1/me/prefs', put],
      ['/v1/me/prefs', { ...put, headers: { ...put.headers, 'idempotency-key': 'once' } }],
      ['/v1/account'],
      [NEWS],
      ['/v1/stocks/AAPL/news'],
      ['/v1/stocks/AAPL/ohlcv'],
      ['/v1/megatrends'],
      ['/v1/news/search?q=apple'],
    ]
    proxy.cut()
    for (const round of [1, 2]) {
      for (const [path, init] of paths) {
        const response = await call(path, init)
        const { status, headers } = response
        expect({ round, path, status, retry: headers.get('retry-after') }).toEqual({
          ...{ round, path, status: 503 },
          retry: expect.stringMatching(/^\d+$/),
        })
        expect(await response.json()).toMatchObject({ error: 'unavailable' })
        expect(headers.get('x-credits-charged')).toBe('0')
      }
      const query = JSON.stringify({ query: '{ account { charges(first: 1) { edges { node { credits } } } } }' })
      const graphql = await call('/graphql', { ...put, method: 'POST', body: query })
      expect(await graphql.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] })
    }
    proxy.pass()
    await vi.waitFor(async () => expect((await call('/v1/me/prefs')).status).toBe(200), WAIT)
  })

  test(
    'the database drops during reloads of the catalogue, transactions and waiting notices: the process lives, and what it missed is read',
    TURNS,
    async () => {
      const { proxy, ask, service } = behind.it
      const { call } = behind.caller
      let ended = false
      service.ended.then(() => (ended = true))
      for (let round = 0; round < 4; round++) {
        proxy.pass(20)
        await ask(`SELECT pg_notify('reference_changed', 'listing')`)
        const put = {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'idempotency-key': `once ${round}` },
        }
        const calls = statuses(4, () => call('/v1/me/prefs', { ...put, body: '{"a":1}' }))
        // Into the reading, which begins 0.3 s after the notice and takes as long as ten answers that are late.
        await pause(340 + round * 40)
        await ask(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
        proxy.cut()
        for (const status of await calls) expect([200, 503]).toContain(status)
        await ask(`UPDATE listing SET name = 'Round ${round}' WHERE ticker = 'AAPL.US'`)
        proxy.pass()
        await vi.waitFor(async () => {
          const query = JSON.stringify({ query: '{ stock(id: "AAPL") { name } }' })
          const headers = { 'content-type': 'application/json' }
          const answer = await call('/graphql', { method: 'POST', headers, body: query })
          expect(await answer.json()).toMatchObject({ data: { stock: { name: `Round ${round}` } } })
        }, WAIT)
      }
      expect(ended).toBe(false)
    },
  )

  test.each(['admit_and_settle', 'settle_charges'])(
    'loses the answer to %s, which was committed: the call is answered and charged once',
    TURNS,
    async (statement) => {
      const { call, used, charges } = behind.caller
      // The first call of a key is admitted first and charged then; later ones do both in one statement.
      if (statement === 'admit_and_settle') await call(SEARCH)
      const before = await used()
      const { lost } = behind.it.proxy.loseAnswerTo(statement)
      const response = await call(SEARCH)
      await lost
      expect(response.status).toBe(200)
      expect(response.headers.get('x-credits-charged')).toBe('1')
      const rows = await charges()
      expect(rows.filter((row) => row['request_id'] === response.headers.get('x-request-id'))).toEqual([
        { request_id: response.headers.get('x-request-id'), credits: 1 },
      ])
      expect(await used()).toBe(before + 1)
    },
  )

  test(
    'loses the answer to a charge and stays away: the call is 503, and what it was charged is given back',
    TURNS,
    async () => {
      const { proxy } = behind.it
      const { call, used, charges } = behind.caller
      await call(SEARCH)
      const { lost } = proxy.loseAnswerTo('admit_and_settle')
      const answer = call(SEARCH)
      await lost
      proxy.cut()
      const response = await answer
      expect(response.status).toBe(503)
      expect(response.headers.get('x-credits-charged')).toBe('0')
      const mine = async () =>
        (await charges()).filter((row) => row['request_id'] === response.headers.get('x-request-id'))
      expect(await mine(), 'it was committed').toMatchObject([{ credits: 1 }])
      proxy.pass()
      await vi.waitFor(async () => {
        expect(await mine()).toMatchObject([{ credits: 0 }])
        expect(await used()).toBe(1)
      }, WAIT)
      expect((await call(SEARCH)).headers.get('x-credits-charged')).toBe('1')
      expect(await used()).toBe(2)
    },
  )
})
