import { adjustedBars, type CorporateAction, splitRatio } from './adjust.math.ts'
import { type Bars, firstOnOrAfter } from './bars.math.ts'

/** The latest bar of a listing beside what it is compared with, in the shares of that day. */
export interface Quote {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
  readonly previousDay: number | null
  readonly previousClose: number | null
  readonly week52High: number
  readonly week52Low: number
}

/** A quote whose earlier prices are in today's shares: what was before a split is divided by its ratio. `bars` hold the range's days. */
export function splitAdjustedQuote(
  quote: Quote,
  actions: readonly CorporateAction[],
  bars: Bars,
  rangeDays: number,
): Quote {
  const { day, previousDay, previousClose } = quote
  const adjusted = adjustedBars(
    bars,
    actions.filter((action) => action.day <= day),
    'split',
  )
  let high = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  for (let index = firstOnOrAfter(bars, day - rangeDays + 1); index < bars.length; index++) {
    high = Math.max(high, adjusted.high[index] ?? high)
    low = Math.min(low, adjusted.low[index] ?? low)
  }
  return {
    ...quote,
    previousClose:
      previousClose === null || previousDay === null ? null : previousClose / splitRatio(actions, previousDay, day),
    week52High: Number.isFinite(high) ? high : quote.week52High,
    week52Low: Number.isFinite(low) ? low : quote.week52Low,
  }
}
