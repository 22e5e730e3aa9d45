import type { Run } from './run.pure.ts'

/** Mean of the `period` values from `first`. */
function meanOf(values: Float64Array, first: number, period: number): number {
  const pivot = values[first] ?? 0
  let sum = 0
  for (let index = first + 1; index < first + period; index++) sum += (values[index] ?? 0) - pivot
  return pivot + sum / period
}

/**
 * Exponential moving average with alpha = 2 / (period + 1), whose first value is the simple average of the first `period` values
 * (Appel, "Technical Analysis: Power Tools for Active Investors", 2005).
 */
export function exponentialMean(values: Float64Array, run: Run, period: number, out: Float64Array): void {
  smoothedMean(values, run, period, 2 / (period + 1), out)
}

/**
 * Wilder's smoothing, alpha = 1 / period, whose first value is the simple average of the first `period` values (Wilder, "New Concepts in
 * Technical Trading Systems", 1978).
 */
export function wilderMean(values: Float64Array, run: Run, period: number, out: Float64Array): void {
  smoothedMean(values, run, period, 1 / period, out)
}

function smoothedMean(
  values: Float64Array,
  { first, end }: Run,
  period: number,
  alpha: number,
  out: Float64Array,
): void {
  if (end - first < period) return
  let mean = meanOf(values, first, period)
  out[first + period - 1] = mean
  for (let index = first + period; index < end; index++) {
    mean += alpha * ((values[index] ?? 0) - mean)
    out[index] = mean
  }
}

/**
 * Moving average convergence divergence, EMA12 - EMA26, and its signal line, the EMA9 of it (Appel, "The Moving Average Convergence
 * Divergence Trading Method", 1979).
 */
export function computeMacd(values: Float64Array, { first, end }: Run, macd: Float64Array, signal: Float64Array): void {
  if (end - first < 26) return
  let fast = meanOf(values, first, 12)
  for (let index = first + 12; index < first + 26; index++) fast += (2 / 13) * ((values[index] ?? 0) - fast)
  let slow = meanOf(values, first, 26)
  macd[first + 25] = fast - slow
  const seeded = Math.min(first + 34, end)
  for (let index = first + 26; index < seeded; index++) {
    const value = values[index] ?? 0
    fast += (2 / 13) * (value - fast)
    slow += (2 / 27) * (value - slow)
    macd[index] = fast - slow
  }
  if (end < first + 34) return
  let mean = meanOf(macd, first + 25, 9)
  signal[first + 33] = mean
  // The three averages are followed side by side: each waits for its own value before only.
  for (let index = first + 34; index < end; index++) {
    const value = values[index] ?? 0
    fast += (2 / 13) * (value - fast)
    slow += (2 / 27) * (value - slow)
    const distance = fast - slow
    mean += 0.2 * (distance - mean)
    macd[index] = distance
    signal[index] = mean
  }
}
