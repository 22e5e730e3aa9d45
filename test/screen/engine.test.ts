import { describe, test } from 'vitest'
import { detect } from '../../src/screen/technical/detection/detect.pure.ts'
import { readLines } from '../../src/screen/technical/line/lines.pure.ts'
import { OPERAND_KEYS, type OperandKey } from '../../src/screen/technical/line-key.pure.ts'
import { type Operand, PATTERN_KEYS } from '../../src/screen/technical/pattern-key.pure.ts'
import { resolveOperand } from '../../src/screen/technical/resolve-operand.ts'
import type { PlainTimeframe } from './reference/bar.ts'
import {
  assertLine,
  assertNoLookAhead,
  assertNothingOnConstant,
  assertPattern,
  type EngineDetect,
  type EngineLine,
} from './reference/compare.ts'

const TIMEFRAMES: readonly PlainTimeframe[] = [1, 2, 3]
/** Series for each operand, and each pattern, in each timeframe; more with SCREEN_RUNS. */
const RUNS = Number(process.env['SCREEN_RUNS'] ?? 8)

function operandOf(text: string | undefined): Operand | null {
  if (text === undefined) return null
  const { operand } = resolveOperand(text)
  if (operand === null) throw new Error(`The engine knows no operand ${text}`)
  return operand
}

function isOperandKey(key: string): key is OperandKey {
  return OPERAND_KEYS.some((known) => known === key)
}

const engineLine: EngineLine = (text, timeframe, bars) => {
  const operand = operandOf(text)
  if (typeof operand !== 'string') throw new Error(`${text} is no line`)
  return readLines(bars, timeframe)(operand)
}

/** Operands come from the harness, lines that only patterns read from the engine. */
const engineDetect: EngineDetect = ({ pattern, a, b, for_bars, window_bars }, lines, bars, timeframe) => {
  const key = PATTERN_KEYS.find((known) => known === pattern)
  if (key === undefined) throw new Error(`The engine knows no pattern ${pattern}`)
  const own = readLines(bars, timeframe)
  const signal = { a: operandOf(a), b: operandOf(b), forBars: for_bars ?? null, windowBars: window_bars ?? null }
  return detect(key, signal, (line) => (isOperandKey(line) ? lines(line) : own(line)), bars)
}

describe.each(TIMEFRAMES)('the engine in timeframe %i', (timeframe) => {
  test.each(OPERAND_KEYS)('line %s is the one by definition', (operand) => {
    assertLine(engineLine, operand, timeframe, RUNS)
  })

  test.each(PATTERN_KEYS)('%s fires where the definition says', (pattern) => {
    assertPattern(engineDetect, pattern, timeframe, RUNS)
  })

  test.each(PATTERN_KEYS)('%s does not look ahead', (pattern) => {
    assertNoLookAhead(engineLine, engineDetect, pattern, timeframe, Math.ceil(RUNS / 2))
  })
})

test('a price that never moves makes no events', () => {
  assertNothingOnConstant(engineLine, engineDetect)
})
