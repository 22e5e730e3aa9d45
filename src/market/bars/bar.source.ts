import { Unreadable } from '../../core/file/bytes.source.ts'
import { type CellStyle, dayOfCell, isDayFirst, numberOf } from '../../core/file/cell.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { type Table, type TableBlock, type TableFile, tablesOf } from '../../core/file/table.source.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { type BarMeasure, barProblem } from './bar-bounds.pure.ts'
import type { DayBar } from './bars.pure.ts'
import { DaySet } from './day-set.pure.ts'

/** The fields of a listing needed to read its bars. */
export interface BarListing {
  readonly id: number
  readonly ticker: string
  readonly measure: BarMeasure
}

/** Options for reading a file of bars. */
export interface BarReaderOptions {
  /** Finds the listing of a ticker in any vendor's notation; null when there is none. */
  readonly find: (ticker: string) => BarListing | null
  /** Ticker of all rows when the file has no ticker column. */
  readonly ticker?: string | undefined
  readonly stdin?: AsyncIterable<Uint8Array>
}

/** A block of parsed bars and rejected rows. */
export interface BarBlock {
  readonly bars: readonly DayBar[]
  readonly rejected: readonly Rejection[]
  /** Source file, when there are several. */
  readonly file?: string
}

/** Common header names of each column, preferred name first. */
const HEADERS = {
  day: ['date', 'timestamp', 'time', 'datetime', 'day', 'trade date'],
  open: ['open', 'open price', 'opening price'],
  high: ['high', 'high price', 'day high'],
  low: ['low', 'low price', 'day low'],
  close: ['close', 'close/last', 'last', 'price', 'close price', 'closing price', 'value'],
  volume: ['volume', 'vol', 'vol.', 'shares traded'],
  ticker: ['ticker', 'symbol', 'code'],
} as const

type Column = keyof typeof HEADERS
type Columns = Readonly<Record<Column, number>>

