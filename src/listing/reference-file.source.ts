import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { z } from 'zod'
import type { Rejection } from '../core/ingest-summary.ts'
import { gunzipped, Unreadable } from '../news/feed-bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from '../news/feed-file.source.ts'
import { REFERENCE_ROWS, type ReferenceRow } from './reference.source.ts'

/** Kinds of reference data an operator can bring, as the command names them. */
const KINDS = { listings: 'listing', memberships: 'membership', relations: 'relation' } as const
/** One of those. */
export type ReferenceFileKind = keyof typeof KINDS
/** A row of such a kind. */
export type ReferenceFileRow<Kind extends ReferenceFileKind> = ReferenceRow<(typeof KINDS)[Kind]>

/** A row as read and where it stands. */
export interface PlacedRow<Row> {
  readonly row: Row
  readonly line: number
  readonly file?: string
}

/** True for a kind an operator can bring. */
export function isReferenceFileKind(kind: string): kind is ReferenceFileKind {
  return Object.hasOwn(KINDS, kind)
}

/** Reads a CSV file, every CSV file of a folder, or standard input (`-`) row by row: what fits, and what does not by line with its reason. */
export async function* readReferenceFile<Kind extends ReferenceFileKind>(
  kind: Kind,
  path: string,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<PlacedRow<ReferenceFileRow<Kind>> | Rejection> {
  if (path === '-') return yield* rowsOf(kind, stdin, {})
  if (!(await isFolder(path))) return yield* rowsOf(kind, fileBytes(path), {})
  for await (const found of filesUnder(path)) {
    const { file } = found
    if ('problem' in found) yield { line: 0, reason: found.problem, file }
    else if (/\.csv(\.gz)?$/i.test(file)) yield* rowsOf(kind, fileBytes(`${path}/${file}`), { file })
  }
}

async function* rowsOf<Kind extends ReferenceFileKind>(
  kind: Kind,
  bytes: AsyncIterable<Uint8Array>,
  where: { file?: string },
): AsyncGenerator<PlacedRow<ReferenceFileRow<Kind>> | Rejection> {
  // TypeScript cannot see that a kind's schema gives that kind's rows.
  const schema = REFERENCE_ROWS[KINDS[kind]] as unknown as z.ZodType<ReferenceFileRow<Kind>>
  const absent = Object.fromEntries(Object.keys(REFERENCE_ROWS[KINDS[kind]].shape).map((name) => [name, '']))
  const parser = Readable.from(gunzipped(bytes))
    .on('error', (error) => parser.destroy(error))
    .pipe(
      parse({
        bom: true,
        columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
      }),
    )
  try {
    for await (const { record, info } of parser) {
      const line: number = info.lines
      const parsed = schema.safeParse(completed(kind, { ...absent, ...record }))
      if (parsed.success) yield { row: parsed.data, line, ...where }
      else {
        const reason = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
        yield { line, reason: reason.slice(0, 300), ...where }
      }
    }
  } catch (error) {
    const line = error instanceof Error && 'lines' in error && typeof error.lines === 'number' ? error.lines : 0
    if (line === 0 && !(error instanceof Unreadable)) throw error
    yield { line, reason: error instanceof Error ? error.message : String(error), ...where }
  }
}

/** What a listing's other columns leave no doubt about: its exchange stands in the ticker. */
function completed(kind: ReferenceFileKind, row: Record<string, unknown>): Record<string, unknown> {
  const ticker = typeof row['ticker'] === 'string' ? row['ticker'].toUpperCase() : row['ticker']
  if (kind !== 'listings') return { ...row, ...(ticker === undefined ? {} : { ticker }) }
  const suffix = String(ticker).split('.').at(-1) ?? ''
  return { ...row, ticker, exchange: row['exchange'] === '' ? suffix : row['exchange'], type: row['type'] || 'stock' }
}
