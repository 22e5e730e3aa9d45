import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { admit } from '../../src/account/admission/admission.store.ts'
import { keyDigest } from '../../src/account/key/api-key.ts'
import { billingPeriodAt } from '../../src/account/metering/billing-period.pure.ts'
import { settleCharge } from '../../src/account/metering/charge.store.ts'
import { pool } from '../../src/core/database/db.ts'
import type { Caller } from '../../src/core/graphql/caller.pure.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'
import { lastSecondOfDay, nextMinute } from '../setup/hands.ts'

const app = useApp()
const ARTICLES = 30

beforeAll(async () => {
  const companies = ['Apple', 'Tesla', 'Nvidia', 'Toyota', 'Pfizer', 'Boeing']
  const verbs = ['raises prices of', 'recalls', 'opens a factory for', 'doubles output of', 'cuts forecasts for']
  const subjects = companies.flatMap((company) => verbs.map((verb) => ({ company, verb })))
  await ingest(
    subjects.slice(0, ARTICLES).map(({ company, verb }, index) =>
      newsItem({
        title: `${company} ${verb} product line ${index} number ${index * 7}`,
        published: new Date(clock.now() - index * 60_000),
        line: index + 1,
      }),
    ),
  )
})
beforeEach(nextMinute)
afterEach(() => void vi.restoreAllMocks())

const chargedOf = (response: Response) => Number(response.headers.get('x-credits-charged'))

/** The account as the database has it: what is used in the present day, and what its ledger adds up to. */
async function books(key: string): Promise<{ used: number; ledger: number; rows: number }> {
  const { rows } = await pool.query(
    `SELECT coalesce((SELECT sum(used) FROM credit_usage u WHERE u.account_id = k.account_id), 0) AS used,
            coalesce((SELECT sum(credits) FROM credit_charge c WHERE c.account_id = k.account_id), 0) AS ledger,
            (SELECT count(*) FROM credit_charge c WHERE c.account_id = k.account_id) AS rows
       FROM api_key k WHERE k.digest = $1`,
    [keyDigest(key)],
  )
  return { used: Number(rows[0].used), ledger: Number(rows[0].ledger), rows: Number(rows[0].rows) }
}

async function callerOf(key: string): Promise<Caller> {
  const caller = await admit({
    digest: keyDigest(key),
    counted: false,
    nowMs: clock.now(),
    period: billingPeriodAt(clock.now(), 'day'),
  })
  if (!caller) throw new Error('The key is not live.')
  return caller
}

let requests = 0
const charge = (caller: Caller, credits: number, requestId = `request ${++requests}`) =>
  settleCharge({ caller, credits, requestId, operation: 'test', nowMs: clock.now() })

