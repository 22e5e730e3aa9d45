import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { clock, ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { useFront } from '../setup/front.ts'
import { nextMinute } from '../setup/hands.ts'
import { SOON } from '../setup/soon.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()
const hasty = useFront({}, { callSecondsMax: 0.4 })
const patient = useFront()
beforeAll(async () => void (await ingest(corpus())))
afterEach(() => {
  vi.restoreAllMocks()
  nextMinute()
})

const isFeed = ({ text }: { readonly text?: string }) => text?.includes('MATERIALIZED (SELECT a.id') === true

/** Makes statements that read feeds sleep in PostgreSQL, longer than a test may take; admission and charges go on as they do. */
function slowDownFeeds(): void {
  const query = pool.query.bind(pool)
  vi.spyOn(pool, 'query').mockImplementation(((statement: { text?: string }, ...rest: unknown[]) => {
    const asleep = { ...statement, name: undefined, text: 'SELECT pg_sleep(900)', values: [] }
    const sent = isFeed(statement) ? asleep : statement
    return Reflect.apply(query, pool, [sent, ...rest])
  }) as never)
}

/** Statements that sleep in PostgreSQL right now. */
async function sleeping(): Promise<number> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active' AND datname = current_database()",
  )
  return rows[0].count
}

const untilAsleep = (count: number) => vi.waitFor(async () => expect(await sleeping()).toBe(count), SOON)

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const asGraphql = (query: string, key: string) => ({
  method: 'POST',
  headers: { ...bearer(key), 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
})

describe('a call that takes longer than allowed', () => {
  test('is answered 504 in time, charged nothing, and its statement ends in PostgreSQL', async () => {
    const key = await app.keyWith({ credits: 100 })
    slowDownFeeds()
    const rest = await fetch(`${hasty.url}/v1/news?limit=3`, { headers: bearer(key) })
    expect(rest.status).toBe(504)
    expect(await rest.json()).toMatchObject({
      error: 'timeout',
      status: 504,
      message: expect.stringContaining('0.4 s'),
    })
    const twin = await fetch(
      `${hasty.url}/graphql`,
      asGraphql('{ news(limit: 3) { items { title } } newsTypes { count } }', key),
    )
    expect(twin.status).toBe(504)
    const answer = await twin.json()
    expect(answer).not.toHaveProperty('data')
    expect(answer.errors).toHaveLength(1)
    expect(answer.errors[0].extensions).toMatchObject({ code: 'TIMEOUT', status: 504 })
    for (const response of [rest, twin]) {
      expect(response.headers.get('x-credits-charged')).toBe('0')
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    }
    await untilAsleep(0)
    vi.restoreAllMocks()
    const again = await fetch(`${patient.url}/v1/news?limit=3`, { headers: bearer(key) })
    expect([again.status, again.headers.get('x-credits-charged')]).toEqual([200, '3'])
  })

  test('does not take along statements that others wait for too', async () => {
    const key = await app.keyWith({ credits: 1_000 })
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => fetch(`${hasty.url}/v1/brief`, { headers: bearer(key) })),
      fetch(`${patient.url}/v1/brief`, { headers: bearer(key) }),
    ])
    expect(answers.at(-1)?.status).toBe(200)
  })
})

describe('a client that leaves', () => {
  test('takes its statement along, is charged nothing, and makes room for its next call', async () => {
    const key = await app.keyWith({ credits: 100, runningCalls: 1 })
    slowDownFeeds()
    const leave = new AbortController()
    const left = fetch(`${patient.url}/v1/news?limit=3`, { headers: bearer(key), signal: leave.signal }).catch(
      () => 'left',
    )
    await untilAsleep(1)
    leave.abort()
    expect(await left).toBe('left')
    await untilAsleep(0)
    vi.restoreAllMocks()
    await vi.waitFor(async () => {
      expect((await fetch(`${patient.url}/v1/news?limit=1`, { headers: bearer(key) })).status).toBe(200)
    }, SOON)
    expect((await (await app.fetch('/v1/account', { key })).json()).quota.used).toBe(1)
  })
})

