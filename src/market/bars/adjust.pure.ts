import { enumeration } from '../../core/input/enumeration.pure.ts'
import { type Bars, findFirstOnOrAfter } from './bars.pure.ts'

/** Corporate actions that prices are back-adjusted for. */
export const ADJUSTMENT = enumeration('Adjustment', 'Corporate actions that prices are back-adjusted for.', {
  split: 'Back-adjusted for splits.',
  raw: 'Not adjusted: as quoted on the day.',
  splitdiv: 'Back-adjusted for splits and cash dividends, special ones included.',
})
export type Adjustment = (typeof ADJUSTMENT.tokens)[number]

/** Types of corporate actions that are stored. */
export const ACTION_TYPE = enumeration('CorporateActionType', 'Type of a corporate action.', {
  split: 'Share split or reverse split; the value is the number of new shares per old one.',
  dividend: 'Regular cash dividend per share.',
  special: 'Special cash dividend per share.',
})

/** A split (new shares per old one) or a cash dividend per share, on its ex-date; amounts as declared that day. */
export interface CorporateAction {
  /** Ex-date, days since 1970-01-01. */
  readonly day: number
  readonly type: (typeof ACTION_TYPE.tokens)[number]
  readonly value: number
}

/** Adjustment factors by which raw prices and volumes of each bar are multiplied. */
export interface AdjustmentFactors {
  readonly price: Float64Array
  readonly volume: Float64Array
}

/**
 * Computes the adjustment factors of the CRSP back-adjustment (Center for Research in Security Prices, "CRSP Calculations", cumulative
 * factors to adjust price and shares; the same that Yahoo documents for its adjusted close). Prices of every bar before an ex-date are
 * multiplied by 1/ratio of a split and by 1 - D/P of a dividend D, where P is the last close before the ex-date, in the shares of the
 * ex-date when a split has the same one; volumes are multiplied by split ratios only. A dividend of at least P, or before the first
 * bar, is ignored: no positive price would remain, or P is unknown.
 */
export function computeAdjustmentFactors(
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
    const first = findFirstOnOrAfter(bars, day)
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
    priceFactor = withinFactors(priceFactor / ratio)
    volumeFactor = withinFactors(volumeFactor * ratio)
    const closeThen = before / ratio
    if (adjustment === 'splitdiv' && cash > 0 && cash < closeThen)
      priceFactor = withinFactors(priceFactor * (1 - cash / closeThen))
  }
  price.fill(priceFactor, 0, end)
  volume.fill(volumeFactor, 0, end)
  return { price, volume }
}

/** Back-adjusts raw bars; returns the same object when there is nothing to adjust. */
export function adjustBars(bars: Bars, actions: readonly CorporateAction[], adjustment: Adjustment): Bars {
  const relevant = adjustment === 'splitdiv' ? actions : actions.filter((action) => action.type === 'split')
  if (adjustment === 'raw' || relevant.length === 0) return bars
  const factors = computeAdjustmentFactors(bars, relevant, adjustment)
  const times = (column: Float64Array, by: Float64Array) =>
    column.map((value, index) => roundPrice(value * (by[index] ?? 1)))
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

/** Cumulative split ratio: number of shares on `until` per share held on `since`, the product of the splits in (since, until]. */
export function computeSplitRatio(actions: readonly CorporateAction[], since: number, until: number): number {
  return actions.reduce(
    (ratio, { type, day, value }) =>
      type === 'split' && day > since && day <= until ? withinFactors(ratio * value) : ratio,
    1,
  )
}

/** Beyond what all splits of any company come to; a factor stays within, so that a price stays a number. */
const FACTOR_MAX = 1e15

function withinFactors(factor: number): number {
  return Math.min(FACTOR_MAX, Math.max(1 / FACTOR_MAX, factor))
}

/** Rounds away floating-point error in a price; keeps at least nine significant digits. */
export function roundPrice(price: number): number {
  const scale = Math.abs(price) >= 1 ? 1e8 : 1e14
  const scaled = Math.round(price * scale)
  return Number.isSafeInteger(scaled) ? scaled / scale : price
}