describe('concurrent calls', () => {
  test('200 at once on a key with 100 credits spend exactly 100; the other 100 get 402 and no data', async () => {
    const key = await app.keyWith({ credits: 100 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => app.fetch('/v1/stocks?q=apple&limit=1', { key })),
    )
    const granted = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.status === 402)
    expect([granted.length, refused.length]).toEqual([100, 100])
    expect(granted.every((answer) => chargedOf(answer) === 1)).toBe(true)
    expect(refused.every((answer) => chargedOf(answer) === 0)).toBe(true)
    for (const answer of refused) expect(await answer.json()).not.toHaveProperty('matches')
    expect(await books(key)).toEqual({ used: 100, ledger: 100, rows: 100 })
    expect(await (await app.fetch('/v1/account', { key })).json()).toMatchObject({ balance: 0, quota: { used: 100 } })
  })

  test('the last credit is spent once by concurrent calls of either API', async () => {
    for (let round = 0; round < 5; round++) {
      const key = await app.keyWith({ credits: 1 })
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          app.fetch(index % 2 ? '/v1/stocks?q=apple' : '/graphql?query={stockSearch(query:"apple"){count}}', { key }),
        ),
      )
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(answers.filter((answer) => answer.status === 402)).toHaveLength(11)
      expect(await books(key)).toEqual({ used: 1, ledger: 1, rows: 1 })
    }
  })

  test('any mix of sizes at once never overspends, and refuses only what did not fit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 25 }),
        async (credits, sizes) => {
          const key = await app.keyWith({ credits })
          const caller = await callerOf(key)
          const settled = await Promise.all(sizes.map((size) => charge(caller, size)))
          const spent = sizes.filter((_, index) => settled[index]?.granted).reduce((sum, size) => sum + size, 0)
          expect(spent).toBeLessThanOrEqual(credits)
          expect(await books(key)).toMatchObject({ used: spent, ledger: spent })
          for (const [index, size] of sizes.entries())
            if (!settled[index]?.granted) expect(size).toBeGreaterThan(credits - spent)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('one after the other they follow the model: granted exactly when they fit, the same id at most once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 20 }), id: fc.integer({ min: 0, max: 12 }) }), {
          maxLength: 20,
        }),
        async (credits, calls) => {
          const key = await app.keyWith({ credits })
          const caller = await callerOf(key)
          const taken = new Map<number, number>()
          let used = 0
          for (const { size, id } of calls) {
            const fits = taken.has(id) || used + size <= credits
            if (fits && !taken.has(id)) {
              taken.set(id, size)
              used += size
            }
            expect(await charge(caller, size, `model ${id}`)).toEqual({ granted: fits, used })
          }
          expect(await books(key)).toEqual({ used, ledger: used, rows: taken.size })
        },
      ),
      { numRuns: 30 },
    )
  })

  test('many statements on many connections over several accounts neither overspend nor lock each other out', async () => {
    const callers = await Promise.all(
      Array.from({ length: 6 }, async () => callerOf(await app.keyWith({ credits: 40 }))),
    )
    const ids = callers.map((caller) => caller.accountId)
    const day = new Date(callers[0]?.period.startMs ?? 0)
    const statements = Array.from({ length: 60 }, (_, statement) => {
      // Every statement names the accounts in another order.
      const accounts = ids.map((_, index) => ids[(index * 5 + statement) % ids.length])
      return pool.query('SELECT * FROM settle_charges($1, $2, $3, $4, $5, $6, $7)', [
        accounts,
        accounts.map(() => 40),
        accounts.map((_, index) => 1 + ((statement + index) % 3)),
        accounts.map((_, index) => `statement ${statement} charge ${index}`),
        accounts.map(() => 'test'),
        day,
        day,
      ])
    })
    await Promise.all(statements)
    const { rows } = await pool.query(
      `SELECT u.used, (SELECT sum(credits) FROM credit_charge c WHERE c.account_id = u.account_id) AS ledger
         FROM credit_usage u WHERE u.account_id = ANY($1)`,
      [ids],
    )
    expect(rows).toHaveLength(6)
    for (const { used, ledger } of rows) {
      expect(Number(ledger)).toBe(Number(used))
      expect(Number(used)).toBeGreaterThanOrEqual(38)
      expect(Number(used)).toBeLessThanOrEqual(40)
    }
  })
})

