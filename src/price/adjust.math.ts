import { type Bars, firstOnOrAfter } from './bars.math.ts'

/** How a series is made comparable over time: not at all, by splits, by splits and cash distributions. */
export const ADJUSTMENTS = ['split', 'raw', 'splitdiv'] as const
/** One of those. */
export type Adjustment = (typeof ADJUSTMENTS)[number]

/** A split (new shares per old one) or a cash dividend per share, on its ex-date; amounts as declared that day. */
export interface CorporateAction {
  /** Ex-date, days since 1970-01-01. */
  readonly day: number
  readonly type: 'split' | 'dividend' | 'special'
  readonly value: number
}

/** What each raw bar is multiplied with. */
export interface AdjustmentFactors {
  readonly price: Float64Array
  readonly volume: Float64Array
}

/**
 * Factors of the CRSP back-adjustment (Center for Research in Security Prices, "CRSP Calculations", cumulative factors to adjust
 * price and shares; the same that Yahoo documents for its adjusted close): every bar before an ex-date is multiplied with 1/ratio of a
 * split and with 1 - D/P of a dividend D, P being the last close before the ex-date; volumes by the ratio of a split only. A
 * distribution that is not less than that close has no factor that leaves a price, and one before the first bar has no close: both
 * change nothing. P is taken in the shares of the ex-date where a split falls on the same day.
 */
export function adjustmentFactors(
  bars: Bars,
  actions: readonly CorporateAction[],
  adjustment: Adjustment,
): AdjustmentFactors {
  const price = new Float64Array(bars.length).fill(1)
  const volume = new Float64Array(bars.length).fill(1)
  if (adjustment === 'raw') return { price, volume }
  const byDay = actions.toSorted((a, b) => b.day - a.day)
  let priceFactor = 1
  let volumeFactor = 1
  let end = bars.length
  for (let index = 0; index < byDay.length; ) {
    const day = byDay[index]?.day ?? 0
    const first = firstOnOrAfter(bars, day)
    price.fill(priceFactor, first, end)
    volume.fill(volumeFactor, first, end)
    end = Math.min(end, first)
    const before = first > 0 ? (bars.close[first - 1] ?? 0) : 0
    let ratio = 1
    let cash = 0
    for (; byDay[index]?.day === day; index++) {
      const action = byDay[index]
      if (action?.type === 'split') ratio *= action.value
      else cash += action?.value ?? 0
    }
    priceFactor /= ratio
    volumeFactor *= ratio
    const closeThen = before / ratio
    if (adjustment === 'splitdiv' && cash > 0 && cash < closeThen) priceFactor *= 1 - cash / closeThen
  }
  price.fill(priceFactor, 0, end)
  volume.fill(volumeFactor, 0, end)
  return { price, volume }
}

/** Bars with their factors applied; the same object when there is nothing to apply. */
export function adjustedBars(bars: Bars, actions: readonly CorporateAction[], adjustment: Adjustment): Bars {
  const matters = adjustment === 'splitdiv' ? actions : actions.filter((action) => action.type === 'split')
  if (adjustment === 'raw' || matters.length === 0) return bars
  const factors = adjustmentFactors(bars, matters, adjustment)
  const times = (column: Float64Array, by: Float64Array) =>
    column.map((value, index) => rounded(value * (by[index] ?? 1)))
  return {
    length: bars.length,
    day: bars.day,
    open: times(bars.open, factors.price),
    high: times(bars.high, factors.price),
    low: times(bars.low, factors.price),
    close: times(bars.close, factors.price),
    volume: bars.volume.map((value, index) => Math.round(value * (factors.volume[index] ?? 1) * 1e3) / 1e3),
  }
}

/** New shares that one share held before `since` has become by `until`: the product of the splits in (since, until]. */
export function splitRatio(actions: readonly CorporateAction[], since: number, until: number): number {
  return actions.reduce(
    (ratio, { type, day, value }) => (type === 'split' && day > since && day <= until ? ratio * value : ratio),
    1,
  )
}

/** A price without the dust of floating-point arithmetic: at least nine significant digits stay. */
export function rounded(price: number): number {
  const scale = Math.abs(price) >= 1 ? 1e8 : 1e14
  const scaled = Math.round(price * scale)
  return Number.isSafeInteger(scaled) ? scaled / scale : price
}
