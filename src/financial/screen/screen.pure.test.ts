import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitsetOf } from '../../core/bitset.pure.ts'
import { keysOf, recordOf } from '../../core/record.pure.ts'
import { AnnualHistory } from './annual-history.pure.ts'
import { divideIntoCohorts, tabulateFigure } from './cohort.pure.ts'
import type { Condition } from './condition.pure.ts'
import { FUNDAMENTAL_PATTERN, type FundamentalPattern } from './pattern.pure.ts'
import { type FigureColumns, screenFigures } from './screen.pure.ts'

/** A listing as the plain evaluator sees it; country and sector may be unknown, and so may every figure. */
interface Company {
  readonly isStock: boolean
  readonly inUniverse: boolean
  readonly country: string | null
  readonly sector: string | null
  readonly value: number | null
  /** Values at the ends of fiscal years, the latest first. */
  readonly years: readonly (number | null)[]
}

type Scope = 'country_sector' | 'sector' | 'universe'

const PERCENTILES = { p10: 0.1, p20: 0.2, p25: 0.25, p50: 0.5, p75: 0.75, p80: 0.8, p90: 0.9 } as const

/** A plain and slow evaluator, written from the specification alone: one company at a time, each cohort gathered anew. */
class Reference {
  readonly #companies: readonly Company[]
  constructor(companies: readonly Company[]) {
    this.#companies = companies
  }

  matches(condition: Condition, company: Company): boolean {
    const { pattern } = condition
    if (pattern === 'consecutive_growth') return this.run(company) === condition.years
    if (pattern === 'compound_growth') {
      const rate = this.rate(company, condition.years ?? 0)
      return rate !== null && rate > (condition.threshold ?? 0)
    }
    const { value } = company
    if (value === null) return false
    if (pattern === 'above') return value > (condition.threshold ?? 0)
    if (pattern === 'below') return value < (condition.threshold ?? 0)
    if (pattern === 'between') return value >= (condition.min ?? 0) && value <= (condition.max ?? 0)
    if (pattern === 'is_positive') return value > 0
    if (pattern === 'is_negative') return value < 0
    const { figures } = this.cohort(condition, company)
    if (figures === null) return false
    if (pattern === 'above_average') return value > figures.p50
    if (pattern === 'below_average') return value < figures.p50
    if (pattern === 'far_above_average') return value >= figures.p90
    if (pattern === 'far_below_average') return value <= figures.p10
    if (pattern === 'top_quartile') return value >= figures.p75
    if (pattern === 'bottom_quartile') return value <= figures.p25
    if (pattern === 'high') return value >= figures.p80
    if (pattern === 'low') return value <= figures.p20
    const reach = 0.15 * Math.abs(figures.p50)
    return value >= figures.p50 - reach && value <= figures.p50 + reach
  }

  run({ years }: Company): number {
    let run = 0
    for (;;) {
      const [later, earlier] = [years[run] ?? null, years[run + 1] ?? null]
      if (later === null || earlier === null || later <= earlier) return run
      run++
    }
  }

  rate({ years }: Company, span: number): number | null {
    const [latest, base] = [years[0] ?? null, years[span] ?? null]
    if (latest === null || base === null || base <= 0) return null
    const rate = (latest / base) ** (1 / span) - 1
    return Number.isNaN(rate) ? null : rate
  }

  cohort({ cohort }: Condition, company: Company) {
    const scopes: readonly Scope[] = { country_sector: SCOPES, sector: SCOPES.slice(1), universe: SCOPES.slice(2) }[
      cohort
    ]
    // Where country and sector are asked for, cohorts are of all stocks, else of the universe of the screen.
    const all = this.#companies.filter((one) => one.isStock && (cohort === 'country_sector' || one.inUniverse))
    for (const scope of scopes) {
      const values = all
        .filter((one) => isAlike(scope, one, company))
        .flatMap(({ value }) => value ?? [])
        .sort((a, b) => a - b)
      if (values.length < 5 && scope !== 'universe') continue
      if (values.length === 0) return { scope, n: 0, figures: null }
      const at = (share: number) => {
        const [place, part] = [Math.floor((values.length - 1) * share), ((values.length - 1) * share) % 1]
        const below = values[place] ?? 0
        return part === 0 ? below : below * (1 - part) + (values[place + 1] ?? 0) * part
      }
      const figures = recordOf(keysOf(PERCENTILES), (key) => at(PERCENTILES[key]))
      return { scope, n: values.length, figures }
    }
    throw new Error('The universe is always taken.')
  }
}

