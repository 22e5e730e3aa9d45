import { type PlainBar, type PlainLine, valueAt } from './bar.ts'

/** A line made of what a function says about each bar. */
export function eachBar(length: number, of: (index: number) => number | null): PlainLine {
  const line: PlainLine = []
  for (let index = 0; index < length; index++) line.push(of(index))
  return line
}

/** The last `period` values up to a bar, oldest first; null unless all of them are defined. */
export function lastValues(line: readonly (number | null)[], index: number, period: number): number[] | null {
  const values: number[] = []
  for (let at = index - period + 1; at <= index; at++) {
    const value = valueAt(line, at)
    if (value === null) return null
    values.push(value)
  }
  return values
}

/** Arithmetic mean. */
export function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** Root of the mean squared distance from the mean; the sample's deviation divides by one less. */
export function deviationOf(values: readonly number[], of: 'population' | 'sample'): number {
  const mean = meanOf(values)
  let sum = 0
  for (const value of values) sum += (value - mean) * (value - mean)
  return Math.sqrt(sum / (of === 'population' ? values.length : values.length - 1))
}

/** Share of the values that are at most the last one of them: its percentile, 0-1. */
export function percentileOfLast(values: readonly number[]): number {
  const last = values[values.length - 1] ?? Number.NaN
  let atMost = 0
  for (const value of values) if (value <= last) atMost++
  return atMost / values.length
}

/** Simple moving average. */
export function simpleAverage(line: readonly (number | null)[], period: number): PlainLine {
  return eachBar(line.length, (index) => {
    const values = lastValues(line, index, period)
    return values === null ? null : meanOf(values)
  })
}

/** Each value moves the average by a fixed share of its distance; seeded with the simple average of the first `period` values. */
function smooth(line: readonly (number | null)[], period: number, share: number): PlainLine {
  let average: number | null = null
  return eachBar(line.length, (index) => {
    const value = valueAt(line, index)
    if (average !== null && value !== null) {
      average = average + share * (value - average)
    } else {
      const seed = lastValues(line, index, period)
      average = seed === null ? null : meanOf(seed)
    }
    return average
  })
}

/** Exponential moving average: share 2 / (period + 1), seeded with the simple one. */
export function exponentialAverage(line: readonly (number | null)[], period: number): PlainLine {
  return smooth(line, period, 2 / (period + 1))
}

/** Wilder's smoothing: share 1 / period, seeded with the simple average. */
export function wilderAverage(line: readonly (number | null)[], period: number): PlainLine {
  return smooth(line, period, 1 / period)
}

/** Highest high of the last `period` bars. */
export function highestHigh(bars: readonly PlainBar[], period: number): PlainLine {
  const all = bars.map((bar) => bar.high)
  return eachBar(bars.length, (index) => {
    const highs = lastValues(all, index, period)
    return highs === null ? null : Math.max(...highs)
  })
}

/** Lowest low of the last `period` bars. */
export function lowestLow(bars: readonly PlainBar[], period: number): PlainLine {
  const all = bars.map((bar) => bar.low)
  return eachBar(bars.length, (index) => {
    const lows = lastValues(all, index, period)
    return lows === null ? null : Math.min(...lows)
  })
}

/** Combines two lines bar by bar; null where either is. */
export function combine(a: PlainLine, b: PlainLine, of: (a: number, b: number) => number): PlainLine {
  return eachBar(a.length, (index) => {
    const left = valueAt(a, index)
    const right = valueAt(b, index)
    return left === null || right === null ? null : of(left, right)
  })
}

/** True range: the widest of high - low, and of high and low from the previous close; high - low on the first bar. */
export function trueRange(bars: readonly PlainBar[]): PlainLine {
  return bars.map((bar, index) => {
    const before = bars[index - 1]
    if (before === undefined) return bar.high - bar.low
    return Math.max(bar.high - bar.low, Math.abs(bar.high - before.close), Math.abs(bar.low - before.close))
  })
}

/** Average true range (14): Wilder's smoothing of the true range, the first bar's included. */
export function averageTrueRange(bars: readonly PlainBar[]): PlainLine {
  return wilderAverage(trueRange(bars), 14)
}

/** End point, at the last value, of the straight line fitted by least squares. */
export function regressionEnd(values: readonly number[]): number {
  const count = values.length
  let sumX = 0
  let sumY = 0
  for (let x = 0; x < count; x++) {
    sumX += x
    sumY += values[x] ?? 0
  }
  let xy = 0
  let xx = 0
  for (let x = 0; x < count; x++) {
    xy += (x - sumX / count) * ((values[x] ?? 0) - sumY / count)
    xx += (x - sumX / count) * (x - sumX / count)
  }
  return sumY / count + (xy / xx) * (count - 1 - sumX / count)
}
