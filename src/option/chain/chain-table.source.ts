import { Unreadable } from '../../core/file/bytes.source.ts'
import { type CellStyle, dayOfCell, isDayFirst, numberOf } from '../../core/file/cell.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import type { Table, TableFile } from '../../core/file/table.source.ts'
import { keysOf, recordOf } from '../../core/record.pure.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import type { OptionKind } from '../pricing/black-scholes.pure.ts'
import type { ChainOptions } from './cboe.source.ts'
import { type Contract, contractProblem } from './chain.pure.ts'
import type { ChainBlock, ChainReading } from './chain-block.ts'
import { readOptionSymbol } from './option-symbol.pure.ts'

/** Common header names of the columns that both kinds of files have, preferred name first. */
const SHARED = {
  ticker: ['underlying', 'underlying symbol', 'underlying ticker', 'ticker', 'root', 'act symbol', 'symbol'],
  day: ['quote date', 'date', 'trade date', 'quotedate', 'data date', 'as of'],
  expiry: ['expiration', 'expire date', 'expiration date', 'expiry', 'exdate', 'expirydate', 'expiry date'],
  strike: ['strike', 'strike price'],
  spot: [
    'underlying price',
    'underlying last',
    'underlying close',
    'spot',
    'stock price',
    'underlying bid 1545',
    'active underlying price 1545',
  ],
  contract: ['contract', 'option symbol', 'contract symbol', 'contractid', 'optionsymbol', 'option', 'occ symbol'],
  kind: ['call/put', 'option type', 'type', 'call put', 'cp flag', 'put call', 'right', 'cp', 'side'],
} as const

/** Names of the figures of a contract; a wide file has each of them twice, with c and p in front. */
const FIGURES = {
  bid: ['bid', 'best bid', 'bid eod', 'bid price'],
  ask: ['ask', 'best offer', 'ask eod', 'ask price', 'offer'],
  last: ['last', 'last price', 'lastprice', 'close', 'trade price', 'mark'],
  volume: ['volume', 'vol', 'trade volume'],
  openInterest: ['open interest', 'oi', 'openinterest', 'open int'],
  impliedVolatility: ['implied volatility', 'iv', 'impl volatility', 'implied vol', 'impliedvolatility', 'vol implied'],
  delta: ['delta'],
  gamma: ['gamma'],
} as const

type FigureName = keyof typeof FIGURES
type Places<Name extends string> = Readonly<Record<Name, number>>

/** Columns of a file: what both sides share, and the figures of each kind. */
interface Columns {
  readonly shared: Places<keyof typeof SHARED>
  /** One set of a long file, whose rows say the kind; one for each kind of a wide one. */
  readonly sides: readonly { readonly kind: OptionKind | null; readonly figures: Places<FigureName> }[]
}

/** Contracts that wait for the end of their chain; more are not held. */
const CONTRACTS_HELD_MAX = 2_000_000

/** Reads the chains of a CSV of end-of-day quotes, a day at a time: the rows of a day and underlying have to stand together. */
export async function* readChainTable(
  table: Table,
  file: TableFile,
  options: ChainOptions,
): AsyncGenerator<ChainReading> {
  const reader = new ChainTableReader(table, file, options)
  for await (const block of table.blocks) {
    reader.style ??= styleOf(block.rows, reader.columns, table.delimiter)
    const rejected: Rejection[] = [...block.rejected]
    for (const [index, row] of block.rows.entries()) {
      const done = reader.add(row)
      if (typeof done === 'string') rejected.push({ line: block.lines[index] ?? 0, reason: done })
      else for (const chain of done) yield { chain, rejected: [] }
    }
    if (rejected.length > 0) yield { rejected }
  }
  for (const chain of reader.end()) yield { chain, rejected: [] }
}

/** Gathers rows into chains. */
class ChainTableReader {
  style: CellStyle | null = null
  readonly columns: Columns
  readonly #ticker: string
  readonly #asOf: number | null
  readonly #dates = new Map<string, number | null>()
  /** Chains of the present day, by ticker. */
  readonly #open = new Map<string, { ticker: string; day: number; spot: number; contracts: Contract[] }>()
  readonly #done = new Set<string>()
  #held = 0

