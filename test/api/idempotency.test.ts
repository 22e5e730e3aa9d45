import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { idempotencyKeyOf } from '../../src/account/idempotency/idempotency-key.ts'
import { requestFingerprint } from '../../src/account/idempotency/request-fingerprint.ts'
import { respondOnce } from '../../src/account/idempotency/respond-once.ts'
import { ANSWER_KEPT_MS, type OnceCall, runOnce } from '../../src/account/idempotency/run-once.ts'
import { type Answer, forgetAnswers } from '../../src/account/idempotency/stored-answer.store.ts'
import { keyDigest } from '../../src/account/key/api-key.ts'
import type { Owner } from '../../src/account/owner/owned-by.ts'
import { pool } from '../../src/core/database/db.ts'
import { clock, useApp } from '../setup/app.ts'
import { startProcess, temporaryFolder } from '../setup/service.ts'
import { SOON } from '../setup/soon.ts'

const app = useApp()
let accountId: number
let key: string
beforeEach(async () => {
  accountId = await newAccount()
  key = randomUUID()
})

async function newAccount(): Promise<number> {
  const { rows } = await pool.query('SELECT account_id FROM api_key WHERE digest = $1', [keyDigest(await app.key())])
  return rows[0].account_id
}

/** A call with the test's account and key. */
function call(changes: Partial<OnceCall> & { body?: unknown } = {}): OnceCall {
  const { body = { name: 'first' }, ...rest } = changes
  return { accountId, key, fingerprint: requestFingerprint('POST', '/v1/things', body), nowMs: clock.now(), ...rest }
}

/** Creates a row of the account: what a test counts. */
async function create(owner: Owner, of = accountId): Promise<Answer> {
  const row = await owner.creditCharge.create({
    data: {
      accountId: of,
      requestId: randomUUID(),
      operation: 'a test',
      credits: 0,
      periodStart: new Date(0),
      chargedAt: new Date(0),
    },
  })
  return {
    status: 201,
    headers: { 'content-type': 'application/json; charset=utf-8', location: `/v1/things/${row.requestId}` },
    body: JSON.stringify({ id: row.requestId, text: 'zürich \u2028 日' }),
  }
}

async function created(of = accountId): Promise<number> {
  const { rows } = await pool.query('SELECT count(*) FROM credit_charge WHERE account_id = $1', [of])
  return rows[0].count
}

/** A promise and what settles it. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { given: promise, give: resolve }
}

/** Where the test's database is. */
async function databaseUrl(): Promise<string> {
  const { rows } = await pool.query('SELECT current_database() AS name')
  const url = new URL(pool.options.connectionString ?? '')
  url.pathname = `/${rows[0].name}`
  return url.href
}

/** The modules once more, with a pool and a memory of their own: a second process, as far as the database can tell. */
async function secondProcess(poolSize = 8) {
  const url = await databaseUrl()
  vi.resetModules()
  const database = await import('../../src/core/database/db.ts')
  const once = await import('../../src/account/idempotency/run-once.ts')
  database.openDatabase(url, poolSize, () => {})
  return { runOnce: once.runOnce, pool: database.pool, [Symbol.asyncDispose]: () => database.closeDatabase() }
}

/** A process that writes, says so, and never comes to its answer. */
const DIES_HALF_WAY = `
  const { openDatabase } = await import('./src/core/database/db.ts')
  const { runOnce } = await import('./src/account/idempotency/run-once.ts')
  const [url, account, key] = process.argv.slice(1)
  openDatabase(url, 4, () => {})
  const accountId = Number(account)
  await runOnce({ accountId, key, fingerprint: Buffer.alloc(32), nowMs: 0 }, async (owner) => {
    await owner.creditCharge.create({
      data: { accountId, requestId: 'lost', operation: '', credits: 0, periodStart: new Date(0), chargedAt: new Date(0) },
    })
    console.log('written')
    await new Promise((settle) => setTimeout(settle, 60_000))
  })
`

