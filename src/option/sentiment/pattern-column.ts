import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { market } from '../../market/market.ts'
import { countUpTo } from '../history/figure.pure.ts'
import { options } from '../history/options.ts'
import type { OptionPattern } from '../option-pattern.pure.ts'
import { type ActivePattern, findActivePatterns } from './active-patterns.pure.ts'
import { OPTION_PATTERN_ROWS } from './pattern.source.ts'
import { realizedVolatilityOn } from './realized-volatility.pure.ts'

/** The patterns that options show at the close of a day, by listing id; listings without figures up to then are left out. */
export type PatternColumn = ReadonlyMap<number, readonly OptionPattern[]>

/** Listings judged at once: a few milliseconds of the event loop. */
const SLICE = 50
/** Days whose columns are kept. */
const COLUMNS_KEPT = 16

/** A column and the data it was computed from. */
interface KeptColumn {
  readonly of: object
  readonly version: number
  readonly column: Promise<PatternColumn>
}

const columns = new LRUCache<number, KeptColumn>({ max: COLUMNS_KEPT })

/** The patterns of all listings with options on a day, in days since 1970-01-01; computed once for each version of the data. */
export function optionPatternsOn(asOf: number): Promise<PatternColumn> {
  const of = options()
  const { version } = of
  const known = columns.get(asOf)
  if (known?.of === of && known.version === version) return known.column
  const column = computeColumn(asOf)
  columns.set(asOf, { of, version, column })
  column.catch(() => columns.delete(asOf))
  return column
}

async function computeColumn(asOf: number): Promise<PatternColumn> {
  const column = new Map<number, readonly OptionPattern[]>()
  const ids = options().coveredIds
  for (let first = 0; first < ids.length; first += SLICE) {
    for (const [id, patterns] of await activePatternsOn(ids.slice(first, first + SLICE), asOf))
      column.set(
        id,
        patterns.map(({ pattern }) => pattern),
      )
    await nextTurn()
  }
  return column
}

/** The patterns that the options of some listings show on a day, each with its reason; listings without figures up to then are left out. */
async function activePatternsOn(
  listingIds: readonly number[],
  asOf: number,
): Promise<Map<number, readonly ActivePattern[]>> {
  const [histories, bars] = await Promise.all([
    options().histories(listingIds),
    market().series(listingIds, 'day', 'split'),
  ])
  const found = new Map<number, readonly ActivePattern[]>()
  listingIds.forEach((id, place) => {
    const readings = histories.get(id)
    const series = bars[place]
    const index = readings ? countUpTo(readings.series, asOf) - 1 : -1
    if (!readings || index < 0) return
    const realizedVolatility = series ? realizedVolatilityOn(series, readings.series.day[index] ?? 0) : Number.NaN
    found.set(id, findActivePatterns({ readings, index, realizedVolatility }, OPTION_PATTERN_ROWS))
  })
  return found
}
