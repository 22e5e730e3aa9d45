import { type Bitset, membersOf } from '../../core/bitset.pure.ts'
import type { AnnualHistory } from './annual-history.pure.ts'
import {
  COHORT_VALUES_MIN,
  type Cohort,
  type CohortPartitions,
  type CohortScope,
  type CohortTable,
  cohortOf,
  type FigureCohorts,
  percentileIn,
  tabulateCohorts,
} from './cohort.pure.ts'
import { type Condition, nameCondition } from './condition.pure.ts'
import { COHORT_RULES, type CohortRule, NEAR_SHARE } from './pattern.pure.ts'

/** Figures in columns over the index of listings. */
export interface FigureColumns {
  /** The stocks among the listings. */
  readonly stocks: Bitset
  readonly partitions: CohortPartitions
  /** Figures of a concept by listing, NaN where unknown. */
  column(concept: number): Float64Array
  /** Cohorts of a concept among all stocks. */
  cohorts(concept: number): FigureCohorts
  /** A concept at the ends of fiscal years. */
  history(concept: number): AnnualHistory
}

/** A condition with what every listing was held against. */
export interface JudgedCondition {
  readonly condition: Condition
  /** What was judged: the figure, the years of growth or the growth rate. */
  valueOf(listing: number): number
  /** The number it was compared with; null for a span. */
  thresholdOf(listing: number): number | null
  /** The cohort it was compared with; null for patterns that compare with none. */
  cohortOf(listing: number): Cohort | null
}

/** The listings that match every condition. */
export interface Screened {
  /** Indices of the listings, ascending. */
  readonly listings: Int32Array
  readonly conditions: readonly JudgedCondition[]
  readonly notes: readonly string[]
}

/**
 * Judges the listings of `among` by every condition. `universe` is what the screen is over: cohorts of a sector or of the universe are
 * made of it, cohorts of country and sector of all stocks. Unknown figures match nothing.
 */
export function screenFigures(
  columns: FigureColumns,
  conditions: readonly Condition[],
  universe: Bitset = columns.stocks,
  among: Bitset = universe,
): Screened {
  const kept = membersOf(among)
  let count = kept.length
  const notes: string[] = []
  const judged = conditions.map((condition, index): JudgedCondition => {
    const rule = COHORT_RULES[condition.pattern]
    if (!rule) {
      const span = spanOf(columns, condition)
      count = keepWithin(kept, count, span)
      return {
        condition,
        valueOf: (listing) => span.column[listing] ?? Number.NaN,
        thresholdOf: () => (condition.pattern === 'consecutive_growth' ? span.lower : (span.threshold ?? null)),
        cohortOf: () => null,
      }
    }
    const comparison = compareWithCohorts(columns, condition, rule, universe)
    count = keepComparable(kept, count, comparison)
    const note = noteWidened(comparison, membersOf(among))
    if (note !== null) notes.push(`${nameCondition(condition, index)}: ${note}`)
    return {
      condition,
      valueOf: (listing) => comparison.column[listing] ?? Number.NaN,
      thresholdOf: (listing) => comparison.thresholdOf(comparison.groupOf[listing] ?? 0),
      cohortOf: (listing) => comparison.cohortOf(comparison.groupOf[listing] ?? 0),
    }
  })
  return { listings: kept.subarray(0, count), conditions: judged, notes }
}

/** A span that a figure has to lie in; strict = its ends do not match. */
interface Span {
  readonly column: Float64Array
  readonly lower: number
  readonly upper: number
  readonly strict: boolean
  readonly threshold?: number
}

function spanOf(columns: FigureColumns, { concept, pattern, threshold = 0, min, max, years = 1 }: Condition): Span {
  const above = (column: Float64Array, than: number): Span => ({
    column,
    lower: than,
    upper: Number.POSITIVE_INFINITY,
    strict: true,
    threshold: than,
  })
  const below = (than: number): Span => ({
    column: columns.column(concept),
    lower: Number.NEGATIVE_INFINITY,
    upper: than,
    strict: true,
    threshold: than,
  })
  if (pattern === 'compound_growth') return above(columns.history(concept).growthRates(years), threshold)
  if (pattern === 'consecutive_growth')
    return { column: columns.history(concept).streaks, lower: years, upper: years, strict: false }
  if (pattern === 'between')
    return { column: columns.column(concept), lower: min ?? Number.NaN, upper: max ?? Number.NaN, strict: false }
  if (pattern === 'below' || pattern === 'is_negative') return below(pattern === 'below' ? threshold : 0)
  return above(columns.column(concept), pattern === 'above' ? threshold : 0)
}

/** Keeps the listings whose figure lies in a span, in place; returns how many. */
function keepWithin(kept: Int32Array, count: number, { column, lower, upper, strict }: Span): number {
  let left = 0
  for (let place = 0; place < count; place++) {
    const listing = kept[place] ?? 0
    const value = column[listing] ?? Number.NaN
    if (strict ? value > lower && value < upper : value >= lower && value <= upper) kept[left++] = listing
  }
  return left
}

