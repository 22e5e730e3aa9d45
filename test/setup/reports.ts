import { catalog } from '../../src/catalog/catalog.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { conceptOf } from '../../src/financial/concept/concept.source.ts'
import { noFigures } from '../../src/financial/statement/identity.ts'
import type { ReportedPeriod } from '../../src/financial/statement/period.pure.ts'
import { prepareCompany } from '../../src/financial/statement/prepare.ts'
import { type StatementOrigin, storePeriods } from '../../src/financial/statement/statement.store.ts'
import { readUsdRates } from '../../src/financial/statement/usd-rate.ts'

/** A company's reports: figures of its fiscal years and quarters by name of the period, `2024` or `2024Q3`. */
export interface Reports {
  readonly currency?: string
  /** Month and day on which fiscal years end, and how many calendar years before their number. */
  readonly yearEnd?: string
  readonly yearsBefore?: number
  readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly dataSet?: StatementOrigin
}

/** Stores the reports of a company as an ingest would. */
export async function storeReports(ticker: string, reports: Reports): Promise<void> {
  const { currency = 'USD', yearEnd = '12-31', yearsBefore = 0, figures, dataSet = 'own' } = reports
  const reported = Object.entries(figures).map(([name, of]): ReportedPeriod => {
    const [year = '', quarter] = name.split('Q')
    const values = noFigures()
    for (const [key, value] of Object.entries(of)) values[conceptOf(key).position] = value
    const endDay = quarterEnd(Number(year) - yearsBefore, yearEnd, quarter === undefined ? 4 : Number(quarter))
    return {
      periodType: quarter === undefined ? 'A' : 'Q',
      endDay,
      fiscalYear: Number(year),
      fiscalPeriod: quarter === undefined ? 'FY' : (QUARTERS[Number(quarter) - 1] ?? 'Q1'),
      currency,
      filingDay: endDay + 40,
      values,
    }
  })
  const periods = prepareCompany(reported, await readUsdRates([currency]))
  await storePeriods([{ listingId: catalog().require(ticker).id, periods }], dataSet)
}

const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const

/** Last day of a quarter of the fiscal year that ends on a day of a year. */
function quarterEnd(year: number, yearEnd: string, quarter: number): number {
  const [month = 12] = yearEnd.split('-').map(Number)
  if (quarter === 4) return dayOfIso(`${year}-${yearEnd}`) ?? 0
  const first = new Date(Date.UTC(year, month - 3 * (4 - quarter), 1))
  return first.getTime() / 86_400_000 - 1
}
