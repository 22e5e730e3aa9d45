import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { writeMigration } from '../src/core/database/migration/new-migration.ts'
import { schemaDrift } from '../src/core/database/migration/schema-drift.ts'
import { PROJECT_FOLDERS, type SchemaFolders } from '../src/core/database/migration/schema-engine.ts'

const server = inject('serverUrl')
const NOW = new Date('2030-01-02T03:04:05Z')
const made: string[] = []
let folders: SchemaFolders

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migration-'))
  made.push(folder)
  await cp(PROJECT_FOLDERS.schema, join(folder, 'schema'), { recursive: true })
  await cp(PROJECT_FOLDERS.migrations, join(folder, 'migrations'), { recursive: true })
  folders = { schema: pathToFileURL(`${folder}/schema/`), migrations: pathToFileURL(`${folder}/migrations/`) }
})
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))))

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const url = new URL(file, folders.schema)
  const text = await readFile(url, 'utf8')
  expect(text).toMatch(from)
  await writeFile(url, text.replace(from, to))
}

test('there is nothing to write while migrations and schema agree', async () => {
  expect(await writeMigration(server, 'nothing', NOW, folders)).toBeNull()
})

test('an added column, table and index are written, and leave no drift', async () => {
  await change('listing.prisma', /model Exchange \{\n/, '$&  openedOn DateTime? @map("opened_on") @db.Date\n')
  await appendFile(
    new URL('listing.prisma', folders.schema),
    '\nmodel Broker {\n  id Int @id @default(autoincrement())\n  name String\n  since DateTime @db.Timestamptz(3)\n\n  @@index([name, since])\n  @@map("broker")\n}\n',
  )
  // Beside a generated column, which only the migrations can say.
  await change('news.prisma', /model Article \{\n/, '$&  editor String?\n')
  expect(await schemaDrift(server, folders)).not.toEqual([])

  expect(await writeMigration(server, 'add_broker', NOW, folders)).toBe('20300102030405_add_broker')
  const sql = await readFile(new URL('20300102030405_add_broker/migration.sql', folders.migrations), 'utf8')
  expect(sql).toContain('CREATE TABLE "broker"')
  expect(sql).toContain('ADD COLUMN     "opened_on" DATE')
  expect(sql).toContain('CREATE INDEX "broker_name_since_idx"')
  expect(sql).not.toContain('DROP')
  expect(await schemaDrift(server, folders)).toEqual([])
  expect(await writeMigration(server, 'again', NOW, folders)).toBeNull()
})

test('a migration is named after the last one even where the clock is behind', async () => {
  await change('listing.prisma', /model Exchange \{\n/, '$&  site String?\n')
  const first = await writeMigration(server, 'first', NOW, folders)
  await change('listing.prisma', /model Exchange \{\n/, '$&  phone String?\n')
  const second = await writeMigration(server, 'second', new Date('2020-01-01T00:00:00Z'), folders)
  expect([first, second]).toEqual(['20300102030405_first', '20300102030406_second'])
  expect(await schemaDrift(server, folders)).toEqual([])
})
