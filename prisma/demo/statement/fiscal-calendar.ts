import { DAY_MS } from '../../../src/core/time/day.pure.ts'

/** Complete fiscal years, and quarters, that a company shows. */
export const YEARS = 6
export const QUARTERS = 24
/** Days from the end of a period to its report: of a quarter and of a year; 40 and 60 in the US for large filers, up to 90 elsewhere. */
const QUARTER_LAG = 42
const YEAR_LAG = 62

/** The end of one fiscal quarter. */
export interface FiscalQuarter {
  readonly endDay: number
  /** Month of the end, 1 to 12. */
  readonly month: number
  /** Calendar year in which the fiscal year ends. */
  readonly fiscalYear: number
  /** 1 to 4. */
  readonly quarter: number
  readonly filingDay: number
}

/**
 * The fiscal quarters reported up to a day, oldest first: those of six complete years and of the year that runs. `yearEnd` is the last
 * day of the fiscal year, `MM-DD`; periods end with the last day of a month. `delay` is added to the usual days to a report.
 */
export function listQuarters(yearEnd: string, lastDay: number, delay: number): FiscalQuarter[] {
  const lastMonth = Number(yearEnd.slice(0, 2)) - 1
  const today = new Date(lastDay * DAY_MS)
  let month = today.getUTCFullYear() * 12 + today.getUTCMonth()
  while ((month - lastMonth) % 3 !== 0 || quarterOf(month, lastMonth, delay).filingDay > lastDay) month--
  const count = YEARS * 4 + (quarterOf(month, lastMonth, delay).quarter % 4)
  return Array.from({ length: count }, (_, index) => quarterOf(month - 3 * (count - 1 - index), lastMonth, delay))
}

/** The quarter that ends with a month, months counted from year 0. */
function quarterOf(month: number, lastMonth: number, delay: number): FiscalQuarter {
  const elapsed = (month - lastMonth + 1_200_000) % 12
  const quarter = elapsed === 0 ? 4 : elapsed / 3
  const year = Math.floor(month / 12)
  const endDay = Date.UTC(year, (month % 12) + 1, 1) / DAY_MS - 1
  return {
    endDay,
    month: (month % 12) + 1,
    fiscalYear: Math.floor((month + (elapsed === 0 ? 0 : 12 - elapsed)) / 12),
    quarter,
    filingDay: endDay + delay + (quarter === 4 ? YEAR_LAG : QUARTER_LAG),
  }
}
