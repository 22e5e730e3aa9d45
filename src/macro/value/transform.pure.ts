import { enumeration } from '../../core/input/enumeration.pure.ts'
import { yearsLater } from '../../core/time/day.pure.ts'
import { type MacroFrequency, monthsBetween, monthsLater } from './frequency.pure.ts'
import type { DerivedObservations, Observations } from './observation.pure.ts'

/** What can be made of the levels of a series. */
export const TRANSFORM = enumeration('SeriesTransform', 'What is made of the levels of a series.', {
  pct_change: 'Change from the value before, in percent.',
  yoy: 'Change from one year before by date, in percent.',
  diff: 'Difference from the value before.',
  log: 'Natural logarithm.',
})
export type Transform = (typeof TRANSFORM.tokens)[number]

/** Between two business days there may be a weekend and a holiday. */
const BUSINESS_GAP_DAYS = 4
/** The day a year before may fall into a week without trading. */
const YEAR_GAP_DAYS = 6
/** Half a week: the report nearest to the date. */
const WEEK_SLACK_DAYS = 3

/**
 * Transforms levels. The value before and that of the year before are found by date, never by row: where there is none the result is
 * null. Percentages are 100 (x / y - 1), as FRED's units pch and pc1 have them.
 */
export function transformLevels(
  observations: Observations,
  frequency: MacroFrequency,
  transform: Transform,
): DerivedObservations {
  const { days, values } = observations
  let undefinedCount = 0
  const compute = (value: number, before: number | null): number | null => {
    if (transform === 'log') {
      if (value > 0) return Math.log(value)
      undefinedCount++
      return null
    }
    if (before === null) return null
    if (transform === 'diff') return value - before
    if (before !== 0) return 100 * (value / before - 1)
    undefinedCount++
    return null
  }
  const find = transform === 'yoy' ? findYearBefore : findBefore
  const places = new Map(days.map((day, place) => [day, place]))
  const results = values.map((value, place) => {
    if (value === null) return null
    return compute(value, transform === 'log' ? null : find(observations, places, place, frequency))
  })
  const notes =
    undefinedCount === 0
      ? []
      : [
          transform === 'log'
            ? `${undefinedCount} values of 0 or less have no logarithm: they are null.`
            : `${undefinedCount} values are compared with 0: their change is null.`,
        ]
  return { days, values: results, notes }
}

/** Finds the value another one is compared with; null when there is none. */
type FindValue = (
  observations: Observations,
  places: ReadonlyMap<number, number>,
  place: number,
  frequency: MacroFrequency,
) => number | null

/** The value of the period before. */
const findBefore: FindValue = ({ days, values }, places, place, frequency) => {
  const day = days[place] ?? 0
  const months = monthsBetween(frequency)
  if (months !== null) return valueAt(values, places.get(monthsLater(day, -months)))
  const gap = day - (days[place - 1] ?? Number.NEGATIVE_INFINITY)
  return gap <= gapMax(frequency) ? valueAt(values, place - 1) : null
}

function gapMax(frequency: MacroFrequency): number {
  if (frequency === 'daily') return BUSINESS_GAP_DAYS
  if (frequency === 'weekly') return 7 + WEEK_SLACK_DAYS
  if (frequency === 'biweekly') return 14 + WEEK_SLACK_DAYS
  return Number.POSITIVE_INFINITY
}

/** The value of one year before: of the same period; of weeks the nearest report, of days the last one known by then. */
const findYearBefore: FindValue = ({ days, values }, places, place, frequency) => {
  const wanted = yearsLater(days[place] ?? 0, -1)
  if (monthsBetween(frequency) !== null) return valueAt(values, places.get(wanted))
  if (frequency === 'weekly' || frequency === 'biweekly') {
    for (let off = 0; off <= (frequency === 'weekly' ? WEEK_SLACK_DAYS : 7); off++) {
      const near = places.get(wanted - off) ?? places.get(wanted + off)
      if (near !== undefined) return valueAt(values, near)
    }
    return null
  }
  for (let back = 0; back <= YEAR_GAP_DAYS; back++) {
    const value = valueAt(values, places.get(wanted - back))
    if (value !== null) return value
  }
  return null
}

function valueAt(values: readonly (number | null)[], place: number | undefined): number | null {
  return place === undefined ? null : (values[place] ?? null)
}
