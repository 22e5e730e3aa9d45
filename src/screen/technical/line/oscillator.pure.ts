import { borrow, type Run } from './run.pure.ts'
import { movingExtremes } from './window.pure.ts'

const PERIOD = 14
/** Wilder's smoothing: what comes in counts for a fourteenth. */
const SHARE = 1 / PERIOD

/**
 * Relative strength index over 14 changes, with Wilder's smoothing (Wilder, "New Concepts in Technical Trading Systems", 1978): 100
 * without losses, 0 without gains, 50 without either.
 */
export function computeRsi(close: Float64Array, { first, end }: Run, out: Float64Array): void {
  if (end - first <= PERIOD) return
  let gain = 0
  let loss = 0
  let before = close[first] ?? 0
  for (let index = first + 1; index <= first + PERIOD; index++) {
    const value = close[index] ?? 0
    gain += Math.max(value - before, 0)
    loss += Math.max(before - value, 0)
    before = value
  }
  gain /= PERIOD
  loss /= PERIOD
  out[first + PERIOD] = gain + loss > 0 ? (100 * gain) / (gain + loss) : 50
  for (let index = first + PERIOD + 1; index < end; index++) {
    const value = close[index] ?? 0
    const change = value - before
    before = value
    // max(change, 0) and max(-change, 0) without a branch, which on prices no processor can predict.
    const size = 0.5 * Math.abs(change)
    gain += (size + 0.5 * change - gain) * SHARE
    loss += (size - 0.5 * change - loss) * SHARE
    const sum = gain + loss
    out[index] = sum > 0 ? (100 * gain) / sum : 50
  }
}

/**
 * Slow stochastic 14,3,3 (Lane, "Lane's Stochastics", 1984): %K is the SMA3 of the close's place between the lowest low and the highest
 * high of 14 bars, 0-100, %D the SMA3 of %K. The place is 50 when the price has not moved.
 */
export function computeStochastic(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  run: Run,
  { k, d }: { readonly k: Float64Array; readonly d: Float64Array },
): void {
  const { first, end } = run
  if (end - first < PERIOD) return
  const highest = borrow(0, close.length)
  const place = borrow(1, close.length)
  movingExtremes(high, low, run, PERIOD, highest, place)
  for (let index = first + PERIOD - 1; index < end; index++) {
    const lowest = place[index] ?? 0
    const range = (highest[index] ?? 0) - lowest
    place[index] = range > 0 ? (100 * ((close[index] ?? 0) - lowest)) / range : 50
  }
  meanOfThree(place, first + PERIOD + 1, end, k)
  meanOfThree(k, first + PERIOD + 3, end, d)
}

/** Mean of a value and the two before, from index `from`; of three equal values exactly that value. */
function meanOfThree(values: Float64Array, from: number, end: number, out: Float64Array): void {
  for (let index = from; index < end; index++) {
    const value = values[index] ?? 0
    out[index] = value + ((values[index - 1] ?? 0) - value + ((values[index - 2] ?? 0) - value)) * (1 / 3)
  }
}

/** Lines of the directional movement system. */
export interface DirectionalLines {
  readonly adx: Float64Array
  readonly plusDi: Float64Array
  readonly minusDi: Float64Array
}

/**
 * Directional movement system over 14 bars (Wilder, "New Concepts in Technical Trading Systems", 1978): +DI and -DI are the smoothed
 * directional movements in percent of the smoothed true range, from the second bar on; ADX smooths |+DI - -DI| / (+DI + -DI), in
 * percent. A price that does not move has no direction: 0.
 */
export function computeDirectional(
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  { first, end }: Run,
  { adx, plusDi, minusDi }: DirectionalLines,
): void {
  let plus = 0
  let minus = 0
  let range = 0
  let strength = 0
  const seeded = first + PERIOD
  const strengthSeeded = seeded + PERIOD - 1
  let highBefore = high[first] ?? 0
  let lowBefore = low[first] ?? 0
  let closeBefore = close[first] ?? 0
  for (let index = first + 1; index < end; index++) {
    const top = high[index] ?? 0
    const bottom = low[index] ?? 0
    const up = top - highBefore
    const down = lowBefore - bottom
    const moveUp = up > down && up > 0 ? up : 0
    const moveDown = down > up && down > 0 ? down : 0
    const trueRange = Math.max(top, closeBefore) - Math.min(bottom, closeBefore)
    highBefore = top
    lowBefore = bottom
    closeBefore = close[index] ?? 0
    if (index <= seeded) {
      plus += moveUp / PERIOD
      minus += moveDown / PERIOD
      range += trueRange / PERIOD
      if (index < seeded) continue
    } else {
      plus += (moveUp - plus) * SHARE
      minus += (moveDown - minus) * SHARE
      range += (trueRange - range) * SHARE
    }
    const percent = range > 0 ? 100 / range : 0
    plusDi[index] = plus * percent
    minusDi[index] = minus * percent
    const sum = plus + minus
    const direction = sum > 0 ? (100 * Math.abs(plus - minus)) / sum : 0
    if (index <= strengthSeeded) {
      strength += direction / PERIOD
      if (index < strengthSeeded) continue
    } else strength += (direction - strength) * SHARE
    adx[index] = strength
  }
}
