import { Unreadable } from '../../core/file/bytes.source.ts'
import { type CellStyle, dayOfCell, isDayFirst, numberOf } from '../../core/file/cell.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { type Table, tablesOf } from '../../core/file/table.source.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import type { CorporateAction } from './adjust.pure.ts'
import { actionProblem } from './bar-bounds.pure.ts'

/** A corporate action of a listing. */
export interface ListingAction extends CorporateAction {
  readonly listingId: number
}

/** Options for reading a file of corporate actions. */
export interface ActionReaderOptions {
  /** Finds the listing id of a ticker; null when there is none. */
  readonly find: (ticker: string) => number | null
  readonly stdin?: AsyncIterable<Uint8Array>
}

/** A block of parsed actions and rejected rows. */
export interface ActionBlock {
  readonly actions: readonly ListingAction[]
  readonly rejected: readonly Rejection[]
}

const COLUMNS = ['ticker', 'date', 'type', 'value'] as const

/** Reads corporate actions: CSV with the columns ticker, date, type (split, dividend, special) and value. A split may be written 4:1. */
export async function* readActions(path: string, reading: ActionReaderOptions): AsyncGenerator<ActionBlock> {
  for await (const file of tablesOf(path, reading.stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    try {
      yield* parseActions(await file.open(), reading, where)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield { actions: [], rejected: [{ line: 0, reason: error.message, ...where }] }
    }
  }
}

async function* parseActions(
  table: Table,
  reading: ActionReaderOptions,
  where: { file?: string },
): AsyncGenerator<ActionBlock> {
  const missing = COLUMNS.find((name) => !table.columns.includes(name))
  if (missing) {
    throw new Unreadable(`There is no column "${missing}" among: ${table.columns.join(', ').slice(0, 200)}.`)
  }
  const places = COLUMNS.map((name) => table.columns.indexOf(name))
  const seen = new Set<string>()
  for await (const { rows, lines, rejected: overlong } of table.blocks) {
    const actions: ListingAction[] = []
    const rejected: Rejection[] = overlong.map((rejection) => ({ ...rejection, ...where }))
    const dayPlace = places[1] ?? 0
    const style: CellStyle = {
      dayFirst: isDayFirst(rows.map((row) => row[dayPlace]?.trim() ?? '')),
      decimalComma: table.delimiter === ';',
    }
    rows.forEach((row, index) => {
      const cells = places.map((place) => row[place]?.trim() ?? '')
      const action = parseAction(cells, reading, style)
      const problem = typeof action === 'string' ? action : findRepeat(action, cells, seen)
      if (typeof action === 'string' || problem !== null) {
        rejected.push({ line: lines[index] ?? 0, reason: String(problem), ...where })
      } else actions.push(action)
    })
    yield { actions, rejected }
  }
}

function findRepeat(action: ListingAction, [ticker]: readonly string[], seen: Set<string>): string | null {
  const key = `${action.listingId} ${action.day} ${action.type}`
  if (seen.has(key)) return `${ticker} has a ${action.type} on ${isoOfDay(action.day)} in this file already`
  seen.add(key)
  return null
}

/** Parses a row; returns the reason when it is not a valid action. */
function parseAction(cells: readonly string[], reading: ActionReaderOptions, style: CellStyle): ListingAction | string {
  const [ticker = '', date = '', kind = '', amount = ''] = cells
  if (ticker === '') return 'there is no ticker'
  const listingId = reading.find(ticker)
  if (listingId === null) return `there is no listing "${ticker.slice(0, 40)}"; ingest it with listings first`
  const day = dayOfCell(date, style)
  if (day === null) return `"${date.slice(0, 40)}" is not a date`
  const type = kind.toLowerCase()
  if (type !== 'split' && type !== 'dividend' && type !== 'special') {
    return `the type must be split, dividend or special; "${kind.slice(0, 40)}" was given`
  }
  const value = type === 'split' ? parseRatio(amount, style) : numberOf(amount, style)
  if (!Number.isFinite(value) || value <= 0) return `the value must be above zero; "${amount.slice(0, 40)}" was given`
  const problem = actionProblem(type, value)
  if (problem !== null) return `${problem}; "${amount.slice(0, 40)}" was given`
  return { listingId, day, type, value }
}

/** Parses a split ratio, new shares per old one: `4`, `4:1`, `4/1`, `4 for 1`. */
function parseRatio(text: string, style: CellStyle): number {
  const [fresh, old] = text.split(/\s*(?::|\/|for|-for-)\s*/i)
  return old === undefined ? numberOf(text, style) : numberOf(fresh ?? '', style) / numberOf(old, style)
}