  constructor(table: Table, file: TableFile, { ticker, asOf }: ChainOptions) {
    this.columns = locateColumns(table.columns)
    this.#ticker = ticker ?? (this.columns.shared.ticker < 0 ? tickerOfStem(file.stem) : '')
    this.#asOf = asOf ?? null
    const { shared } = this.columns
    if (shared.day < 0 && asOf === undefined)
      throw new Unreadable('There is no column of the day of the quotes: give it with --as-of.')
    if (this.#ticker === '' && shared.ticker < 0 && shared.contract < 0)
      throw new Unreadable('There is no column of the underlying: say whose options these are with --ticker.')
  }

  /** Takes a row; returns the chains that are complete now, or why the row cannot be taken. */
  add(row: readonly string[]): string | ChainBlock[] {
    const { shared, sides } = this.columns
    const cell = (place: number) => (place < 0 ? '' : (row[place] ?? '').trim())
    const symbol = shared.contract < 0 ? null : readOptionSymbol(cell(shared.contract).replace(/^O:/, ''))
    const ticker = (this.#ticker || cell(shared.ticker) || (symbol?.root ?? '')).toUpperCase()
    if (ticker === '') return 'there is no ticker'
    const day = shared.day < 0 ? this.#asOf : this.#dayOf(cell(shared.day))
    if (day === null) return `"${cell(shared.day).slice(0, 40)}" is not a date`
    const expiryDay = shared.expiry < 0 ? (symbol?.expiryDay ?? null) : this.#dayOf(cell(shared.expiry))
    if (expiryDay === null) return `the expiration "${cell(shared.expiry).slice(0, 40)}" is not a date`
    const strike = shared.strike < 0 ? (symbol?.strike ?? Number.NaN) : this.#number(cell(shared.strike))
    const contracts: Contract[] = []
    for (const side of sides) {
      const kind = side.kind ?? kindOf(cell(shared.kind)) ?? symbol?.kind ?? null
      if (kind === null) return `"${cell(shared.kind).slice(0, 40)}" is neither call nor put`
      const figure = (name: FigureName) => this.#number(cell(side.figures[name]))
      const contract: Contract = {
        ...{ kind, expiryDay, strike, bid: figure('bid'), ask: figure('ask'), last: figure('last') },
        ...{
          volume: figure('volume'),
          openInterest: figure('openInterest'),
          impliedVolatility: figure('impliedVolatility'),
        },
        ...{ delta: figure('delta'), gamma: figure('gamma') },
      }
      const problem = contractProblem(contract, day)
      if (problem === null) contracts.push(contract)
      // Of a wide row one side may be worth nothing.
      else if (sides.length === 1) return problem
    }
    if (contracts.length === 0) return 'neither the call nor the put can be taken'
    const key = `${ticker} ${day}`
    if (this.#done.has(key))
      return `the rows of ${ticker} of ${isoOfDay(day)} do not stand together; sort the file by day`
    const ready = this.#open.has(key) ? [] : this.#closeOthers(day)
    const chain = this.#open.get(key) ?? { ticker, day, spot: this.#number(cell(shared.spot)), contracts: [] }
    this.#open.set(key, chain)
    chain.contracts.push(...contracts)
    this.#held += contracts.length
    if (this.#held > CONTRACTS_HELD_MAX)
      throw new Unreadable(`The day ${isoOfDay(day)} has more than ${CONTRACTS_HELD_MAX} contracts.`)
    return ready
  }

  /** The chains that are still open. */
  end(): ChainBlock[] {
    return this.#closeOthers(null)
  }

  /** Closes the chains of other days. */
  #closeOthers(day: number | null): ChainBlock[] {
    const closed: ChainBlock[] = []
    for (const [key, chain] of this.#open) {
      if (chain.day === day) continue
      this.#open.delete(key)
      this.#done.add(key)
      this.#held -= chain.contracts.length
      closed.push(chain)
    }
    return closed
  }

  #dayOf(text: string): number | null {
    const known = this.#dates.get(text)
    if (known !== undefined) return known
    const day = dayOfCell(text, this.style ?? PLAIN_STYLE)
    if (this.#dates.size > 20_000) this.#dates.clear()
    this.#dates.set(text, day)
    return day
  }

  #number(text: string): number {
    return text === '' ? Number.NaN : numberOf(text, this.style ?? PLAIN_STYLE)
  }
}

const PLAIN_STYLE: CellStyle = { dayFirst: false, decimalComma: false }

function locateColumns(written: readonly string[]): Columns {
  const names = written.map((name) => name.replaceAll(/[[\]]/g, '').trim())
  const place = (candidates: readonly string[]) => {
    const found = candidates.find((one) => names.includes(one))
    return found === undefined ? -1 : names.indexOf(found)
  }
  const placesOf = <Name extends string>(
    table: Readonly<Record<Name, readonly string[]>>,
    prefixes: readonly string[],
  ) =>
    recordOf(keysOf(table), (name) => place(table[name].flatMap((one) => prefixes.map((prefix) => `${prefix}${one}`))))
  const shared = placesOf(SHARED, [''])
  const calls = placesOf(FIGURES, ['c ', 'call '])
  const puts = placesOf(FIGURES, ['p ', 'put '])
  const isWide = Object.values(calls).some((at) => at >= 0) && Object.values(puts).some((at) => at >= 0)
  const missing = (what: string) =>
    new Unreadable(`There is no column "${what}" among: ${names.join(', ').slice(0, 200)}.`)
  if (shared.expiry < 0 && shared.contract < 0) throw missing('expiration')
  if (shared.strike < 0 && shared.contract < 0) throw missing('strike')
  if (isWide)
    return {
      shared,
      sides: [
        { kind: 'call', figures: calls },
        { kind: 'put', figures: puts },
      ],
    }
  if (shared.kind < 0 && shared.contract < 0) throw missing('call/put')
  const figures = placesOf(FIGURES, [''])
  if (figures.bid < 0 && figures.impliedVolatility < 0 && figures.volume < 0 && figures.openInterest < 0)
    throw missing('bid')
  return { shared, sides: [{ kind: null, figures }] }
}

function kindOf(cell: string): OptionKind | null {
  if (/^(c|call|calls)$/i.test(cell)) return 'call'
  return /^(p|put|puts)$/i.test(cell) ? 'put' : null
}

/** `aapl_eod_202301` is of AAPL. */
function tickerOfStem(stem: string): string {
  return /^[A-Za-z][A-Za-z0-9.-]{0,11}/.exec(stem.split(/[_\s]/)[0] ?? '')?.[0] ?? ''
}

function styleOf(rows: readonly (readonly string[])[], { shared }: Columns, delimiter: string): CellStyle {
  const cells = (place: number) => rows.map((row) => row[place]?.trim() ?? '')
  return {
    dayFirst: isDayFirst([...cells(shared.day), ...cells(shared.expiry)]),
    decimalComma: delimiter === ';' && cells(shared.strike).some((cell) => /,\d+$/.test(cell)),
  }
}
