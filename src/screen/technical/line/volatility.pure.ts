import { wilderMean } from './average.pure.ts'
import { borrow, type Run } from './run.pure.ts'
import { movingDeviation, movingExtremes, movingMean, movingRank } from './window.pure.ts'

/** Bars of the average true range; in Wilder's smoothing what comes in counts for one part of as many. */
const PERIOD = 14
const SHARE = 1 / PERIOD

/** True range (Wilder 1978): the range of the bar and of the close before it; of the first bar its own range. */
function computeTrueRange(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  run: Run,
  out: Float64Array,
): void {
  const { first, end } = run
  out[first] = (high[first] ?? 0) - (low[first] ?? 0)
  for (let index = first + 1; index < end; index++) {
    const before = close[index - 1] ?? 0
    out[index] = Math.max(high[index] ?? 0, before) - Math.min(low[index] ?? 0, before)
  }
}

/** Average true range over 14 bars with Wilder's smoothing (Wilder 1978). */
export function computeAtr(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  { first, end }: Run,
  out: Float64Array,
): void {
  if (end - first < PERIOD) return
  const range = borrow(0, close.length)
  const seeded = first + PERIOD
  computeTrueRange(high, low, close, { first, end: seeded }, range)
  wilderMean(range, { first, end: seeded }, PERIOD, out)
  let mean = out[seeded - 1] ?? 0
  let before = close[seeded - 1] ?? 0
  // Ranges are found while the mean waits for its own value before.
  for (let index = seeded; index < end; index++) {
    const trueRange = Math.max(high[index] ?? 0, before) - Math.min(low[index] ?? 0, before)
    before = close[index] ?? 0
    mean += SHARE * (trueRange - mean)
    out[index] = mean
  }
}

/**
 * Realised volatility: the sample deviation of 30 log returns, annualised by the root of the bars per year (Hull, "Options, Futures, and
 * Other Derivatives", "Estimating volatility from historical data"), and its percentile: the share of the last year's values that are at
 * most as large. Defined where all prices are positive.
 */
export function computeRealizedVolatility(
  close: Float64Array,
  { first, end }: Run,
  barsPerYear: number,
  annual: Float64Array,
  rank: Float64Array,
): void {
  if (end - first < 31) return
  const returns = borrow(0, close.length)
  for (let index = first + 1; index < end; index++)
    returns[index] = Math.log((close[index] ?? 1) / (close[index - 1] ?? 1))
  movingDeviation(returns, { first: first + 1, end }, 30, 29, borrow(1, close.length), annual)
  const scale = Math.sqrt(barsPerYear)
  for (let index = first + 30; index < end; index++) annual[index] = (annual[index] ?? 0) * scale
  movingRank(annual, { first: first + 30, end }, barsPerYear, rank)
}

/** Lines of the Bollinger Bands. */
export interface BandLines {
  readonly mid: Float64Array
  readonly upper: Float64Array
  readonly lower: Float64Array
  /** (upper - lower) / mid. */
  readonly width: Float64Array
}

/** Bollinger Bands 20,2 with the population's deviation and their width (Bollinger, "Bollinger on Bollinger Bands", 2001). */
export function computeBands(close: Float64Array, run: Run, { mid, upper, lower, width }: BandLines): void {
  movingDeviation(close, run, 20, 20, mid, upper)
  for (let index = run.first + 19; index < run.end; index++) {
    const middle = mid[index] ?? 0
    const distance = 2 * (upper[index] ?? 0)
    upper[index] = middle + distance
    lower[index] = middle - distance
    if (middle > 0) width[index] = (2 * distance) / middle
  }
}

/**
 * By how much the Bollinger Bands 20,2 lie inside the Keltner channel SMA20 +/- 1.5 x SMA20(true range): above 0 in a TTM squeeze
 * (Carter, "Mastering the Trade", 2005).
 */
export function computeSqueezeDepth(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  run: Run,
  out: Float64Array,
): void {
  const range = borrow(0, close.length)
  const mean = borrow(1, close.length)
  const deviation = borrow(2, close.length)
  computeTrueRange(high, low, close, run, range)
  movingMean(range, run, 20, out)
  movingDeviation(close, run, 20, 20, mean, deviation)
  for (let index = run.first + 19; index < run.end; index++)
    out[index] = 1.5 * (out[index] ?? 0) - 2 * (deviation[index] ?? 0)
}

/**
 * Momentum of the TTM squeeze (Carter 2005): the end point of the linear regression over 20 bars of the close's distance from the mean
 * of SMA20 and the middle of the highest high and lowest low of 20 bars. The end point of a regression over n values is the sum of
 * value i (1 = oldest) times (6i - 2n - 2) / (n (n + 1)).
 */
export function computeSqueezeMomentum(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  run: Run,
  out: Float64Array,
): void {
  const { first, end } = run
  const highest = borrow(0, close.length)
  const lowest = borrow(1, close.length)
  const distance = borrow(2, close.length)
  movingExtremes(high, low, run, 20, highest, lowest)
  movingMean(close, run, 20, distance)
  for (let index = first + 19; index < end; index++) {
    const middle = ((highest[index] ?? 0) + (lowest[index] ?? 0)) / 2
    distance[index] = (close[index] ?? 0) - (middle + (distance[index] ?? 0)) / 2
  }
  for (let index = first + 38; index < end; index++) {
    let point = 0
    for (let place = 1; place <= 20; place++) point += (6 * place - 42) * (distance[index - 20 + place] ?? 0)
    out[index] = point / 420
  }
}
