import { gunzipped, Unreadable } from '../news/feed-bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from '../news/feed-file.source.ts'

/** Some lines of a delimited text, already taken apart. */
export interface TableBlock {
  /** Number of the first of `rows`; lines count from 1, the header is one of them. */
  readonly firstLine: number
  readonly rows: readonly (readonly string[])[]
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

function stemOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replace(TABLE_NAME, '')
}

/** Opens a text as a table. Throws `Unreadable` when it has no header. */
async function openTable(bytes: AsyncIterable<Uint8Array>): Promise<Table> {
  const lines = linesOf(gunzipped(bytes))
  const first = await lines.next()
  const [header, ...rest] = first.done ? [] : first.value
  if (header === undefined || header.trim() === '') throw new Unreadable('There is no header line.')
  const delimiter = delimiterOf(header)
  const columns = cellsOf(header, delimiter).map(columnName)
  async function* blocks(): AsyncGenerator<TableBlock> {
    let firstLine = 2
    if (rest.length > 0) yield { firstLine, rows: rest.map((line) => cellsOf(line, delimiter)) }
    firstLine += rest.length
    for await (const block of lines) {
      yield { firstLine, rows: block.map((line) => cellsOf(line, delimiter)) }
      firstLine += block.length
    }
  }
  return { columns, delimiter, blocks: blocks() }
}

/** The lines of a text in the blocks it is read in; a byte order mark is taken off, any line ending understood. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    rest = lines.pop() ?? ''
    // An old Mac file has no line feeds at all.
    if (lines.length === 0 && rest.includes('\r')) {
      lines.push(...rest.split('\r'))
      rest = lines.pop() ?? ''
    }
    if (lines.length > 0) yield lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest.split('\r')
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

/** The cells of a line, quotes taken off (RFC 4180), blanks around them too. */
function cellsOf(line: string, delimiter: string): string[] {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!text.includes('"')) return text.split(delimiter)
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const start = text.slice(at).search(/\S|$/) + at
    if (text[start] !== '"' || text[start] === delimiter) {
      const end = text.indexOf(delimiter, at)
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end))
      at = end < 0 ? text.length + 1 : end + 1
      continue
    }
    let end = text.indexOf('"', start + 1)
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    const close = end < 0 ? text.length : end
    cells.push(text.slice(start + 1, close).replaceAll('""', '"'))
    const next = text.indexOf(delimiter, close)
    at = next < 0 ? text.length + 1 : next + 1
  }
  return cells
}
