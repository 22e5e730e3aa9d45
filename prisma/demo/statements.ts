import { conceptOf, STATEMENT_FIELDS } from '../../src/financial/concept/concept.source.ts'
import type { ReportedPeriod } from '../../src/financial/statement/period.pure.ts'
import { fillBank } from './statement/bank.ts'
import { Columns } from './statement/columns.ts'
import type { StatementCompany, Subject } from './statement/company.ts'
import { QUARTERS, YEARS } from './statement/fiscal-calendar.ts'
import { fillGeneral } from './statement/general.ts'
import { fillInsurer } from './statement/insurer.ts'
import { planSubject, type StatementOptions } from './statement/subject.ts'

const TEMPLATES = { general: fillGeneral, bank: fillBank, insurance: fillInsurer } as const
const NAMES = ['Q1', 'Q2', 'Q3', 'Q4'] as const

const at = (key: string) => conceptOf(key).position
const [NORMALIZED, PREFERRED, COMMON] = [
  at('normalized_income'),
  at('preferred_stock_dividends'),
  at('diluted_ni_avail_to_com_stockholders'),
]
const [BASIC, DILUTED] = [at('basic_average_shares'), at('diluted_average_shares')]
/** Earnings per share, with the income and the number of shares that each is of. */
const PER_SHARE: readonly (readonly [number, number, number])[] = [
  [at('basic_eps'), COMMON, BASIC],
  [at('eps'), COMMON, DILUTED],
  [at('normalized_basic_eps'), NORMALIZED, BASIC],
  [at('normalized_diluted_eps'), NORMALIZED, DILUTED],
]

/**
 * Generates the statements of a company: six complete fiscal years and the last 24 quarters, oldest first. Every company reports by the
 * quarter here, also where law and custom ask for half-years only. Balances balance, cash flows tie to cash, quarters sum to years;
 * revenue and net income of the latest year are the known ones, dividends those of the demo market.
 */
export function generateStatements(company: StatementCompany, options: StatementOptions): ReportedPeriod[] {
  const subject = planSubject(company, options)
  const columns = new Columns()
  TEMPLATES[subject.industry.template](subject, columns)
  return listPeriods(subject, columns)
}

function listPeriods({ quarters, unit, country }: Subject, columns: Columns): ReportedPeriod[] {
  const first = quarters.length - QUARTERS
  const yearEnds = Array.from({ length: YEARS }, (_, year) => 4 * year + 4)
  const recent = Array.from({ length: QUARTERS }, (_, index) => first + index + 1)
  const list = (periodType: 'A' | 'Q', places: readonly number[], figures: readonly Float64Array[]) =>
    figures.flatMap((values, index): ReportedPeriod[] => {
      const end = quarters[(places[index] ?? 0) - 1]
      if (!end) return []
      const { endDay, fiscalYear, filingDay, quarter } = end
      const fiscalPeriod = periodType === 'A' ? 'FY' : (NAMES[quarter - 1] ?? 'Q4')
      return [{ periodType, endDay, fiscalYear, fiscalPeriod, currency: country.currency, filingDay, values }]
    })
  return [
    ...list('A', yearEnds, columns.listYears(yearEnds, unit).map(setPerShare)),
    ...list('Q', recent, columns.listQuarters(recent, unit)),
  ].sort((one, other) => one.endDay - other.endDay)
}

/** Earnings per share of a year: its income over its average shares, not the sum of quarters with other numbers of shares. */
function setPerShare(values: Float64Array): Float64Array {
  const preferred = values[PREFERRED] || 0
  for (const [key, income, shares] of PER_SHARE) {
    const earned = (values[income] ?? Number.NaN) - (income === NORMALIZED ? preferred : 0)
    values[key] = Number((earned / Math.max(1, values[shares] ?? Number.NaN)).toPrecision(6))
  }
  return values
}

/**
 * The statements of a company in units of another of its lines (share class, depositary receipt), of which `ratio` make one unit of the
 * line that they were made for: money is the company's, shares and amounts per share are the line's.
 */
export function restateForLine(periods: readonly ReportedPeriod[], ratio: number): ReportedPeriod[] {
  return periods.map((period) => {
    const values = period.values.slice()
    for (const { position, unit } of STATEMENT_FIELDS) {
      if (unit === 'shares') values[position] = Math.round((values[position] ?? Number.NaN) * ratio)
      else if (unit === 'per_share')
        values[position] = Number(((values[position] ?? Number.NaN) / ratio).toPrecision(6))
    }
    return { ...period, values }
  })
}
