import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { environmentSchema } from '../../src/core/environment.ts'
import type { SystemUser } from '../../src/core/file/file-access.ts'
import { copyOfFolder } from './prepared-folder.ts'
import { untilReady } from './soon.ts'
import { TEST_KEY_FILE } from './test-key.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ROOT_HOME = '/var/lib/market-impact'

/** How a process is started. */
export interface Start {
  readonly dataDir: string
  readonly env?: Record<string, string>
  /** Another user to run as; needs root. */
  readonly user?: SystemUser
}

/** How a process ended and what it said. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A service in a process of its own. */
export interface Service {
  readonly pid: number
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** A key on the plan of the demo: the demo's own, or one the command made. */
  readonly key: string
  readonly ended: Promise<Ended>
  kill(signal: NodeJS.Signals): Promise<Ended>
}

const children = new Set<ChildProcess>()
const folders = new Set<string>()

// Tests of a file may run side by side: what they started goes when all are done.
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const folder of folders) {
    for (const data of [folder, join(folder, 'data')]) {
      await killPostgres(data)
      const id = await clusterId(data)
      if (id) await rm(join(ROOT_HOME, id), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  folders.clear()
})

/** A folder of its own for a test, gone with everything in it when the file is done. Open to other users unless told otherwise. */
export async function temporaryFolder(mode = 0o755): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'market-impact-fault-')))
  await chmod(folder, mode)
  folders.add(folder)
  return folder
}

/**
 * A data folder in which a service ran before, with DEMO=off, and which has a key: for tests that are not about first starts. On an
 * external server it is a fresh one.
 */
export async function preparedFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const prepared = inject('preparedFolder')
  if (prepared === null) return folder
  const dataDir = join(folder, 'data')
  await copyOfFolder(prepared, dataDir)
  return dataDir
}

/** Code that Node compiled for one process is there for the next: half of what a short command takes. */
export const COMPILED = join(tmpdir(), 'market-impact-test-compiled')

/** An environment that sets nothing, so that a developer's `.env` does not reach the tests. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const unset = Object.keys(environmentSchema.shape).map((name) => [name, ''])
  return {
    ...Object.fromEntries(unset),
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    NODE_COMPILE_CACHE: COMPILED,
  }
}

/** Starts `node FILE ARGS` as an operator would; the child is killed in the end if it still lives. `said` tells its standard output so far. */
export function startProcess(
  args: readonly string[],
  { dataDir, env, user }: Start,
): { child: ChildProcess; ended: Promise<Ended>; said: () => string } {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...plainEnvironment(),
      PORT: '0',
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  children.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (stdout += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (stderr += chunk))
  const ended = new Promise<Ended>((settle) => {
    child.once('close', (code, signal) => {
      children.delete(child)
      settle({ code, signal, stdout, stderr })
    })
  })
  return { child, ended, said: () => stdout }
}

/** What ends a start whose connection took more than five seconds. On a machine that busy an operator starts again, and so do tests. */
const TOO_BUSY = 'The database failed: timeout expired.'
const STARTS_MAX = 4

