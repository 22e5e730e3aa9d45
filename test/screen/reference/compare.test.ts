import { describe, expect, test } from 'vitest'
import type { PlainBar, PlainTimeframe } from './bar.ts'
import { referenceChain } from './chain.ts'
import {
  assertChain,
  assertLine,
  assertNoLookAhead,
  assertNothingOnConstant,
  assertPattern,
  type BarColumns,
  type EngineDetect,
  type EngineLine,
} from './compare.ts'
import { referenceLine } from './operand.ts'
import { OPERANDS } from './operand-name.ts'
import { PATTERNS, referencePattern } from './pattern.ts'
import { tradingDays } from './series.ts'

const TIMEFRAMES: readonly PlainTimeframe[] = [1, 2, 3]

function toPlain(columns: BarColumns): PlainBar[] {
  return tradingDays(columns.length).map((date, index) => {
    const volume = columns.volume[index] ?? Number.NaN
    return {
      date,
      open: columns.open[index] ?? 0,
      high: columns.high[index] ?? 0,
      low: columns.low[index] ?? 0,
      close: columns.close[index] ?? 0,
      volume: Number.isNaN(volume) ? null : volume,
    }
  })
}

/** The reference itself in the place of the engine: the harness must find nothing. */
const line: EngineLine = (operand, timeframe, bars) =>
  Float64Array.from(referenceLine(operand, toPlain(bars), timeframe), (value) => value ?? Number.NaN)
const detect: EngineDetect = (signal, _lines, bars, timeframe) =>
  Uint8Array.from(referencePattern(signal, toPlain(bars), timeframe), (is) => (is ? 1 : 0))

describe('the harness finds nothing in the reference itself', () => {
  test.each(OPERANDS)('%s', (operand) => {
    for (const timeframe of TIMEFRAMES) assertLine(line, operand, timeframe, 2)
  })
  test.each(PATTERNS)('%s', (pattern) => {
    for (const timeframe of TIMEFRAMES) {
      assertPattern(detect, pattern, timeframe, 2)
      assertNoLookAhead(line, detect, pattern, timeframe, 1)
    }
  })
  test('chains', () => {
    for (const timeframe of TIMEFRAMES) assertChain(referenceChain, timeframe, 4)
  })
  test('a price that never moves', () => {
    assertNothingOnConstant(line, detect)
  })
})

/** An engine with one mistake: the reference asked about something else. */
const mistaken =
  (change: (is: Uint8Array, lines: (operand: string) => Float64Array) => Uint8Array): EngineDetect =>
  (signal, lines, bars, timeframe) =>
    change(detect(signal, lines, bars, timeframe), lines)

describe('the harness finds', () => {
  test('a line that begins a bar too early, or is seeded with its first value', () => {
    const early: EngineLine = (operand, timeframe, bars) => {
      const values = line(operand, timeframe, bars)
      const first = values.findIndex((value) => !Number.isNaN(value))
      if (first > 0) values[first - 1] = values[first] ?? 0
      return values
    }
    const unseeded: EngineLine = (operand, timeframe, bars) => {
      const values = line(operand, timeframe, bars)
      let average = bars.close[0] ?? 0
      bars.close.forEach((close, index) => {
        average += (2 / 21) * (close - average)
        if (index >= 19) values[index] = average
      })
      return values
    }
    for (const operand of OPERANDS.filter((name) => name !== 'close')) {
      expect(() => assertLine(early, operand, 1)).toThrow('by definition null')
    }
    expect(() => assertLine(unseeded, 'ema20', 1)).toThrow('by definition')
  })

  test('a crossing that must have been strictly below before', () => {
    const strict: EngineDetect = (signal, lines, bars) => {
      const a = lines(signal.a ?? '')
      const b = lines(signal.b ?? '')
      return Uint8Array.from({ length: bars.length }, (_, index) =>
        (a[index - 1] ?? Number.NaN) < (b[index - 1] ?? Number.NaN) && (a[index] ?? 0) > (b[index] ?? 0) ? 1 : 0,
      )
    }
    expect(() => assertPattern(strict, 'crossover_up', 1, 100)).toThrow('by definition true')
  })

  test.each(PATTERNS.filter((pattern) => !/divergence/.test(pattern)))('%s that is one bar late', (pattern) => {
    const late = mistaken((is) => Uint8Array.from(is, (_, index) => is[index - 1] ?? 0))
    expect(() => assertPattern(late, pattern, 1, 100)).toThrow('by definition')
  })

  test.each(PATTERNS)('%s that never happens', (pattern) => {
    expect(() =>
      assertPattern(
        mistaken((is) => is.map(() => 0)),
        pattern,
        1,
        200,
      ),
    ).toThrow('by definition true')
  })

  test('a pattern that looks ahead', () => {
    const ahead = mistaken((is) => Uint8Array.from(is, (_, index) => is[index + 1] ?? 0))
    expect(() => assertNoLookAhead(line, ahead, 'above', 1, 100)).toThrow('when later bars are known')
  })

  test('a chain whose last step may be a bar older', () => {
    const older: typeof referenceChain = (steps, daily, timeframe) =>
      referenceChain(
        steps.map((step) => ({
          ...step,
          anchor: step.anchor.map((signal) => ({ ...signal, window_bars: (signal.window_bars ?? 20) + 1 })),
        })),
        daily,
        timeframe,
      )
    expect(() => assertChain(older, 1, 300)).toThrow('by definition')
  })
})