/** Reads daily bars from a CSV export block by block; columns are found by header name, in any order and letter case. */
export async function* readBars(path: string, reading: BarReaderOptions): AsyncGenerator<BarBlock> {
  for await (const file of tablesOf(path, reading.stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    try {
      yield* parseBars(await file.open(), file, reading, where)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield { bars: [], rejected: [{ line: 0, reason: error.message, ...where }], ...where }
    }
  }
}

async function* parseBars(
  table: Table,
  file: TableFile,
  reading: BarReaderOptions,
  where: { file?: string },
): AsyncGenerator<BarBlock> {
  const columns = locateColumns(table.columns)
  const reader = new RowReader(columns, createListingLookUp(columns, file, reading))
  for await (const block of table.blocks) {
    reader.style ??= detectStyle(block, columns, table.delimiter)
    const bars: DayBar[] = []
    const rejected: Rejection[] = block.rejected.map((rejection) => ({ ...rejection, ...where }))
    block.rows.forEach((row, index) => {
      const bar = reader.read(row)
      if (typeof bar === 'string') rejected.push({ line: block.lines[index] ?? 0, reason: bar, ...where })
      else bars.push(bar)
    })
    yield { bars, rejected, ...where }
  }
}

function locateColumns(names: readonly string[]): Columns {
  const place = (column: Column) => {
    const name = HEADERS[column].find((one) => names.includes(one))
    return name === undefined ? -1 : names.indexOf(name)
  }
  const columns: Columns = {
    day: place('day'),
    open: place('open'),
    high: place('high'),
    low: place('low'),
    close: place('close'),
    volume: place('volume'),
    ticker: place('ticker'),
  }
  const missing = columns.day < 0 ? 'date' : columns.close < 0 ? 'close' : null
  if (missing) throw new Unreadable(`There is no column "${missing}" among: ${names.join(', ').slice(0, 200)}.`)
  return columns
}

/** Returns the look-up of a row's listing: by its ticker column, else by the given ticker, else by the file name. */
function createListingLookUp(
  columns: Columns,
  file: TableFile,
  reading: BarReaderOptions,
): (ticker: string) => BarListing | string {
  const known = new Map<string, BarListing | string>()
  const find = (ticker: string) => {
    const present = known.get(ticker)
    if (present !== undefined) return present
    const found = reading.find(ticker) ?? `there is no listing "${ticker.slice(0, 40)}"; ingest it with listings first`
    known.set(ticker, found)
    return found
  }
  if (columns.ticker >= 0) return find
  const one = reading.ticker ?? file.stem
  if (one === '') throw new Unreadable('There is no column of tickers: say whose bars these are with --ticker.')
  const listing = find(one)
  if (typeof listing === 'string') {
    throw new Unreadable(
      reading.ticker === undefined
        ? `There is no column of tickers, and the file's name is none: say whose bars these are with --ticker.`
        : `There is no listing "${one.slice(0, 40)}".`,
    )
  }
  return () => listing
}

/** Detects the date and number format of a file from its first block. */
function detectStyle(block: TableBlock, columns: Columns, delimiter: string): CellStyle {
  const cells = (column: number) => block.rows.map((row) => row[column]?.trim() ?? '')
  return {
    dayFirst: isDayFirst(cells(columns.day)),
    decimalComma: delimiter === ';' && cells(columns.close).some((cell) => /,\d+$/.test(cell)),
  }
}

const CACHED_DATES_MAX = 20_000

/** Parses rows into bars and detects duplicate days of a listing. */
class RowReader {
  style: CellStyle | null = null
  readonly #columns: Columns
  readonly #listingOf: (ticker: string) => BarListing | string
  readonly #days = new Map<number, DaySet>()
  readonly #dates = new Map<string, number | null>()
  #ticker = ''
  #listing: BarListing | string = ''

  constructor(columns: Columns, listingOf: (ticker: string) => BarListing | string) {
    this.#columns = columns
    this.#listingOf = listingOf
    this.#listing = columns.ticker < 0 ? listingOf('') : ''
  }

  /** Parses a row; returns the reason when it is not a valid bar. */
  read(row: readonly string[]): DayBar | string {
    const style = this.style ?? { dayFirst: false, decimalComma: false }
    const columns = this.#columns
    if (columns.ticker >= 0) {
      const ticker = (row[columns.ticker] ?? '').trim()
      if (ticker !== this.#ticker || this.#listing === '') {
        this.#ticker = ticker
        this.#listing = ticker === '' ? 'there is no ticker' : this.#listingOf(ticker)
      }
    }
    const listing = this.#listing
    if (typeof listing === 'string') return listing
    const dayCell = (row[columns.day] ?? '').trim()
    const day = this.#parseDay(dayCell, style)
    if (day === null) return `"${shown(dayCell)}" is not a date`
    const price = (column: number) => numberOf((row[column] ?? '').trim(), style)
    const close = price(columns.close)
    // A file with closes only gives bars whose open, high and low equal the close.
    const open = columns.open < 0 ? close : price(columns.open)
    const high = columns.high < 0 ? Math.max(open, close) : price(columns.high)
    const low = columns.low < 0 ? Math.min(open, close) : price(columns.low)
    if (!(Number.isFinite(open) && Number.isFinite(high) && Number.isFinite(low) && Number.isFinite(close)))
      return this.#explainNotANumber(row, style)
    const volumeCell = columns.volume < 0 ? '' : (row[columns.volume] ?? '').trim()
    const volume = isAbsent(volumeCell) ? null : numberOf(volumeCell, style)
    if (volume !== null && !Number.isFinite(volume)) return `the volume "${shown(volumeCell)}" is not a number`
    const problem = barProblem({ open, high, low, close, volume }, listing.measure)
    if (problem !== null) return problem
    if (!this.#addDay(listing.id, day)) return `${listing.ticker} has a bar of ${isoOfDay(day)} in this file already`
    // What a vendor rounded one by one.
    const [top, bottom] = [Math.max(high, open, close), Math.min(low, open, close)]
    return { listingId: listing.id, day, open, high: top, low: bottom, close, volume }
  }

  /** Parses a date, with a cache: a file of many listings repeats the same few thousand dates. */
  #parseDay(cell: string, style: CellStyle): number | null {
    const known = this.#dates.get(cell)
    if (known !== undefined) return known
    const day = dayOfCell(cell, style)
    if (this.#dates.size >= CACHED_DATES_MAX) this.#dates.clear()
    this.#dates.set(cell, day)
    return day
  }

  #addDay(listingId: number, day: number): boolean {
    let days = this.#days.get(listingId)
    if (!days) {
      days = new DaySet()
      this.#days.set(listingId, days)
    }
    return days.add(day)
  }

  #explainNotANumber(row: readonly string[], style: CellStyle): string {
    for (const name of ['open', 'high', 'low', 'close'] as const) {
      const place = this.#columns[name]
      const cell = (row[place] ?? '').trim()
      if (place >= 0 && !Number.isFinite(numberOf(cell, style))) return `the ${name} "${shown(cell)}" is not a number`
    }
    return 'a price is not a number'
  }
}

function isAbsent(cell: string): boolean {
  return cell === '' || cell === '-' || /^(null|n\/a|na|nan|none)$/i.test(cell)
}

function shown(cell: string): string {
  return cell.slice(0, 40)
}
