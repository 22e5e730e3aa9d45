import { Unreadable } from '../../core/file/bytes.source.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { type Table, tablesOf } from '../../core/file/table.source.ts'
import { goodsCodes, HS_REVISIONS, servicesCodes } from './code-list.source.ts'
import type { OfficialText } from './official-text.pure.ts'

/** Official texts of one classification, and the rows that hold none. */
export interface TextBlock {
  readonly classification: string
  readonly texts: readonly OfficialText[]
  readonly rejected: readonly Rejection[]
}

/** Columns the publisher calls a code and its text by, the first one that is there. */
const CODE_COLUMNS = ['id', 'code', 'cmdcode', 'cmd code']
const TEXT_COLUMNS = ['text', 'description', 'cmddesc', 'cmd desc']
const TEXT_LENGTH_MAX = 2_000
/** What classifications are called in the publisher's file names. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  h4: 'HS2012',
  h5: 'HS2017',
  h6: 'HS2022',
  hs2012: 'HS2012',
  hs2017: 'HS2017',
  hs2022: 'HS2022',
  eb10: 'EBOPS2010',
  ebops2010: 'EBOPS2010',
}

/** Every classification texts are known of. */
export const CLASSIFICATIONS: readonly string[] = [...HS_REVISIONS, 'EBOPS2010']

/** Reads the publisher's tables of codes; the classification is taken from the file's name unless it is given. */
export async function* readOfficialTables(
  path: string,
  given: string | undefined,
  stdin?: AsyncIterable<Uint8Array>,
): AsyncGenerator<TextBlock> {
  for await (const file of tablesOf(path, stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    const classification = given ?? classificationOf(file.stem)
    try {
      if (classification === undefined)
        throw new Unreadable(
          `The name of the file tells no classification; name one with --classification: ${CLASSIFICATIONS.join(', ')}.`,
        )
      yield* parseTable(await file.open(), classification, where)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield {
        classification: classification ?? '',
        texts: [],
        rejected: [{ line: 0, reason: error.message, ...where }],
      }
    }
  }
}

function classificationOf(stem: string): string | undefined {
  const [name] = stem
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => Object.hasOwn(FILE_NAMES, part))
  return name === undefined ? undefined : FILE_NAMES[name]
}

async function* parseTable(
  table: Table,
  classification: string,
  where: { readonly file?: string },
): AsyncGenerator<TextBlock> {
  const [codeAt, textAt] = [placeOf(table, CODE_COLUMNS), placeOf(table, TEXT_COLUMNS)]
  for await (const { rows, lines, rejected: overlong } of table.blocks) {
    const texts = new Map<string, OfficialText>()
    const rejected: Rejection[] = overlong.map((rejection) => ({ ...rejection, ...where }))
    rows.forEach((row, index) => {
      const read = textOf(row[codeAt]?.trim() ?? '', row[textAt]?.trim() ?? '', classification)
      if (typeof read === 'string') rejected.push({ line: lines[index] ?? 0, reason: read, ...where })
      else if (read) texts.set(read.code, read)
    })
    yield { classification, texts: [...texts.values()], rejected }
  }
}

function placeOf(table: Table, names: readonly string[]): number {
  const name = names.find((one) => table.columns.includes(one))
  if (name !== undefined) return table.columns.indexOf(name)
  throw new Unreadable(`There is no column "${names[0]}" among: ${table.columns.join(', ').slice(0, 200)}.`)
}

/** A code with its text; null for totals, which need none; the reason when it is neither. */
function textOf(code: string, text: string, classification: string): OfficialText | string | null {
  if (/^total$/i.test(code)) return null
  const known = classification === 'EBOPS2010' ? servicesCodes().has(code) : isGoodsCode(code)
  if (!known) return `there is no code "${code.slice(0, 20)}" in ${classification}`
  // The publisher writes the code before the text.
  const bare = text.startsWith(code) ? text.slice(code.length).replace(/^\s*[-–—:]?\s*/, '') : text
  if (bare === '') return 'there is no text'
  return { code, text: bare.slice(0, TEXT_LENGTH_MAX) }
}

function isGoodsCode(code: string): boolean {
  return goodsCodes().has(code) || /^9999\w\w$/.test(code)
}
