import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  askDatabase,
  clustersOf,
  commandJson,
  postgresLeft,
  postgresOf,
  type Service,
  startService,
  temporaryFolder,
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

describe.concurrent('after kill -9', { timeout: 90_000 }, () => {
  test('every answered call is in the ledger exactly once, however the service and its database died', async () => {
    const dataDir = await temporaryFolder()
    await commandJson(['src/cli/ingest.ts', 'news', await newsFile(dataDir)], { dataDir })
    const answers: Acknowledged[] = []
    let key = ''
    for (const [round, victim] of (['service', 'both'] as const).entries()) {
      const service = await startService({ dataDir })
      key = service.key
      await askDatabase(dataDir, `UPDATE account SET plan = 'internal'`)
      const loading = load(service, key, answers)
      // In the thick of it, however fast the machine is.
      while (answers.length < 40 * (round + 1)) await pause(5)
      const orphans = await postgresOf(dataDir)
      if (victim === 'both') for (const pid of orphans) process.kill(pid, 'SIGKILL')
      const { signal } = await service.kill('SIGKILL')
      expect(signal).toBe('SIGKILL')
      await loading
      expect(await postgresOf(dataDir), 'the database outlives the service').toEqual(victim === 'both' ? [] : orphans)
    }
    const service = await startService({ dataDir })
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
    const account = await (
      await fetch(`${service.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
    ).json()
    expect(account.quota.used).toBe(sum(ledger))
    expect(account.quota.used).toBeGreaterThanOrEqual(sum(acknowledged))
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 })
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('the orphaned database is adopted, not started a second time, and stopped in the end', async () => {
    const dataDir = await temporaryFolder()
    const first = await startService({ dataDir })
    const headers = { authorization: `Bearer ${first.key}`, 'content-type': 'application/json' }
    const put = { method: 'PUT', headers, body: '{"kept":"through it all"}' }
    expect((await fetch(`${first.url}/v1/me/prefs`, put)).status).toBe(200)
    await first.kill('SIGKILL')
    const orphan = await postgresOf(dataDir)
    expect(orphan).toHaveLength(1)
    const second = await startService({ dataDir })
    expect(await postgresOf(dataDir)).toEqual(orphan)
    expect(second.key).toBe(first.key)
    expect(await (await fetch(`${second.url}/v1/me/prefs`, { headers })).json()).toEqual({
      prefs: { kept: 'through it all' },
    })
    expect(await second.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('of the database alone the service says so and ends with 1; the next start recovers, also when the process id it left is reused', async () => {
    const dataDir = await temporaryFolder()
    const first = await startService({ dataDir })
    for (const pid of await postgresOf(dataDir)) process.kill(pid, 'SIGKILL')
    const { code, stderr } = await first.ended
    expect(code).toBe(1)
    expect(stderr).toContain('the embedded PostgreSQL went away')
    // As after a machine went down: the number in the file names a process that lives, but is no PostgreSQL.
    const pidFile = join((await clustersOf(dataDir))[0] ?? '', 'postmaster.pid')
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid)))
    const second = await startService({ dataDir })
    expect(second.key).toBe(first.key)
  })
})