describe('a request id', () => {
  test('is never charged twice: not later, not at the same time, not in one statement', async () => {
    const key = await app.keyWith({ credits: 100 })
    const caller = await callerOf(key)
    expect(await charge(caller, 3, 'same')).toEqual({ granted: true, used: 3 })
    expect(await charge(caller, 3, 'same')).toEqual({ granted: true, used: 3 })
    await Promise.all(Array.from({ length: 20 }, () => charge(caller, 5, 'other')))
    const day = new Date(caller.period.startMs)
    const twice = [
      [caller.accountId, caller.accountId],
      [100, 100],
      [7, 7],
      ['third', 'third'],
      ['test', 'test'],
      day,
      day,
    ]
    const settle = () => pool.query('SELECT * FROM settle_charges($1, $2, $3, $4, $5, $6, $7)', twice)
    await Promise.all([settle(), settle(), settle()])
    expect(await books(key)).toEqual({ used: 15, ledger: 15, rows: 3 })
  })

  test('of two accounts may be the same', async () => {
    const [one, other] = [await app.keyWith({ credits: 5 }), await app.keyWith({ credits: 5 })]
    await Promise.all([charge(await callerOf(one), 2, 'shared'), charge(await callerOf(other), 3, 'shared')])
    expect((await books(one)).used).toBe(2)
    expect((await books(other)).used).toBe(3)
  })

  test('a made-up cursor of the ledger is a wrong parameter, not a failure', async () => {
    for (const cursor of ['GPC:J:[1,2]', 'GPC:J:["a","b"]', 'GPC:N:7']) {
      const after = Buffer.from(cursor).toString('base64')
      const { errors } = await app.graphql(`{ account { charges(after: "${after}") { nodes { credits } } } }`)
      expect(errors?.[0]?.extensions['code']).toBe('INVALID_PARAMETER')
    }
  })

  test('is in the ledger with the credits of the response header', async () => {
    const key = await app.keyWith({ credits: 50 })
    const answers = [
      await app.fetch('/v1/news?limit=3', { key }),
      await app.fetch('/v1/stocks?q=apple', { key }),
      await app.fetch('/v1/stocks/AAPL/news?limit=2', { key }),
      await app.fetch('/graphql?query={a:stockSearch(query:"apple"){count} b:news(limit:2){count}}', { key }),
    ]
    const { data } = await app.graphql(
      '{ account { charges(first: 10) { edges { node { requestId operation credits } } } } }',
      {},
      key,
    )
    const ledger = data.account.charges.edges.map((edge: { node: unknown }) => edge.node)
    expect(ledger).toHaveLength(4)
    const operations = ['news', 'stockSearch', 'stockNews', 'stockSearch+news']
    for (const [index, answer] of answers.entries())
      expect(ledger).toContainEqual({
        requestId: answer.headers.get('x-request-id'),
        operation: operations[index],
        credits: chargedOf(answer),
      })
    expect(await books(key)).toEqual({ used: 9, ledger: 9, rows: 4 })
  })

  test('survives a connection that breaks while the charge is under way: settled once, answered as charged', async () => {
    const key = await app.keyWith({ credits: 10 })
    const query = pool.query.bind(pool)
    let broken = 0
    vi.spyOn(pool, 'query').mockImplementation((async (statement: { name?: string }, ...rest: unknown[]) => {
      const result = await Reflect.apply(query, pool, [statement, ...rest])
      // The statement was carried out, but its answer never came.
      if (statement.name === 'settle_charges' && broken++ === 0) throw new Error('Connection terminated unexpectedly')
      return result
    }) as never)
    const response = await app.fetch('/v1/stocks?q=apple', { key })
    expect(broken).toBe(2)
    expect([response.status, chargedOf(response)]).toEqual([200, 1])
    expect(await books(key)).toEqual({ used: 1, ledger: 1, rows: 1 })
  })

  test('whose charge cannot be settled gets no data: 503, nothing charged', async () => {
    const key = await app.keyWith({ credits: 10 })
    const query = pool.query.bind(pool)
    vi.spyOn(pool, 'query').mockImplementation((async (statement: { name?: string }, ...rest: unknown[]) => {
      if (statement.name === 'settle_charges') throw new Error('Connection terminated unexpectedly')
      return Reflect.apply(query, pool, [statement, ...rest])
    }) as never)
    const response = await app.fetch('/v1/stocks?q=apple', { key })
    expect([response.status, chargedOf(response)]).toEqual([503, 0])
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ error: 'unavailable', status: 503 })
    const answer = await app.fetch('/graphql?query={stockSearch(query:"apple"){count}}', { key })
    expect(answer.status).toBe(503)
    expect(await answer.json()).not.toHaveProperty('data')
    // The ledger may keep a row of no credits for a charge that was made void.
    expect(await books(key)).toMatchObject({ used: 0, ledger: 0 })
  })
})

