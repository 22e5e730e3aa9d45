import { adjustBars, type CorporateAction, computeSplitRatio } from '../bars/adjust.pure.ts'
import { type Bars, findFirstOnOrAfter } from '../bars/bars.pure.ts'

/** Latest bar of a listing with the previous close and the range of the 52 weeks up to and including it. */
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

/** Split-adjusts the previous close and 52-week range of a quote; `bars` must include the last `rangeDays` days. */
export function adjustQuote(quote: Quote, actions: readonly CorporateAction[], bars: Bars, rangeDays: number): Quote {
  const { day, previousDay, previousClose } = quote
  const adjusted = adjustBars(
    bars,
    actions.filter((action) => action.day <= day),
    'split',
  )
  let high = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  for (let index = findFirstOnOrAfter(bars, day - rangeDays + 1); index < bars.length; index++) {
    high = Math.max(high, adjusted.high[index] ?? high)
    low = Math.min(low, adjusted.low[index] ?? low)
  }
  return {
    ...quote,
    previousClose:
      previousClose === null || previousDay === null
        ? null
        : previousClose / computeSplitRatio(actions, previousDay, day),
    week52High: Number.isFinite(high) ? high : quote.week52High,
    week52Low: Number.isFinite(low) ? low : quote.week52Low,
  }
}
