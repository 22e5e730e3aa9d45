import { JSONParser } from '@streamparser/json'
import { decoded, gunzipped, peek, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, fileProblem, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { openTable } from '../../core/file/table.source.ts'
import { type FlowLine, NEEDED_COLUMNS, parseFlowLine, type TypedFlow } from './flow-line.pure.ts'

/** Some rows of a file. */
interface FlowBlock {
  readonly flows: readonly TypedFlow[]
  /** Rows that are parts of totals. */
  readonly parts: number
  /** Rows of flows other than exports and imports. */
  readonly otherFlows: number
  readonly rejected: readonly Rejection[]
}

/** A file of flows; reading its blocks throws `Unreadable` where it cannot be read any further. */
export interface FlowFile {
  /** Relative to the folder; null for a single file or standard input. */
  readonly file: string | null
  blocks(): AsyncIterable<FlowBlock>
}

const NAME = /\.(json|csv|txt|tsv)(\.gz)?$/i
const BLOCK_ROWS = 2_000
/** Longest that a row, or what stands between rows, may be. */
const PIECE_BYTES_MAX = 4 * 1024 * 1024

/** The files of a path: one file, every CSV, text and JSON file under a folder, or standard input (`-`). Gzip is undone. */
export async function* flowFilesOf(path: string, stdin: AsyncIterable<Uint8Array>): AsyncGenerator<FlowFile> {
  if (path === '-') yield { file: null, blocks: () => readFlows(stdin) }
  else if (!(await isFolder(path))) yield { file: null, blocks: () => readFlows(fileBytes(path)) }
  else {
    for await (const found of filesUnder(path)) {
      const { file } = found
      if ('problem' in found) yield { file, blocks: () => refuse(found.problem) }
      else if (NAME.test(file)) yield { file, blocks: () => readFlows(fileBytes(`${path}/${file}`)) }
    }
  }
}

// biome-ignore lint/correctness/useYield: it has no blocks, only a reason why
async function* refuse(problem: string): AsyncGenerator<FlowBlock> {
  throw new Unreadable(problem)
}

/** Flows as the trade database gives them: an answer of its API as JSON, or a table by header. */
async function* readFlows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FlowBlock> {
  const visible = (chunks: readonly Uint8Array[]) =>
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
  const { seen, all } = await peek(gunzipped(bytes), (chunks) => visible(chunks) !== '')
  const [first] = visible(seen)
  if (first === '{' || first === '[') yield* readJson(all, first === '{')
  else yield* readTable(all)
}

async function* readTable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FlowBlock> {
  const { columns, blocks } = await openTable(bytes)
  const names = columns.map((name) => name.replaceAll(' ', ''))
  const places = new Map(names.map((name, place) => [name, place]))
  const missing = NEEDED_COLUMNS.filter((name) => !places.has(name))
  if (missing.length > 0)
    throw new Unreadable(
      `The header has no column ${missing.join(', ')}: a download of the trade database has period, reporterCode, partnerCode, flowCode, cmdCode and primaryValue.`,
    )
  for await (const { rows, lines, rejected } of blocks) {
    const block = newBlock(rejected)
    for (const [index, row] of rows.entries()) {
      const cell = (name: string) => {
        const place = places.get(name)
        return place === undefined ? '' : (row[place]?.trim() ?? '')
      }
      take(block, parseFlowLine(cell), lines[index] ?? 0)
    }
    yield block
  }
}

/** Rows of an answer (`data`) or of an array, of which no more than a chunk is held. */
async function* readJson(bytes: AsyncIterable<Uint8Array>, isAnswer: boolean): AsyncGenerator<FlowBlock> {
  const parser = new JSONParser({ paths: isAnswer ? ['$.data.*', '$.error'] : ['$.*'], keepStack: false })
  let [item, bytesSinceValue] = [0, 0]
  let fault = ''
  let block = newBlock([])
  parser.onValue = ({ key, value, stack }) => {
    bytesSinceValue = 0
    if (isAnswer && stack.length === 1) fault = key === 'error' && typeof value === 'string' ? value : ''
    else take(block, parseItem(value), ++item)
  }
  try {
    for await (const text of decoded(bytes)) {
      bytesSinceValue += text.length
      if (bytesSinceValue > PIECE_BYTES_MAX + text.length)
        throw new Unreadable(`A row of the JSON is longer than ${PIECE_BYTES_MAX} characters.`)
      parser.write(text)
      if (sizeOf(block) < BLOCK_ROWS) continue
      yield block
      block = newBlock([])
    }
    if (!parser.isEnded) parser.end()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (error instanceof Error && 'syscall' in error) throw new Unreadable(fileProblem(error))
    throw new Unreadable('The JSON is damaged or cut off.')
  }
  if (!parser.isEnded) throw new Unreadable('The JSON is damaged or cut off.')
  if (sizeOf(block) > 0) yield block
  if (item > 0) return
  throw new Unreadable(
    fault === ''
      ? 'There are no rows in it: an answer of the trade database has them under "data".'
      : `It holds no rows but an error of the trade database: ${fault.slice(0, 200)}`,
  )
}

function parseItem(value: unknown): FlowLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'it is no row: an object' }
  const cells = new Map(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cell]))
  return parseFlowLine((name) => String(cells.get(name) ?? '').trim())
}

type OpenBlock = { flows: TypedFlow[]; parts: number; otherFlows: number; rejected: Rejection[] }

function newBlock(rejected: readonly Rejection[]): OpenBlock {
  return { flows: [], parts: 0, otherFlows: 0, rejected: [...rejected] }
}

function take(block: OpenBlock, line: FlowLine, at: number): void {
  if (line === 'part') block.parts++
  else if (line === 'other flow') block.otherFlows++
  else if ('flow' in line) block.flows.push(line.flow)
  else block.rejected.push({ line: at, reason: line.reason })
}

function sizeOf({ flows, parts, otherFlows, rejected }: OpenBlock): number {
  return flows.length + parts + otherFlows + rejected.length
}
