import { Unreadable } from '../../core/file/bytes.source.ts'
import { dayOfCell } from '../../core/file/cell.pure.ts'
import { recordOf } from '../../core/record.pure.ts'
import { dayOfParts, isoOfDay, yearOfDay } from '../../core/time/day.pure.ts'
import { contractByCode } from '../contract.source.ts'
import { FIGURES, type Figure, findImbalance, type Report } from '../report.pure.ts'

/** A fact of a report that is read from a file. */
type Column = 'code' | 'day' | 'market' | 'kind' | Figure

/**
 * Names of the columns, without punctuation: those of the CFTC's text files, then those of its Socrata data sets, where
 * "postions" is how the CFTC spells it.
 */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  code: ['cftc contract market code'],
  day: ['as of date in form yyyy mm dd', 'report date as yyyy mm dd'],
  market: ['market and exchange names', 'contract market name'],
  kind: ['futonly or combined'],
  openInterest: ['open interest all'],
  largeLong: ['noncommercial positions long all', 'noncomm positions long all'],
  largeShort: ['noncommercial positions short all', 'noncomm positions short all'],
  largeSpread: [
    'noncommercial positions spreading all',
    'noncomm postions spread all',
    'noncomm positions spread all',
    'noncomm positions spreading all',
  ],
  commercialLong: ['commercial positions long all', 'comm positions long all'],
  commercialShort: ['commercial positions short all', 'comm positions short all'],
  smallLong: ['nonreportable positions long all', 'nonrept positions long all'],
  smallShort: ['nonreportable positions short all', 'nonrept positions short all'],
}

/** Columns that only another form of the report has. */
const OTHER_FORMS: readonly (readonly [begins: RegExp, form: string])[] = [
  [/^(prod merc|producer merchant|m money|managed money)/, 'disaggregated report'],
  [/^(dealer|asset mgr|lev money|leveraged)/, 'report on traders in financial futures'],
  [/^(cit positions|index trader|ncomm positions long all nocit)/, 'supplemental report on index traders'],
]

const OPTIONAL: readonly Column[] = ['market', 'kind']
const COLUMNS: readonly Column[] = ['code', 'day', 'market', 'kind', ...FIGURES]

/** Where each fact stands among the cells of a row; those that may be absent are null. */
export type Places = Readonly<Record<Column, number | null>>

/** Finds the columns of a legacy report by their names. Throws `Unreadable` for other reports and for anything else. */
export function findPlaces(columns: readonly string[]): Places {
  const names = columns.map(plainName)
  const places: Places = recordOf(COLUMNS, (column) => placeOf(names, column))
  const missing = COLUMNS.filter((column) => places[column] === null && !OPTIONAL.includes(column))
  if (missing.length === 0) return places
  const form = OTHER_FORMS.find(([begins]) => names.some((name) => begins.test(name)))?.[1]
  if (form !== undefined)
    throw new Unreadable(`This is the ${form}; positioning takes the legacy report, futures only or combined.`)
  const [first] = missing
  throw new Unreadable(
    `This is no legacy report of the CFTC: there is no column "${first ? NAMES[first][0] : ''}" among ${columns.length} columns.`,
  )
}

function plainName(column: string): string {
  return column
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

function placeOf(names: readonly string[], column: Column): number | null {
  const place = NAMES[column].map((name) => names.indexOf(name)).find((found) => found >= 0)
  return place ?? null
}

/** What reading rows needs to know beside the columns. */
export interface RowRules {
  /** Days since 1970-01-01; later reports cannot be. */
  readonly today: number
  /** The only year that reports may be of; null = any. */
  readonly year: number | null
  /** Whether rows that do not say it themselves count options too. */
  readonly combined: boolean
}

/** A row: a report, why it is none, or the contract that has no listing here. */
export type ReadRow =
  | { readonly report: Report }
  | { readonly reason: string }
  | { readonly unmapped: string; readonly market: string }

/** The first report of the CFTC in this form. */
const FIRST_DAY = dayOfParts(1986, 1, 1) ?? 0
const MONTH_FIRST = { dayFirst: false, decimalComma: false }
const CODE_LENGTH = 6
const CONTRACTS_MAX = 2_000_000_000

/** Reads a row of a legacy report. */
export function readRow(cells: readonly string[], places: Places, rules: RowRules): ReadRow {
  const cell = (column: Column) => {
    const place = places[column]
    return place === null ? '' : (cells[place]?.trim() ?? '')
  }
  const given = cell('code').toUpperCase()
  if (given === '') return { reason: 'there is no contract market code' }
  // A spreadsheet takes the zeros in front away.
  const code = given.padStart(CODE_LENGTH, '0')
  if (!contractByCode(code)) return { unmapped: code, market: cell('market') }
  const day = dayOfCell(cell('day'), MONTH_FIRST)
  if (day === null) return { reason: `"${cell('day').slice(0, 40)}" is not a date` }
  const misplaced = dayProblem(day, rules)
  if (misplaced !== null) return { reason: misplaced }
  const kind = kindOf(cell('kind'))
  if (kind === undefined) return { reason: `"${cell('kind').slice(0, 40)}" is neither FutOnly nor Combined` }
  const figures = {} as Record<Figure, number>
  for (const figure of FIGURES) {
    const count = countOf(cell(figure))
    if (count === null)
      return { reason: `"${cell(figure).slice(0, 40)}" is no number of contracts (${NAMES[figure][0]})` }
    figures[figure] = count
  }
  const imbalance = findImbalance(figures)
  if (imbalance !== null) return { reason: `${code} of ${isoOfDay(day)}: ${imbalance}` }
  return { report: { code, day, combined: kind ?? rules.combined, ...figures } }
}

function dayProblem(day: number, { today, year }: RowRules): string | null {
  if (day > today) return `the report of ${isoOfDay(day)} lies in the future`
  if (day < FIRST_DAY) return `the report of ${isoOfDay(day)} is from before 1986, when these reports begin`
  return year !== null && yearOfDay(day) !== year ? `the report of ${isoOfDay(day)} is not of ${year}` : null
}

/** Whether options are counted; null where the row does not say, undefined where it says something else. */
function kindOf(text: string): boolean | null | undefined {
  if (text === '') return null
  if (/^fut/i.test(text)) return false
  return /^combined/i.test(text) ? true : undefined
}

function countOf(text: string): number | null {
  const plain = text.includes(',') ? text.replaceAll(',', '') : text
  if (!/^\d{1,10}(\.0+)?$/.test(plain)) return null
  const count = Number(plain)
  return count <= CONTRACTS_MAX ? count : null
}
