import { mkdir, writeFile } from 'node:fs/promises'
import { migrationList, NO_FILTER, openScratchEngine, PROJECT_FOLDERS, schemaFiles } from './schema-engine.ts'
import { inScratchDatabase } from './scratch-database.ts'

/** What a migration may be called: `add_price_index`. */
export const MIGRATION_NAME = /^[a-z][a-z0-9_]{0,59}$/

/**
 * Writes the migration that brings the migrations on disk to the Prisma schema, as `<timestamp>_<name>/migration.sql`.
 * Returns the folder's name, or null when there is no difference. Works in a scratch database of the server at
 * `connectionString`.
 */
export async function writeMigration(
  connectionString: string,
  name: string,
  now: Date,
  folders = PROJECT_FOLDERS,
): Promise<string | null> {
  const migrations = await migrationList(folders)
  const script = await inScratchDatabase(connectionString, async (url) => {
    using engine = await openScratchEngine(url, folders)
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: await schemaFiles(folders) },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    })
    return stdout ?? ''
  })
  if (!hasStatements(script)) return null
  const folder = `${timestampAfter(migrations.migrationDirectories.at(-1)?.path, now)}_${name}`
  await mkdir(new URL(`${folder}/`, folders.migrations))
  await writeFile(new URL(`${folder}/migration.sql`, folders.migrations), script)
  return folder
}

function hasStatements(script: string): boolean {
  return script.split('\n').some((line) => line.trim() !== '' && !line.startsWith('--'))
}

/** The time as `YYYYMMDDhhmmss` in UTC, or one more than that of the last migration where clocks disagree: the order of names is the order of applying. */
function timestampAfter(last: string | undefined, now: Date): string {
  const stamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const before = /^\d{14}/.exec(last ?? '')?.[0] ?? ''
  return stamp > before ? stamp : String(Number(before) + 1)
}
