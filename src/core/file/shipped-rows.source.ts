import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { finish, mapInPieces, type Pieces } from '../pieces.pure.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Rows of a CSV file with a header that ships with the service; the first row that does not fit is an error naming file and line. */
export function readShippedRows<Row>(file: URL, row: z.ZodType<Row>): Row[] {
  return finish(shippedRowsInPieces(file, row))
}

/** Rows checked in one piece. */
const PIECE = 200

/** The same, piece by piece. */
export function* shippedRowsInPieces<Row>(file: URL, row: z.ZodType<Row>): Pieces<Row[]> {
  const path = fileURLToPath(file)
  const name = relative(ROOT, path)
  const records = recordsOf(path, name)
  yield
  const rowOf = (record: unknown, index: number): Row => {
    const parsed = row.safeParse(record)
    if (parsed.success) return parsed.data
    const problems = parsed.error.issues.map((issue) =>
      [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
    )
    throw new Error(`${name}, line ${lineOf(path, index)}: ${problems.join('; ')}`)
  }
  return yield* mapInPieces(records, rowOf, PIECE)
}

function recordsOf(path: string, name: string): unknown[] {
  try {
    return parse(readFileSync(path), { columns: true, bom: true })
  } catch (error) {
    // The parser's own message ends with the line.
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** The line that a row ends on; asked of the parser for a faulty row alone, as it takes as long as reading the rows. */
function lineOf(path: string, index: number): number {
  const options = { columns: true, bom: true, info: true } as const
  const placed: { readonly info: { readonly lines: number } }[] = parse(readFileSync(path), options)
  return placed[index]?.info.lines ?? 0
}
