import { expect, test } from 'vitest'
import type { LineKey } from '../line-key.pure.ts'
import { computeLine } from './lines.pure.ts'

/** The published worksheets of StockCharts' ChartSchool (school.stockcharts.com, one spreadsheet per indicator): prices and results. */
function lineOf(key: LineKey, close: number[], high = close, low = close): number[] {
  const column = (values: number[]) => Float64Array.from(values)
  const bars = {
    length: close.length,
    open: column(close),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(close),
  }
  return [...computeLine(key, 1, bars)].filter((value) => !Number.isNaN(value))
}

function expectEach(line: number[], published: number[], tolerance: number): void {
  expect(line.length).toBeGreaterThanOrEqual(published.length)
  for (const [index, value] of published.entries())
    expect(
      Math.abs((line[index] ?? Number.NaN) - value),
      `value ${index}: ${line[index]}, published ${value}`,
    ).toBeLessThan(tolerance)
}

/** Results are published with two decimals. */
const TWO_DECIMALS = 0.0051

test('RSI 14: worksheet cs-rsi (QQQQ)', () => {
  const close = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
    46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
    44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
  ]
  const published = [
    70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46,
    37.3, 33.08, 37.77,
  ]
  const line = lineOf('rsi14', close)
  expect(line).toHaveLength(published.length)
  expectEach(line, published, TWO_DECIMALS)
})

test('SMA 10 and EMA 10: worksheet cs-movavg (INTC)', () => {
  const close = [
    22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36, 24.05,
    23.75, 23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68, 23.1, 22.4, 22.17,
  ]
  const simple = [
    22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71, 23.69,
    23.61, 23.51, 23.43, 23.28, 23.13,
  ]
  const exponential = [
    22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47, 23.4, 23.39,
    23.26, 23.23, 23.08, 22.92,
  ]
  // The worksheet computes from prices with more decimals than it shows.
  expectEach(lineOf('sma10', close), simple, 2 * TWO_DECIMALS)
  expectEach(lineOf('ema10', close), exponential, 2 * TWO_DECIMALS)
})

test('Bollinger Bands 20,2: worksheet cs-bbands', () => {
  const close = [
    86.16, 89.09, 88.78, 90.32, 89.07, 91.15, 89.44, 89.18, 86.93, 87.68, 86.96, 89.43, 89.32, 88.72, 87.45, 87.26,
    89.5, 87.9, 89.13, 90.7, 92.9, 92.98, 91.8,
  ]
  expectEach(lineOf('bb_mid', close), [88.71, 89.05, 89.24, 89.39], 2 * TWO_DECIMALS)
  expectEach(lineOf('bb_upper', close), [91.29, 91.95, 92.61, 92.93], 2 * TWO_DECIMALS)
  expectEach(lineOf('bb_lower', close), [86.12, 86.14, 85.87, 85.85], 2 * TWO_DECIMALS)
})

test('MACD 12,26,9: worksheet cs-macd (AAPL)', () => {
  const close = [
    459.99, 448.85, 446.06, 450.81, 442.8, 448.97, 444.57, 441.4, 430.47, 420.05, 431.14, 425.66, 430.58, 431.72,
    437.87, 428.43, 428.35, 432.5, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91, 463.58, 461.14, 452.08, 442.66,
    428.91, 429.79, 431.99, 427.72, 423.2, 426.21, 426.98, 435.69, 434.33, 429.8, 419.85, 426.24, 402.8, 392.05, 390.53,
    398.67, 406.13,
  ]
  const macd = [8.275269504, 7.703378381, 6.416074757, 4.237519783, 2.552583325, 1.378885719, 0.102981491, -1.258401953]
  expectEach(lineOf('macd', close), macd, 2e-9)
  expectEach(lineOf('macd_signal', close), [3.037525869, 1.905652229, 1.058708435, 0.410640325], 2e-9)
})

test('Slow stochastic 14,3: worksheet cs-sto (its %D of the fast %K)', () => {
  const high = [
    127.01, 127.62, 126.59, 127.35, 128.17, 128.43, 127.37, 126.42, 126.9, 126.85, 125.65, 125.72, 127.16, 127.72,
    127.69, 128.22, 128.27, 128.09, 128.27, 127.74, 128.77, 129.29, 130.06, 129.12, 129.29, 128.47, 128.09, 128.65,
    129.14, 128.64,
  ]
  const low = [
    125.36, 126.16, 124.93, 126.09, 126.82, 126.48, 126.03, 124.83, 126.39, 125.72, 124.56, 124.57, 125.07, 126.86,
    126.63, 126.8, 126.71, 126.8, 126.13, 125.92, 126.99, 127.81, 128.47, 128.06, 127.61, 127.6, 127, 126.9, 127.49,
    127.4,
  ]
  // The first 13 closes are not in the worksheet; the stochastic does not read them.
  const close = [
    ...low.slice(0, 13),
    ...[
      127.29, 127.18, 128.01, 127.11, 127.73, 127.06, 127.33, 128.71, 127.87, 128.58, 128.6, 127.93, 128.11, 127.6,
      127.6,
    ],
    ...[128.69, 128.27],
  ]
  const published = [
    75.75, 74.21, 78.92, 70.69, 73.6, 79.21, 81.07, 80.58, 72.2, 69.24, 65.2, 54.19, 47.24, 49.2, 54.65,
  ]
  // Prices have two decimals: 0.01 of a range of about 3.5 is 0.29 of 100.
  expectEach(lineOf('stoch_k', close, high, low), published, 0.29)
})

test('ADX 14: worksheet cs-adx (QQQQ)', () => {
  const high = [
    30.1983, 30.2776, 30.4458, 29.3478, 29.3477, 29.2886, 28.8334, 28.7346, 28.6654, 28.8532, 28.6356, 27.6761, 27.2112,
    26.8651, 27.409, 26.9441, 26.5189, 26.5189, 27.0927, 27.686, 28.4477, 28.5267, 28.6654, 29.0116, 29.872, 29.8028,
    29.7529, 30.6546, 30.5951, 30.7635,
  ]
  const low = [
    29.4072, 29.3182, 29.9611, 28.7443, 28.5566, 28.4081, 28.0818, 27.4289, 27.6565, 27.8345, 27.3992, 27.0927, 26.1826,
    26.1332, 26.6277, 26.1332, 25.4307, 25.3518, 25.876, 26.964, 27.1421, 28.0123, 27.884, 27.9928, 28.7643, 29.1402,
    28.7127, 28.929, 30.0304, 29.3863,
  ]
  const close = [
    29.872, 30.2381, 30.0996, 28.9028, 28.9225, 28.4775, 28.5566, 27.5576, 28.4675, 28.2796, 27.4882, 27.231, 26.3507,
    26.3309, 27.0333, 26.2221, 26.0144, 25.4605, 27.0333, 27.4487, 28.3586, 28.4278, 27.953, 29.0116, 29.3776, 29.3576,
    28.9107, 30.6149, 30.0502, 30.189,
  ]
  expectEach(lineOf('adx', close, high, low), [33.58, 32.15, 29.93], TWO_DECIMALS)
})
