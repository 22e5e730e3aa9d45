import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Pause } from './file-trade.ts'

/** A row with the line it ends on. */
export interface Placed {
  readonly cells: readonly string[]
  readonly line: number
}

const records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }))
/** Lines at the top of a file from which its form is told. */
export const TOP_LINES = 20
const PIECE_LENGTH = 20_000

/** The rows of a delimited text, blank ones left out. */
export async function readRows(text: string, delimiter: string, pause: Pause): Promise<Placed[]> {
  const rows: Placed[] = []
  let linesBefore = 0
  for (const piece of piecesOf(text)) {
    await pause()
    const parsed = parse(piece, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
    for (const { record, info } of records.parse(parsed)) rows.push({ cells: record, line: linesBefore + info.lines })
    linesBefore += piece.split('\n').length - 1
  }
  return rows
}

/** A text in pieces of whole rows: cut at line ends outside quotes. */
function* piecesOf(text: string): Generator<string> {
  let begin = 0
  let isQuoted = false
  let quote = text.indexOf('"')
  for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', end) + 1) {
    for (; quote >= 0 && quote < end; quote = text.indexOf('"', quote + 1)) isQuoted = !isQuoted
    if (isQuoted || end - begin < PIECE_LENGTH) continue
    yield text.slice(begin, end)
    begin = end
  }
  if (begin < text.length) yield text.slice(begin)
}

/** What separates the cells: whichever there is most of in a line at the top. */
export function delimiterOf(text: string): string {
  const top = text.split('\n', TOP_LINES)
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: Math.max(...top.map((line) => line.split(delimiter).length)),
  }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}