describe('what calls cost', () => {
  test('news costs one credit for each article returned, on every news path', async () => {
    const key = await app.key('internal')
    const paths = [
      '/v1/news?limit=1',
      '/v1/news?limit=7',
      '/v1/news?limit=1000',
      '/v1/news?limit=10&offset=25',
      '/v1/news?limit=10&offset=4000',
      '/v1/news/by-tickers?ticker=AAPL,TSLA&limit=4',
      '/v1/news/search?q=apple&limit=3',
      '/v1/stocks/AAPL/news?limit=2',
    ]
    for (const path of paths) {
      const response = await app.fetch(path, { key })
      const body = await response.json()
      expect(response.status, JSON.stringify(body)).toBe(200)
      expect(chargedOf(response), path).toBe(body.results.length)
      expect(body.count).toBe(body.results.length)
    }
    const past = await app.fetch('/v1/news?limit=10&offset=4000', { key })
    expect(chargedOf(past)).toBe(0)
  })

  test('all=true costs each row it brings', async () => {
    const key = await app.keyWith({ credits: 1_000 })
    const response = await app.fetch('/v1/news?all=true&collapse=false', { key })
    const body = await response.json()
    expect(body).toMatchObject({ all: true, count: ARTICLES, total: ARTICLES, has_more: false })
    expect(chargedOf(response)).toBe(ARTICLES)
    expect((await books(key)).used).toBe(ARTICLES)
  })

  test('free calls cost nothing and never touch the ledger', async () => {
    const key = await app.keyWith({ credits: 0 })
    const json = { 'content-type': 'application/json' }
    for (const [path, init] of [
      ['/v1/account'],
      ['/v1/me/prefs'],
      ['/v1/me/prefs', { method: 'PUT', body: '{}', headers: json }],
      ['/v1/news/types'],
      ['/v1/megatrends'],
      ['/v1/stocks/resolve?q=apple'],
      ['/graphql?query={account{balance} newsTypes{count} megatrends{count}}'],
    ] as [string, RequestInit?][]) {
      const response = await app.fetch(path, { key, ...init })
      expect([path, response.status, chargedOf(response)]).toEqual([path, 200, 0])
    }
    expect(await books(key)).toEqual({ used: 0, ledger: 0, rows: 0 })
  })

  test('a 304 and an answer to HEAD cost nothing, and need no credits', async () => {
    const [rich, poor] = [await app.keyWith({ credits: 100 }), await app.keyWith({ credits: 0 })]
    for (const path of ['/v1/news?limit=3', '/v1/news?limit=3&format=csv', '/v1/brief', '/v1/stocks?q=apple']) {
      const got = await app.fetch(path, { key: rich })
      const headers = { 'if-none-match': got.headers.get('etag') ?? '' }
      expect(chargedOf(got), path).toBeGreaterThan(0)
      for (const key of [rich, poor]) {
        const [head, again] = [await app.fetch(path, { key, method: 'HEAD' }), await app.fetch(path, { key, headers })]
        expect([head.status, chargedOf(head), await head.text()], path).toEqual([200, 0, ''])
        expect(head.headers.get('etag'), path).toBe(got.headers.get('etag'))
        expect([again.status, chargedOf(again), await again.text()], path).toEqual([304, 0, ''])
      }
      const other = await app.fetch(path, { key: rich, headers: { 'if-none-match': '"another"' } })
      expect([other.status, chargedOf(other)], path).toEqual([200, chargedOf(got)])
    }
    expect(await books(poor)).toEqual({ used: 0, ledger: 0, rows: 0 })
  })

  test('errors cost nothing', async () => {
    const key = await app.keyWith({ credits: 100 })
    const json = { 'content-type': 'application/json' }
    for (const [status, path, init] of [
      [400, '/v1/news?limit=1001'],
      [400, '/v1/news?nothing=1'],
      [400, '/v1/stocks?q='],
      [400, '/v1/news/search'],
      [400, '/v1/stocks/resolve', { method: 'POST', body: '{"queries":[]}', headers: json }],
      [404, '/v1/stocks/NOPE12345.US/news'],
      [404, '/v1/nothing'],
      [405, '/v1/stocks', { method: 'POST', body: '{}', headers: json }],
      [415, '/v1/stocks/resolve', { method: 'POST', body: '{}' }],
      [400, '/graphql?query={stockSearch{count}}'],
      [200, '/graphql?query={stock(id:"NOPE12345.US"){name news{count}}}'],
    ] as [number, string, RequestInit?][]) {
      const response = await app.fetch(path, { key, ...init })
      expect([path, response.status, chargedOf(response)]).toEqual([path, status, 0])
    }
    expect(await books(key)).toEqual({ used: 0, ledger: 0, rows: 0 })
  })

  test('a REST call that fails half-way through costs nothing', async () => {
    const key = await app.keyWith({ credits: 100 })
    const query = pool.query.bind(pool)
    let spoilt = 0
    vi.spyOn(pool, 'query').mockImplementation((async (statement: unknown, ...rest: unknown[]) => {
      const result = await Reflect.apply(query, pool, [statement, ...rest])
      // The rows were found and noted as costing; what is wrong with them shows only when they are written out.
      for (const row of result.rows) if ('title' in row && ++spoilt) row.title = null
      return result
    }) as never)
    const response = await app.fetch('/v1/news?limit=5', { key })
    expect(spoilt).toBeGreaterThan(0)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'internal', status: 500 })
    expect(chargedOf(response)).toBe(0)
    expect(await books(key)).toEqual({ used: 0, ledger: 0, rows: 0 })
  })
})

