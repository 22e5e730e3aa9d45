import { Decimal } from '../../core/decimal.ts'
import { Unreadable } from '../../core/file/bytes.source.ts'
import { type CellStyle, dayOfCell, isDayFirst } from '../../core/file/cell.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { brokerExchange } from './broker-exchange.source.ts'
import { directionOfCell, isNoTrade } from './direction-cell.ts'
import { currencyOf, type FileTrade, numberOf, type Pause, RowProblem, type TradeFile } from './file-trade.ts'
import { digitsOf } from './number-cell.pure.ts'
import { type Columns, locateColumns } from './trade-column.pure.ts'
import { delimiterOf, type Placed, readRows, TOP_LINES } from './trade-row.source.ts'

/** Rows of a Flex query around its sections: begin and end of file, account and section, messages. */
const FLEX_FRAME = /^(BOF|BOA|BOS|EOS|EOA|EOF|MSG)$/
const HEADER_ROWS_SEARCHED = 500

/**
 * Reads trades from CSV: columns by header in any order, or the trades section of a Flex query of Interactive Brokers. Throws
 * `Unreadable` when there is no header of trades.
 */
export async function readTradeTable(text: string, pause: Pause): Promise<TradeFile> {
  const delimiter = delimiterOf(text)
  const { columns, rows, elsewhere } = sectionOf(await readRows(text, delimiter, pause))
  const reader = new RowReader(columns, rows, delimiter)
  const trades: FileTrade[] = []
  const rejected: Rejection[] = []
  for (const row of rows) {
    await pause()
    try {
      const trade = reader.read(row)
      if (trade) trades.push(trade)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      rejected.push({ line: row.line, reason: error.message })
    }
  }
  const notes = elsewhere > 0 ? [`${elsewhere} lines of other sections left out.`] : []
  return { trades, rejected, notes: [...notes, ...reader.notes()] }
}

/** The rows under headers of trades; a file may hold other sections beside them. */
function sectionOf(all: readonly Placed[]): { columns: Columns; rows: Placed[]; elsewhere: number } {
  const at = all.slice(0, HEADER_ROWS_SEARCHED).findIndex(({ cells }) => locateColumns(cells).missing.length === 0)
  const header = all[at]
  if (!header) {
    const tried = all.slice(0, TOP_LINES).map(({ cells }) => ({ cells, ...locateColumns(cells) }))
    const nearest = tried.toSorted((a, b) => a.missing.length - b.missing.length)[0]
    if (!nearest) throw new Unreadable('There is no header line.')
    const shown = nearest.cells.join(', ').slice(0, 200)
    throw new Unreadable(`There is no column "${nearest.missing[0]}" among: ${shown}.`)
  }
  const { columns } = locateColumns(header.cells)
  const [corner = ''] = header.cells
  const isHeader = (cells: readonly string[]) => cells[0] === corner && corner !== ''
  const rows: Placed[] = []
  let inside = true
  let elsewhere = 0
  for (const row of all.slice(at + 1)) {
    const { cells } = row
    if (columns.flex && FLEX_FRAME.test(cells[0] ?? '')) continue
    if (isHeader(cells)) inside = cells.join() === header.cells.join()
    else if (inside) rows.push(row)
    else elsewhere++
  }
  return { columns, rows, elsewhere }
}

/** Levels of a Flex query that repeat executions in another way. */
const SUMMARIES = /LOT|SUMMARY|WASH/
/** Asset classes of a Flex query that can be listings. */
const HOLDABLE = ['', 'STK', 'FUND', 'BOND', 'CRYPTO']

/** Parses rows into trades; counts what is left out. */
class RowReader {
  readonly #columns: Columns
  readonly #style: CellStyle
  /** Whether costs are written as negative amounts. */
  readonly #costsAreNegative: boolean
  readonly #hasExecutions: boolean
  readonly #left = new Map<string, number>()
  readonly #rebates: number[] = []

