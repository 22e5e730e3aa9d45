import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryText } from '../../rest-compat/openapi/query-text.ts'
import type { Route } from '../../rest-compat/route.ts'
import { routes } from '../../rest-compat/routes.ts'
import { runOnce } from '../../src/account/idempotency/run-once.ts'
import { forgetAnswers } from '../../src/account/idempotency/stored-answer.store.ts'
import { keyDigest } from '../../src/account/key/api-key.ts'
import { models, ownedTables } from '../../src/account/owner/model-owners.ts'
import { namesAccount } from '../../src/account/owner/scoped-statement.pure.ts'
import { pool } from '../../src/core/database/db.ts'
import { clock, useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { ownedTablesOf, unboundStatements } from '../setup/owned-statements.ts'
import { type Sent, sentOf } from '../setup/statements.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const app = useApp()

/** Statements on owned tables that no account limits, and why. Each must still be there. */
const WITHOUT_ACCOUNT = [
  { text: 'DELETE FROM rate_window WHERE window_start < $1', why: 'minutes nobody asks about any more' },
  { text: 'SELECT account_id AS id FROM api_key WHERE digest = $1', why: 'finds the account of a key by its digest' },
  {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a template.
    text: 'SELECT account_id AS "accountId" FROM portfolio WHERE id = ${id}',
    why: "the operator's import names a portfolio, of whichever account",
  },
  { text: 'DELETE FROM stored_answer WHERE stored_at <= $1', why: 'answers whose day is over' },
]

/** Statements that find the account themselves: by the digest of the key that a call brings. */
const BY_DIGEST = /JOIN api_key k ON k\.digest = a\.digest AND k\.revoked_at IS NULL/

/** Files that ask Prisma for owned models outside of a scope, and why. Each must still do so. */
const WITHOUT_SCOPE = [
  { file: 'src/account/key/key.store.ts', why: "the operator's commands take a key's prefix, of whichever account" },
  { file: 'src/account/key/demo-key.ts', why: 'a start looks for the demo key by its digest' },
]

const sources = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.startsWith(join('src', 'generated')) && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(ROOT, file), 'utf8') }))

/** The string and template literals of a source text; comments are skipped. */
function literalsOf(source: string): string[] {
  const pieces = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`((?:[^`\\]|\\[\s\S])*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g
  return [...source.matchAll(pieces)].flatMap(([, template, single, double]) => template ?? single ?? double ?? [])
}

describe('the code', () => {
  const statements = sources.flatMap(({ file, text }) =>
    literalsOf(text).flatMap((literal) => (ownedTablesOf(literal).length > 0 ? [{ file, text: literal }] : [])),
  )
  const excepted = (text: string) => WITHOUT_ACCOUNT.some((one) => one.text === text)

  test('has statements on owned tables, which the search below finds', () => {
    const files = new Set(statements.map(({ file }) => file))
    for (const name of ['preference/preference', 'metering/admitted-charge', 'admission/admission'])
      expect(files).toContain(`src/account/${name}.store.ts`)
  })

  test('names the account in every statement on an owned table', () => {
    expect(statements.filter(({ text }) => !namesAccount(text) && !excepted(text))).toEqual([])
  })

  test('has each statement that is excepted', () => {
    const texts = statements.map(({ text }) => text)
    expect(WITHOUT_ACCOUNT.filter(({ text }) => !texts.includes(text))).toEqual([])
  })

  test('asks Prisma for owned models through a scope', () => {
    const owned = [...models].flatMap(([name, { ownerField }]) =>
      ownerField === 'accountId' ? name.charAt(0).toLowerCase() + name.slice(1) : [],
    )
    const unscoped = new RegExp(`\\b(?:prisma|transaction)\\s*\\.(?:${owned.join('|')})\\b`)
    const files = sources.filter(({ text }) => unscoped.test(text)).map(({ file }) => file)
    expect(files.toSorted()).toEqual(WITHOUT_SCOPE.map(({ file }) => file).toSorted())
  })
})