/** What each group of listings is compared with. */
interface Comparison {
  readonly column: Float64Array
  readonly groupOf: Uint16Array
  /** Bounds by group. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly strict: boolean
  /** The cohort that groups asked for, and the one each was widened to. */
  readonly asked: CohortScope
  readonly scopes: readonly CohortScope[]
  thresholdOf(group: number): number | null
  cohortOf(group: number): Cohort
}

interface Chosen {
  readonly scope: CohortScope
  readonly table: CohortTable
  readonly group: number
}

function compareWithCohorts(
  columns: FigureColumns,
  { concept, cohort: asked }: Condition,
  rule: CohortRule,
  universe: Bitset,
): Comparison {
  const { countrySector, sector, universe: whole, sectorOf } = columns.partitions
  const column = columns.column(concept)
  const market = columns.cohorts(concept)
  const partition = { country_sector: countrySector, sector, universe: whole }[asked]
  // A cohort of country and sector is the same whatever the screen is over; the others are made of what it is over.
  const within = asked === 'country_sector' || isSame(universe, columns.stocks) ? undefined : universe
  const tableOf = (scope: 'sector' | 'universe') =>
    within ? tabulateCohorts(column, scope === 'sector' ? sector : whole, within) : market[scope]
  const universeTable = tableOf('universe')
  const sectorTable = asked === 'universe' ? universeTable : tableOf('sector')
  const chosen = Array.from({ length: partition.groupCount }, (_, group): Chosen => {
    const widest: Chosen = { scope: 'universe', table: universeTable, group: 1 }
    if (group === 0 || asked === 'universe') return widest
    const sectorGroup = asked === 'sector' ? group : (sectorOf[group] ?? 0)
    const candidates: Chosen[] = [
      ...(asked === 'country_sector' ? [{ scope: asked, table: market.countrySector, group }] : []),
      { scope: 'sector', table: sectorTable, group: sectorGroup },
    ]
    return candidates.find(({ table, group }) => (table.counts[group] ?? 0) >= COHORT_VALUES_MIN) ?? widest
  })
  const { lower, upper } = boundsOf(chosen, rule)
  return {
    column,
    groupOf: partition.groupOf,
    lower,
    upper,
    strict: rule.strict,
    asked,
    scopes: chosen.map(({ scope }) => scope),
    thresholdOf(group) {
      if (rule.side === 'around') return null
      const one = chosen[group]
      return one ? percentileIn(one.table, one.group, rule.percentile) : null
    },
    cohortOf(group) {
      const { scope, table, group: place } = chosen[group] ?? { scope: 'universe', table: universeTable, group: 1 }
      return cohortOf(scope, table, place)
    },
  }
}

function boundsOf(chosen: readonly Chosen[], { side, percentile }: CohortRule) {
  const middle = Float64Array.from(chosen, ({ table, group }) => percentileIn(table, group, percentile))
  const reach = (value: number) => NEAR_SHARE * Math.abs(value)
  // An unknown percentile is NaN, and nothing lies above or below that.
  const open = (value: number, end: number) => (Number.isNaN(value) ? Number.NaN : end)
  if (side === 'around')
    return { lower: middle.map((value) => value - reach(value)), upper: middle.map((value) => value + reach(value)) }
  return side === 'above'
    ? { lower: middle, upper: middle.map((value) => open(value, Number.POSITIVE_INFINITY)) }
    : { lower: middle.map((value) => open(value, Number.NEGATIVE_INFINITY)), upper: middle }
}

/** Keeps the listings whose figure lies within the bounds of their group, in place; returns how many. */
function keepComparable(kept: Int32Array, count: number, comparison: Comparison): number {
  const { column, groupOf, lower, upper, strict } = comparison
  let left = 0
  for (let place = 0; place < count; place++) {
    const listing = kept[place] ?? 0
    const value = column[listing] ?? Number.NaN
    const group = groupOf[listing] ?? 0
    const low = lower[group] ?? Number.NaN
    const high = upper[group] ?? Number.NaN
    if (strict ? value > low && value < high : value >= low && value <= high) kept[left++] = listing
  }
  return left
}

/** Says how many of the listings with a figure were compared with a wider cohort than asked; null where none was. */
function noteWidened({ column, groupOf, asked, scopes }: Comparison, tested: Int32Array): string | null {
  if (asked === 'universe') return null
  let [toSector, toUniverse] = [0, 0]
  for (const listing of tested) {
    const scope = scopes[groupOf[listing] ?? 0]
    if (scope === asked || Number.isNaN(column[listing] ?? Number.NaN)) continue
    if (scope === 'sector') toSector++
    else toUniverse++
  }
  const parts = [
    ...(toSector > 0 ? [`${toSector} with their sector in all countries`] : []),
    ...(toUniverse > 0 ? [`${toUniverse} with the universe`] : []),
  ]
  if (parts.length === 0) return null
  const reason = `fewer than ${COHORT_VALUES_MIN} stocks of their cohort have a value`
  return `where ${reason}, a wider cohort was taken: of the stocks screened, ${parts.join(' and ')}.`
}

function isSame(one: Bitset, other: Bitset): boolean {
  return one === other || (one.length === other.length && one.every((word, place) => word === other[place]))
}
