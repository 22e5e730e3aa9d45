import { beforeEach, describe, expect, test } from 'vitest'
import { keyDigest, keyPrefix } from '../../src/account/key/api-key.ts'
import { revokeKey } from '../../src/account/key/key.store.ts'
import { pool } from '../../src/core/database/db.ts'
import { clock, useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { statementsOf } from '../setup/statements.ts'

const app = useApp()
beforeEach(nextMinute)

const PRICED = '/v1/stocks?q=apple&limit=1'

/** A key that was let in a moment ago: its next calls run ahead of their admission. */
async function warmKey(options: { credits?: number; perMinute?: number } = {}): Promise<string> {
  const key = await app.keyWith({ credits: 1_000, perMinute: 1_000, ...options })
  expect((await app.fetch(PRICED, { key })).status).toBe(200)
  return key
}

/** A figure of the account a key belongs to. */
async function ofAccount(key: string, figure: string): Promise<number> {
  const { rows } = await pool.query<Record<string, unknown>>(`${figure} WHERE k.digest = $1`, [keyDigest(key)])
  return Number(Object.values(rows[0] ?? {})[0])
}

function minuteOf(key: string): Promise<number> {
  return ofAccount(key, 'SELECT coalesce(max(requests), 0) FROM rate_window JOIN api_key k USING (account_id)')
}

const statuses = (answers: Response[]) =>
  Object.fromEntries(
    Map.groupBy(answers, (one) => one.status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )

describe('a call of a key that was let in a moment ago', () => {
  test('is admitted, counted and charged in one statement', async () => {
    const key = await warmKey()
    const statements = await statementsOf(async () => {
      const answer = await app.fetch(PRICED, { key })
      expect(answer.headers.get('x-credits-charged')).toBe('1')
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('998')
    })
    expect(statements.filter((text) => /credit_usage|admit_keys|settle_charges/.test(text))).toHaveLength(1)
    expect(await minuteOf(key)).toBe(2)
  })

  test('brings nothing once the key is revoked, whatever it asked for', async () => {
    for (const ask of [
      (key: string) => app.fetch(PRICED, { key }),
      (key: string) => app.fetch('/v1/stocks?limit=-1', { key }),
      (key: string) => app.fetch('/v1/nothing', { key }),
      (key: string) => app.fetch('/v1/me/prefs', { key }),
      (key: string) => app.fetch('/graphql?query={account{name}}', { key }),
      (key: string) => app.fetch('/graphql?query={stockSearch(query:"apple"){items{ticker}}}', { key }),
      (key: string) => app.fetch('/graphql?query={', { key }),
    ]) {
      const key = await warmKey()
      await revokeKey(keyPrefix(key), new Date(clock.now()))
      const answer = await ask(key)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.headers.get('x-credits-charged')).toBe('0')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(await answer.text()).not.toMatch(/AAPL|Apple|parameter/)
    }
  })

  test('writes nothing once the key is revoked', async () => {
    const body = '{"theme":"stolen"}'
    const put = { method: 'PUT', body, headers: { 'content-type': 'application/json' } }
    const mutation = 'mutation { setPreferences(value: {theme: "stolen"}) { ok } }'
    for (const write of [
      async (key: string) => (await app.fetch('/v1/me/prefs', { key, ...put })).status === 401,
      async (key: string) => (await app.graphql(mutation, {}, key)).errors?.[0]?.extensions['code'] === 'UNAUTHORIZED',
    ]) {
      const key = await warmKey()
      const other = await app.keyWith({ credits: 5 })
      await pool.query(
        'UPDATE api_key SET account_id = (SELECT account_id FROM api_key WHERE digest = $1) WHERE digest = $2',
        [keyDigest(key), keyDigest(other)],
      )
      await revokeKey(keyPrefix(key), new Date(clock.now()))
      expect(await write(key)).toBe(true)
      expect(await (await app.fetch('/v1/me/prefs', { key: other })).json()).toEqual({ prefs: {} })
    }
  })

  test('is counted when it brings an error, and not charged', async () => {
    const key = await warmKey()
    const asked = ['/v1/stocks?limit=-1', '/v1/nothing', '/graphql?query={', '/graphql?query={nothing}']
    for (const [index, path] of asked.entries()) {
      const answer = await app.fetch(path, { key })
      expect([400, 404]).toContain(answer.status)
      expect(answer.headers.get('x-credits-charged')).toBe('0')
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(998 - index))
    }
    expect(await minuteOf(key)).toBe(1 + asked.length)
  })

  test('sees the account as it stands with this call', async () => {
    const key = await warmKey({ credits: 10, perMinute: 30 })
    await app.fetch(PRICED, { key })
    const { data } = await app.graphql('{ account { balance rateLimit { remaining } quota { used } } }', {}, key)
    expect(data).toEqual({ account: { balance: 8, rateLimit: { remaining: 27 }, quota: { used: 2 } } })
  })
})

describe('many calls of such a key at once', () => {
  test('pass as far as its minute goes; the others get 429 and cost nothing', async () => {
    const key = await warmKey({ perMinute: 50 })
    const answers = await Promise.all(Array.from({ length: 120 }, () => app.fetch(PRICED, { key })))
    expect(statuses(answers)).toEqual({ 200: 49, 429: 71 })
    expect(await ofAccount(key, 'SELECT count(*) FROM credit_charge JOIN api_key k USING (account_id)')).toBe(50)
  })

  test('spend exactly what is left; the others get 402 and no data', async () => {
    const key = await warmKey({ credits: 40 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.fetch(PRICED, { key })))
    expect(statuses(answers)).toEqual({ 200: 39, 402: 61 })
    expect(await ofAccount(key, 'SELECT sum(used) FROM credit_usage JOIN api_key k USING (account_id)')).toBe(40)
  })

  test('of several accounts, one without credits among them, are each settled by their own account', async () => {
    const keys = [await warmKey({ credits: 5 }), await warmKey({ credits: 100 }), await warmKey({ perMinute: 4 })]
    const calls = keys.flatMap((key) => Array.from({ length: 20 }, () => ({ key, answer: app.fetch(PRICED, { key }) })))
    const answers = await Promise.all(calls.map(async ({ key, answer }) => ({ key, answer: await answer })))
    const of = (key: string | undefined) =>
      statuses(answers.filter((one) => one.key === key).map(({ answer }) => answer))
    expect(keys.map(of)).toEqual([{ 200: 4, 402: 16 }, { 200: 20 }, { 200: 3, 429: 17 }])
  })
})
