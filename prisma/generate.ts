import { spawnSync } from 'node:child_process'

/**
 * `prisma generate` without the download of a schema engine that generating does not use.
 * Any program that exists satisfies the check; node itself is one.
 */
const { status } = spawnSync('prisma', ['generate', '--no-hints'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
})
process.exitCode = status ?? 1
