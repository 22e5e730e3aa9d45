import { firstNotBelow } from '../../../core/sorted.pure.ts'
import type { Run } from './run.pure.ts'

/**
 * Windows over the last `period` values, in one pass and without subtraction of what leaves: the run is cut into blocks of `period`
 * values, so that every window is the end of one block (summed backwards once) and the beginning of the next (summed as it goes), after
 * van Herk, "A fast algorithm for local minimum and maximum filters" (1992), and Gil and Werman (1993). A value therefore depends on the
 * values of its window only: nothing drifts, and a huge value is forgotten when it leaves. Sums are taken of differences to the first
 * value of the block, which lies in every window of it, so that a constant series has exactly its own mean and no deviation.
 */
const LONGEST_WINDOW = 252

/** Sums over the last 0, 1, 2 ... values of the block before. */
const endSums = new Float64Array(LONGEST_WINDOW + 1)
const endSquares = new Float64Array(LONGEST_WINDOW + 1)

/** Simple moving average of the last `period` values; blocks are counted from bar `origin`, which is not after the first of the run. */
export function movingMean(
  values: Float64Array,
  { first, end }: Run,
  period: number,
  out: Float64Array,
  origin = first,
): void {
  for (let block = first - ((first - origin) % period); block < end; block += period) {
    const begin = Math.max(block, first)
    const next = Math.min(block + period, end)
    const pivot = values[begin] ?? 0
    /** Values before the block that windows reach back to. */
    const reach = Math.min(period - 1, block - first)
    let sum = 0
    for (let back = 1; back <= reach; back++) {
      sum += (values[block - back] ?? 0) - pivot
      endSums[back] = sum
    }
    sum = 0
    const whole = Math.min(next, block + period - 1 - Math.max(-1, reach))
    for (let index = begin; index < whole; index++) sum += (values[index] ?? 0) - pivot
    let left = block + period - 1 - whole
    for (let index = whole; index < next; index++, left--) {
      sum += (values[index] ?? 0) - pivot
      out[index] = pivot + (sum + (endSums[left] ?? 0)) / period
    }
  }
}

/**
 * Moving average and standard deviation of the last `period` values; the divisor of the squares is `period` for the population's
 * deviation and `period - 1` for a sample's.
 */
export function movingDeviation(
  values: Float64Array,
  { first, end }: Run,
  period: number,
  divisor: number,
  mean: Float64Array,
  deviation: Float64Array,
): void {
  const share = 1 / period
  const divided = 1 / divisor
  for (let block = first; block < end; block += period) {
    const pivot = values[block] ?? 0
    const next = Math.min(block + period, end)
    let sum = 0
    let squares = 0
    if (block > first)
      for (let back = 1; back < period; back++) {
        const value = (values[block - back] ?? 0) - pivot
        sum += value
        squares += value * value
        endSums[back] = sum
        endSquares[back] = squares
      }
    sum = 0
    squares = 0
    for (let index = block, left = period - 1; index < next; index++, left--) {
      const value = (values[index] ?? 0) - pivot
      sum += value
      squares += value * value
      if (block === first && left > 0) continue
      const whole = sum + (endSums[left] ?? 0)
      const wholeSquares = squares + (endSquares[left] ?? 0)
      const average = whole * share
      mean[index] = pivot + average
      deviation[index] = Math.sqrt(Math.max(0, wholeSquares - whole * average) * divided)
    }
  }
}

const endHighs = new Float64Array(LONGEST_WINDOW + 1)
const endLows = new Float64Array(LONGEST_WINDOW + 1)

/** Highest of the last `period` values of `highs` and lowest of `lows`. */
export function movingExtremes(
  highs: Float64Array,
  lows: Float64Array,
  { first, end }: Run,
  period: number,
  highest: Float64Array,
  lowest: Float64Array,
): void {
  endHighs[0] = Number.NEGATIVE_INFINITY
  endLows[0] = Number.POSITIVE_INFINITY
  for (let block = first; block < end; block += period) {
    const next = Math.min(block + period, end)
    let high = Number.NEGATIVE_INFINITY
    let low = Number.POSITIVE_INFINITY
    if (block > first) {
      for (let back = 1; back < period; back++) {
        high = Math.max(high, highs[block - back] ?? 0)
        low = Math.min(low, lows[block - back] ?? 0)
        endHighs[back] = high
        endLows[back] = low
      }
      high = Number.NEGATIVE_INFINITY
      low = Number.POSITIVE_INFINITY
      for (let index = block, left = period - 1; index < next; index++, left--) {
        high = Math.max(high, highs[index] ?? 0)
        low = Math.min(low, lows[index] ?? 0)
        highest[index] = Math.max(high, endHighs[left] ?? 0)
        lowest[index] = Math.min(low, endLows[left] ?? 0)
      }
    } else {
      for (let index = block; index < next; index++) {
        high = Math.max(high, highs[index] ?? 0)
        low = Math.min(low, lows[index] ?? 0)
      }
      if (block + period <= end) {
        highest[block + period - 1] = high
        lowest[block + period - 1] = low
      }
    }
  }
}

/** Joins every window of the run with the one that ends `shift` bars earlier, in place. */
export function widenExtremes(highest: Float64Array, lowest: Float64Array, { first, end }: Run, shift: number): void {
  for (let index = end - 1; index >= first; index--) {
    highest[index] = Math.max(highest[index] ?? 0, highest[index - shift] ?? 0)
    lowest[index] = Math.min(lowest[index] ?? 0, lowest[index - shift] ?? 0)
  }
}

const sorted = new Float64Array(LONGEST_WINDOW + 1)

/** Percentile (0-1) of the present value: the share of the last `period` values, itself included, that are at most as large, to 1e-9. */
export function movingRank(values: Float64Array, { first, end }: Run, period: number, out: Float64Array): void {
  let count = 0
  for (let index = first; index < end; index++) {
    const value = values[index] ?? 0
    let place = firstNotBelow(sorted, value, count)
    if (count < period) {
      sorted.copyWithin(place + 1, place, count)
      sorted[place] = value
      count++
    } else {
      const left = values[index - period] ?? 0
      const leaving = firstNotBelow(sorted, left, count)
      if (leaving < place) place--
      // Only what lies between the value that leaves and the one that comes moves by a place.
      for (let at = leaving; at < place; at++) sorted[at] = sorted[at + 1] ?? 0
      for (let at = leaving; at > place; at--) sorted[at] = sorted[at - 1] ?? 0
      sorted[place] = value
    }
    if (count < period) continue
    let atMost = place + 1
    while (atMost < count && (sorted[atMost] ?? 0) <= value * (1 + 1e-9)) atMost++
    out[index] = atMost / period
  }
}
