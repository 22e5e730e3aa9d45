import { nearest } from '../../core/input/nearest.pure.ts'
import type { FiscalPeriod, PeriodType } from '../statement/period.pure.ts'

/** A fiscal year or quarter by its name: `2023`, `2024Q3`. */
interface FiscalSpan {
  readonly fiscalYear: number
  readonly fiscalPeriod: Exclude<FiscalPeriod, 'TTM'>
}

/** Which periods of a company are asked for: the latest so many of a type, or those named. */
export type PeriodRequest =
  | { readonly type: 'A' | 'Q'; readonly latest: number }
  | { readonly type: 'A' | 'Q'; readonly named: readonly FiscalSpan[] }

/** Periods where none are asked for: those of a digest. */
export const RECENT_YEARS: PeriodRequest = { type: 'A', latest: 4 }

/** How `period` is spelled, for messages and documents. */
export const PERIOD_FORM =
  'of a form such as 4 (latest fiscal years, 1 to 99), 2019-2023, 2021,2023, 8q (latest quarters, 1q to 399q), 2024Q3 or quarterly (all quarters)'

const YEAR = String.raw`(?:19|20)\d\d`
const COUNT = /^([1-9]\d?)$/
const QUARTER_COUNT = /^([1-9]\d?|[1-3]\d\d)q$/i
const SPAN = new RegExp(`^(${YEAR})-(${YEAR})$`)
const YEARS = new RegExp(`^${YEAR}(?:,${YEAR})*$`)
const QUARTERS = new RegExp(`^${YEAR}Q[1-4](?:,${YEAR}Q[1-4])*$`, 'i')

/** Reads a `period` parameter; null when it has none of the forms. */
export function parsePeriod(text: string): PeriodRequest | null {
  const asked = text.trim()
  const [, years] = COUNT.exec(asked) ?? []
  if (years !== undefined) return { type: 'A', latest: Number(years) }
  const [, quarters] = QUARTER_COUNT.exec(asked) ?? []
  if (quarters !== undefined) return { type: 'Q', latest: Number(quarters) }
  if (/^quarterly$/i.test(asked)) return { type: 'Q', latest: Number.POSITIVE_INFINITY }
  const [, first, last] = SPAN.exec(asked) ?? []
  if (first !== undefined && last !== undefined && Number(first) <= Number(last)) {
    const named = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => yearOf(Number(first) + index))
    return { type: 'A', named }
  }
  const list = asked.replaceAll(/\s*,\s*/g, ',')
  if (YEARS.test(list)) return { type: 'A', named: distinct(list).map((year) => yearOf(Number(year))) }
  if (QUARTERS.test(list)) return { type: 'Q', named: distinct(list.toUpperCase()).map(quarterOf) }
  return null
}

/** Whether a text is a `period` parameter. */
export function isPeriod(text: string): boolean {
  return parsePeriod(text) !== null
}

/** What a text that is no period most likely means; undefined when nothing is near. */
export function meantPeriod(text: string): string | undefined {
  const asked = text.trim()
  const [, first = '', last = ''] = SPAN.exec(asked) ?? []
  if (first > last) return `${last}-${first}`
  if (/^0+$/.test(asked)) return '1'
  if (/^0+q$/i.test(asked)) return '1q'
  if (/^\d{2,3}$/.test(asked)) return '99'
  if (/^\d{3,}q$/i.test(asked)) return '399q'
  const quarter = new RegExp(`^(${YEAR})[ -]?Q?([0-9])$`, 'i').exec(asked) ?? []
  const other = new RegExp(`^Q([0-9])[ -]?(${YEAR})$`, 'i').exec(asked) ?? []
  const [year, number] = [quarter[1] ?? other[2], quarter[2] ?? other[1]]
  if (year !== undefined && number !== undefined) return `${year}Q${Math.min(4, Math.max(1, Number(number)))}`
  return /[a-z]{4}/i.test(asked) ? (nearest(asked, ['quarterly']) ?? undefined) : undefined
}

/** `2023` or `2024Q3`. */
export function nameOfPeriod({ fiscalYear, fiscalPeriod }: { fiscalYear: number; fiscalPeriod: FiscalPeriod }): string {
  return fiscalPeriod === 'FY' ? String(fiscalYear) : `${fiscalYear}${fiscalPeriod}`
}

/** A period of which it is known what it is called. */
interface Named {
  readonly periodType: PeriodType
  readonly fiscalYear: number
  readonly fiscalPeriod: FiscalPeriod
}

/** The periods asked for among a company's, in their order, and the names of those it has not. */
export function choosePeriods<Period extends Named>(
  request: PeriodRequest,
  periods: readonly Period[],
): { readonly chosen: readonly Period[]; readonly missing: readonly string[] } {
  const ofType = periods.filter(({ periodType }) => periodType === request.type)
  if ('latest' in request) return { chosen: ofType.slice(-request.latest), missing: [] }
  const names = new Set(request.named.map(nameOfPeriod))
  const chosen = ofType.filter((period) => names.has(nameOfPeriod(period)))
  const found = new Set(chosen.map(nameOfPeriod))
  return { chosen, missing: [...names].filter((name) => !found.has(name)) }
}

function distinct(list: string): string[] {
  return [...new Set(list.split(','))]
}

function yearOf(fiscalYear: number): FiscalSpan {
  return { fiscalYear, fiscalPeriod: 'FY' }
}

function quarterOf(name: string): FiscalSpan {
  // The pattern has it: four digits, Q, and one of 1 to 4.
  return { fiscalYear: Number(name.slice(0, 4)), fiscalPeriod: FISCAL_QUARTERS[Number(name.at(5)) - 1] ?? 'Q1' }
}

const FISCAL_QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const
