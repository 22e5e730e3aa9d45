import { config } from '../config.ts'
import { log } from '../log.ts'
import { withConnection } from './connection.ts'
import { closeDatabase, openDatabase } from './db.ts'
import { acquireEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrate } from './migration/migrate.ts'

/** The database cannot be reached or used; the message is for the operator as it stands. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** A database ready for use: migrated and connected. */
export interface Database {
  readonly connectionString: string
  readonly migrated: readonly string[]
  /** Resolves when an embedded server goes away although nobody asked. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

/**
 * Opens the configured database, embedded or external. With `own`, claims an embedded one for one service. `isServing` says whether calls
 * wait for a connection, and whether a broken one is worth a warning: whoever does one thing after the other fails at it, and says why itself.
 */
export async function connect(own: { as: string } | null, isServing: () => boolean = () => false): Promise<Database> {
  const embedded = config.databaseUrl === null ? await acquireEmbeddedPostgres(config.dataDir, own) : null
  const connectionString = embedded?.connectionString ?? config.databaseUrl ?? ''
  try {
    if (!embedded) await probe(connectionString)
    const migrated = await migrate(connectionString)
    openDatabase(
      connectionString,
      config.databasePoolSize,
      (error) => log[isServing() ? 'warn' : 'debug']({ err: error }, 'an idle connection broke'),
      isServing,
    )
    return {
      connectionString,
      migrated,
      lost: embedded?.lost ?? new Promise(() => {}),
      async close() {
        await closeDatabase()
        await embedded?.release()
      },
    }
  } catch (error) {
    await embedded?.release()
    throw error
  }
}

/** Says in one line what is wrong with an external database. */
async function probe(connectionString: string): Promise<void> {
  const { hostname, port, pathname } = new URL(connectionString)
  const where = `${hostname}:${port || 5432}${pathname}`
  try {
    const version = await withConnection({ connectionString }, async (client) => {
      const { rows } = await client.query(`SELECT current_setting('server_version_num')::int AS version`)
      return Number(rows[0]?.version)
    })
    if (version < 130_000) throw new Error(`PostgreSQL 13 or newer is needed, this is ${version}`)
  } catch (error) {
    const reason =
      error instanceof AggregateError
        ? error.errors.map(String).join(', ')
        : error instanceof Error
          ? error.message
          : String(error)
    throw new DatabaseError(`The database at ${where} (DATABASE_URL) cannot be used: ${reason}.`)
  }
}
