import { BARS_OF_YEAR, type PlainBar, type PlainLine, type PlainTimeframe, valueAt } from './bar.ts'
import { type Divergence, findDivergences } from './divergence.ts'
import { combine, highestHigh, lastValues, lowestLow, meanOf } from './line.ts'
import { referenceLine } from './operand.ts'
import { readOperand } from './operand-name.ts'
import { findSqueeze, ttmMomentum } from './squeeze.ts'

/** One signal as a request names it. */
export interface PlainSignal {
  readonly pattern: string
  readonly a?: string | undefined
  readonly b?: string | undefined
  readonly for_bars?: number | undefined
  readonly window_bars?: number | undefined
}

const FOR_BARS = 3
const WINDOW_BARS = 20

/** What a rule sees: the signal on the bars of its timeframe. */
export interface Question {
  readonly signal: PlainSignal
  readonly bars: readonly PlainBar[]
  readonly timeframe: PlainTimeframe
}

/** The line of one operand of the question. */
export function operandOf({ signal, bars, timeframe }: Question, name: 'a' | 'b'): PlainLine {
  const operand = signal[name]
  if (operand === undefined) throw new Error(`${signal.pattern} needs ${name}`)
  return referenceLine(operand, bars, timeframe)
}

/** True where both lines are defined and the comparison holds. */
export function compareLines(question: Question, is: (a: number, b: number) => boolean): boolean[] {
  const a = operandOf(question, 'a')
  const b = operandOf(question, 'b')
  return question.bars.map((_, index) => {
    const left = valueAt(a, index)
    const right = valueAt(b, index)
    return left !== null && right !== null && is(left, right)
  })
}

/** True at the bars where it has been true for `count` bars in a row, that bar included. */
export function hasLasted(holds: readonly boolean[], count: number): boolean[] {
  return holds.map((_, index) => {
    for (let at = index; at > index - count; at--) if (holds[at] !== true) return false
    return true
  })
}

/** Bars a state has to have lasted. */
export const forBars = (question: Question) => question.signal.for_bars ?? FOR_BARS

/** True where a line is defined here and on the bar before, and moved that way. */
export function hasMoved(line: readonly (number | null)[], way: 'up' | 'down'): boolean[] {
  return line.map((_, index) => {
    const now = valueAt(line, index)
    const before = valueAt(line, index - 1)
    return now !== null && before !== null && (way === 'up' ? now > before : now < before)
  })
}

/** How far apart the two lines are. */
const distance = (question: Question) =>
  combine(operandOf(question, 'a'), operandOf(question, 'b'), (a, b) => Math.abs(a - b))

/** The lines spread on each of the bars in a row, and one of them moves that way on each of them. */
export function expand(question: Question, mover: 'a' | 'b', way: 'up' | 'down'): boolean[] {
  const spreads = hasMoved(distance(question), 'up')
  const moves = hasMoved(operandOf(question, mover), way)
  const both = spreads.map((spread, index) => spread && moves[index] === true)
  return hasLasted(both, forBars(question))
}

/** At or beyond on the one side on the bar before, strictly beyond on the other now. */
export function cross(question: Question, way: 'up' | 'down'): boolean[] {
  const before = compareLines(question, (a, b) => (way === 'up' ? a <= b : a >= b))
  const now = compareLines(question, (a, b) => (way === 'up' ? a > b : a < b))
  return now.map((is, index) => is && before[index - 1] === true)
}

/** The question with the default level of its oscillator where it names none. */
export function level(question: Question, ofRsi: number, ofStoch: number): Question {
  if (question.signal.b !== undefined) return question
  const a = readOperand(question.signal.a ?? '')
  const isStoch = a === 'stoch_k' || a === 'stoch_d'
  if (!isStoch && a !== 'rsi14')
    throw new Error(`${question.signal.pattern} of ${a} needs b: only RSI and Stoch have a default level`)
  return { ...question, signal: { ...question.signal, b: String(isStoch ? ofStoch : ofRsi) } }
}

/** Within the range, ends included. */
export function inRange(question: Question): boolean[] {
  const range = /^\s*(-?[\d.]+)\s*-\s*(-?[\d.]+)\s*$/.exec(question.signal.b ?? '')
  if (range === null) throw new Error('in_range needs b as low-high')
  const low = Number(range[1])
  const high = Number(range[2])
  return operandOf(question, 'a').map((value) => value !== null && value >= low && value <= high)
}

/** A divergence of `a`, or of one oscillator only. */
export function diverge(rule: Divergence, only?: string): (question: Question) => boolean[] {
  return (question) =>
    findDivergences(
      referenceLine(question.signal.a ?? only ?? '', question.bars, question.timeframe),
      question.bars,
      rule,
    )
}

/** A squeeze that began (or ended) on this bar: the bar before is known and was the other way. */
export function turnOfSqueeze(bars: readonly PlainBar[], to: boolean): boolean[] {
  const squeeze = findSqueeze(bars)
  return squeeze.map((is, index) => index > 0 && is === to && squeeze[index - 1] === !to)
}

/** A squeeze that ended on this bar, with such a momentum on it. */
export function fired(bars: readonly PlainBar[], is: (momentum: number) => boolean): boolean[] {
  const momentum = ttmMomentum(bars)
  return turnOfSqueeze(bars, false).map((ended, index) => {
    const at = valueAt(momentum, index)
    return ended && at !== null && is(at)
  })
}

/** Volume against the mean of the 20 bars before; nothing is said where one of them is unknown or nobody traded in all of them. */
export function compareVolume(bars: readonly PlainBar[], is: (volume: number, usual: number) => boolean): boolean[] {
  const volumes = bars.map((bar) => bar.volume)
  return bars.map((bar, index) => {
    const prior = lastValues(volumes, index - 1, 20)
    if (prior === null || bar.volume === null) return false
    const usual = meanOf(prior)
    return usual > 0 && is(bar.volume, usual)
  })
}

/** Change of the close over window_bars as a fraction, against the least one that counts: `b`, or any. */
export function netChange({ signal, bars }: Question, is: (change: number, least: number) => boolean): boolean[] {
  const least = Number(signal.b ?? 0)
  return bars.map((bar, index) => {
    const then = bars[index - (signal.window_bars ?? WINDOW_BARS)]
    return then !== undefined && is(bar.close / then.close - 1, least)
  })
}

/** Close against the highest high (lowest low) of the year up to this bar. */
export function compareYear(
  question: Question,
  of: 'high' | 'low',
  is: (close: number, extreme: number) => boolean,
): boolean[] {
  const period = BARS_OF_YEAR[question.timeframe]
  const extreme = of === 'high' ? highestHigh(question.bars, period) : lowestLow(question.bars, period)
  return question.bars.map((bar, index) => {
    const at = valueAt(extreme, index)
    return at !== null && is(bar.close, at)
  })
}

/** `b` as a fraction. */
export const fraction = (question: Question, byDefault: number) => Number(question.signal.b ?? byDefault)

/** Distance of the two spans of the Ichimoku cloud. */
export function cloudWidth({ bars }: Question): PlainLine {
  return combine(referenceLine('ichi_senkou_a', bars), referenceLine('ichi_senkou_b', bars), (a, b) => Math.abs(a - b))
}

/** The distance of the lines shrinks on each of the bars in a row. */
export const converge = (question: Question) => hasLasted(hasMoved(distance(question), 'down'), forBars(question))