const SCOPES: readonly Scope[] = ['country_sector', 'sector', 'universe']

function isAlike(scope: Scope, one: Company, other: Company): boolean {
  if (scope === 'universe') return true
  if (!other.isStock || other.sector === null || one.sector !== other.sector) return false
  return scope === 'sector' || (other.country !== null && one.country === other.country)
}

const KIND = { isMoney: true, isOutflow: false }

function columnsOf(companies: readonly Company[]): FigureColumns {
  const column = Float64Array.from(companies, ({ value }) => value ?? Number.NaN)
  const partitions = divideIntoCohorts(companies.map((one) => (one.isStock ? one : null)))
  const history = new AnnualHistory(companies.length)
  companies.forEach(({ years }, index) => {
    const figures = years.flatMap((value, back) =>
      value === null ? [] : [{ fiscalYear: 2026 - back, value, currency: 'USD', usdRate: 1 }],
    )
    // The latest fiscal year is known to have been, whatever it says of this figure.
    const latest = years[0] === null ? [{ fiscalYear: 2026, value: Number.NaN, currency: 'USD', usdRate: 1 }] : []
    history.set(index, [...figures, ...latest], KIND)
  })
  return {
    stocks: bitsetOf(
      companies.length,
      indicesOf(companies, ({ isStock }) => isStock),
    ),
    partitions,
    column: () => column,
    cohorts: () => tabulateFigure(column, partitions),
    history: () => history,
  }
}

function indicesOf(companies: readonly Company[], test: (company: Company) => boolean): number[] {
  return companies.flatMap((company, index) => (test(company) ? [index] : []))
}

// Few distinct values, so that figures meet percentiles and each other.
const figure = fc.option(fc.oneof(fc.integer({ min: -8, max: 8 }), fc.double({ min: -100, max: 100, noNaN: true })), {
  freq: 4,
})
const company: fc.Arbitrary<Company> = fc.record({
  isStock: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
  inUniverse: fc.boolean(),
  country: fc.constantFrom('US', 'US', 'JP', null),
  sector: fc.constantFrom('10', '10', '45', null),
  value: figure,
  years: fc.array(fc.option(fc.integer({ min: -3, max: 12 }), { freq: 9 }), { maxLength: 7 }),
})
const companies = fc.array(company, { maxLength: 60 })

function conditionOf(pattern: FundamentalPattern): fc.Arbitrary<Condition> {
  const number = fc.oneof(fc.integer({ min: -8, max: 8 }), fc.double({ min: -100, max: 100, noNaN: true }))
  return fc
    .record({
      cohort: fc.constantFrom<Scope>(...SCOPES),
      threshold: pattern === 'compound_growth' ? fc.option(fc.constantFrom(-0.5, 0.1, 1), { nil: undefined }) : number,
      bounds: fc.tuple(number, number).map((pair) => pair.toSorted((a, b) => a - b)),
      years: fc.integer({ min: 1, max: 7 }),
    })
    .map(({ bounds: [min = 0, max = 0], ...rest }) => ({ concept: 0, key: 'roe', pattern, min, max, ...rest }))
}

