import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTION_SETTINGS, PATIENT_CONNECT_MS_MAX } from '../connection.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type PostgresHome, preparePostgresHome } from './postgres-home.ts'
import { type PostgresProcess, runningPostgres, startPostgres, stopPostgres } from './postgres-process.ts'

const DATABASE = 'market_impact'
/** Session locks in the cluster's `postgres` database: who serves it, and everybody who uses it. */
const OWNER_LOCK = 7_101
const USERS_LOCK = 7_102
const ATTEMPTS_MAX = 5

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
  const home = await preparePostgresHome(resolve(dataDir))
  for (let attempt = 1; ; attempt++) {
    const server = (await runningPostgres(home)) ?? (await startPostgres(home))
    try {
      return await hold(home, server, dataDir, own)
    } catch (error) {
      if (error instanceof EmbeddedPostgresError || attempt === ATTEMPTS_MAX) throw error
      // Its last user stopped it just as we came: we start it again.
      await pause(50 * attempt)
    }
  }
}

async function hold(
  home: PostgresHome,
  server: PostgresProcess,
  dataDir: string,
  own: { as: string } | null,
): Promise<EmbeddedPostgres> {
  const url = (database: string) => `postgres://postgres:${home.password}@127.0.0.1:${server.port}/${database}`
  const holder = new pg.Client({
    ...CONNECTION_SETTINGS,
    connectionTimeoutMillis: PATIENT_CONNECT_MS_MAX,
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
  const release = async () => {
    released = true
    try {
      await holder.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK])
      const { rows } = await holder.query('SELECT pg_try_advisory_lock($1) AS alone', [USERS_LOCK])
      // The lock is kept until the server is down: whoever comes meanwhile waits for it, is sent away and starts anew.
      if (rows[0]?.alone === true) await stopPostgres(home, server)
    } catch {
      // The server is gone already: there is nothing to let go of.
    } finally {
      await holder.end().catch(() => {})
    }
  }
  await holder.connect()
  try {
    await holder.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK])
    if (own) await claim(holder, dataDir)
    const { rowCount } = await holder.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await holder.query(`CREATE DATABASE ${DATABASE}`).catch(ignoreDuplicateDatabase)
  } catch (error) {
    await release()
    throw error
  }
  return { connectionString: url(DATABASE), lost, release }
}

async function claim(holder: pg.Client, dataDir: string): Promise<void> {
  const { rows } = await holder.query('SELECT pg_try_advisory_lock($1) AS claimed', [OWNER_LOCK])
  if (rows[0]?.claimed === true) return
  const owner = await holder.query(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND objid = $1 AND granted LIMIT 1`,
    [OWNER_LOCK],
  )
  throw new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by ${owner.rows[0]?.name ?? 'another process'}. Stop it first, or choose another DATA_DIR.`,
  )
}

function ignoreDuplicateDatabase(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || (error.code !== '42P04' && error.code !== '23505')) throw error
}
