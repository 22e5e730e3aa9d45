import { STATEMENT_FIELDS } from '../concept/concept.source.ts'

/** A figure of four quarters in their order, as of one year: flows summed, share counts averaged, balances those of the last day. */
export function combineQuarters(quarters: readonly Float64Array[], position: number): number {
  const how = COMBINE[position]
  if (how === 'last') return quarters.at(-1)?.[position] ?? Number.NaN
  if (how === 'first') return quarters[0]?.[position] ?? Number.NaN
  if (how !== 'sum' && how !== 'mean') return Number.NaN
  let sum = 0
  for (const values of quarters) sum += values[position] ?? Number.NaN
  return how === 'sum' ? sum : sum / quarters.length
}

const COMBINE = STATEMENT_FIELDS.map(({ combine }) => combine)
const IS_PER_SHARE = STATEMENT_FIELDS.map(({ unit }) => unit === 'per_share')

/**
 * A figure of the last quarter of a fiscal year, as what is left of the year after the three before it: reports give the year and
 * three quarters only (Form 10-K has no statements of the fourth). Per-share amounts are treated alike, so that quarters sum to the
 * year; a count of shares that would not be above zero stays unknown. Without the three quarters only balances are known.
 */
export function lastQuarterOf(year: Float64Array, quarters: readonly Float64Array[] | null, position: number): number {
  const how = COMBINE[position]
  const whole = year[position] ?? Number.NaN
  if (how === 'last') return whole
  if (quarters === null) return Number.NaN
  let rest = 0
  for (const values of quarters) rest += values[position] ?? Number.NaN
  if (how === 'sum') return difference(whole, rest, IS_PER_SHARE[position] ?? false)
  return how === 'mean' && 4 * whole > rest ? 4 * whole - rest : Number.NaN
}

/** Per-share amounts have at most four decimals in reports; the error of binary fractions is rounded away. */
function difference(whole: number, rest: number, isPerShare: boolean): number {
  return isPerShare ? Math.round((whole - rest) * 1e4) / 1e4 : whole - rest
}
