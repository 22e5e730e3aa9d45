import type { CohortScope } from './cohort.pure.ts'
import { COHORT_RULES, type FundamentalPattern, OPTIONAL, type PatternParameter, REQUIRED } from './pattern.pure.ts'

/** A figure and how it is judged. */
export interface Condition {
  /** Position of the concept. */
  readonly concept: number
  /** Key of the concept. */
  readonly key: string
  readonly pattern: FundamentalPattern
  readonly threshold?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Fiscal years of growth. */
  readonly years?: number | undefined
  /** Whom the figure is compared with, where the pattern compares. */
  readonly cohort: CohortScope
  /** What notes call it; `conditions` by its place in the list when it is not given. */
  readonly name?: string
}

/** A condition as it is given; the figure's unit is known. */
export interface GivenCondition extends Omit<Condition, 'cohort' | 'name'> {
  readonly isFraction: boolean
  /** true = the own sector, false = the universe. */
  readonly own?: boolean | undefined
}

/** How a condition is named in notes, such as `conditions[0] (roe above)`; `list` is the parameter it is given in. */
export function nameCondition(
  { key, pattern, name }: Pick<Condition, 'key' | 'pattern' | 'name'>,
  index: number,
  list = 'conditions',
): string {
  return name ?? `${list}[${index}] (${key} ${pattern})`
}

/** A condition as it is evaluated, with notes on what was read differently from how it was given. */
export function readCondition(
  given: GivenCondition,
  index: number,
  list?: string,
): { condition: Condition; notes: string[] } {
  const { isFraction, own, ...rest } = given
  const notes: string[] = []
  const name = nameCondition(given, index, list)
  const comparesShares = isFraction || given.pattern === 'compound_growth'
  const taken: Partial<Record<PatternParameter, number>> = {}
  for (const parameter of [...(REQUIRED[given.pattern] ?? []), ...(OPTIONAL[given.pattern] ?? [])]) {
    const value = given[parameter]
    if (value === undefined) continue
    const isShare = comparesShares && parameter !== 'years' && Math.abs(value) >= 1
    taken[parameter] = isShare ? value / 100 : value
    if (isShare)
      notes.push(`${name}: ${parameter} ${value} was read as ${value / 100}, for fractions are decimals (0.2 = 20 %).`)
  }
  for (const parameter of ['threshold', 'min', 'max', 'years'] as const) {
    const spelled = parameter === 'years' ? 'N' : parameter
    if (given[parameter] !== undefined && taken[parameter] === undefined)
      notes.push(`${name}: ${spelled} was not used, for the pattern takes none.`)
  }
  if (own !== undefined && !COHORT_RULES[given.pattern])
    notes.push(`${name}: vs_cohort was not used, for the pattern compares with no cohort.`)
  const { concept, key, pattern } = rest
  const cohort = own === undefined ? 'country_sector' : own ? 'sector' : 'universe'
  return { condition: { concept, key, pattern, ...taken, cohort, ...(list === undefined ? {} : { name }) }, notes }
}
