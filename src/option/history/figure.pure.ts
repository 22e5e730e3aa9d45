import { recordOf } from '../../core/record.pure.ts'
import { firstNotBelow } from '../../core/sorted.pure.ts'

/** What is kept of the options of a listing for each day; NaN where a day's chain did not say. */
export const FIGURE_KEYS = [
  'spot',
  'ivWeekly',
  'iv30',
  'iv90',
  'skewWeekly',
  'skew30',
  'skew90',
  'weeklyDays',
  'callVolume',
  'putVolume',
  'callOpenInterest',
  'putOpenInterest',
  'maxPain',
  'gammaExposure',
] as const

/** Name of a daily figure. */
export type FigureKey = (typeof FIGURE_KEYS)[number]

/** The figures of one day. */
export type DayFigures = Readonly<Record<FigureKey, number>>

/** The figures of some days in columns, oldest first. */
export interface FigureSeries {
  readonly length: number
  /** Days since 1970-01-01. */
  readonly day: Int32Array
  readonly columns: Readonly<Record<FigureKey, Float32Array>>
}

/** Allocates columns for some days, all unknown. */
export function createSeries(length: number): FigureSeries {
  const columns = recordOf(FIGURE_KEYS, () => new Float32Array(length).fill(Number.NaN))
  return { length, day: new Int32Array(length), columns }
}

/** Number of days up to and including `day`. */
export function countUpTo({ day, length }: FigureSeries, last: number): number {
  return firstNotBelow(day, last + 1, length)
}

/** A figure rounded to the six digits that are kept. */
export function shownFigure(value: number): number | null {
  return Number.isNaN(value) ? null : Number(value.toPrecision(6))
}
