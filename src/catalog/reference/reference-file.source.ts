import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { z } from 'zod'
import { gunzipped, Unreadable } from '../../core/file/bytes.source.ts'
import { fileBytes, filesUnder, isFolder } from '../../core/file/folder.source.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { PIECE_MAX } from '../../core/file/line-splitter.pure.ts'
import { linesOf } from '../../core/file/lines.source.ts'
import { HOLDS_NUL, NUL } from '../../core/file/table.source.ts'
import { createExchangeNames, type ExchangeNames } from '../identity/exchange-name.pure.ts'
import { REFERENCE_ROWS, type ReferenceRow, readReference } from './reference.source.ts'

/** Kinds of reference data an operator can ingest, by the name used on the command line. */
const KINDS = { listings: 'listing', memberships: 'membership', relations: 'relation' } as const
/** A kind of reference data an operator can ingest. */
export type ReferenceFileKind = keyof typeof KINDS
/** A parsed row of an operator's file. */
export type ReferenceFileRow<Kind extends ReferenceFileKind> = ReferenceRow<(typeof KINDS)[Kind]>

/** A row with its line number, and its file when a folder is read. */
export interface LocatedRow<Row> {
  readonly row: Row
  readonly line: number
  readonly file?: string
}

/** True for a kind of reference data an operator can ingest. */
export function isReferenceFileKind(kind: string): kind is ReferenceFileKind {
  return Object.hasOwn(KINDS, kind)
}

/** Reads a CSV file, every CSV file of a folder, or standard input (`-`) row by row; an invalid row is returned as a rejection with line and reason. */
export async function* readReferenceFile<Kind extends ReferenceFileKind>(
  kind: Kind,
  path: string,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<LocatedRow<ReferenceFileRow<Kind>> | Rejection> {
  const exchanges = createExchangeNames(
    (await readReference('exchange')).rows.map((row) => ({ ...row, alsoWritten: row.also_written })),
  )
  if (path === '-') return yield* rowsOf(kind, exchanges, stdin, {})
  if (!(await isFolder(path))) return yield* rowsOf(kind, exchanges, fileBytes(path), {})
  for await (const found of filesUnder(path)) {
    const { file } = found
    if ('problem' in found) yield { line: 0, reason: found.problem, file }
    else if (/\.csv(\.gz)?$/i.test(file)) yield* rowsOf(kind, exchanges, fileBytes(`${path}/${file}`), { file })
  }
}

async function* rowsOf<Kind extends ReferenceFileKind>(
  kind: Kind,
  exchanges: ExchangeNames,
  bytes: AsyncIterable<Uint8Array>,
  where: { file?: string },
): AsyncGenerator<LocatedRow<ReferenceFileRow<Kind>> | Rejection> {
  // TypeScript cannot see that a kind's schema gives that kind's rows.
  const schema = REFERENCE_ROWS[KINDS[kind]] as unknown as z.ZodType<ReferenceFileRow<Kind>>
  const absent = Object.fromEntries(Object.keys(REFERENCE_ROWS[KINDS[kind]].shape).map((name) => [name, '']))
  const lines = new KeptLines()
  const parser = Readable.from(lines.of(gunzipped(bytes)))
    .on('error', (error) => parser.destroy(error))
    .pipe(
      parse({
        columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
        info: true,
        max_record_size: PIECE_MAX,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
      }),
    )
  try {
    for await (const { record, info } of parser) {
      const line = lines.numberOf(info.lines)
      yield* lines.rejectedBefore(line).map((rejected) => ({ ...rejected, ...where }))
      const completed = normaliseCodes(kind, { ...absent, ...record }, exchanges)
      const parsed = schema.safeParse(completed)
      const reason = Object.values<unknown>(record).some((cell) => String(cell).includes(NUL))
        ? HOLDS_NUL
        : parsed.success
          ? checkExchange(kind, completed['exchange'], exchanges)
          : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      if (parsed.success && reason === null) yield { row: parsed.data, line, ...where }
      else yield { line, reason: String(reason).slice(0, 300), ...where }
    }
    yield* lines.rejectedBefore(Number.POSITIVE_INFINITY).map((rejected) => ({ ...rejected, ...where }))
  } catch (error) {
    yield* lines.rejectedBefore(Number.POSITIVE_INFINITY).map((rejected) => ({ ...rejected, ...where }))
    const found = error instanceof Error && 'lines' in error && typeof error.lines === 'number' ? error.lines : null
    if (found === null && !(error instanceof Unreadable)) throw error
    const line = found === null ? 0 : lines.numberOf(found)
    yield { line, reason: error instanceof Error ? error.message : String(error), ...where }
  }
}

/** The lines of a file that are handed to the CSV reader, which would leave the file at a record that is too long. */
class KeptLines {
  #handed = 0
  /** By how many lines were handed on with it: the line's own number. */
  readonly #numbers = new Map<number, number>()
  #rejected: { line: number; reason: string }[] = []

  /** The text without lines that are blank or too long. */
  async *of(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    for await (const pieces of linesOf(bytes)) {
      let kept = ''
      for (const { line, text } of pieces) {
        if (text === null && this.#handed === 0)
          throw new Unreadable(`The header line is longer than ${PIECE_MAX} characters.`)
        if (text === null) {
          this.#rejected.push({ line, reason: `the line is longer than ${PIECE_MAX} characters` })
          continue
        }
        this.#numbers.set(++this.#handed, line)
        kept += `${text}\n`
      }
      if (kept !== '') yield kept
    }
  }

  /** The number in the file of the line the CSV reader counts as `handed`; what came before is forgotten. */
  numberOf(handed: number): number {
    const line = this.#numbers.get(handed) ?? 0
    for (const earlier of this.#numbers.keys()) {
      if (earlier >= handed) break
      this.#numbers.delete(earlier)
    }
    return line
  }

  /** Lines before `line` that were too long, each once. */
  rejectedBefore(line: number): { line: number; reason: string }[] {
    const before = this.#rejected.filter((rejected) => rejected.line < line)
    if (before.length > 0) this.#rejected = this.#rejected.filter((rejected) => rejected.line >= line)
    return before
  }
}

/** Replaces vendors' exchange codes by the catalogue's; a listing without an exchange takes it from its ticker, one without a type is a stock. */
function normaliseCodes(
  kind: ReferenceFileKind,
  row: Readonly<Record<string, string>>,
  exchanges: ExchangeNames,
): Readonly<Record<string, string>> {
  const own = { ...row }
  for (const column of ['ticker', 'source', 'target']) {
    const ticker = own[column]
    if (ticker !== undefined) own[column] = normaliseTicker(ticker.toUpperCase(), exchanges)
  }
  if (kind !== 'listings') return own
  const exchange = row['exchange'] || (own['ticker']?.split('.').at(-1) ?? '')
  return { ...own, exchange: exchanges.find(exchange) ?? exchange, type: row['type'] || 'stock' }
}

/** Replaces the suffix of a ticker by the exchange code: `7203.T` becomes `7203.JP`. */
function normaliseTicker(ticker: string, exchanges: ExchangeNames): string {
  const dot = ticker.lastIndexOf('.')
  const code = dot < 0 ? null : exchanges.find(ticker.slice(dot + 1))
  return code === null ? ticker : `${ticker.slice(0, dot)}.${code}`
}

function checkExchange(kind: ReferenceFileKind, written: string | undefined, exchanges: ExchangeNames): string | null {
  if (kind !== 'listings' || written === undefined || exchanges.find(written) !== null) return null
  const near = exchanges.suggest(written)
  return `there is no exchange "${written}"${near === null ? '' : `; the nearest known one is ${near}`}`
}
