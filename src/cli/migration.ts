import { acquireThrowawayPostgres } from '../core/database/embedded/throwaway-postgres.ts'
import { MIGRATION_NAME, writeMigration } from '../core/database/migration/new-migration.ts'
import { schemaDrift } from '../core/database/migration/schema-drift.ts'
import { newCommand, runCommand, UsageError } from './command.ts'

const command = newCommand(
  'migration',
  'Writes prisma/migrations/<timestamp>_<name>/migration.sql: what brings the migrations to prisma/schema.',
  'migration -- add_price_index',
)
  .argument('<name>', 'lower-case letters, digits and underscores, a letter first')
  .action(async (name) => {
    if (!MIGRATION_NAME.test(name))
      throw new UsageError(
        `A migration is named in lower-case letters, digits and underscores, at most 60, a letter first; "${name}" was given.`,
      )
    const server = await acquireThrowawayPostgres('migration')
    try {
      const folder = await writeMigration(server.connectionString, name, new Date())
      const differences = await schemaDrift(server.connectionString)
      process.stdout.write(
        folder === null ? 'Nothing to do.\n' : `prisma/migrations/${folder}/migration.sql is written.\n`,
      )
      if (differences.length === 0) return
      for (const line of differences) process.stderr.write(`${line}\n`)
      process.stderr.write('The migrations (-) and the Prisma schema (+) still differ: add the rest by hand.\n')
      process.exitCode = 1
    } finally {
      await server.release()
    }
  })

await runCommand(command)
