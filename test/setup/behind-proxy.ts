import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { keyPrefix } from '../../src/account/key/api-key.ts'
import { queryOnce } from '../../src/core/database/migration/scratch-database.ts'
import { onServer } from './server.ts'
import { type Service, startService, temporaryFolder } from './service.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { newTestKey, TEST_KEY_FILE } from './test-key.ts'

/** Somebody with a key and an account of their own. */
export interface Caller {
  /** Calls the service with the key; fails when no answer comes for a minute. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** The credits of the account that are counted as used. */
  used(): Promise<number>
  /** The ledger of the account, oldest first. */
  charges(): Promise<Record<string, unknown>[]>
}

/** A service in a process of its own, whose external database lies behind a proxy. */
export interface ServiceBehindProxy extends Caller {
  readonly service: Service
  readonly proxy: TcpProxy
  /** Asks the database itself, past the proxy. */
  ask(text: string): Promise<Record<string, unknown>[]>
  newCaller(): Promise<Caller>
}

/** What tests opened, closed when their file is done: tests that run side by side share its hooks. */
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A new database, a copy of the template unless `empty`; gone when the test is done. Returns its URL. */
export async function newDatabase({ empty = false } = {}): Promise<string> {
  const name = `fault_${Math.random().toString(36).slice(2, 12)}`
  await onServer(
    inject('serverUrl'),
    `CREATE DATABASE ${name} ${empty ? '' : `TEMPLATE ${inject('template')} STRATEGY FILE_COPY`}`,
  )
  ends.push(() => onServer(inject('serverUrl'), `DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  return url.href
}

/** Starts a service on a copy of the template, with a proxy between the two. */
export async function serviceBehindProxy(env: Record<string, string> = {}): Promise<ServiceBehindProxy> {
  const databaseUrl = await newDatabase()
  const proxy = await startTcpProxy(databaseUrl)
  ends.push(() => proxy.close())
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, TEST_KEY_FILE), await newTestKey(databaseUrl))
  const service = await startService({ dataDir, env: { LOG_LEVEL: 'fatal', ...env, DATABASE_URL: proxy.url } })
  ends.push(async () => void (await service.kill('SIGKILL')))
  const ask = (text: string) => queryOnce(databaseUrl, text)
  const callerWith = (key: string): Caller => {
    const mine = `account_id = (SELECT account_id FROM api_key WHERE prefix = '${keyPrefix(key)}')`
    return {
      call: (path, init = {}) =>
        fetch(service.url + path, {
          ...init,
          headers: { authorization: `Bearer ${key}`, ...init.headers },
          signal: AbortSignal.timeout(60_000),
        }),
      used: async () =>
        Number((await ask(`SELECT coalesce(sum(used), 0) AS used FROM credit_usage WHERE ${mine}`))[0]?.['used']),
      charges: () => ask(`SELECT request_id, credits FROM credit_charge WHERE ${mine} ORDER BY charged_at`),
    }
  }
  return {
    service,
    proxy,
    ask,
    ...callerWith(service.key),
    newCaller: async () => callerWith(await newTestKey(databaseUrl)),
  }
}
