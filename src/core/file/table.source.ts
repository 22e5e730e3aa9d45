import { gunzipped, Unreadable } from './bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from './folder.source.ts'
import { PIECE_MAX, type Piece } from './line-splitter.pure.ts'
import { linesOf } from './lines.source.ts'

/** Some lines of a delimited text, already taken apart. */
export interface TableBlock {
  readonly rows: readonly (readonly string[])[]
  /** Line of each row; they count from 1, the header is one of them, and blank ones are left out. */
  readonly lines: readonly number[]
  /** Lines that are too long to be rows, with the reason. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** A delimited text with a header: its columns by name, then its rows in blocks. */
export interface Table {
  /** Names as written, in lower case, without quotes, brackets and blanks around. */
  readonly columns: readonly string[]
  readonly delimiter: string
  readonly blocks: AsyncIterable<TableBlock>
}

/** One file of a source: what it is called within the folder that was given, and its table or why there is none. */
export interface TableFile {
  /** Relative to the folder; null for a single file or standard input. */
  readonly file: string | null
  /** Name without folder and endings; empty for standard input. */
  readonly stem: string
  open(): Promise<Table>
}

const TABLE_NAME = /\.(csv|txt|tsv)(\.gz)?$/i

/** The tables of a path: a file, every CSV, TSV or text file under a folder, or standard input (`-`). Gzip is undone. */
export async function* tablesOf(path: string, stdin?: AsyncIterable<Uint8Array>): AsyncGenerator<TableFile> {
  const of = (file: string | null, name: string, bytes: () => AsyncIterable<Uint8Array>): TableFile => ({
    file,
    stem: stemOf(name),
    open: () => openTable(bytes()),
  })
  if (path === '-') yield of(null, '', () => stdin ?? emptyStream())
  else if (!(await isFolder(path))) yield of(null, path, () => fileBytes(path))
  else {
    for await (const found of filesUnder(path)) {
      const { file } = found
      if ('problem' in found) {
        yield { file, stem: '', open: () => Promise.reject(new Unreadable(found.problem)) }
      } else if (TABLE_NAME.test(file)) yield of(file, file, () => fileBytes(`${path}/${file}`))
    }
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

/** Name of a file without folder and the ending of a table. */
export function stemOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(TABLE_NAME, '')
}

/** Opens a text as a table. Throws `Unreadable` when it has no header. */
export async function openTable(bytes: AsyncIterable<Uint8Array>): Promise<Table> {
  const pieces = linesOf(gunzipped(bytes))
  let first: Piece[] = []
  while (first.length === 0) {
    const next = await pieces.next()
    if (next.done) break
    first = next.value
  }
  const [top, ...rest] = first
  if (top?.line !== 1) {
    await pieces.return(undefined)
    throw new Unreadable('There is no header line.')
  }
  const header = top.text
  if (header === null || header.includes(NUL)) {
    await pieces.return(undefined)
    throw new Unreadable(
      header === null
        ? `The header line is longer than ${PIECE_MAX} characters.`
        : 'It is no text in UTF-8: its first line holds NUL characters.',
    )
  }
  const delimiter = delimiterOf(header)
  const columns = (cellsOf(header, delimiter) ?? header.split(delimiter)).map(columnName)
  async function* blocks(): AsyncGenerator<TableBlock> {
    let hasRows = rest.length > 0
    if (hasRows) yield blockOf(rest, delimiter)
    for await (const block of pieces) {
      if (block.length === 0) continue
      hasRows = true
      yield blockOf(block, delimiter)
    }
    if (!hasRows) throw new Unreadable('There is nothing below the header line.')
  }
  return { columns, delimiter, blocks: blocks() }
}

function blockOf(pieces: readonly Piece[], delimiter: string): TableBlock {
  const rows: string[][] = []
  const lines: number[] = []
  const rejected: { line: number; reason: string }[] = []
  for (const { line, text } of pieces) {
    const cells = text === null ? null : cellsOf(text, delimiter)
    if (text === null) rejected.push({ line, reason: `the line is longer than ${PIECE_MAX} characters` })
    else if (text.includes(NUL)) rejected.push({ line, reason: HOLDS_NUL })
    else if (cells === null) rejected.push({ line, reason: 'a quote that opens a cell does not close on its line' })
    else {
      rows.push(cells)
      lines.push(line)
    }
  }
  return { rows, lines, rejected }
}

function delimiterOf(header: string): string {
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

function columnName(cell: string): string {
  return cell
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
}

const FIRST_VISIBLE = /\S|$/g
/** PostgreSQL stores it in no text. */
export const NUL = '\u0000'
/** Why a line with one is rejected. */
export const HOLDS_NUL = 'the line holds a NUL character: the file is damaged'

/** The cells of a line, quotes taken off (RFC 4180), blanks around them too; null when a quote is not closed. */
function cellsOf(text: string, delimiter: string): string[] | null {
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    FIRST_VISIBLE.lastIndex = at
    const start = FIRST_VISIBLE.exec(text)?.index ?? text.length
    if (text[start] !== '"' || text[start] === delimiter) {
      const end = text.indexOf(delimiter, at)
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end))
      at = end < 0 ? text.length + 1 : end + 1
      continue
    }
    let end = text.indexOf('"', start + 1)
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    if (end < 0) return null
    cells.push(text.slice(start + 1, end).replaceAll('""', '"'))
    const next = text.indexOf(delimiter, end)
    at = next < 0 ? text.length + 1 : next + 1
  }
  return cells
}
