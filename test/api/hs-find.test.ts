import { createReadStream } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { goodsCodes, HS_REVISIONS, type TradeType } from '../../src/trade-flow/hs/code-list.source.ts'
import { findHsCodes } from '../../src/trade-flow/hs/find-hs.ts'
import { ingestOfficialTexts } from '../../src/trade-flow/hs/official-text.ingest.ts'
import { readOfficialTables } from '../../src/trade-flow/hs/official-text.source.ts'
import { clock, useApp } from '../setup/app.ts'

const app = useApp()

const PHRASES = readShippedRows(
  new URL('../fixtures/hs-phrases.csv', import.meta.url),
  z.object({
    phrase: z.string(),
    type: z.enum(['goods', 'services']),
    codes: z.string().transform((text) => text.split('|')),
  }),
)

async function codesOf(query: string, type: TradeType = 'goods', revision: 'HS2022' | 'HS2017' | 'HS2012' = 'HS2022') {
  const { rows } = await findHsCodes({ query, type, revision, limit: 15 }, clock)
  return rows.map(({ code }) => code)
}

test('phrases of traders in many languages find their code first, or among the first three', async () => {
  const places = await Promise.all(
    PHRASES.map(async ({ phrase, type, codes }) => {
      const found = await codesOf(phrase, type)
      const fits = (code: string) =>
        codes.some((wanted) => (type === 'goods' ? code.startsWith(wanted) : `${code}.`.startsWith(`${wanted}.`)))
      return { phrase, place: found.findIndex(fits) }
    }),
  )
  expect(PHRASES.length).toBeGreaterThan(150)
  const share = (most: number) => places.filter(({ place }) => place >= 0 && place < most).length / places.length
  const missed = places.filter(({ place }) => place < 0 || place > 2).map(({ phrase }) => phrase)
  expect(share(1), missed.join(', ')).toBeGreaterThanOrEqual(0.94)
  expect(share(3), missed.join(', ')).toBeGreaterThanOrEqual(0.97)
})

test('every six-digit code is there and finds itself, with and without dots, in the revisions that have it', async () => {
  const six = [...goodsCodes().values()].filter(({ code }) => code.length === 6)
  const countOf = (revision: (typeof HS_REVISIONS)[number]) =>
    six.filter(({ revisions }) => revisions.has(revision)).length
  expect(HS_REVISIONS.map(countOf)).toEqual([5613, 5388, 5206])
  for (const { code, revisions } of six.filter((_, at) => at % 40 === 0))
    for (const revision of HS_REVISIONS)
      for (const spelled of [code, `${code.slice(0, 4)}.${code.slice(4)}`, `${code}0010`])
        expect(await codesOf(spelled, 'goods', revision)).toEqual(revisions.has(revision) ? [code] : [])
  expect(await codesOf('8507')).toEqual(['850710', '850720', '850730', '850750', '850760', '850780', '850790'])
  expect(await codesOf('9.2', 'services')).toEqual(['9.2', '9.2.1', '9.2.1.a', '9.2.2'])
  expect(await codesOf('SI2', 'services')).toEqual(['9.2', '9.2.1', '9.2.1.a', '9.2.2'])
})

test('each code has a label of its own within its heading', () => {
  const labels = new Map<string, string>()
  for (const { code, label, revisions } of goodsCodes().values()) {
    if (code.length !== 6 || !revisions.has('HS2022')) continue
    const place = `${code.slice(0, 4)} ${label}`
    expect([labels.get(place), code], place).toEqual([undefined, code])
    labels.set(place, code)
  }
})

test('a code of another revision only is said to be one', async () => {
  const response = await app.fetch('/v1/ext/hs/find?q=3002.20')
  expect(await response.json()).toMatchObject({
    count: 0,
    notes: [expect.stringContaining('one of HS2017 and HS2012')],
  })
})

test('a service finds itself before its parts, and none whose number only begins alike', async () => {
  const codes = async (query: string) => {
    const search = { query, type: 'services', revision: 'HS2022', limit: 50 } as const
    return (await findHsCodes(search, clock)).rows.map(({ code }) => code)
  }
  expect(await codes('2')).toEqual(['2'])
  expect((await codes('9')).slice(0, 3)).toEqual(['9', '9.1', '9.2'])
  expect(await codes('200')).toEqual(['200'])
})

test('official texts lie over our labels once they are ingested, and their words are found; the same again changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hs-'))
  const file = join(folder, 'cmd_h6.csv')
  const rows = [
    'id,text,parent',
    'TOTAL,Total,#',
    '850760,"850760 - Cells of the zanzibarium kind, official",8507',
    '123456,123456 - No such code,1234',
    '850710,,8507',
  ]
  await writeFile(file, rows.join('\n'))
  const ingest = () => ingestOfficialTexts(readOfficialTables(file, undefined), { clock })
  expect(await codesOf('zanzibarium')).toEqual([])
  expect(await ingest()).toMatchObject({
    read: 1,
    inserted: 1,
    rejected: [
      { line: 4, reason: 'there is no code "123456" in HS2022' },
      { line: 5, reason: 'there is no text' },
    ],
  })
  expect(await ingest()).toMatchObject({ read: 1, inserted: 0, updated: 0, skipped: 1 })
  clock.ms += 5_000
  const { rows: found } = await findHsCodes(
    { query: 'zanzibarium', type: 'goods', revision: 'HS2022', limit: 3 },
    clock,
  )
  expect(found).toMatchObject([{ code: '850760', description: 'Cells of the zanzibarium kind, official' }])
  const stream = createReadStream(file)
  const unnamed = await ingestOfficialTexts(readOfficialTables('-', undefined, stream), { clock })
  expect(unnamed.rejected).toEqual([{ line: 0, reason: expect.stringContaining('--classification') }])
})
