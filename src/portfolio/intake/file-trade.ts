import { Decimal, DecimalError, parseDecimal } from '../../core/decimal.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import type { Direction } from '../ledger/direction.ts'

/** A trade as a file tells it; whose listing it is, is not looked up yet. */
export interface FileTrade {
  /** Line it begins on; in JSON the number of the activity. */
  readonly line: number
  readonly isin: string | null
  /** Ticker or symbol in whatever notation. */
  readonly symbol: string | null
  /** Exchange beside the symbol, as the file calls it. */
  readonly exchange: string | null
  /** Currency of price and fee, GBX for pence sterling; null = whatever the listing is quoted in. */
  readonly currency: string | null
  readonly day: number
  /** Seconds of the day; 0 when the file does not tell. */
  readonly second: number
  readonly direction: Direction
  readonly quantity: Decimal
  readonly price: Decimal
  /** Commission. */
  readonly fee: Decimal
  /** Currency of the commission where it is another one. */
  readonly feeCurrency: string | null
  readonly tax: Decimal
}

/** What a file of trades holds. */
export interface TradeFile {
  readonly trades: readonly FileTrade[]
  readonly rejected: readonly Rejection[]
  /** What was taken, but deserves a look. */
  readonly notes: readonly string[]
}

/** Lets other work have its turn where this has gone on for long; a command of its own process never waits. */
export type Pause = () => Promise<unknown> | null

/** A row that cannot be taken; the message says why. */
export class RowProblem extends Error {
  override name = 'RowProblem'
}

const FRACTION_DIGITS = 8

/** The number that digits spell; `what` names it in the reason when it is none. */
export function numberOf(digits: string | null, what: string, shown: string): Decimal {
  if (digits === null) throw new RowProblem(`the ${what} "${shown.slice(0, 40)}" is not a number`)
  return toStored(new Decimal(digits), what)
}

/** An amount as it is stored, rounded to eight digits behind the point; one that is too large is refused. */
export function toStored(amount: Decimal, what: string): Decimal {
  try {
    return parseDecimal(amount.toDecimalPlaces(FRACTION_DIGITS))
  } catch (error) {
    if (error instanceof DecimalError) throw new RowProblem(`the ${what} ${error.message}`)
    throw error
  }
}

/** Quote currencies in hundredths, as files spell them. */
const HUNDREDTHS: Readonly<Record<string, string>> = { GBp: 'GBX', GBx: 'GBX', ZAc: 'ZAC', ILa: 'ILA' }

/** A currency code as this service writes it; null for an empty cell. */
export function currencyOf(cell: string): string | null {
  const code = cell.trim()
  if (code === '') return null
  if (!/^[A-Za-z]{3}$/.test(code)) throw new RowProblem(`"${code.slice(0, 40)}" is not a currency`)
  return HUNDREDTHS[code] ?? code.toUpperCase()
}
