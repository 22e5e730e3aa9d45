import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  askDatabase,
  clustersOf,
  commandJson,
  killPostgres,
  postgresLeft,
  postgresOf,
  preparedFolder,
  type Service,
  startService,
} from '../setup/service.ts'

const CLIENTS = 16

/** What a client holds in its hands: the answer came, whole, and named these credits. */
interface Acknowledged {
  readonly requestId: string
  readonly status: number
  readonly credits: number
}

/** Calls as fast as answers come, until the service is gone. */
async function load(service: Service, key: string, acknowledged: Acknowledged[]): Promise<void> {
  const client = async (first: number) => {
    for (let call = first; ; call++) {
      try {
        const response = await fetch(`${service.url}/v1/news?limit=${1 + (call % 5)}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        await response.arrayBuffer()
        const credits = Number(response.headers.get('x-credits-charged'))
        const requestId = response.headers.get('x-request-id') ?? ''
        acknowledged.push({ requestId, status: response.status, credits })
      } catch {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)))
}

async function newsFile(folder: string): Promise<string> {
  const path = join(folder, 'news.jsonl')
  const titles = [
    'Apple recalls iPhones',
    'Tesla opens a factory',
    'Boeing wins an order',
    'Toyota cuts forecasts',
    'Pfizer buys a rival',
  ]
  const lines = titles.map((title) => JSON.stringify({ title, published: '2026-11-20T10:00:00Z', source: 'wire' }))
  await writeFile(path, lines.join('\n'))
  return path
}

/** Each step begins with what the one before left behind: a start that another test needs anyway is not made twice. */
describe('after kill -9', { shuffle: false }, () => {
  let dataDir: string
  let service: Service
  const answers: Acknowledged[] = []

  /** Calls in the thick of which something dies, however fast the machine is. */
  async function underLoad(die: () => Promise<unknown>): Promise<void> {
    const before = answers.length
    const loading = load(service, service.key, answers)
    while (answers.length < before + 40) await pause(5)
    await die()
    await loading
  }

  const headers = () => ({ authorization: `Bearer ${service.key}`, 'content-type': 'application/json' })

  beforeAll(async () => {
    dataDir = await preparedFolder()
    await commandJson(['src/cli/ingest.ts', 'news', await newsFile(dataDir)], { dataDir })
    service = await startService({ dataDir })
    await askDatabase(dataDir, `UPDATE account SET plan = 'internal'`)
    const put = { method: 'PUT', headers: headers(), body: '{"kept":"through it all"}' }
    expect((await fetch(`${service.url}/v1/me/prefs`, put)).status).toBe(200)
  })

  test('of the service the orphaned database is adopted, not started a second time', async () => {
    const orphan = await postgresOf(dataDir)
    expect(orphan).toHaveLength(1)
    await underLoad(async () => expect((await service.kill('SIGKILL')).signal).toBe('SIGKILL'))
    expect(await postgresOf(dataDir), 'the database outlives the service').toEqual(orphan)
    const { key } = service
    service = await startService({ dataDir })
    expect(await postgresOf(dataDir)).toEqual(orphan)
    expect(service.key).toBe(key)
    expect(await (await fetch(`${service.url}/v1/me/prefs`, { headers: headers() })).json()).toEqual({
      prefs: { kept: 'through it all' },
    })
  })

  test('of service and database the next start recovers, also when the process id that was left behind is reused', async () => {
    await underLoad(async () => {
      await killPostgres(dataDir)
      await service.kill('SIGKILL')
    })
    expect(await postgresLeft(dataDir)).toEqual([])
    // As after a machine went down: the number in the file names a process that lives, but is no PostgreSQL.
    const [cluster = ''] = await clustersOf(dataDir)
    const pidFile = join(cluster, 'postmaster.pid')
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid)))
    const { key } = service
    service = await startService({ dataDir })
    expect(service.key).toBe(key)
  })

  test('every answered call is in the ledger exactly once', async () => {
    const ledger = await askDatabase<{ request_id: string; credits: number; times: string }>(
      dataDir,
      'SELECT request_id, sum(credits)::int AS credits, count(*) AS times FROM credit_charge GROUP BY request_id',
    )
    const charged = new Map(ledger.map((row) => [row.request_id, row]))
    const acknowledged = answers.filter(({ status }) => status === 200)
    expect(acknowledged.length).toBeGreaterThan(30)
    expect(new Set(answers.map((answer) => answer.requestId)).size).toBe(answers.length)
    // The database can be gone a moment before the service: what is asked in between is refused, and costs nothing.
    for (const { status, credits } of answers.filter((answer) => answer.status !== 200))
      expect({ status, credits }).toEqual({ status: 503, credits: 0 })
    for (const { requestId, credits } of acknowledged)
      expect(charged.get(requestId)).toMatchObject({ credits, times: '1' })
    const sum = (rows: readonly { credits: number }[]) => rows.reduce((total, row) => total + row.credits, 0)
    // What was charged and not answered is at most what was under way when the service died.
    expect(ledger.length - acknowledged.length).toBeLessThanOrEqual(2 * CLIENTS)
    const account = await (await fetch(`${service.url}/v1/account`, { headers: headers() })).json()
    expect(account.quota.used).toBe(sum(ledger))
    expect(account.quota.used).toBeGreaterThanOrEqual(sum(acknowledged))
  })

  test('of the database alone the service says so and ends with 1', async () => {
    await killPostgres(dataDir)
    const { code, stderr } = await service.ended
    expect(code).toBe(1)
    expect(stderr).toContain('the embedded PostgreSQL went away')
    service = await startService({ dataDir })
  })

  test('an orderly end leaves no database running', async () => {
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    expect(await postgresLeft(dataDir)).toEqual([])
  })
})
