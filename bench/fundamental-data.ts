import { bitsetOf } from '../src/core/bitset.pure.ts'
import { conceptOf } from '../src/financial/concept/concept.source.ts'
import { AnnualHistory } from '../src/financial/screen/annual-history.pure.ts'
import { divideIntoCohorts, type FigureCohorts, tabulateFigure } from '../src/financial/screen/cohort.pure.ts'
import type { FigureColumns } from '../src/financial/screen/screen.pure.ts'
import { randomFrom } from './news.ts'

const COUNTRIES = 45
const SECTORS = 11
/** Fiscal years of each company. */
export const YEARS = 6

/** A made-up company: who it is compared with, figures by key (null = unknown), revenue of its fiscal years, the latest first. */
export interface BenchCompany {
  readonly country: string
  readonly sector: string
  readonly figures: Readonly<Record<string, number | null>>
  readonly revenues: readonly (number | null)[]
}

/** Figures by key: the middle of their distribution, its width, and how many of a hundred are unknown. */
const FIGURES: Readonly<Record<string, readonly [middle: number, width: number, unknown: number]>> = {
  roe: [0.09, 0.16, 8],
  net_margin: [0.07, 0.2, 6],
  pe: [19, 14, 32],
  debt_to_equity: [0.9, 0.8, 12],
  fcf_yield: [0.04, 0.07, 10],
}

/** Companies whose figures are spread as those of real ones: many in few countries, sizes over six powers of ten, gaps. */
export function benchCompanies(count: number): BenchCompany[] {
  const random = randomFrom(11)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const some = (value: number, unknown: number) => (random() * 100 < unknown ? null : value)
  return Array.from({ length: count }, () => {
    const revenues: (number | null)[] = []
    let revenue = 10 ** (8.3 + normal())
    for (let year = 0; year < YEARS; year++) {
      revenues.push(some(revenue, year < 2 ? 3 : 9))
      revenue /= 1.06 + 0.12 * normal()
    }
    const entries = Object.entries(FIGURES).map(([key, [middle, width, unknown]]) => [
      key,
      some(middle + width * normal(), unknown),
    ])
    return {
      // A few countries have most companies, and many have cohorts too small to compare with.
      country: `C${Math.floor(COUNTRIES * random() ** 2.5)}`,
      sector: String(10 + Math.floor(SECTORS * random())),
      figures: { ...Object.fromEntries(entries), revenue: revenues[0] ?? null, mcap: some(10 ** (8.6 + normal()), 4) },
      revenues,
    }
  })
}

/** The same in columns, cohorts and growth of revenue tabulated ahead as the service does. */
export function columnsOf(companies: readonly BenchCompany[]): FigureColumns {
  const keys = Object.keys(companies[0]?.figures ?? {})
  const columns = new Map(
    keys.map((key) => [
      conceptOf(key).position,
      Float64Array.from(companies, ({ figures }) => figures[key] ?? Number.NaN),
    ]),
  )
  const partitions = divideIntoCohorts(companies)
  const cohorts = new Map<number, FigureCohorts>()
  for (const [concept, column] of columns) cohorts.set(concept, tabulateFigure(column, partitions))
  const history = new AnnualHistory(companies.length)
  companies.forEach(({ revenues }, index) => {
    const years = revenues.map((value, back) => ({
      ...{ fiscalYear: 2025 - back, currency: 'USD', usdRate: 1 },
      value: value ?? Number.NaN,
    }))
    history.set(index, years, { isMoney: true, isOutflow: false })
  })
  return {
    stocks: bitsetOf(companies.length, companies.keys()),
    partitions,
    column: (concept) => found(columns.get(concept)),
    cohorts: (concept) => found(cohorts.get(concept)),
    history: () => history,
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The benchmark has no such figure.')
  return value
}