describe.each(FUNDAMENTAL_PATTERN.tokens)('%s', (pattern) => {
  test('matches what the plain evaluator matches, over all stocks and over a universe', () => {
    fc.assert(
      fc.property(companies, conditionOf(pattern), fc.boolean(), (companies, condition, isWhole) => {
        const seen = isWhole ? companies.map((one) => ({ ...one, inUniverse: one.isStock })) : companies
        const reference = new Reference(seen)
        const columns = columnsOf(seen)
        const universe = isWhole
          ? undefined
          : bitsetOf(
              seen.length,
              indicesOf(seen, (one) => one.inUniverse),
            )
        const { listings } = screenFigures(columns, [condition], universe)
        const expected = indicesOf(seen, (one) => one.inUniverse && reference.matches(condition, one))
        expect([...listings]).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('shows the figure, the number and the cohort it was held against', () => {
    fc.assert(
      fc.property(companies, conditionOf(pattern), (companies, condition) => {
        const seen = companies.map((one) => ({ ...one, inUniverse: one.isStock }))
        const reference = new Reference(seen)
        const { listings, conditions } = screenFigures(columnsOf(seen), [condition])
        for (const index of listings) {
          const one = seen[index]
          const judged = conditions[0]
          if (!one || !judged) throw new Error('A listing that is not there matched.')
          const value =
            pattern === 'consecutive_growth'
              ? reference.run(one)
              : pattern === 'compound_growth'
                ? reference.rate(one, condition.years ?? 0)
                : one.value
          expect(judged.valueOf(index)).toBe(value)
          const cohort = judged.cohortOf(index)
          if (cohort === null) continue
          const { scope, n, figures } = reference.cohort(condition, one)
          expect(cohort).toEqual({ scope, n, ...figures })
        }
      }),
      { numRuns: 100 },
    )
  })
})

test('conditions are all to be met, and only listings of `among` are judged', () => {
  const patterns = fc.array(fc.constantFrom(...FUNDAMENTAL_PATTERN.tokens), { maxLength: 4 })
  fc.assert(
    fc.property(companies, patterns, (companies, patterns) => {
      const columns = columnsOf(companies)
      const conditions = patterns.map(
        (pattern): Condition => ({
          ...{ concept: 0, key: 'roe', pattern, cohort: 'universe', years: 1, min: -5, max: 5 },
          threshold: pattern === 'compound_growth' ? 0 : 1,
        }),
      )
      const isAmong = ({ inUniverse, value }: Company) => inUniverse && (value ?? 0) > -3
      const universe = bitsetOf(
        companies.length,
        indicesOf(companies, ({ inUniverse }) => inUniverse),
      )
      const together = screenFigures(
        columns,
        conditions,
        universe,
        bitsetOf(companies.length, indicesOf(companies, isAmong)),
      )
      const apart = conditions.map((condition) => new Set(screenFigures(columns, [condition], universe).listings))
      const expected = indicesOf(companies, isAmong).filter((index) => apart.every((one) => one.has(index)))
      expect([...together.listings]).toEqual(expected)
    }),
  )
})

const stock = (value: number | null, country: string | null = 'US', sector: string | null = '10'): Company => ({
  isStock: true,
  inUniverse: true,
  country,
  sector,
  value,
  years: [],
})

test('a cohort of four is widened to the sector, of which a note tells', () => {
  const five = [1, 2, 3, 4, 5].map((value) => stock(value))
  const four = [1, 2, 3, 9].map((value) => stock(value, 'JP'))
  const condition: Condition = { concept: 0, key: 'roe', pattern: 'above_average', cohort: 'country_sector' }
  const { listings, conditions, notes } = screenFigures(columnsOf([...five, ...four, stock(null, 'JP')]), [condition])
  expect([...listings]).toEqual([3, 4, 8])
  expect(conditions[0]?.cohortOf(3)).toMatchObject({ scope: 'country_sector', n: 5, p50: 3 })
  expect(conditions[0]?.cohortOf(8)).toMatchObject({ scope: 'sector', n: 9, p50: 3 })
  expect(notes).toEqual([
    'conditions[0] (roe above_average): where fewer than 5 stocks of their cohort have a value, a wider cohort was taken: of the stocks screened, 4 with their sector in all countries.',
  ])
})

test('a run of growth is exactly as long as asked, neither longer nor shorter', () => {
  const growing = (...years: number[]): Company => ({ ...stock(1), years })
  const companies = [growing(4, 3, 2, 1), growing(4, 3, 2, 5), growing(4, 3, 3, 1), growing(1, 2, 1), growing(4)]
  const matched = (years: number) => [
    ...screenFigures(columnsOf(companies), [
      { concept: 0, key: 'revenue', pattern: 'consecutive_growth', years, cohort: 'universe' },
    ]).listings,
  ]
  expect([1, 2, 3, 4].map(matched)).toEqual([[2], [1], [0], []])
})