  constructor(columns: Columns, rows: readonly Placed[], delimiter: string) {
    this.#columns = columns
    const cells = (place: number) => (place < 0 ? [] : rows.map((row) => row.cells[place] ?? ''))
    const numbers = [columns.quantity, columns.price, columns.fee].flatMap(cells)
    const points = numbers.some((cell) => /\.\d{1,2}$/.test(cell))
    const commas = numbers.some((cell) => /^[^,]*\d,(\d{1,2}|\d{4,})$/.test(cell))
    this.#style = {
      dayFirst: isDayFirst(cells(columns.day).map(dateOf)),
      decimalComma: !points && (commas || (delimiter === ';' && numbers.some((cell) => /,\d+$/.test(cell)))),
    }
    const fees = cells(columns.fee).map((cell) => Number(digitsOf(cell, this.#style) ?? 0))
    this.#costsAreNegative = columns.flex || (fees.some((fee) => fee < 0) && fees.every((fee) => fee <= 0))
    this.#hasExecutions = cells(columns.level).includes('EXECUTION')
  }

  notes(): string[] {
    const left = [...this.#left].map(([what, count]) => `${count} left out: ${what}.`)
    const lines = this.#rebates.slice(0, 5).join(', ')
    const rebates = this.#rebates.length
    return rebates === 0 ? left : [...left, `${rebates} with a rebate instead of a fee, taken as none: line ${lines}.`]
  }

  /** The trade of a row; null when it is to be left out. */
  read({ cells, line }: Placed): FileTrade | null {
    const cell = (column: Exclude<keyof Columns, 'flex'>) => cells[this.#columns[column]] ?? ''
    if (this.#columns.flex && this.#leavesOut(cell('level'), cell('assetClass'), cell('transactionType'))) return null
    const number = (column: 'quantity' | 'price' | 'fee' | 'tax') =>
      numberOf(
        digitsOf(cell(column) || (column === 'fee' || column === 'tax' ? '0' : ''), this.#style),
        column,
        cell(column),
      )
    // Rows that are no trades often have no quantity.
    if (isNoTrade(cell('direction'))) {
      this.#leave(cell('direction').toLowerCase())
      return null
    }
    const signed = number('quantity')
    const direction = directionOfCell(cell('direction'), signed.isNegative(), cell('openClose'))
    const dayCell = cell('day')
    const day = dayOfCell(dateOf(dayCell), this.#style)
    if (day === null) throw new RowProblem(dayCell ? `"${dayCell.slice(0, 40)}" is not a date` : 'there is no date')
    const isin = cell('isin').toUpperCase()
    return {
      line,
      isin: isin === '' ? null : isin,
      symbol: cell('symbol') || null,
      exchange: (this.#columns.flex ? brokerExchange(cell('exchange')) : cell('exchange')) || null,
      currency: currencyOf(cell('currency')),
      day,
      second: secondOf(cell('time')),
      direction,
      quantity: signed.abs(),
      price: number('price'),
      fee: this.#cost(number('fee'), line),
      feeCurrency: currencyOf(cell('feeCurrency')),
      tax: this.#cost(number('tax'), line),
    }
  }

  #leavesOut(level: string, assetClass: string, transactionType: string): boolean {
    if (SUMMARIES.test(level) || (level === 'ORDER' && this.#hasExecutions)) return true
    if (assetClass === 'CASH') return this.#leave('exchange of currencies')
    if (!HOLDABLE.includes(assetClass))
      throw new RowProblem(
        `assets of class ${assetClass.slice(0, 20)} are not held here, only stocks, funds, bonds, coins`,
      )
    if (/cancel/i.test(transactionType))
      throw new RowProblem('it is a cancelled trade: export the query without cancelled trades')
    return false
  }

  #leave(what: string): true {
    this.#left.set(what, (this.#left.get(what) ?? 0) + 1)
    return true
  }

  #cost(amount: Decimal, line: number): Decimal {
    const cost = this.#costsAreNegative ? amount.negated() : amount
    if (!this.#columns.flex || !cost.isNegative() || cost.isZero()) return cost
    this.#rebates.push(line)
    return new Decimal(0)
  }
}

/** The date of a cell without the time behind it, where that would hide it: 20260403;095853; the later one of "booked as of traded". */
function dateOf(cell: string): string {
  return cell.replace(/^.*\bas of\s+/i, '').replace(/^(\d{8})[;,T ].*$/, '$1')
}

/** Seconds of the day of a time behind a date, or alone; 0 when there is none. */
function secondOf(cell: string): number {
  const parts = /(?:^|[;,T ]\s*)(\d{2}):?(\d{2})(?::?(\d{2}))?(?!\d|[-/.])/.exec(cell)
  return parts ? Number(parts[1]) * 3_600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0) : 0
}
