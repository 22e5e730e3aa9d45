import { schemaDrift } from '../core/schema-drift.ts'
import { acquireThrowawayPostgres } from '../core/throwaway-postgres.ts'
import { runCommand } from './command.ts'

/** Says where prisma/schema and prisma/migrations disagree; ends with 1 when they do. */
await runCommand(async () => {
  const server = await acquireThrowawayPostgres('drift')
  try {
    const differences = await schemaDrift(server.connectionString)
    for (const line of differences) process.stderr.write(`${line}\n`)
    if (differences.length > 0)
      process.stderr.write('The migrations (-) and the Prisma schema (+) disagree: add a migration.\n')
    return differences.length > 0 ? 1 : 0
  } finally {
    await server.release()
  }
})
