import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireEmbeddedPostgres } from '../../src/core/embedded-postgres.ts'

/** Runs a command with DATABASE_URL naming a PostgreSQL server of its own: how a user with an own database runs the tests. */
const [program, ...args] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'market-impact-external-'))
const server = await acquireEmbeddedPostgres(folder, null)
const child = spawn(program ?? 'npm', args, {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: server.connectionString },
})
child.once('exit', async (code) => {
  await server.release()
  await rm(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