const conflict = { code: 'conflict', facts: { param: 'Idempotency-Key' } }

describe('a call with an idempotency key', () => {
  test('runs once; its repeats get the first answer, byte for byte', async () => {
    const first = await runOnce(call(), create)
    expect(first.replayed).toBe(false)
    for (let repeat = 0; repeat < 3; repeat++)
      expect(await runOnce(call(), create)).toEqual({ answer: first.answer, replayed: true })
    expect(await created()).toBe(1)
  })

  test('sent 50 times at once runs once, and all get its answer', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => runOnce(call(), create)))
    expect(new Set(outcomes.map(({ answer }) => answer.body)).size).toBe(1)
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await created()).toBe(1)
  })

  test('sent to two processes at once, 25 times to each, runs once', async () => {
    await using other = await secondProcess()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? runOnce : other.runOnce)(call(), create)),
    )
    expect(new Set(outcomes.map(({ answer }) => answer.body)).size).toBe(1)
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await created()).toBe(1)
  })

  test('waits for the first in another process, and replays it', async () => {
    await using other = await secondProcess()
    const inside = signal()
    const release = signal()
    const first = other.runOnce(call(), async (owner) => {
      inside.give()
      await release.given
      return create(owner)
    })
    await inside.given
    const second = runOnce(call(), create)
    await expect.poll(waitingForLocks, SOON).toBe(1)
    release.give()
    expect(await second).toEqual({ answer: (await first).answer, replayed: true })
    expect(await created()).toBe(1)
  })

  test('keeps no connection while it waits for the first in its own process', async () => {
    const inside = signal()
    const release = signal()
    const first = runOnce(call(), async (owner) => {
      inside.give()
      await release.given
      return create(owner)
    })
    await inside.given
    const others = Array.from({ length: 20 }, () => runOnce(call(), create))
    // Were they to hold any, they would until the first is done.
    await vi.waitFor(() => expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([1, 0]), SOON)
    release.give()
    await Promise.all([first, ...others])
    expect(await created()).toBe(1)
  })

  test('may ask the database beside its transaction, however many calls run at once', async () => {
    const calls = Array.from({ length: 40 }, (_, n) =>
      runOnce(call({ key: `${key}-${n}` }), async (owner) => {
        await pool.query('SELECT pg_sleep(0.01)')
        return create(owner)
      }),
    )
    expect((await Promise.all(calls)).every(({ replayed }) => !replayed)).toBe(true)
    expect(await created()).toBe(40)
  })

  test('with another method, path or body is a conflict and changes nothing', async () => {
    await runOnce(call(), create)
    for (const fingerprint of [
      requestFingerprint('POST', '/v1/things', { name: 'second' }),
      requestFingerprint('POST', '/v1/other', { name: 'first' }),
      requestFingerprint('PUT', '/v1/things', { name: 'first' }),
    ])
      await expect(runOnce(call({ fingerprint }), create)).rejects.toMatchObject(conflict)
    expect(await created()).toBe(1)
  })

  test('with another body is a conflict also while the first runs', async () => {
    const outcomes = await Promise.allSettled([
      runOnce(call(), create),
      ...Array.from({ length: 10 }, () => runOnce(call({ body: { name: 'second' } }), create)),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes.slice(1)) expect(outcome).toMatchObject({ reason: conflict })
    expect(await created()).toBe(1)
  })

  test('of another account is another call', async () => {
    const other = await newAccount()
    const [mine, theirs] = await Promise.all([
      runOnce(call(), create),
      runOnce(call({ accountId: other }), (owner) => create(owner, other)),
    ])
    expect([mine.replayed, theirs.replayed]).toEqual([false, false])
    expect((await runOnce(call({ accountId: other }), create)).answer).toEqual(theirs.answer)
    expect([await created(), await created(other)]).toEqual([1, 1])
  })

  test('runs again after 24 hours, whether or not the old answer was removed', async () => {
    const { answer } = await runOnce(call(), create)
    const last = clock.now() + ANSWER_KEPT_MS - 1
    expect((await runOnce(call({ nowMs: last }), create)).answer).toEqual(answer)
    const again = await runOnce(call({ nowMs: last + 1, body: { name: 'second' } }), create)
    expect([again.replayed, again.answer.body === answer.body]).toEqual([false, false])
    expect(await created()).toBe(2)
    await forgetAnswers(last)
    expect((await runOnce(call({ nowMs: last + 1, body: { name: 'second' } }), create)).replayed).toBe(true)
    await forgetAnswers(last + 1)
    expect((await pool.query('SELECT 1 FROM stored_answer WHERE account_id = $1', [accountId])).rowCount).toBe(0)
  })
})

