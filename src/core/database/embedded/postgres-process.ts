import { spawn } from 'node:child_process'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { exists, isErrno } from '../../file/file-access.ts'
import { withConnection } from '../connection.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { hydrateLinks, packagedBinaries, reasonIn, run } from './postgres-binaries.ts'
import type { PostgresHome } from './postgres-home.ts'

/** A server process that serves our cluster. */
export interface PostgresProcess {
  readonly pid: number
  readonly port: number
}

const SETTINGS = [
  'shared_buffers=256MB',
  'max_connections=200',
  'wal_compression=on',
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'random_page_cost=1.1',
  'jit=off',
  'timezone=UTC',
]

/** The server that runs on this cluster already; null when there is none. postmaster.pid is believed only when its process answers as ours. */
export async function runningPostgres(home: PostgresHome): Promise<PostgresProcess | null> {
  const named = await namedInPidFile(home)
  if (!named) return null
  if (!(await isPostgres(named.pid))) {
    // Left by a machine or container that went down: the number belongs to somebody else now, and PostgreSQL would not dare to start.
    await rm(pidFile(home), { force: true })
    return null
  }
  const stillNamed = async () => (await namedInPidFile(home))?.pid === named.pid && isAlive(named.pid)
  return (await answers(home, named.port, 60_000, stillNamed)) ? named : null
}

/** Starts a server on this cluster, which is made first if need be. Loses a race gracefully: then the winner's server is returned. */
export async function startPostgres(home: PostgresHome): Promise<PostgresProcess> {
  await initialise(home)
  const port = await freePort()
  const logFile = await open(home.log, 'a', 0o600)
  const child = spawn(
    join(home.native, 'bin', 'postgres'),
    [
      ...['-D', home.cluster, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
    // A process group of its own: Ctrl-C in a terminal must reach the service first, and the server only through it.
    { detached: true, stdio: ['ignore', logFile.fd, logFile.fd], cwd: '/', ...home.user },
  )
  let running = true
  child.once('exit', () => (running = false))
  child.once('error', () => (running = false))
  child.unref()
  await logFile.close()
  const started = await answers(home, port, 60_000, async () => running)
  if (started && child.pid !== undefined) return { pid: child.pid, port }
  const winner = await runningPostgres(home)
  if (winner) return winner
  const output = (await readFile(home.log, 'utf8').catch(() => '')).split('\n').slice(-20).join('\n')
  throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start: ${reasonIn(output)}`)
}

/** Shuts the server down: sessions end, everything is flushed. Returns when it is down. */
export async function stopPostgres(home: PostgresHome, { pid }: PostgresProcess): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown.
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (!isAlive(pid) || !(await exists(pidFile(home)))) return
    await pause(25)
  }
}

async function initialise(home: PostgresHome): Promise<void> {
  if (await exists(join(home.cluster, 'PG_VERSION'))) return
  await removeAbandonedDrafts(home)
  if (home.native === packagedBinaries()) await hydrateLinks(home.native).catch(() => {})
  const draft = `${home.cluster}.${process.pid}`
  const passwordFile = `${draft}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, home.password, { mode: 0o600 })
  if (home.user) {
    await chown(draft, home.user.uid, home.user.gid)
    await chown(passwordFile, home.user.uid, home.user.gid)
  }
  try {
    const options = [`--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']
    await run(join(home.native, 'bin', 'initdb'), ['-D', draft, '-U', 'postgres', ...options], home.user)
    await rename(draft, home.cluster).catch(async (error) => {
      if (!(await exists(join(home.cluster, 'PG_VERSION')))) throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes what starts that were killed had begun to make. */
async function removeAbandonedDrafts({ cluster }: PostgresHome): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    const [, pid] = /^postgres\.(\d+)(\.password)?$/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

function pidFile(home: PostgresHome): string {
  return join(home.cluster, 'postmaster.pid')
}

async function namedInPidFile(home: PostgresHome): Promise<PostgresProcess | null> {
  const lines = (await readFile(pidFile(home), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 && isAlive(pid) ? { pid, port } : null
}

/** False when the process is known to be something else; systems without /proc give the benefit of the doubt. */
async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  return name.startsWith('postgres')
}

async function answers(
  home: PostgresHome,
  port: number,
  timeoutMs: number,
  alive: () => Promise<boolean>,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && (await alive())) {
    const server = { host: '127.0.0.1', port, user: 'postgres', password: home.password, database: 'postgres' }
    try {
      return await withConnection(server, async (client) => {
        const { rows } = await client.query(`SELECT current_setting('data_directory') AS folder`)
        return rows[0]?.folder === home.cluster
      })
    } catch (error) {
      // A wrong password: somebody else's server has the port.
      if (error instanceof pg.DatabaseError && error.code === '28P01') return false
      await pause(40)
    }
  }
  return false
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isErrno(error, 'EPERM')
  }
}

function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? settle(address.port) : fail(new Error('no port'))))
    })
  })
}