/** Starts the service and waits for its banner, and until it is ready; fails with what it said when it ends instead. */
export async function startService(start: Start, attempt = 1): Promise<Service> {
  const { child, ended } = startProcess(['src/server.ts'], start)
  let banner = ''
  const ready = new Promise<true>((settle) => {
    child.stdout?.on('data', (chunk) => {
      banner += chunk
      if (banner.includes('  REST ') && /\n$/.test(banner)) settle(true)
    })
  })
  if ((await Promise.race([ready, ended])) !== true) {
    const { code, stderr } = await ended
    if (stderr.includes(TOO_BUSY) && attempt < STARTS_MAX) return startService(start, attempt + 1)
    throw new Error(`The service ended with ${code}: ${stderr}`)
  }
  const url = /ready on (\S+)/.exec(banner)?.[1] ?? ''
  await Promise.race([untilReady(url), ended])
  const key = await keyOf(start)
  return {
    pid: child.pid ?? 0,
    url,
    key,
    ended,
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** The key that belongs to a data folder: kept there by the service, or else by this test. */
async function keyOf(start: Start): Promise<string> {
  const kept = async (name: string) => (await readFile(join(start.dataDir, name), 'utf8').catch(() => '')).trim()
  const known = (await kept('demo-key')) || (await kept(TEST_KEY_FILE))
  if (known) return known
  const { key } = await commandJson(['src/cli/key.ts', 'create', '--plan', 'advanced'], start)
  await writeFile(join(start.dataDir, TEST_KEY_FILE), key)
  return key
}

/** Runs a program of ours to its end. */
export async function runProcess(args: readonly string[], start: Start): Promise<Ended> {
  let end = await startProcess(args, start).ended
  for (let attempt = 1; attempt < STARTS_MAX && end.stderr.includes(TOO_BUSY); attempt++)
    end = await startProcess(args, start).ended
  return end
}

/** Runs a command with --json and returns what it printed. */
// biome-ignore lint/suspicious/noExplicitAny: each command prints its own shape.
export async function commandJson(args: readonly string[], start: Start): Promise<any> {
  const { code, stdout, stderr } = await runProcess([...args, '--json'], start)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Process ids of the PostgreSQL servers that serve a data folder. */
export async function postgresOf(dataDir: string): Promise<number[]> {
  const clusters = new Set((await clustersOf(dataDir)).map((cluster) => `-D\0${cluster}\0`))
  const named = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const line = ofProcess(pid, 'cmdline')
      return [...clusters].some((cluster) => line.includes(cluster))
    })
  // A process that the server has just forked for a connection bears the server's command line until it has a title of its own.
  return named.filter((pid) => !named.includes(parentOf(pid)))
}

/** Kills the PostgreSQL servers of a data folder; one that has ended meanwhile is as good. */
export async function killPostgres(dataDir: string): Promise<void> {
  for (const pid of await postgresOf(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
}

/** Most a PostgreSQL may take to end: its last checkpoint waits for the disk. */
const POSTGRES_ENDS_MS = 60_000

/** Waits until no PostgreSQL serves the folder any more; returns those that stay. */
export async function postgresLeft(dataDir: string): Promise<number[]> {
  const until = performance.now() + POSTGRES_ENDS_MS
  let left = await postgresOf(dataDir)
  while (left.length > 0 && performance.now() < until) {
    await pause(50)
    left = await postgresOf(dataDir)
  }
  return left
}

/** Asks the embedded database itself, beside the service. */
export async function askDatabase<Row extends pg.QueryResultRow>(dataDir: string, text: string): Promise<Row[]> {
  const client = await connectToDatabase(dataDir)
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A connection to the embedded database itself, beside the service; whoever asks for it ends it. */
async function connectToDatabase(dataDir: string): Promise<pg.Client> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  for (const cluster of await clustersOf(dataDir)) {
    const port = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[3])
    if (!port) continue
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'market_impact' })
    // What breaks a connection that asks nothing is no failure of the test.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  throw new Error(`No database runs for ${dataDir}.`)
}

/** Asks the embedded database again and again: on one connection while it lasts, as making one takes more than most answers. */
export class DatabaseWatch {
  readonly #dataDir: string
  #client: pg.Client | null = null

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** True when the condition holds; false also while there is no database, or none of its tables. */
  async sees(condition: string): Promise<boolean> {
    try {
      this.#client ??= await connectToDatabase(this.#dataDir)
      const { rows } = await this.#client.query<{ yes: boolean }>(`SELECT ${condition} AS yes`)
      return rows[0]?.yes === true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) await this.end()
      return false
    }
  }

  async end(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }
}

/** Folders in which the cluster of a data folder may lie. */
export async function clustersOf(dataDir: string): Promise<string[]> {
  const id = await clusterId(dataDir)
  return [join(dataDir, 'postgres'), ...(id ? [join(ROOT_HOME, id, 'postgres')] : [])]
}

async function clusterId(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'cluster-id'), 'utf8').catch(() => '')).trim()
}

function parentOf(pid: number): number {
  return Number(/^PPid:\t(\d+)$/m.exec(ofProcess(pid, 'status'))?.[1])
}

/** What the system says of a process; empty when it is gone. */
function ofProcess(pid: number, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