describe('a call that costs more than is left', () => {
  test('gets 402 with needed, balance and resets_at, no data, and costs nothing', async () => {
    const key = await app.keyWith({ credits: 4 })
    const response = await app.fetch('/v1/news?limit=5', { key })
    expect(response.status).toBe(402)
    expect(chargedOf(response)).toBe(0)
    const day = new Date(Math.floor(clock.ms / 86_400_000) * 86_400_000 + 86_400_000)
    const { message, ...body } = await response.json()
    expect(message).toMatch(/5 credits.*4/)
    expect(body).toEqual({
      error: 'credits_exhausted',
      status: 402,
      needed: 5,
      balance: 4,
      resets_at: `${day.toISOString().slice(0, 19)}Z`,
      request_id: response.headers.get('x-request-id'),
    })
    expect(await books(key)).toEqual({ used: 0, ledger: 0, rows: 0 })
    const fitting = await app.fetch('/v1/news?limit=4', { key })
    expect([fitting.status, chargedOf(fitting)]).toEqual([200, 4])
  })

  test('gets the same facts through GraphQL, and no data', async () => {
    const key = await app.keyWith({ credits: 4 })
    const response = await app.fetch('/graphql?query={news(limit:5){items{title}} newsTypes{count}}', { key })
    expect(response.status).toBe(402)
    const answer = await response.json()
    expect(answer).not.toHaveProperty('data')
    expect(answer.errors).toHaveLength(1)
    expect(answer.errors[0].extensions).toMatchObject({ code: 'CREDITS_EXHAUSTED', status: 402, needed: 5, balance: 4 })
    expect((await books(key)).used).toBe(0)
  })

  test('does not stop a cheaper one', async () => {
    const key = await app.keyWith({ credits: 1 })
    expect((await app.fetch('/v1/news?limit=10', { key })).status).toBe(402)
    expect((await app.fetch('/v1/stocks?q=apple', { key })).status).toBe(200)
  })

  test('is let through on an unlimited plan, and still counted', async () => {
    const key = await app.keyWith({ credits: null })
    const response = await app.fetch('/v1/news?limit=20', { key })
    expect([response.status, chargedOf(response)]).toEqual([200, 20])
    expect(await (await app.fetch('/v1/account', { key })).json()).toMatchObject({
      unlimited: true,
      balance: null,
      quota: { used: 20, limit: null },
    })
  })
})

