import { readFile, writeFile } from 'node:fs/promises'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../schema.ts'

/** Writes schema.graphql; with --check says whether the committed one still tells the truth. */
const path = new URL('../../schema.graphql', import.meta.url)
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`
if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '')
  if (committed !== printed) {
    process.stderr.write('schema.graphql differs from the schema: run "npm run schema" and commit it.\n')
    process.exitCode = 1
  }
} else {
  await writeFile(path, printed)
}
