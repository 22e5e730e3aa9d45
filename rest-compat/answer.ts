import { stringify } from 'csv-stringify/sync'
import type { FetchAPI } from 'graphql-yoga'
import type { CallBudget } from '../src/core/call/call-budget.ts'
import { bodyEncoding } from '../src/core/http/content-encoding.ts'
import { entityTag, matchesTag } from '../src/core/http/entity-tag.pure.ts'
import { isLarge, jsonText } from '../src/core/http/json-text.ts'
import type { Format } from '../src/core/http/negotiation.ts'
import { preparedResponse } from '../src/core/http/prepared-body.ts'
import { isRecord } from '../src/core/record.pure.ts'
import { type Column, camelCase, type ServedRoute } from './served-route.ts'

/** What is answered to whom. */
interface Answer {
  readonly fetchAPI: FetchAPI
  readonly request: Request
  readonly route: ServedRoute
  readonly value: unknown
  readonly format: Format
  readonly stored: boolean
  /** Values of the path's variables, by camelCase name. */
  readonly inPath: Readonly<Record<string, unknown>>
  readonly budget: CallBudget
}

/**
 * Writes the value a route answers as JSON or CSV, with its tag; 304 where the caller has the same already, 201 where it was created.
 * `stored` says whether a cache of the caller's own may keep it. What it may not keep is tagged all the same: a program that polls its
 * account may remember the tag itself, and pay nothing while nothing has changed.
 */
export async function answerOf({
  fetchAPI,
  request,
  route,
  value,
  format,
  stored,
  inPath,
  budget,
}: Answer): Promise<Response> {
  // Encoded once: tag, length and socket all take bytes.
  const bytes = Buffer.from(await WRITERS[format](route, value, budget))
  const encoding = bodyEncoding(request.headers.get('accept-encoding'), bytes.length)
  const headers: Record<string, string> = {
    'Content-Type': CONTENT_TYPES[format],
    'Cache-Control': stored ? 'private, max-age=0, must-revalidate' : 'no-store',
    ETag: entityTag(bytes, encoding),
  }
  const read = request.method === 'GET' || request.method === 'HEAD'
  if (read && matchesTag(request.headers.get('if-none-match'), headers['ETag'] ?? '')) {
    return new fetchAPI.Response(null, { status: 304, headers })
  }
  if (route.created !== undefined) headers['Location'] = pathOf(route.created, value, inPath)
  const status = route.created === undefined ? 200 : 201
  if (request.method === 'HEAD') return new fetchAPI.Response(null, { status, headers })
  return preparedResponse(fetchAPI.Response, bytes, { status, headers })
}

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  text: 'text/plain; charset=utf-8',
}

type Writer = (route: ServedRoute, value: unknown, budget: CallBudget) => string | Promise<string>

const WRITERS: Readonly<Record<Format, Writer>> = {
  json: (_, value, budget) => json(withoutEmptyNotes(value), budget),
  csv,
  text: ({ text = '' }, value) => String(member(value, text)),
}

function json(value: unknown, budget: CallBudget): string | Promise<string> {
  return isLarge(budget) ? jsonText(value, budget) : JSON.stringify(value)
}

/** The path of what was created: the template's variables are fields of the answer, or variables of the path that was called. */
function pathOf(template: string, value: unknown, inPath: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String((isRecord(value) ? value[name] : undefined) ?? inPath[camelCase(name)] ?? '')),
  )
}

/** `notes` is there when there is something to note. */
function withoutEmptyNotes(value: unknown): unknown {
  if (!isRecord(value) || value['notes'] !== null) return value
  const { notes: _, ...rest } = value
  return rest
}

/**
 * The rows as RFC 4180 text: nested figures are columns of their own, so are the keys of maps of numbers; lists of plain values are
 * joined by `|`, other lists and maps of any keys are JSON.
 * Cells that a spreadsheet would run as a formula begin with an apostrophe.
 */
async function csv(route: ServedRoute, value: unknown, budget: CallBudget): Promise<string> {
  const rows = member(value, route.csv === undefined ? (route.rows ?? '') : 'rows')
  if (!Array.isArray(rows)) return ''
  const columns = route.columns.flatMap((column) => (column.isMap ? keyColumns(column, rows) : column))
  let text = csvLines([columns.map(({ name }) => name)])
  for (let from = 0; from < rows.length; from += CSV_PIECE_ROWS) {
    const some = rows.slice(from, from + CSV_PIECE_ROWS)
    const piece = csvLines(some.map((row) => columns.map(({ path }) => cellOf(path.reduce(member, row)))))
    budget.write(piece.length)
    text += piece
    await budget.pause()
  }
  return text
}

/** Rows that are written in one go: a few milliseconds. */
const CSV_PIECE_ROWS = 100

function csvLines(records: readonly (readonly unknown[])[]): string {
  return stringify([...records], {
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { boolean: (flag) => String(flag) },
  })
}

/** A column for each key that the maps of a column have. */
function keyColumns({ path }: Column, rows: readonly unknown[]): Column[] {
  const maps = rows.map((row) => path.reduce(member, row)).filter(isRecord)
  return [...new Set(maps.flatMap(Object.keys))].map((key) => ({ name: key, path: [...path, key] }))
}

function member(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

function cellOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.every((item) => typeof item !== 'object' || item === null) ? value.join('|') : JSON.stringify(value)
}
