import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadReference } from '../../src/catalog/reference/reference.ingest.ts'
import { closeDatabase, openDatabase } from '../../src/core/database/db.ts'
import { acquireEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/core/database/migration/migrate.ts'
import { copyOfFolder } from './prepared-folder.ts'
import { onServer } from './server.ts'
import { newTestKey, TEST_KEY_FILE } from './test-key.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Server the tests run on; its database is only used to make others. */
    serverUrl: string
    /** Migrated, with all reference data: each test file works on a copy. */
    template: string
    /** A data folder as a first start with DEMO=off leaves it, with a key in it; null on an external server. */
    preparedFolder: string | null
  }
}

/** The tests' own server may lose everything when the machine goes down; services under test keep their own settings. */
const UNDURABLE = '\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\n'

/** One migrated template database for the test files of all projects, on the embedded server or on the one DATABASE_URL names. */
export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const root = vitest.getRootProject()
  // Another project asked for it before.
  if ('template' in root.getProvidedContext()) return async () => {}
  const external = process.env['DATABASE_URL']
  return external ? onExternalServer(root, external) : onEmbeddedServer(root)
}

async function onExternalServer(project: TestProject, serverUrl: string): Promise<() => Promise<void>> {
  const template = `api_template_${process.pid}`
  await onServer(serverUrl, `CREATE DATABASE ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${template}`
  await fill(url.href)
  // The last connections linger for a moment; a database in use cannot be copied.
  await onServer(serverUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`)
  project.provide('serverUrl', serverUrl)
  project.provide('template', template)
  project.provide('preparedFolder', null)
  return () => onServer(serverUrl, `DROP DATABASE ${template} WITH (FORCE)`)
}

/** Makes one cluster, and from it by copying both the folder that services start on and the server of the tests. */
async function onEmbeddedServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'market-impact-test-'))
  // Private folders are closed to PostgreSQL's own user: run by root, the clusters would lie elsewhere and stay.
  await chmod(folder, 0o755)
  const prepared = join(folder, 'prepared')
  const first = await acquireEmbeddedPostgres(prepared, null)
  await fill(first.connectionString)
  await writeFile(join(prepared, TEST_KEY_FILE), await newTestKey(first.connectionString))
  await first.release()

  const own = join(folder, 'own')
  await copyOfFolder(prepared, own)
  await appendFile(join(own, 'postgres', 'postgresql.auto.conf'), UNDURABLE)
  const server = await acquireEmbeddedPostgres(own, null)
  await onServer(server.connectionString, 'TRUNCATE account RESTART IDENTITY CASCADE')
  const serverUrl = new URL(server.connectionString)
  project.provide('template', serverUrl.pathname.slice(1))
  serverUrl.pathname = '/postgres'
  project.provide('serverUrl', serverUrl.href)
  project.provide('preparedFolder', prepared)
  return async () => {
    await server.release()
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function fill(url: string): Promise<void> {
  await migrate(url)
  openDatabase(url, 4, () => {})
  await loadReference()
  await closeDatabase()
}