describe('GraphQL', () => {
  test('charges aliases the sum of what REST charges for each, and says so in extensions and header alike', async () => {
    const key = await app.keyWith({ credits: 500 })
    const parts: [string, string][] = [
      ['/v1/stocks?q=apple', 'a: stockSearch(query: "apple") { count }'],
      ['/v1/stocks?q=apple', 'b: stockSearch(query: "apple") { count }'],
      ['/v1/news?limit=3', 'c: news(limit: 3) { items { title } }'],
      ['/v1/news?limit=3', 'd: news(limit: 3) { count }'],
      ['/v1/stocks/AAPL/news?limit=2', 'e: stock(id: "AAPL") { news(limit: 2) { count } }'],
      ['/v1/stocks/AAPL/news?limit=2', 'f: stock(id: "AAPL.US") { x: news(limit: 2) { count } }'],
      ['/v1/news/search?q=apple&limit=2', 'g: newsSearch(query: "apple", limit: 2) { count }'],
      ['/v1/news/by-tickers?ticker=AAPL&limit=2', 'h: newsByTickers(tickers: ["AAPL"], limit: 2) { count }'],
      ['/v1/megatrends', 'i: megatrends { count }'],
    ]
    let rest = 0
    for (const [path] of parts) rest += chargedOf(await app.fetch(path, { key }))
    const response = await app.fetch('/graphql', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ ${parts.map(([, field]) => field).join('\n')} }` }),
    })
    const { data, errors, extensions } = await response.json()
    expect(errors).toBeUndefined()
    expect(Object.keys(data)).toHaveLength(parts.length)
    expect(rest).toBeGreaterThan(10)
    expect(chargedOf(response)).toBe(rest)
    expect(extensions.credits).toEqual({ charged: rest, balance: 500 - 2 * rest })
    expect((await books(key)).used).toBe(2 * rest)
  })

  test('cannot buy articles cheaper by going through the graph', async () => {
    const direct = await app.graphql('{ news(limit: 6) { items { articleId } } }')
    const ids = direct.data.news.items.map((item: { articleId: string }) => item.articleId)
    expect(direct.extensions?.credits.charged).toBe(6)
    const aliases = ids.map((id: string, index: number) => `a${index}: article(id: ${JSON.stringify(id)}) { title }`)
    const byId = await app.graphql(`{ ${aliases.join(' ')} }`)
    expect(byId.errors).toBeUndefined()
    expect(byId.extensions?.credits.charged).toBe(6)
    const impacts = await app.graphql(
      '{ stock(id: "AAPL") { impacts(first: 3) { edges { node { article { title } } } } } }',
    )
    expect(impacts.errors).toBeUndefined()
    expect(impacts.extensions?.credits.charged).toBeGreaterThanOrEqual(impacts.data.stock.impacts.edges.length)
  })

  test('charges for what was served when another field failed', async () => {
    const key = await app.keyWith({ credits: 10 })
    const response = await app.fetch(
      '/graphql?query={good:stockSearch(query:"apple"){count} bad:stock(id:"NOPE12345.US"){name}}',
      { key },
    )
    const answer = await response.json()
    expect(response.status).toBe(200)
    expect(answer.data).toMatchObject({ good: expect.anything(), bad: null })
    expect(answer.errors[0].extensions.code).toBe('UNKNOWN_TICKER')
    expect(chargedOf(response)).toBe(1)
    expect(answer.extensions.credits).toEqual({ charged: 1, balance: 9 })
  })

  test('has the balance also when the call was free', async () => {
    const key = await app.keyWith({ credits: 10 })
    expect((await app.graphql('{ newsTypes { count } }', {}, key)).extensions?.credits).toEqual({
      charged: 0,
      balance: 10,
    })
  })
})

describe('the day', () => {
  test('ends at 00:00 UTC, not a second earlier, and the allowance is renewed', async () => {
    const key = await app.keyWith({ credits: 3 })
    lastSecondOfDay()
    expect((await app.fetch('/v1/news?limit=3', { key })).status).toBe(200)
    const refused = await app.fetch('/v1/stocks?q=apple', { key })
    expect(refused.status).toBe(402)
    const { resets_at } = await refused.json()
    clock.ms = Date.parse(resets_at) - 1
    expect((await app.fetch('/v1/stocks?q=apple', { key })).status).toBe(402)
    clock.ms = Date.parse(resets_at)
    expect(await (await app.fetch('/v1/account', { key })).json()).toMatchObject({
      balance: 3,
      quota: { used: 0, limit: 3 },
    })
    expect((await app.fetch('/v1/stocks?q=apple', { key })).status).toBe(200)
    const { rows } = await pool.query(
      `SELECT u.used FROM credit_usage u JOIN api_key k USING (account_id) WHERE k.digest = $1 ORDER BY u.period_start`,
      [keyDigest(key)],
    )
    expect(rows.map((row) => Number(row.used))).toEqual([3, 1])
    expect(await books(key)).toMatchObject({ used: 4, ledger: 4 })
  })

  test('turns once under load: each side of midnight spends its own allowance and no more', async () => {
    const key = await app.keyWith({ credits: 10 })
    lastSecondOfDay()
    const calls: Promise<Response>[] = []
    for (let call = 0; call < 60; call++) {
      if (call === 30) {
        await new Promise(setImmediate)
        clock.ms += 1_000
      }
      calls.push(app.fetch('/v1/stocks?q=apple', { key }))
    }
    const answers = await Promise.all(calls)
    const granted = (part: Response[]) => part.filter((answer) => answer.status === 200).length
    expect([granted(answers.slice(0, 30)), granted(answers.slice(30))]).toEqual([10, 10])
    expect(await books(key)).toEqual({ used: 20, ledger: 20, rows: 20 })
  })

  test('turns for each request by its own moment, also for two that are admitted in one statement', async () => {
    const key = await app.keyWith({ credits: 10, perMinute: 5 })
    lastSecondOfDay()
    const [before, after] = [clock.ms, clock.ms + 1_000]
    await charge(await callerOf(key), 4)
    const callers = await Promise.all(
      [before, after, before, after].map((nowMs) =>
        admit({ digest: keyDigest(key), counted: true, nowMs, period: billingPeriodAt(nowMs, 'day') }),
      ),
    )
    expect(callers.map((caller) => [caller?.used, caller?.requests])).toEqual([
      [4, 1],
      [0, 1],
      [4, 2],
      [0, 2],
    ])
  })

  test('a call admitted before midnight is charged to the day it was admitted in', async () => {
    const key = await app.keyWith({ credits: 5 })
    lastSecondOfDay()
    const before = await callerOf(key)
    clock.ms += 1_000
    expect(await charge(before, 5)).toEqual({ granted: true, used: 5 })
    expect((await callerOf(key)).used).toBe(0)
  })
})
