import { migrate } from './migrate.ts'
import { NO_FILTER, openScratchEngine, PROJECT_FOLDERS, schemaFiles } from './schema-engine.ts'
import { inScratchDatabase, queryOnce } from './scratch-database.ts'

/** Every column, index and constraint of a database as one line of text each; expressions of generated columns are left out, as only the migrations have them. */
const CATALOGUE = `
  SELECT format('column %s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attnotnull THEN ' not null' END,
                CASE WHEN a.attgenerated = '' THEN ' default ' || pg_get_expr(d.adbin, d.adrelid) END) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '_prisma_migrations'
  UNION ALL
  SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  UNION ALL
  SELECT format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('_prisma_migrations'), 0) AND contype <> 'n'`

/**
 * Differences between the migrations and the Prisma schema, a line each (`-` only in the migrations, `+` only in the schema).
 * Builds both in scratch databases on the server at `connectionString` and compares their catalogues.
 */
export async function schemaDrift(connectionString: string, folders = PROJECT_FOLDERS): Promise<readonly string[]> {
  const migrated = await inScratchDatabase(connectionString, async (url) => {
    await migrate(url, folders)
    return catalogue(url)
  })
  const modelled = await inScratchDatabase(connectionString, async (url) => {
    using engine = await openScratchEngine(url, folders)
    const { stdout } = await engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: await schemaFiles(folders) },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    })
    await queryOnce(url, `CREATE EXTENSION IF NOT EXISTS pg_trgm; ${stdout ?? ''}`)
    return catalogue(url)
  })
  return [
    ...[...migrated].filter((line) => !modelled.has(line)).map((line) => `- ${line}`),
    ...[...modelled].filter((line) => !migrated.has(line)).map((line) => `+ ${line}`),
  ]
}

async function catalogue(url: string): Promise<Set<string>> {
  return new Set((await queryOnce(url, CATALOGUE)).map((row) => String(row['line'])))
}