test('the functions of the database name the account where they touch owned tables', async () => {
  const { rows } = await pool.query<{ name: string; source: string }>(
    `SELECT p.proname AS name, p.prosrc AS source FROM pg_proc p
       JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname = 'public'
       JOIN pg_language l ON l.oid = p.prolang AND l.lanname IN ('sql', 'plpgsql')`,
  )
  const touching = rows.filter(({ source }) => ownedTablesOf(source).length > 0)
  expect(touching.map(({ name }) => name)).toEqual(expect.arrayContaining(['admit_keys', 'settle_charges']))
  expect(touching.filter(({ source }) => !namesAccount(source)).map(({ name }) => name)).toEqual([])
})

const ACCOUNT = `{ account { id name keys { id prefix } charges(first: 2) { nodes { id operation } } }
  preferences { id } }`

describe('a walk through every route and the account, by two accounts at once', () => {
  const accounts: { key: string; id: number }[] = []
  let sent: readonly Sent[]

  beforeAll(async () => {
    nextMinute()
    for (let n = 0; n < 2; n++) {
      const key = await app.key()
      const { rows } = await pool.query('SELECT account_id FROM api_key WHERE digest = $1', [keyDigest(key)])
      accounts.push({ key, id: rows[0].account_id })
    }
    sent = await sentOf(async () => {
      for (const route of routes)
        await Promise.all(accounts.map(async ({ key }) => expectServed(route, await send(route, key))))
      await Promise.all(accounts.map(readAccount))
      await Promise.all(accounts.map(writeOnce))
      await forgetAnswers(0)
    })
  })

  test('touches every owned table', () => {
    const touched = new Set(sent.flatMap(({ text }) => ownedTablesOf(text)))
    expect([...touched].toSorted()).toEqual([...ownedTables].toSorted())
  })

  test('sends no statement on an owned table that is not bound to one of them', () => {
    const ids = accounts.map(({ id }) => id)
    const free = sent.filter(({ text }) => !BY_DIGEST.test(text) && !WITHOUT_ACCOUNT.some((one) => one.text === text))
    expect(unboundStatements(free, ids)).toEqual([])
    // What finds the account by a key's digest goes on with that account.
    expect(unboundStatements(sent.filter(({ text }) => BY_DIGEST.test(text)))).toEqual([])
  })

  function expectServed(route: Route, response: Response): void {
    // What an example asks for may not be there; that it is looked for is enough.
    expect([200, 201, 404, 503], `${route.method} ${route.path}`).toContain(response.status)
  }

  /** Sends a route's example. */
  async function send({ method, path, example = {} }: Route, key: string): Promise<Response> {
    const rest = new Map(Object.entries(example))
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = rest.get(name) ?? '1'
      rest.delete(name)
      return encodeURIComponent(String(value))
    })
    if (method === 'GET' || method === 'DELETE') {
      const query = new URLSearchParams([...rest].map(([name, value]) => [name, queryText(value)]))
      return app.fetch(`${filled}?${query}`, { method, key })
    }
    const body = JSON.stringify(Object.fromEntries(rest))
    return app.fetch(filled, { method, key, headers: { 'content-type': 'application/json' }, body })
  }

  async function readAccount({ key }: { key: string }): Promise<void> {
    expect((await app.graphql('{ savedScreens { count } }', {}, key)).errors).toBeUndefined()
    const { data, errors } = await app.graphql(ACCOUNT, {}, key)
    expect(errors).toBeUndefined()
    const ids = [data.account.id, data.preferences.id, data.account.keys[0].id, data.account.charges.nodes[0].id]
    const nodes = await app.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', { ids }, key)
    expect(nodes.data.nodes.map((node: { id: string }) => node.id)).toEqual(ids)
  }

  async function writeOnce({ id }: { id: number }): Promise<void> {
    const call = { accountId: id, key: 'walk', fingerprint: Buffer.alloc(32), nowMs: clock.now() }
    const run = async () => ({ status: 201, headers: {}, body: '{}' })
    await runOnce(call, run)
    expect((await runOnce(call, run)).replayed).toBe(true)
  }
})
