import { createHash } from 'node:crypto'
import pg from 'pg'
import { migrationList, NO_FILTER, openSchemaEngine } from './schema-engine.ts'

/** The database's migrations and this code's differ in a way that applying cannot mend. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Brings the database at `connectionString` to this code's schema; returns the names of the migrations applied. */
export async function migrate(connectionString: string): Promise<readonly string[]> {
  const list = await migrationList()
  const onDisk = list.migrationDirectories.map((directory) => ({
    name: directory.path,
    checksum: createHash('sha256').update(directory.migrationFile.content.value).digest('hex'),
  }))
  const applied = await appliedMigrations(connectionString)
  const known = new Map(onDisk.map((migration) => [migration.name, migration.checksum]))
  for (const row of applied) {
    if (!known.has(row.name)) {
      throw new MigrationError(
        `The database has migration "${row.name}", which this version does not know: it was written by a newer one.`,
      )
    }
    if (!row.finished)
      throw new MigrationError(`Migration "${row.name}" failed half-way in this database; repair it before starting.`)
    if (known.get(row.name) !== row.checksum) {
      throw new MigrationError(`Migration "${row.name}" differs from the one this database was built with.`)
    }
  }
  if (applied.length === onDisk.length) return []
  using engine = await openSchemaEngine(connectionString)
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: list, filters: NO_FILTER })
  return appliedMigrationNames
}

interface AppliedMigration {
  readonly name: string
  readonly checksum: string
  readonly finished: boolean
}

async function appliedMigrations(connectionString: string): Promise<AppliedMigration[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const table = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`)
    if (table.rows[0]?.there !== true) return []
    const { rows } = await client.query<AppliedMigration>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
         FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
    )
    return rows
  } finally {
    await client.end()
  }
}
