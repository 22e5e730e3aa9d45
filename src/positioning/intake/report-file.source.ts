import { join } from 'node:path'
import { ArraySplitter } from '../../core/file/array-splitter.pure.ts'
import { decoded, gunzipped, peek, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import { PIECE_MAX } from '../../core/file/line-splitter.pure.ts'
import { tablesOf } from '../../core/file/table.source.ts'
import { isRecord } from '../../core/record.pure.ts'

/** Rows of a report as a file holds them, under the names of its columns. */
export interface RowBlock {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Line of each row; of JSON, the line its object begins on. */
  readonly lines: readonly number[]
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** One file of reports. */
export interface ReportFile {
  /** Relative to the folder that was given; null for a single source. */
  readonly file: string | null
  /** Whether its name says that options are counted too; the CFTC's text files do not. */
  readonly combined: boolean
  /** Its rows, once. Throws `Unreadable`. */
  read(): AsyncIterable<RowBlock>
}

const REPORT_NAME = /\.(json|csv|txt|tsv)(\.gz)?$/i
/** annualof.txt of deahistfo2025.zip: futures and options combined. */
const COMBINED_NAME = /(^|[\\/])(annualof|deahistfo)[^\\/]*$/i

/** The report files of a path: a file, all below a folder, or standard input (`-`). */
export async function* reportFilesOf(path: string, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<ReportFile> {
  const of = (file: string | null, name: string, bytes: () => AsyncIterable<Uint8Array>): ReportFile => ({
    file,
    combined: COMBINED_NAME.test(name),
    read: () => readReports(bytes()),
  })
  if (path === '-') return yield of(null, '', () => stdin)
  if (!(await isFolder(path))) return yield of(null, path, () => fileBytes(path))
  for await (const found of filesUnder(path)) {
    const { file } = found
    if ('problem' in found) yield { file, combined: false, read: () => refuse(found.problem) }
    else if (REPORT_NAME.test(file)) yield of(file, file, () => fileBytes(join(path, file)))
  }
}

function refuse(problem: string): never {
  throw new Unreadable(problem)
}

/** The rows of a text with header or of a JSON array, told apart by the first character; gzip is undone. */
export async function* readReports(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RowBlock> {
  const { seen, all } = await peek(gunzipped(bytes), (chunks) => chunks.some((chunk) => FIRST.test(latin(chunk))))
  const beginning = seen.map(latin).join('').trimStart()
  if (beginning === '') {
    for await (const _ of all) break
    throw new Unreadable('It is empty.')
  }
  if (beginning.startsWith('PK')) throw new Unreadable('It is a zip archive: unpack it, and give the text inside.')
  if (beginning.startsWith('[')) return yield* jsonRows(all)
  if (beginning.startsWith('{')) throw new Unreadable('It is a JSON object; reports are a JSON array of objects.')
  for await (const table of tablesOf('-', all)) {
    const { columns, blocks } = await table.open()
    for await (const block of blocks) yield { columns, ...block }
  }
}

const FIRST = /\S/

function latin(chunk: Uint8Array): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, 4_096))
    .toString('latin1')
    .replace(/^ï»¿/, '')
}

/** The objects of a JSON array, in blocks of those with the same keys. Throws `Unreadable` when it is cut off or damaged. */
async function* jsonRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RowBlock> {
  const splitter = new ArraySplitter()
  let last = ''
  for await (const text of decoded(bytes)) {
    last = text.trimEnd().at(-1) ?? last
    yield* blocksOf(splitter.push(text))
  }
  const open = splitter.end()
  if (open.length > 0 || last !== ']') throw new Unreadable('The JSON is cut off: its array does not end.')
}

function* blocksOf(pieces: readonly { readonly line: number; readonly text: string | null }[]): Generator<RowBlock> {
  let block: { columns: string[]; key: string; rows: string[][]; lines: number[] } | null = null
  for (const { line, text } of pieces) {
    if (text === null) {
      const reason = `the object is longer than ${PIECE_MAX} characters`
      yield { columns: [], rows: [], lines: [], rejected: [{ line, reason }] }
      continue
    }
    const row = objectOf(text, line)
    const columns = Object.keys(row)
    const key = columns.join('\n')
    if (block && block.key !== key) {
      yield { ...block, rejected: [] }
      block = null
    }
    block ??= { columns, key, rows: [], lines: [] }
    block.rows.push(Object.values(row).map((value) => (value === null ? '' : String(value))))
    block.lines.push(line)
  }
  if (block) yield { ...block, rejected: [] }
}

function objectOf(text: string, line: number): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Unreadable(`The JSON is damaged in line ${line}.`)
  }
  if (isRecord(value)) return value
  throw new Unreadable(`Line ${line} holds no object of a report.`)
}
