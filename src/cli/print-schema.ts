import { readFile, writeFile } from 'node:fs/promises'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../schema.ts'
import { newCommand, runCommand } from './command.ts'

const path = new URL('../../schema.graphql', import.meta.url)

const command = newCommand('schema', 'Writes the GraphQL schema to schema.graphql.', 'schema')
  .option('--check', 'write nothing; end with 1 when the file differs from the schema')
  .action(async ({ check }) => {
    const printed = `${printSchema(lexicographicSortSchema(schema))}\n`
    if (!check) return writeFile(path, printed)
    const committed = await readFile(path, 'utf8').catch(() => '')
    if (committed === printed) return
    process.stderr.write('schema.graphql differs from the schema: run "npm run schema" and commit it.\n')
    process.exitCode = 1
  })

await runCommand(command)
