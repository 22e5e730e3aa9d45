import { type Bitset, isIn } from '../../core/bitset.pure.ts'
import { percentileOf } from '../../core/percentile.pure.ts'

/** Whose figures a figure is compared with: stocks of one country and GICS sector, of one sector, or all. */
export type CohortScope = 'country_sector' | 'sector' | 'universe'

/** The percentiles that patterns and answers speak of, ascending, as shares of 1. */
const SHARES = [0.1, 0.2, 0.25, 0.5, 0.75, 0.8, 0.9] as const
/** Places of the percentiles in `SHARES`. */
export const PLACE = { P10: 0, P20: 1, P25: 2, P50: 3, P75: 4, P80: 5, P90: 6 } as const
const WIDTH = SHARES.length

/** A cohort of fewer values than this says too little: the next wider one is taken. */
export const COHORT_VALUES_MIN = 5

/** A division of the stocks into groups; group 0 holds those that belong to none. */
export interface Partition {
  /** Group of each listing by its index; 0 for what is no stock. */
  readonly groupOf: Uint16Array
  readonly groupCount: number
  /** Indices of the stocks, group by group, those of group 0 left out. */
  readonly members: Int32Array
  /** Where the members of each group begin, and behind the last group where they end. */
  readonly starts: Int32Array
}

/** Divides listings by their keys; null = in no group. */
function partitionBy(keys: readonly (string | null)[]): Partition {
  const numbers = new Map<string, number>()
  const groupOf = Uint16Array.from(keys, (key) => {
    if (key === null) return 0
    const known = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, known)
    return known
  })
  const groupCount = numbers.size + 1
  const starts = new Int32Array(groupCount + 1)
  for (const group of groupOf) if (group > 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1
  for (let group = 1; group <= groupCount; group++) starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0)
  const next = starts.slice()
  const members = new Int32Array(starts[groupCount] ?? 0)
  groupOf.forEach((group, index) => {
    if (group === 0) return
    const place = next[group] ?? 0
    members[place] = index
    next[group] = place + 1
  })
  return { groupOf, groupCount, members, starts }
}

/** The divisions that cohorts are made of. */
export interface CohortPartitions {
  readonly countrySector: Partition
  readonly sector: Partition
  /** One group, 1: all stocks. */
  readonly universe: Partition
  /** Sector group of each group of country and sector. */
  readonly sectorOf: Uint16Array
}

/** Divides listings into the cohorts of their countries and sectors; null stands for what is no stock. */
export function divideIntoCohorts(
  places: readonly ({ readonly country: string | null; readonly sector: string | null } | null)[],
): CohortPartitions {
  const countrySector = partitionBy(
    places.map((place) => (place?.country && place.sector ? `${place.country} ${place.sector}` : null)),
  )
  const sector = partitionBy(places.map((place) => place?.sector ?? null))
  const universe = partitionBy(places.map((place) => (place ? 'all' : null)))
  const sectorOf = new Uint16Array(countrySector.groupCount)
  countrySector.groupOf.forEach((group, index) => {
    if (group > 0) sectorOf[group] = sector.groupOf[index] ?? 0
  })
  return { countrySector, sector, universe, sectorOf }
}

/** Number of values and percentiles of each group of a partition. */
export interface CohortTable {
  readonly counts: Int32Array
  /** The percentiles of `SHARES`, group by group; NaN in a group without values. */
  readonly percentiles: Float64Array
}

/** Counts the values of each group and computes their percentiles; with `within`, of the listings in that set only. */
export function tabulateCohorts(column: Float64Array, partition: Partition, within?: Bitset): CohortTable {
  const { groupCount, members, starts } = partition
  const counts = new Int32Array(groupCount)
  const percentiles = new Float64Array(groupCount * WIDTH).fill(Number.NaN)
  const values = new Float64Array(members.length)
  for (let group = 1; group < groupCount; group++) {
    let count = 0
    const end = starts[group + 1] ?? 0
    for (let place = starts[group] ?? 0; place < end; place++) {
      const index = members[place] ?? 0
      const value = column[index] ?? Number.NaN
      if (!Number.isNaN(value) && (within === undefined || isIn(within, index))) values[count++] = value
    }
    counts[group] = count
    const sorted = values.subarray(0, count).sort()
    for (let place = 0; place < WIDTH; place++)
      percentiles[group * WIDTH + place] = percentileOf(sorted, SHARES[place] ?? 0)
  }
  return { counts, percentiles }
}

/** One percentile of a group. */
export function percentileIn(table: CohortTable, group: number, place: number): number {
  return table.percentiles[group * WIDTH + place] ?? Number.NaN
}

/** The cohorts of one figure among all stocks. */
export interface FigureCohorts {
  readonly countrySector: CohortTable
  readonly sector: CohortTable
  readonly universe: CohortTable
}

/** Tabulates a figure in every division. */
export function tabulateFigure(column: Float64Array, partitions: CohortPartitions): FigureCohorts {
  return {
    countrySector: tabulateCohorts(column, partitions.countrySector),
    sector: tabulateCohorts(column, partitions.sector),
    universe: tabulateCohorts(column, partitions.universe),
  }
}

/** The figures of one cohort. */
export interface Cohort {
  readonly scope: CohortScope
  /** Number of values in it. */
  readonly n: number
  readonly p10: number
  readonly p20: number
  readonly p25: number
  readonly p50: number
  readonly p75: number
  readonly p80: number
  readonly p90: number
}

/** Spells a group of a table out. */
export function cohortOf(scope: CohortScope, table: CohortTable, group: number): Cohort {
  const at = (place: number) => percentileIn(table, group, place)
  return {
    scope,
    n: table.counts[group] ?? 0,
    p10: at(PLACE.P10),
    p20: at(PLACE.P20),
    p25: at(PLACE.P25),
    p50: at(PLACE.P50),
    p75: at(PLACE.P75),
    p80: at(PLACE.P80),
    p90: at(PLACE.P90),
  }
}
