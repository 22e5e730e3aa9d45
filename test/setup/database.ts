import type { TestProject } from 'vitest/node'
import { closeDatabase, openDatabase } from '../../src/core/db.ts'
import { migrate } from '../../src/core/migrate.ts'
import { acquireThrowawayPostgres } from '../../src/core/throwaway-postgres.ts'
import { loadReference } from '../../src/listing/reference.ingest.ts'
import { onServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server the tests run on; its database is only used to make others. */
    serverUrl: string
    /** Migrated, with all reference data: each test file works on a copy. */
    template: string
  }
}

/** One migrated template database for all test files, on the embedded server or on the one DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL']
  const embedded = external ? null : await acquireThrowawayPostgres('test')
  const serverUrl = external ?? embedded?.connectionString ?? ''
  const template = `api_template_${process.pid}`
  await onServer(serverUrl, `CREATE DATABASE ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  await migrate(url.href)
  openDatabase(url.href, 4, () => {})
  await loadReference()
  await closeDatabase()
  // The schema engine's connection lingers for a few seconds; a database in use cannot be copied.
  await onServer(serverUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`)
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  return async () => {
    await onServer(serverUrl, `DROP DATABASE ${template} WITH (FORCE)`)
    await embedded?.release()
  }
}