describe('an answer', () => {
  test.each([400, 401, 402, 405, 413, 415, 429, 500, 502, 503, 504])(
    'of %i is not stored, and what was written before it is undone',
    async (status) => {
      const failed = await runOnce(call(), async (owner) => ({ ...(await create(owner)), status }))
      expect([failed.answer.status, failed.replayed]).toEqual([status, false])
      expect(await created()).toBe(0)
      expect((await runOnce(call(), create)).replayed).toBe(false)
      expect(await created()).toBe(1)
    },
  )

  test.each([404, 409])('of %i is stored, and what was written before it is undone', async (status) => {
    const failed = await runOnce(call(), async (owner) => ({ ...(await create(owner)), status }))
    expect(await runOnce(call(), create)).toEqual({ answer: failed.answer, replayed: true })
    expect(await created()).toBe(0)
  })

  test('of 409 is stored also when a statement of the run failed', async () => {
    const failed = await runOnce(call(), async (owner) => {
      const answer = await create(owner)
      const requestId: string = JSON.parse(answer.body).id
      const again = {
        accountId,
        requestId,
        operation: '',
        credits: 0,
        periodStart: new Date(0),
        chargedAt: new Date(0),
      }
      await owner.creditCharge.create({ data: again }).catch(() => {})
      return { ...answer, status: 409 }
    })
    expect((await runOnce(call(), create)).answer).toEqual(failed.answer)
    expect(await created()).toBe(0)
  })

  test('that never came, since the run threw, leaves nothing, and the next of those that waited runs', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        runOnce(call(), async (owner) => {
          const answer = await create(owner)
          if (n < 3) throw new Error(`broken ${n}`)
          return answer
        }),
      ),
    )
    expect(outcomes.slice(0, 3)).toMatchObject([0, 1, 2].map((n) => ({ reason: { message: `broken ${n}` } })))
    expect(outcomes.slice(3).every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await created()).toBe(1)
  })

  test('is there when what was written with it is, and only then', async () => {
    await runOnce(call(), async (owner) => {
      const answer = await create(owner)
      const seen = await pool.query(
        `SELECT (SELECT count(*) FROM credit_charge WHERE account_id = $1) AS rows,
                (SELECT count(*) FROM stored_answer WHERE account_id = $1) AS answers`,
        [accountId],
      )
      expect(seen.rows).toEqual([{ rows: 0, answers: 0 }])
      return answer
    })
    expect(await created()).toBe(1)
  })
})

