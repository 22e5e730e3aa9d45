import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { readShippedRows } from './shipped-rows.source.ts'

const row = z.object({ word: z.string().min(1), weight: z.coerce.number() })
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipped-rows-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(text: string) {
  const path = join(folder, 'words.csv')
  await writeFile(path, text)
  return () => readShippedRows(pathToFileURL(path), row)
}

test('rows are typed by the schema, a byte order mark and quotes undone', async () => {
  const reading = await read('\ufeffword,weight\nup,1\n"down, far",-0.5\n')
  expect(reading()).toEqual([
    { word: 'up', weight: 1 },
    { word: 'down, far', weight: -0.5 },
  ])
})

test('a row that does not fit is named by file, line and column, quoted line breaks counted', async () => {
  const reading = await read('word,weight\n"up\nwards",1\ndown,heavy\n')
  expect(reading).toThrow(/words\.csv, line 4: weight: /)
})

test('a row with too many cells is named by file and line', async () => {
  const reading = await read('word,weight\nup,1\ndown,2,3\n')
  expect(reading).toThrow(/words\.csv: .* line 3$/)
})

test('a file that is not there is named', () => {
  expect(() => readShippedRows(pathToFileURL(join(folder, 'none.csv')), row)).toThrow(/none\.csv: ENOENT/)
})