describe('calls of one account at the same time', () => {
  test('are as many as its plan allows; one more is told so, and may come again', async () => {
    const key = await app.keyWith({ credits: 1_000, runningCalls: 2 })
    const query = pool.query.bind(pool)
    const { promise: othersAnswered, resolve: goOn } = Promise.withResolvers<void>()
    vi.spyOn(pool, 'query').mockImplementation(((statement: { text?: string }, ...rest: unknown[]) => {
      const send = () => Reflect.apply(query, pool, [statement, ...rest])
      return isFeed(statement) ? othersAnswered.then(send) : send()
    }) as never)
    let answered = 0
    const asked = Array.from({ length: 5 }, async () => {
      const answer = await app.fetch('/v1/news?limit=1', { key })
      if (++answered === 3) goOn()
      return answer
    })
    const account = await app.fetch('/v1/account', { key })
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.headers.get('x-credits-charged')).toBe('0')
      expect(await answer.json()).toMatchObject({
        error: 'rate_limited',
        message: expect.stringMatching(/2 calls at the same time/),
      })
    }
    expect(account.status).toBe(200)
    vi.restoreAllMocks()
    expect((await app.fetch('/v1/news?limit=1', { key })).status).toBe(200)
    // Refused calls count in the minute like others.
    expect((await (await app.fetch('/v1/account', { key })).json()).rate_limit.remaining).toBe(100_000 - 6)
  })
})

describe('a key without the credits for a call', () => {
  const reads = (statements: readonly string[]) => statements.filter((text) => /FROM (article|impact|story)/.test(text))

  test('is refused before anything is read', async () => {
    const key = await app.keyWith({ credits: 0 })
    const calls = [
      () => app.fetch('/v1/news?all=true', { key }),
      () => app.fetch('/v1/brief', { key }),
      () => app.fetch('/graphql', asGraphql('{ news(all: true) { items { title impacts { ticker } } } }', key)),
      () =>
        app.fetch(
          '/graphql',
          asGraphql('{ stock(id: "AAPL") { news { count } ... { impacts(first: 5) { nodes { hop } } } } }', key),
        ),
    ]
    for (const call of calls) {
      let response: Response | undefined
      const sent = await statementsOf(async () => {
        response = await call()
      })
      expect(response?.status).toBe(402)
      expect(reads(sent)).toEqual([])
    }
  })

  test('is stopped as soon as it costs more than is left, though nothing said so before', async () => {
    const key = await app.keyWith({ credits: 3 })
    const query =
      '{ stock(id: "AAPL") { relations { target { news(limit: 1) { items { title impacts { article { title } } } } } } } }'
    let response: Response | undefined
    const sent = await statementsOf(async () => {
      response = await app.fetch('/graphql', asGraphql(query, key))
    })
    expect(response?.status).toBe(402)
    expect(await response?.json()).toMatchObject({
      errors: [{ extensions: { balance: 3, needed: expect.any(Number) } }],
    })
    // The rows of some listings were read; what hangs on them was not.
    expect(reads(sent).filter((text) => !/MATERIALIZED|count\(/.test(text))).toEqual([])
  })

  test('may still ask what is free, and what does not ask for priced fields', async () => {
    const key = await app.keyWith({ credits: 0 })
    const query =
      'query ($no: Boolean!) { stock(id: "AAPL") { name news @include(if: $no) { count } } megatrends { total } }'
    expect(await app.graphql(query, { no: false }, key)).toMatchObject({ data: { stock: { name: 'Apple Inc.' } } })
  })

  test('has the whole balance again in the next period', async () => {
    const key = await app.keyWith({ credits: 5 })
    expect((await app.fetch('/v1/news?limit=4', { key })).status).toBe(200)
    clock.ms += 86_400_000
    expect((await app.fetch('/v1/news?limit=5', { key })).status).toBe(200)
  })
})
