import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { NEVER_MS, PATIENT_CONNECT_MS_MAX, withConnection } from '../connection.ts'
import { migrationList, PROJECT_FOLDERS } from './schema-engine.ts'

/** The database's migrations and this code's differ in a way that applying migrations cannot repair. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** The session lock under which Prisma's own tools migrate too. */
const MIGRATION_LOCK = 72_707_369

interface Migration {
  readonly name: string
  readonly checksum: string
  readonly script: string
}

interface Recorded {
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
}

/**
 * Applies the migrations that the database at `connectionString` does not have yet; returns their names. A migration and its record
 * are one transaction: whenever the process dies, both are there or neither is. Of several processes one migrates, the others wait.
 * The records are those `prisma migrate deploy` writes and reads.
 */
export async function migrate(connectionString: string, folders = PROJECT_FOLDERS): Promise<readonly string[]> {
  const { migrationDirectories } = await migrationList(folders)
  const migrations = migrationDirectories.map(({ path, migrationFile }) => {
    const script = migrationFile.content.value
    return { name: path, checksum: createHash('sha256').update(script).digest('hex'), script }
  })
  // A migration may rewrite large tables: only the lock and the connection itself bound it.
  const settings = { connectionString, query_timeout: NEVER_MS, connectionTimeoutMillis: PATIENT_CONNECT_MS_MAX }
  return withConnection(settings, async (client) => {
    if (checked(await recorded(client), migrations).length === migrations.length) return []
    await lock(client)
    const done = new Set(checked(await recorded(client), migrations))
    await client.query(RECORDS)
    const applied: string[] = []
    for (const migration of migrations) {
      if (done.has(migration.name)) continue
      await apply(client, migration)
      applied.push(migration.name)
    }
    return applied
  })
}

/** The table as Prisma makes it. */
const RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/** Waits for its turn; the lock goes with the connection. Asked for again and again, so that no waiting statement is in the way of DDL. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [MIGRATION_LOCK])
    if (rows[0]?.held === true) return
    await pause(50)
  }
}

async function recorded(client: pg.Client): Promise<Recorded[]> {
  const table = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`)
  if (table.rows[0]?.there !== true) return []
  const { rows } = await client.query<Recorded>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  return rows
}

/** Names of the migrations that are finished; throws when a recorded one is not ours. */
function checked(records: readonly Recorded[], migrations: readonly Migration[]): string[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const { name, checksum } of records) {
    if (!known.has(name)) {
      throw new MigrationError(
        `The database has migration "${name}", which this version does not know: it was written by a newer one.`,
      )
    }
    if (known.get(name) !== checksum)
      throw new MigrationError(`Migration "${name}" differs from the one this database was built with.`)
  }
  return records.filter(({ finished }) => finished).map(({ name }) => name)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    const { rowCount: begun } = await client.query(
      'DELETE FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL',
      [migration.name],
    )
    if (begun) await runAgain(client, migration)
    else await client.query(migration.script)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new MigrationError(`Migration "${migration.name}" failed and was undone: ${error.message}.`)
  }
}

/** SQLSTATEs of making what is there and of removing what is not. */
const DONE_BEFORE = new Set(['42P07', '42710', '42701', '42723', '42P06', '42704', '42703', '42883', '42P01'])

/**
 * Runs a script whose record was begun and not finished, by an older version or by Prisma's tools, which record apart from the script.
 * PostgreSQL runs a script as a whole or not at all: one that fails because its objects are there already was carried out.
 */
async function runAgain(client: pg.Client, { script }: Migration): Promise<void> {
  await client.query('SAVEPOINT script')
  try {
    await client.query(script)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !DONE_BEFORE.has(error.code ?? '')) throw error
    await client.query('ROLLBACK TO SAVEPOINT script')
  }
}
