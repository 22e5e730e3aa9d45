import { acquireThrowawayPostgres } from '../core/database/embedded/throwaway-postgres.ts'
import { schemaDrift } from '../core/database/migration/schema-drift.ts'
import { newCommand, runCommand } from './command.ts'

const command = newCommand(
  'drift',
  'Compares prisma/migrations with prisma/schema on a temporary server; ends with 1 when they differ.',
  'drift',
).action(async () => {
  const server = await acquireThrowawayPostgres('drift')
  try {
    const differences = await schemaDrift(server.connectionString)
    for (const line of differences) process.stderr.write(`${line}\n`)
    if (differences.length === 0) return
    process.stderr.write(
      'The migrations (-) and the Prisma schema (+) differ: write a migration with "npm run migration -- NAME".\n',
    )
    process.exitCode = 1
  } finally {
    await server.release()
  }
})

await runCommand(command)
