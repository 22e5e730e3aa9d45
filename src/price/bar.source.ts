import type { Rejection } from '../core/ingest-summary.ts'
import { Unreadable } from '../news/feed-bytes.source.ts'
import type { DayBar } from './bars.math.ts'
import { type CellStyle, dayOfCell, isDayFirst, numberOf } from './cell.math.ts'
import { isoOfDay } from './day.math.ts'
import { DaySet } from './day-set.math.ts'
import { type Table, type TableBlock, type TableFile, tablesOf } from './table.source.ts'

/** A listing as far as a file of bars must know it. */
export interface BarListing {
  readonly id: number
  readonly ticker: string
  /** Yields and rates may be zero or negative; prices may not. */
  readonly isYield: boolean
}

/** What a file of bars is read with. */
export interface BarReading {
  /** Listing of a ticker as some vendor writes it. */
  readonly find: (ticker: string) => BarListing | null
  /** Ticker of all rows of files without a column of tickers. */
  readonly ticker?: string | undefined
  readonly stdin?: AsyncIterable<Uint8Array>
}

/** Some bars as read, and what was not a bar. */
export interface BarBlock {
  readonly bars: readonly DayBar[]
  readonly rejected: readonly Rejection[]
  /** The file they came from, where there are several. */
  readonly file?: string
}

/** Names by which exports call each column, the better one first. */
const NAMES = {
  day: ['date', 'timestamp', 'time', 'datetime', 'day', 'trade date'],
  open: ['open', 'open price', 'opening price'],
  high: ['high', 'high price', 'day high'],
  low: ['low', 'low price', 'day low'],
  close: ['close', 'close/last', 'last', 'price', 'close price', 'closing price', 'value'],
  volume: ['volume', 'vol', 'vol.', 'shares traded'],
  ticker: ['ticker', 'symbol', 'code'],
} as const

type Column = keyof typeof NAMES
type Columns = Readonly<Record<Column, number>>

/** Reads daily bars from any common export: columns by name, in any order and letter case. Yields what each piece of the file holds. */
export async function* readBars(path: string, reading: BarReading): AsyncGenerator<BarBlock> {
  for await (const file of tablesOf(path, reading.stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    try {
      yield* barsOf(await file.open(), file, reading, where)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield { bars: [], rejected: [{ line: 0, reason: error.message, ...where }], ...where }
    }
  }
}

async function* barsOf(
  table: Table,
  file: TableFile,
  reading: BarReading,
  where: { file?: string },
): AsyncGenerator<BarBlock> {
  const columns = columnsOf(table.columns)
  const reader = new RowReader(columns, listingsOf(columns, file, reading))
  for await (const block of table.blocks) {
    reader.style ??= styleOf(block, columns, table.delimiter)
    const bars: DayBar[] = []
    const rejected: Rejection[] = []
    block.rows.forEach((row, index) => {
      if (row.length === 1 && row[0]?.trim() === '') return
      const bar = reader.read(row)
      if (typeof bar === 'string') rejected.push({ line: block.firstLine + index, reason: bar, ...where })
      else bars.push(bar)
    })
    yield { bars, rejected, ...where }
  }
}

function columnsOf(names: readonly string[]): Columns {
  const place = (column: Column) => {
    const name = NAMES[column].find((one) => names.includes(one))
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

/** The listing of each row: by its own ticker, else by the one given, else by the name of the file. */
function listingsOf(columns: Columns, file: TableFile, reading: BarReading): (ticker: string) => BarListing | string {
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

/** How the file writes dates and numbers, told by its first block. */
function styleOf(block: TableBlock, columns: Columns, delimiter: string): CellStyle {
  const cells = (column: number) => block.rows.map((row) => row[column]?.trim() ?? '')
  return {
    dayFirst: isDayFirst(cells(columns.day)),
    decimalComma: delimiter === ';' && cells(columns.close).some((cell) => /,\d+$/.test(cell)),
  }
}

const DATES_REMEMBERED = 20_000

/** Turns rows into bars; remembers which days of which listing the file has had. */
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

  /** The bar of a row, or why it is none. */
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
    const day = this.#dayOf(dayCell, style)
    if (day === null) return `"${shown(dayCell)}" is not a date`
    const price = (column: number) => numberOf((row[column] ?? '').trim(), style)
    const close = price(columns.close)
    // A file that only has closes has bars without a range.
    const open = columns.open < 0 ? close : price(columns.open)
    const high = columns.high < 0 ? Math.max(open, close) : price(columns.high)
    const low = columns.low < 0 ? Math.min(open, close) : price(columns.low)
    if (!(Number.isFinite(open) && Number.isFinite(high) && Number.isFinite(low) && Number.isFinite(close)))
      return this.#notANumber(row, style)
    if (!listing.isYield && (open <= 0 || high <= 0 || low <= 0 || close <= 0)) {
      return `a price must be above zero: open ${open}, high ${high}, low ${low}, close ${close}`
    }
    if (high < low) return `the high ${high} is below the low ${low}`
    const volumeCell = columns.volume < 0 ? '' : (row[columns.volume] ?? '').trim()
    const volume = isAbsent(volumeCell) ? null : numberOf(volumeCell, style)
    if (volume !== null && !Number.isFinite(volume)) return `the volume "${shown(volumeCell)}" is not a number`
    if (volume !== null && volume < 0) return `the volume ${volume} is below zero`
    if (!this.#isFirst(listing.id, day)) return `${listing.ticker} has a bar of ${isoOfDay(day)} in this file already`
    return { listingId: listing.id, day, open, high, low, close, volume }
  }

  /** A file of many listings says the same few thousand dates over and over. */
  #dayOf(cell: string, style: CellStyle): number | null {
    const known = this.#dates.get(cell)
    if (known !== undefined) return known
    const day = dayOfCell(cell, style)
    if (this.#dates.size >= DATES_REMEMBERED) this.#dates.clear()
    this.#dates.set(cell, day)
    return day
  }

  #isFirst(listingId: number, day: number): boolean {
    let days = this.#days.get(listingId)
    if (!days) {
      days = new DaySet()
      this.#days.set(listingId, days)
    }
    return days.add(day)
  }

  #notANumber(row: readonly string[], style: CellStyle): string {
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
