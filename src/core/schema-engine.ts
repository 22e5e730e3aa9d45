import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaContainer, SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

const SCHEMA_DIR = new URL('../../prisma/schema/', import.meta.url)
const MIGRATIONS_DIR = new URL('../../prisma/migrations/', import.meta.url)

/** No tables or enums are kept from the engine's eyes. */
export const NO_FILTER = { externalTables: [], externalEnums: [] }

/** The Prisma schema files, as the engine wants them. */
export async function schemaFiles(): Promise<SchemaContainer[]> {
  const names = (await readdir(SCHEMA_DIR)).filter((name) => name.endsWith('.prisma')).sort()
  return Promise.all(names.map(async (path) => ({ path, content: await readFile(new URL(path, SCHEMA_DIR), 'utf8') })))
}

/** The migrations on disk, in order. */
export async function migrationList(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  return {
    baseDir: fileURLToPath(MIGRATIONS_DIR),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(new URL(`${path}/migration.sql`, MIGRATIONS_DIR), 'utf8'),
          },
        },
      })),
    ),
  }
}

/** Prisma's adapter cuts scripts at every semicolon, also inside function bodies; PostgreSQL itself takes a script whole. */
class WholeScriptPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script)
    }
    return adapter
  }
}

/** Prisma's own schema engine, compiled to WebAssembly, on one database. Loaded only when there is something to migrate. */
export async function openSchemaEngine(connectionString: string): Promise<SchemaEngine> {
  loaded ??= loadBindings()
  await loaded
  const adapter = bindMigrationAwareSqlAdapterFactory(new WholeScriptPg({ connectionString }))
  const datamodels = (await schemaFiles()).map((file): [string, string] => [file.path, file.content])
  return bindings.SchemaEngine.new({ datamodels }, () => {}, adapter)
}

/** The bindings keep their state in the module, so a process instantiates them once. */
let loaded: Promise<void> | undefined

async function loadBindings(): Promise<void> {
  const wasm = await readFile(
    createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
      .replace(/\.js$/, '.wasm'),
  )
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
}
