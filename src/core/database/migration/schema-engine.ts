import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaContainer, SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

/** The folders of a Prisma schema and of its migrations; both URLs end in a slash. */
export interface SchemaFolders {
  readonly schema: URL
  readonly migrations: URL
}

/** The folders of this project. */
export const PROJECT_FOLDERS: SchemaFolders = {
  schema: new URL('../../../../prisma/schema/', import.meta.url),
  migrations: new URL('../../../../prisma/migrations/', import.meta.url),
}

/** The engine sees all tables and enums. */
export const NO_FILTER = { externalTables: [], externalEnums: [] }

/** The Prisma schema files in the engine's format. */
export async function schemaFiles({ schema }: SchemaFolders): Promise<SchemaContainer[]> {
  const names = (await readdir(schema)).filter((name) => name.endsWith('.prisma')).sort()
  return Promise.all(names.map(async (path) => ({ path, content: await readFile(new URL(path, schema), 'utf8') })))
}

/** The migrations on disk, in order. */
export async function migrationList({ migrations }: SchemaFolders): Promise<MigrationList> {
  const entries = await readdir(migrations, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  return {
    baseDir: fileURLToPath(migrations),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(new URL(`${path}/migration.sql`, migrations), 'utf8'),
          },
        },
      })),
    ),
  }
}

/** Prisma's adapter cuts scripts at every semicolon, also inside function bodies; PostgreSQL itself takes a script whole. */
class ScratchPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script)
    }
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) =>
      describedColumns(await queryRaw({ ...query, sql: readableByAdapter(query.sql) }))
    return adapter
  }

  /** The engine may replay the migrations in the scratch database itself. */
  override connectToShadowDb() {
    return this.connect()
  }
}

/**
 * Corrects the engine's own catalogue queries: the adapter does not know the type "char", and the engine would read the
 * expression of a generated column as a default.
 */
function readableByAdapter(sql: string): string {
  return sql
    .replaceAll(/\bcon(str)?\.(contype|confdeltype|confupdtype)\b/g, '$&::text')
    .replace('pg_get_expr(attdef.adbin, attdef.adrelid)', "CASE WHEN att.attgenerated = '' THEN $& END")
}

/** Columns of those queries that the engine expects as "char". */
const CHAR_COLUMNS = new Set(['constraint_type', 'confdeltype', 'confupdtype'])

function describedColumns(result: SqlResultSet): SqlResultSet {
  const columnTypes = result.columnTypes.map((type, index) =>
    CHAR_COLUMNS.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
  )
  return { ...result, columnTypes }
}

/**
 * Prisma's own schema engine, compiled to WebAssembly, on a scratch database: comparing the migrations with the schema writes the
 * migrations' tables to it.
 */
export async function openScratchEngine(connectionString: string, folders: SchemaFolders): Promise<SchemaEngine> {
  loaded ??= loadBindings()
  await loaded
  const datamodels = (await schemaFiles(folders)).map((file): [string, string] => [file.path, file.content])
  return bindings.SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new ScratchPg({ connectionString })),
  )
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
