import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { queryOnce } from '../../src/core/database/migration/scratch-database.ts'
import { newDatabase } from '../setup/behind-proxy.ts'
import {
  askDatabase,
  type Ended,
  postgresLeft,
  postgresOf,
  preparedFolder,
  runProcess,
  startProcess,
  startService,
  temporaryFolder,
} from '../setup/service.ts'
import { SOON, untilReady } from '../setup/soon.ts'
import { TEST_KEY_FILE } from '../setup/test-key.ts'

/** A start that failed as it should: code 1, nothing on standard output, and this much on standard error. */
function expectRefusal({ code, stdout, stderr }: Ended, lines: number): string {
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }, stderr).toEqual({ code: 1, stdout: '', lines })
  expect(stderr).not.toMatch(/ at .*:\d+:\d+|node_modules|"level"/)
  return stderr
}

describe.concurrent('a start that cannot succeed says why and ends with 1', () => {
  test('a second one on the same folder names who holds it, and leaves the first alone', async () => {
    const dataDir = await preparedFolder()
    const first = await startService({ dataDir })
    const database = await postgresOf(dataDir)
    const said = expectRefusal(await runProcess(['src/server.ts'], { dataDir }), 1)
    expect(said).toContain(dataDir)
    expect(said).toContain(`market-impact service, process ${first.pid}`)
    expect(await postgresOf(dataDir)).toEqual(database)
    await untilReady(first.url)
  })

  test('of two that begin together on a fresh folder one serves and the other yields', async () => {
    const dataDir = await temporaryFolder()
    const both = [startProcess(['src/server.ts'], { dataDir }), startProcess(['src/server.ts'], { dataDir })]
    const loser = await Promise.race(both.map(async ({ child, ended }) => ({ child, ...(await ended) })))
    expect(expectRefusal(loser, 1)).toContain('is in use by market-impact service, process')
    const winner = both.find(({ child }) => child !== loser.child)
    // It may be on its way still, without a word so far.
    await vi.waitFor(() => expect(winner?.said()).toContain('is ready on'), SOON)
    winner?.child.kill('SIGTERM')
    expect(await winner?.ended).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('is ready on') })
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('a taken port: one line, and no database is left running', async () => {
    const dataDir = await preparedFolder()
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const said = expectRefusal(await runProcess(['src/server.ts'], { dataDir, env: { PORT: port } }), 1)
    squatter.close()
    expect(said).toBe(`Port ${port} on 127.0.0.1 is taken. Set PORT to another one.\n`)
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('a DATABASE_URL that is refused, has a wrong password or database, or is no URL: one line, no password in it', async () => {
    const dataDir = await temporaryFolder()
    const url = new URL(inject('serverUrl'))
    const changed = (change: (url: URL) => void) => {
      const other = new URL(url)
      change(other)
      return other.href
    }
    const wrong: [string, RegExp][] = [
      [changed((other) => (other.port = '1')), /ECONNREFUSED/],
      [changed((other) => (other.password = 'hunter2')), /password authentication failed/],
      [changed((other) => (other.pathname = '/nowhere')), /database "nowhere" does not exist/],
      ['mysql://me:hunter2@127.0.0.1/x', /DATABASE_URL: must be a postgres/],
      ['not a url hunter2', /DATABASE_URL: must be a postgres/],
    ]
    const ends = await Promise.all(
      wrong.map(([DATABASE_URL]) => runProcess(['src/server.ts'], { dataDir, env: { DATABASE_URL } })),
    )
    for (const [index, ended] of ends.entries()) {
      const said = expectRefusal(ended, 1)
      expect(said).toMatch(wrong[index]?.[1] ?? /never/)
      expect(said).toContain('DATABASE_URL')
      expect(said).not.toContain('hunter2')
      if (url.password) expect(said).not.toContain(url.password)
    }
    expect(await postgresOf(dataDir)).toEqual([])
  })

  test('a wrong environment: every wrong value in one go, for commands too', async () => {
    const dataDir = await temporaryFolder()
    const env = { PORT: 'abc', LOG_LEVEL: 'loud', BILLING_PERIOD: 'week', SHUTDOWN_GRACE_SECONDS: '-1' }
    for (const program of ['src/server.ts', 'src/cli/key.ts']) {
      const said = expectRefusal(await runProcess([program], { dataDir, env }), 5)
      for (const name of Object.keys(env)) expect(said).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    }
  })

  test('a data folder that cannot be: one line', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    for (const program of [['src/server.ts'], ['src/cli/key.ts', 'list']]) {
      const said = expectRefusal(await runProcess(program, { dataDir: join(folder, 'file', 'data') }), 1)
      expect(said).toContain(join(folder, 'file', 'data'))
    }
  })

  test('a data folder where none can be made ends the start instead of trying for ever', async () => {
    expect(expectRefusal(await runProcess(['src/server.ts'], { dataDir: '/proc/market-impact' }), 1)).toContain(
      '/proc/market-impact',
    )
  })
})

/** The key is what these tests are about: the data takes its time, and others load it. */
const DEMO_IS_LOADED = `INSERT INTO reference_load (name, sha256)
  SELECT 'demo_' || part, '' FROM unnest('{market,statements,positions,options,macro,news}'::text[]) AS part`

describe.concurrent('the demo key', () => {
  test('stays out of an output that is no terminal; a terminal shows it; it is not made with DEMO=off', async () => {
    const dataDir = await preparedFolder()
    const off = await startService({ dataDir })
    await askDatabase(dataDir, `DELETE FROM account; ${DEMO_IS_LOADED}`)
    const { stdout: withoutDemo } = await off.kill('SIGTERM')
    expect(withoutDemo).not.toContain('demo key')
    expect(await readdir(dataDir)).not.toContain('demo-key')

    const service = await startService({ dataDir, env: { DEMO: 'on' } })
    const page = await (await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(service.key)
    const { stdout, stderr } = await service.kill('SIGTERM')
    expect(service.key).toMatch(/^mi_live_/)
    expect(service.key).not.toBe(off.key)
    expect(stdout + stderr).not.toContain('mi_live_')
    expect(stdout).toContain(join(dataDir, 'demo-key'))
  })

  test('is not made in a database of others', async () => {
    const dataDir = await temporaryFolder()
    const url = await newDatabase()
    await writeFile(join(dataDir, TEST_KEY_FILE), 'none')
    await queryOnce(url, DEMO_IS_LOADED)
    const { kill } = await startService({ dataDir, env: { DEMO: 'on', DATABASE_URL: url } })
    expect((await kill('SIGTERM')).stdout).not.toContain('demo key')
    expect(await readdir(dataDir)).not.toContain('demo-key')
  })
})
