import { spawn } from 'node:child_process'
import { acquireThrowawayPostgres } from '../../src/core/database/embedded/throwaway-postgres.ts'

/** Runs a command with DATABASE_URL naming a PostgreSQL server of its own: how a user with an own database runs the tests. */
const [program, ...args] = process.argv.slice(2)
const server = await acquireThrowawayPostgres('external')
const child = spawn(program ?? 'npm', args, {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: server.connectionString },
})
child.once('exit', async (code) => {
  await server.release()
  process.exit(code ?? 1)
})
