import type { Listing } from '../../catalog/catalog.store.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import { dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { seriesLoader } from '../../market/bars/bars.loader.ts'
import type { Bars } from '../../market/bars/bars.pure.ts'
import { closedBars } from '../frame/slot-series.pure.ts'
import { computeLine } from '../technical/line/lines.pure.ts'
import type { OperandKey, ScreenTimeframe } from '../technical/line-key.pure.ts'
import { resolveOperand } from '../technical/resolve-operand.ts'

/** Value of a line on a closed bar. */
export interface IndicatorValue {
  readonly listing: Listing
  /** Last trading day of the bar. */
  readonly date: string
  /** Null while the line is not defined. */
  readonly value: number | null
}

/** A request for the most recent `limit` values of a line. */
interface IndicatorRequest {
  readonly operand: string
  readonly timeframe: ScreenTimeframe
  readonly limit: number
}

/** Computes a line over all closed bars of a listing, as screens do, and returns its last values, oldest first. */
export async function readIndicator(
  listing: Listing,
  { operand, timeframe, limit }: IndicatorRequest,
  context: Context,
): Promise<IndicatorValue[]> {
  const key = lineKeyOf(operand)
  const bars = await readClosedBars(listing, timeframe, context)
  const line = computeLine(key, timeframe, bars)
  const first = Math.max(0, bars.length - limit)
  return Array.from(line.subarray(first), (value, index) => ({
    listing,
    date: isoOfDay(bars.day[first + index] ?? 0),
    value: Number.isNaN(value) ? null : value,
  }))
}

/** Split-adjusted bars of a listing that are closed: a week or month that is not over yet is left out. */
export async function readClosedBars(listing: Listing, timeframe: ScreenTimeframe, context: Context): Promise<Bars> {
  const days = await seriesLoader(context, 'day', 'split').load(listing.id)
  return closedBars(days, timeframe, dayOfMs(context.clock.now()), listing.type === 'crypto')
}

/** The line that is meant; levels and lines that are not kept have no values of their own. */
function lineKeyOf(text: string): OperandKey {
  const resolved = resolveOperand(text)
  if (resolved.operand === null) {
    const [nearest] = resolved.nearest
    const help = nearest === undefined ? ' GET /v1/screen/fields lists all operands.' : ` Did you mean ${nearest}?`
    const facts = { param: 'operand', ...(nearest === undefined ? {} : { did_you_mean: nearest }) }
    throw new ApiError('unknown_operand', `${resolved.message}${help}`, facts)
  }
  if (typeof resolved.operand !== 'string') {
    const message = `operand must be a line such as rsi14 or sma200: the level ${text.slice(0, 64)} has no values.`
    throw new ApiError('invalid_parameter', message, { param: 'operand' })
  }
  if (resolved.note === null) return resolved.operand
  const message = `There is no line ${text.slice(0, 64)}; the nearest is ${resolved.operand}.`
  throw new ApiError('unknown_operand', message, { param: 'operand', did_you_mean: resolved.operand })
}