describe('a first call that dies', () => {
  test('half-way, its connection killed, leaves nothing and does not block the key', async () => {
    await using other = await secondProcess()
    const inside = signal()
    const first = other.runOnce(call(), async (owner) => {
      const answer = await create(owner)
      inside.give()
      await expect.poll(waitingForLocks, SOON).toBe(1)
      const { rows } = await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (
           SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      expect(rows).toHaveLength(1)
      return answer
    })
    await inside.given
    const [lost, second] = await Promise.allSettled([first, runOnce(call(), create)])
    expect(lost.status).toBe('rejected')
    expect(second).toMatchObject({ status: 'fulfilled', value: { replayed: false } })
    expect(await created()).toBe(1)
  })

  test('by SIGKILL between its write and its answer leaves nothing, and the repeat runs', async () => {
    const { child, ended } = startProcess(
      ['--input-type=module', '-e', DIES_HALF_WAY, await databaseUrl(), String(accountId), key],
      { dataDir: await temporaryFolder() },
    )
    await new Promise((settle) => child.stdout?.once('data', settle))
    expect(await created()).toBe(0)
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    expect((await runOnce(call(), create)).replayed).toBe(false)
    expect(await created()).toBe(1)
  })

  test('is not waited for longer than five seconds: the next is told to come again, and has not run', async () => {
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`idempotency ${accountId} ${key}`])
    await expect(runOnce(call(), create)).rejects.toMatchObject({
      code: 'unavailable',
      facts: { retry_after_seconds: 1 },
    })
    await holder.query('ROLLBACK')
    holder.release()
    expect((await runOnce(call(), create)).replayed).toBe(false)
    expect(await created()).toBe(1)
  })

  test('of a machine that went silent is ended by the database after a while', async () => {
    await runOnce(call(), async (owner) => {
      const [row] = await owner.$queryRaw<{ timeout: string }[]>`
        SELECT current_setting('idle_in_transaction_session_timeout') AS timeout`
      expect(row?.timeout).toBe('30s')
      return create(owner)
    })
    const { rows } = await pool.query(`SELECT current_setting('idle_in_transaction_session_timeout') AS timeout`)
    expect(rows[0].timeout).toBe('0')
  })
})

describe('the Idempotency-Key header', () => {
  const keyOf = (value: string) => idempotencyKeyOf(new Headers({ 'Idempotency-Key': value }))

  test('is 1 to 255 visible ASCII characters, as they stand', () => {
    expect(idempotencyKeyOf(new Headers())).toBeNull()
    for (const value of ['a', 'A', '!~"\'', 'x'.repeat(255), randomUUID()]) expect(keyOf(value)).toBe(value)
  })

  test('is refused otherwise, by its name', () => {
    for (const value of ['', 'a b', 'a\tb', 'é', 'x'.repeat(256), 'a, b'])
      expect(() => keyOf(value), value).toThrow(
        expect.objectContaining({ code: 'invalid_parameter', facts: { param: 'Idempotency-Key' } }),
      )
  })
})

describe('a fingerprint', () => {
  const of = (body: unknown) => requestFingerprint('POST', '/v1/things', body).toString('hex')

  test('is the same whatever the order of members and the spelling of numbers', () => {
    expect(of({ a: 1, b: { d: [1, 2], c: null } })).toBe(of(JSON.parse('{"b":{"c":null,"d":[1.0,2e0]},"a":1}')))
    expect(of(undefined)).toBe(of(null))
  })

  test('differs with values, types, order of lists, and names like "__proto__"', () => {
    const bodies = ['{}', '{"a":1}', '{"a":"1"}', '{"a":[1,2]}', '{"a":[2,1]}', '{"__proto__":1}', '[]', 'null', '""']
    expect(new Set(bodies.map((text) => of(JSON.parse(text)))).size).toBe(bodies.length)
  })

  test('of a body without bottom is a 400', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(() => of(deep)).toThrow(expect.objectContaining({ code: 'invalid_body' }))
  })
})

test('an HTTP answer comes back with its status, its body and the headers that belong to it', async () => {
  const run = async (owner: Owner) => {
    const { status, headers, body } = await create(owner)
    return new Response(body, { status, headers: { ...headers, 'x-request-id': 'of the first', etag: '"tag"' } })
  }
  const first = await respondOnce(globalThis, call(), run)
  const repeat = await respondOnce(globalThis, call(), run)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(Object.fromEntries(repeat.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    etag: '"tag"',
    location: first.headers.get('location'),
    'idempotent-replayed': 'true',
  })
  expect([repeat.status, await repeat.text()]).toEqual([201, await first.text()])
})

/** Sessions of this database that wait for a lock of a key. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0].count
}
