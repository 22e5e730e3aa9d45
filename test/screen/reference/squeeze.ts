import { type PlainBar, type PlainLine, valueAt } from './bar.ts'
import {
  averageTrueRange,
  combine,
  eachBar,
  highestHigh,
  lastValues,
  lowestLow,
  percentileOfLast,
  regressionEnd,
  simpleAverage,
  trueRange,
} from './line.ts'
import { referenceLine } from './operand.ts'

/** Bollinger Bands strictly inside the Keltner Channels (SMA20 +/- 1.5 x SMA20 of the true range); null before bar 20. */
export function findSqueeze(bars: readonly PlainBar[]): (boolean | null)[] {
  const upper = referenceLine('bb_upper', bars)
  const lower = referenceLine('bb_lower', bars)
  const middle = referenceLine('sma20', bars)
  const range = simpleAverage(trueRange(bars), 20)
  return bars.map((_, index) => {
    const top = valueAt(upper, index)
    const bottom = valueAt(lower, index)
    const mean = valueAt(middle, index)
    const width = valueAt(range, index)
    if (top === null || bottom === null || mean === null || width === null) return null
    return top < mean + 1.5 * width && bottom > mean - 1.5 * width
  })
}

/** TTM momentum: end of the regression line over 20 of close - ((highest high 20 + lowest low 20) / 2 + SMA20) / 2. */
export function ttmMomentum(bars: readonly PlainBar[]): PlainLine {
  const middle = combine(highestHigh(bars, 20), lowestLow(bars, 20), (high, low) => (high + low) / 2)
  const mean = combine(middle, referenceLine('sma20', bars), (ofRange, average) => (ofRange + average) / 2)
  const above = bars.map((bar, index) => {
    const at = valueAt(mean, index)
    return at === null ? null : bar.close - at
  })
  return eachBar(bars.length, (index) => {
    const values = lastValues(above, index, 20)
    return values === null ? null : regressionEnd(values)
  })
}

/** Widths that the present one is compared with. */
export const WIDTHS = 126

/** Bollinger width: (upper - lower) / middle. */
export function bandWidth(bars: readonly PlainBar[]): PlainLine {
  const band = combine(referenceLine('bb_upper', bars), referenceLine('bb_lower', bars), (top, bottom) => top - bottom)
  return combine(band, referenceLine('bb_mid', bars), (height, middle) => height / middle)
}

/** The percentile of the Bollinger width among its last 126 values is at most 10 %. */
export function findNarrowBands(bars: readonly PlainBar[]): boolean[] {
  const width = bandWidth(bars)
  return bars.map((_, index) => {
    const values = lastValues(width, index, WIDTHS)
    return values !== null && percentileOfLast(values) <= 0.1
  })
}

/** Close within one ATR14 of an average. */
export function findNear(line: PlainLine, average: PlainLine, bars: readonly PlainBar[]): boolean[] {
  const range = averageTrueRange(bars)
  return bars.map((_, index) => {
    const price = valueAt(line, index)
    const mean = valueAt(average, index)
    const by = valueAt(range, index)
    return price !== null && mean !== null && by !== null && Math.abs(price - mean) <= by
  })
}
