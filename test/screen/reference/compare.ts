import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { BARS_OF_YEAR, buildPlainBars, type PlainBar, type PlainLine, type PlainTimeframe } from './bar.ts'
import { type PlainMatch, type PlainStep, referenceChain } from './chain.ts'
import type { PlainSignal } from './condition.ts'
import { lastValues } from './line.ts'
import { referenceLine } from './operand.ts'
import { readOperand } from './operand-name.ts'
import { referencePattern } from './pattern.ts'
import { SERIES } from './series.ts'
import { CHAINS, signalsOf } from './signals.ts'
import { bandWidth, WIDTHS } from './squeeze.ts'

/** Bars as the engine takes them: columns, oldest first, NaN for an unknown volume. */
export interface BarColumns {
  readonly length: number
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

/** A line of the engine: a value for each bar, NaN while not defined. */
export type EngineLine = (operand: string, timeframe: PlainTimeframe, bars: BarColumns) => Float64Array

/** A pattern of the engine: 1 for each bar where the event happens or the state holds. */
export type EngineDetect = (
  signal: PlainSignal,
  lines: (operand: string) => Float64Array,
  bars: BarColumns,
  timeframe: PlainTimeframe,
) => Uint8Array

/** A chain of the engine over one listing's daily bars; null where it does not match. */
export type EngineChain = (
  steps: readonly PlainStep[],
  daily: readonly PlainBar[],
  timeframe: PlainTimeframe,
) => PlainMatch[] | null

/** Patterns that compare given lines, prices or volumes as they are: rounding excuses no difference. */
const EXACT =
  /^(crossover|above|below|held|over|in_range|rising|falling|converge|squeeze$|expand|divergence|hidden|kumo)/

/** Turns plain bars into the engine's columns. */
export function toColumns(bars: readonly PlainBar[]): BarColumns {
  const column = (of: (bar: PlainBar) => number) => new Float64Array(bars.map(of))
  return {
    length: bars.length,
    open: column((bar) => bar.open),
    high: column((bar) => bar.high),
    low: column((bar) => bar.low),
    close: column((bar) => bar.close),
    volume: column((bar) => bar.volume ?? Number.NaN),
  }
}

/** What one unit of a line is measured against: 100 for oscillators, 1 for volatility, else the highest price so far. */
function findScale(operand: string, bars: readonly PlainBar[]): number {
  if (/^(rsi|stoch|adx|plus|minus)/.test(operand)) return 100
  if (operand.startsWith('realized')) return 1
  return bars.reduce((highest, bar) => Math.max(highest, bar.high), 0)
}

/** Lowest and highest percentile of a line's value that rounding can give: one that is as large to 1e-9 may count or not. */
function findPercentileBounds(line: PlainLine, period: number, index: number): [number, number] {
  const values = lastValues(line, index, period)
  if (values === null) return [Number.NaN, Number.NaN]
  const last = values[period - 1] ?? 0
  const slack = 1e-9 * last + 1e-12
  const isZero = (value: number) => value === 0 && last === 0
  let surely = 1
  let possibly = 1
  for (const value of values.slice(0, -1)) {
    if (value < last - slack || isZero(value)) surely++
    if (value <= last + slack) possibly++
  }
  return [surely / period, possibly / period]
}

/** Bars where the engine's line is not the reference's, in words. */
function findLineDifferences(
  engineLine: EngineLine,
  operand: string,
  bars: readonly PlainBar[],
  timeframe: PlainTimeframe,
): string[] {
  const expected = referenceLine(operand, bars, timeframe)
  const actual = engineLine(operand, timeframe, toColumns(bars))
  const slack = 1e-9 * findScale(readOperand(operand), bars)
  const differences: string[] = actual.length === bars.length ? [] : [`${actual.length} values for ${bars.length} bars`]
  let volatility: PlainLine | undefined
  expected.forEach((value, index) => {
    const given = actual[index] ?? Number.NaN
    if (value === null ? Number.isNaN(given) : Math.abs(given - value) <= slack) return
    if (value !== null && readOperand(operand) === 'realized_vol_pct_1yr') {
      volatility ??= referenceLine('realized_vol_30d', bars, timeframe)
      const [least, most] = findPercentileBounds(volatility, BARS_OF_YEAR[timeframe], index)
      if (given >= least - 1e-9 && given <= most + 1e-9) return
    }
    differences.push(`${operand} in timeframe ${timeframe} at bar ${index}: ${given}, by definition ${value}`)
  })
  return differences
}

/** The same bars with every price and volume moved by about 1e-11 of itself. */
function jitter(bars: readonly PlainBar[], seed: number): PlainBar[] {
  let state = seed
  const move = (value: number) => {
    state = (state * 48_271) % 2_147_483_647
    return value * (1 + 1e-11 * ((2 * state) / 2_147_483_647 - 1))
  }
  return bars.map((bar) => ({
    date: bar.date,
    open: move(bar.open),
    high: move(bar.high),
    low: move(bar.low),
    close: move(bar.close),
    volume: bar.volume === null ? null : move(bar.volume),
  }))
}

/** True where moving the bars by a rounding error changes the reference's own answer: the definition leaves both. */
function findEdges(signal: PlainSignal, bars: readonly PlainBar[], timeframe: PlainTimeframe): boolean[] {
  if (signal.pattern === 'bb_squeeze') {
    const width = bandWidth(bars)
    return bars.map((_, index) => {
      const [least, most] = findPercentileBounds(width, WIDTHS, index)
      return least <= 0.1 && most > 0.1
    })
  }
  const answers = [1, 77, 4242, 90_001, 123_456, 7_654_321].map((seed) =>
    referencePattern(signal, jitter(bars, seed), timeframe),
  )
  return bars.map((_, index) => answers.some((answer) => answer[index] !== answers[0]?.[index]))
}

/** Bars where the engine's pattern, given the reference's own lines, is not the reference's, in words. */
function findPatternDifferences(
  engineDetect: EngineDetect,
  signal: PlainSignal,
  bars: readonly PlainBar[],
  timeframe: PlainTimeframe,
): string[] {
  const expected = referencePattern(signal, bars, timeframe)
  const lines = (operand: string) => toValues(referenceLine(operand, bars, timeframe))
  const actual = engineDetect(signal, lines, toColumns(bars), timeframe)
  const wrong = expected.flatMap((holds, index) => ((actual[index] === 1) === holds ? [] : [index]))
  const differences: string[] = actual.length === bars.length ? [] : [`${actual.length} values for ${bars.length} bars`]
  if (wrong.length === 0) return differences
  const edges = EXACT.test(signal.pattern) ? [] : findEdges(signal, bars, timeframe)
  for (const index of wrong) {
    if (edges[index] === true) continue
    differences.push(
      `${JSON.stringify(signal)} in timeframe ${timeframe} at bar ${index}: ${actual[index]}, by definition ${expected[index]}`,
    )
  }
  return differences
}

const toValues = (line: PlainLine) => Float64Array.from(line, (value) => value ?? Number.NaN)

/** Longest series of a comparison: the longest window, 252 bars after 30, has passed over it by then. */
const LONGEST = 480

/** Series as bars of a timeframe: built from daily ones, or taken as they are, which reaches the long windows of weeks and months. */
function barsOf(timeframe: PlainTimeframe): fc.Arbitrary<PlainBar[]> {
  return fc
    .tuple(fc.oneof(...Object.values(SERIES)), fc.boolean())
    .map(([daily, isBuilt]) => (isBuilt ? buildPlainBars(daily, timeframe) : daily).slice(0, LONGEST))
}

/** The first differences as an error a property reports; the counterexample is fast-check's. */
function expectNone(differences: readonly string[]): void {
  if (differences.length > 0)
    throw new Error(`${differences.length} differences\n${differences.slice(0, 5).join('\n')}`)
}

/** Stops at the first series that breaks a law, and says how to meet it again: making a year of bars smaller takes minutes. */
function assertLaw<Ts>(law: fc.IProperty<Ts>, numRuns: number): void {
  const {
    failed,
    errorInstance,
    seed,
    counterexamplePath,
    numRuns: ran,
  } = fc.check(law, { numRuns, endOnFailure: true })
  if (!failed) return
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  throw new Error(`After ${ran} series (FC_SEED=${seed}, path ${counterexamplePath}): ${reason}`, {
    cause: errorInstance,
  })
}

/** Property: one operand's line is the reference's, over every kind of series. */
export function assertLine(engineLine: EngineLine, operand: string, timeframe: PlainTimeframe, numRuns = 25): void {
  const law = fc.property(barsOf(timeframe), (bars) =>
    expectNone(findLineDifferences(engineLine, operand, bars, timeframe)),
  )
  assertLaw(law, numRuns)
}

/** Property: one pattern's bars are the reference's, over every kind of series and operands. */
export function assertPattern(
  engineDetect: EngineDetect,
  pattern: string,
  timeframe: PlainTimeframe,
  numRuns = 25,
): void {
  const law = fc.property(signalsOf(pattern), barsOf(timeframe), (signal, bars) =>
    expectNone(findPatternDifferences(engineDetect, signal, bars, timeframe)),
  )
  assertLaw(law, numRuns)
}

/** Property: what the engine says of a bar does not change when the bars after it are taken away. */
export function assertNoLookAhead(
  engineLine: EngineLine,
  engineDetect: EngineDetect,
  pattern: string,
  timeframe: PlainTimeframe,
  numRuns = 15,
): void {
  const run = (signal: PlainSignal, bars: readonly PlainBar[]) => {
    const columns = toColumns(bars)
    return engineDetect(signal, (operand) => engineLine(operand, timeframe, columns), columns, timeframe)
  }
  const law = fc.property(
    signalsOf(pattern),
    barsOf(timeframe),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (signal, bars, at) => {
      const count = Math.floor(bars.length * at)
      const whole = run(signal, bars)
      const past = run(signal, bars.slice(0, count))
      if (!isDeepStrictEqual(Array.from(past), Array.from(whole.slice(0, count)))) {
        throw new Error(`${JSON.stringify(signal)} changes before bar ${count} when later bars are known`)
      }
    },
  )
  assertLaw(law, numRuns)
}

/** Events and comparisons that a price which never moved has none of, whatever rounding does to its averages. */
const NEVER_ON_CONSTANT: readonly PlainSignal[] = [
  { pattern: 'crossover_up', a: 'sma50', b: 'sma200' },
  { pattern: 'crossover_dn', a: 'sma50', b: 'sma200' },
  { pattern: 'crossover_up', a: 'close', b: 'ema20' },
  { pattern: 'crossover_dn', a: 'close', b: 'sma20' },
  { pattern: 'crossover_up', a: 'macd', b: 'macd_signal' },
  { pattern: 'above', a: 'close', b: 'bb_upper' },
  { pattern: 'divergence_bull', a: 'rsi14' },
  { pattern: 'bb_squeeze' },
  { pattern: 'squeeze_started' },
  { pattern: 'squeeze_fired' },
]

/** Property: on a price that never moves, the engine's own lines make no event out of rounding errors. */
export function assertNothingOnConstant(engineLine: EngineLine, engineDetect: EngineDetect): void {
  const law = fc.property(
    fc.constantFrom(...NEVER_ON_CONSTANT),
    SERIES['constant'] ?? fc.constant([]),
    (signal, bars) => {
      const columns = toColumns(bars)
      const found = engineDetect(signal, (operand) => engineLine(operand, 1, columns), columns, 1)
      const at = found.indexOf(1)
      if (at >= 0) throw new Error(`${JSON.stringify(signal)} at bar ${at} of a price that never moves`)
    },
  )
  assertLaw(law, 100)
}

/** Property: a chain matches where the reference says, each step at the same bar. */
export function assertChain(engineChain: EngineChain, timeframe: PlainTimeframe, numRuns = 40): void {
  const law = fc.property(CHAINS, fc.oneof(...Object.values(SERIES)), (steps, daily) => {
    const expected = referenceChain(steps, daily, timeframe)
    const actual = engineChain(steps, daily, timeframe)
    if (!isDeepStrictEqual(actual, expected)) {
      throw new Error(`${JSON.stringify(actual)}, by definition ${JSON.stringify(expected)}`)
    }
  })
  assertLaw(law, numRuns)
}
