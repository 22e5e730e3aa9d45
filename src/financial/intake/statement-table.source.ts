import { Unreadable } from '../../core/file/bytes.source.ts'
import { type CellStyle, dayOfCell, isDayFirst, numberOf } from '../../core/file/cell.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { type Table, type TableBlock, tablesOf } from '../../core/file/table.source.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { type Concept, findConcept, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { findConcepts } from '../concept/find-concept.ts'
import { noFigures } from '../statement/identity.ts'
import type { ReportedPeriod } from '../statement/period.pure.ts'

/** A row of a table of statements. */
export interface StatementRow {
  readonly listingId: number
  readonly periodType: 'A' | 'Q'
  readonly endDay: number
  readonly currency: string
  /** Null where the table does not say. */
  readonly fiscalYear: number | null
  readonly fiscalPeriod: ReportedPeriod['fiscalPeriod'] | null
  readonly filingDay: number | null
  readonly values: Float64Array
}

/** A block of rows and what was rejected. */
export interface StatementBlock {
  readonly rows: readonly StatementRow[]
  readonly rejected: readonly Rejection[]
}

/** How a table of statements is read. */
export interface StatementReaderOptions {
  /** Finds the listing of a ticker; null when there is none. */
  readonly find: (ticker: string) => { readonly id: number; readonly ticker: string } | null
  /** Ticker of all rows when there is no column of tickers. */
  readonly ticker?: string | undefined
  /** Today: a period cannot end later. */
  readonly today: number
  readonly stdin?: AsyncIterable<Uint8Array>
}

/** Columns that are no figures; the first four must be there. */
const OWN_COLUMNS = [
  'ticker',
  'period_end',
  'period_type',
  'currency',
  'fiscal_year',
  'fiscal_period',
  'filing_date',
] as const
type OwnColumn = (typeof OWN_COLUMNS)[number]

/** Reads statements from CSV: ticker, period_end, period_type (A or Q), currency, and figures by key or alias of concepts.csv. */
export async function* readStatements(path: string, reading: StatementReaderOptions): AsyncGenerator<StatementBlock> {
  const seen = new Set<string>()
  for await (const file of tablesOf(path, reading.stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    try {
      for await (const { rows, rejected } of parseStatements(await file.open(), reading, seen)) {
        yield { rows, rejected: rejected.map((one) => ({ ...one, ...where })) }
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield { rows: [], rejected: [{ line: 0, reason: error.message, ...where }] }
    }
  }
}

async function* parseStatements(
  table: Table,
  reading: StatementReaderOptions,
  seen: Set<string>,
): AsyncGenerator<StatementBlock> {
  const columns = new Columns(table.columns, reading.ticker ?? null)
  if (columns.unknown.length > 0) yield { rows: [], rejected: columns.unknown.map((reason) => ({ line: 1, reason })) }
  let style: CellStyle | null = null
  for await (const block of table.blocks) {
    style ??= styleOf(block, columns, table.delimiter)
    const reader = new RowReader(columns, style, reading, seen)
    const rows: StatementRow[] = []
    const rejected: Rejection[] = [...block.rejected]
    block.rows.forEach((cells, index) => {
      const row = reader.read(cells)
      if (typeof row === 'string') rejected.push({ line: block.lines[index] ?? 0, reason: row })
      else rows.push(row)
    })
    yield { rows, rejected }
  }
}

/** Where each column of a table is. */
class Columns {
  readonly own: ReadonlyMap<OwnColumn, number>
  readonly figures: readonly { readonly place: number; readonly concept: Concept; readonly name: string }[]
  /** Why columns are left out. */
  readonly unknown: readonly string[]

  constructor(titles: readonly string[], ticker: string | null) {
    const names = titles.map((title) => title.replaceAll(' ', '_'))
    const own = new Map<OwnColumn, number>()
    for (const name of OWN_COLUMNS) {
      const place = names.indexOf(name)
      if (place >= 0) own.set(name, place)
    }
    const missing = OWN_COLUMNS.slice(0, 4).find((name) => !own.has(name) && !(name === 'ticker' && ticker !== null))
    if (missing === 'ticker')
      throw new Unreadable('There is no column "ticker": add it, or say whose statements these are with --ticker.')
    if (missing) throw new Unreadable(`There is no column "${missing}" among: ${names.join(', ').slice(0, 200)}.`)
    const figures: { place: number; concept: Concept; name: string }[] = []
    const unknown: string[] = []
    names.forEach((name, place) => {
      if (OWN_COLUMNS.some((one) => one === name) || name === '') return
      const concept = findConcept(name)
      const twin = figures.find((one) => one.concept === concept)
      if (concept?.kind !== 'statement') unknown.push(reasonOf(name, concept))
      else if (twin) throw new Unreadable(`The columns "${twin.name}" and "${name}" are both ${concept.key}.`)
      else figures.push({ place, concept, name })
    })
    if (figures.length === 0)
      throw new Unreadable(`No column is a field of statements.${unknown[0] ? ` ${unknown[0]}` : ''}`)
    this.own = own
    this.figures = figures
    this.unknown = unknown
  }
}

/** Below it a title and a field merely share a word. */
const NEAR_SCORE = 0.5
const NAMES = STATEMENT_FIELDS.flatMap(({ key, aliases }) => [key, ...aliases])

function reasonOf(name: string, concept: Concept | undefined): string {
  const shown = name.slice(0, 60)
  if (concept) return `the column "${shown}" is left out: ${concept.key} is computed, not read`
  const meant = nearest(name, NAMES) ?? findMeant(name)
  return `the column "${shown}" is left out: it is no field of statements${meant === null ? '' : `; did you mean "${meant}"?`}`
}

/** The key of the field that a title in any language names; null when none is near. */
function findMeant(title: string): string | null {
  const { rows } = findConcepts(title.replaceAll('_', ' ').slice(0, 200), { limit: 1 })
  const [best] = rows.filter(({ concept, score }) => concept.kind === 'statement' && score >= NEAR_SCORE)
  return best?.concept.key ?? null
}

function styleOf(block: TableBlock, columns: Columns, delimiter: string): CellStyle {
  const cells = (place: number) => block.rows.map((row) => row[place]?.trim() ?? '')
  return {
    dayFirst: isDayFirst(cells(columns.own.get('period_end') ?? 0)),
    decimalComma:
      delimiter === ';' && columns.figures.some(({ place }) => cells(place).some((cell) => /\d,\d+$/.test(cell))),
  }
}

const TYPES: Readonly<Record<string, 'A' | 'Q'>> = {
  a: 'A',
  fy: 'A',
  annual: 'A',
  year: 'A',
  '12m': 'A',
  q: 'Q',
  quarter: 'Q',
  quarterly: 'Q',
  '3m': 'Q',
}
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const FISCAL_PERIODS = ['FY', 'Q1', 'Q2', 'Q3', 'Q4'] as const
/** Above what any state or company counts, in any currency. */
const FIGURE_MAX = 1e18
const FIRST_DAY = -7_305
const ABSENT = /^(-|—|null|n\/?a|na|nan|none)?$/i

/** Reads the rows of one table. */
class RowReader {
  readonly #columns: Columns
  readonly #style: CellStyle
  readonly #reading: StatementReaderOptions
  readonly #seen: Set<string>

  constructor(columns: Columns, style: CellStyle, reading: StatementReaderOptions, seen: Set<string>) {
    this.#columns = columns
    this.#style = style
    this.#reading = reading
    this.#seen = seen
  }

  /** The period of a row; the reason when it is none. */
  read(cells: readonly string[]): StatementRow | string {
    const cell = (name: OwnColumn) => (cells[this.#columns.own.get(name) ?? -1] ?? '').trim()
    const ticker = cell('ticker') || (this.#reading.ticker ?? '')
    if (ticker === '') return 'there is no ticker'
    const listing = this.#reading.find(ticker)
    if (!listing) return `there is no listing "${ticker.slice(0, 40)}"; ingest it with listings first`
    const endDay = dayOfCell(cell('period_end'), this.#style)
    if (endDay === null || endDay < FIRST_DAY)
      return `the period_end "${cell('period_end').slice(0, 40)}" is not a date`
    if (endDay > this.#reading.today)
      return `the period ends on ${cell('period_end').slice(0, 40)}, which is yet to come`
    const periodType = TYPES[cell('period_type').toLowerCase()]
    if (!periodType) return `the period_type must be A or Q; "${cell('period_type').slice(0, 40)}" was given`
    const currency = cell('currency').toUpperCase()
    if (!CURRENCIES.has(currency))
      return `the currency must be an ISO 4217 code such as EUR; "${currency.slice(0, 40)}" was given`
    const filing = cell('filing_date')
    const filingDay = filing === '' ? null : dayOfCell(filing, this.#style)
    if (filing !== '' && (filingDay === null || filingDay < endDay))
      return `the filing_date "${filing.slice(0, 40)}" is not a date after the period's end`
    const fiscal = readFiscal(cell('fiscal_year'), cell('fiscal_period'), periodType)
    if (typeof fiscal === 'string') return fiscal
    const values = this.#figures(cells)
    if (typeof values === 'string') return values
    const key = `${listing.id} ${periodType} ${endDay}`
    if (this.#seen.has(key)) return `${listing.ticker} has this period in the source already`
    this.#seen.add(key)
    return { listingId: listing.id, periodType, endDay, currency, ...fiscal, filingDay, values }
  }

  #figures(cells: readonly string[]): Float64Array | string {
    const values = noFigures()
    let count = 0
    for (const { place, concept, name } of this.#columns.figures) {
      const text = (cells[place] ?? '').trim()
      if (ABSENT.test(text)) continue
      const bracketed = /^\((.*)\)$/.exec(text)?.[1]
      const value = bracketed === undefined ? numberOf(text, this.#style) : -numberOf(bracketed, this.#style)
      if (!Number.isFinite(value)) return `the ${name} "${text.slice(0, 40)}" is not a number`
      if (Math.abs(value) > FIGURE_MAX) return `the ${name} ${value} is larger than any figure of a company`
      if (concept.unit === 'shares' && value < 0) return `the ${name} ${value} is below zero`
      // Some vendors give money paid out as positive.
      values[concept.position] = concept.sign === 'outflow_negative' ? -Math.abs(value) + 0 : value
      count++
    }
    return count === 0 ? 'there is no figure' : values
  }
}

function readFiscal(
  year: string,
  period: string,
  periodType: 'A' | 'Q',
): Pick<StatementRow, 'fiscalYear' | 'fiscalPeriod'> | string {
  const fiscalYear = year === '' ? null : Number(/^(?:FY)?(\d{4})$/i.exec(year)?.[1])
  if (fiscalYear !== null && !(fiscalYear >= 1950 && fiscalYear <= 2200))
    return `the fiscal_year must have four digits; "${year.slice(0, 40)}" was given`
  const name = /^\d$/.test(period) ? `Q${period}` : period.toUpperCase()
  const fiscalPeriod = FISCAL_PERIODS.find((one) => one === name) ?? null
  if (period !== '' && fiscalPeriod === null)
    return `the fiscal_period must be FY or Q1 to Q4; "${period.slice(0, 40)}" was given`
  if (fiscalPeriod !== null && (fiscalPeriod === 'FY') !== (periodType === 'A'))
    return `the fiscal_period ${fiscalPeriod} does not fit the period_type ${periodType}`
  return { fiscalYear, fiscalPeriod }
}
