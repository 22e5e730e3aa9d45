import type { LineReader, PriceBars } from '../line-key.pure.ts'
import type { LevelRange, Operand, PatternArguments, PatternKey } from '../pattern-key.pure.ts'
import * as condition from './condition.pure.ts'
import { findCrossovers, findDivergences, findNetChange, findSqueezeEnds, findSqueezeStarts } from './event.pure.ts'

/** Consecutive bars of the patterns that are about bars in a row. */
const DEFAULT_FOR_BARS = 3
/** Bars of the net change, and the lookback of a step. */
export const DEFAULT_WINDOW_BARS = 20

/**
 * Levels from which an oscillator counts as overbought, and up to which as oversold: of the RSI those of J. Welles Wilder, "New Concepts
 * in Technical Trading Systems" (1978), of the stochastics those of G. Lane, "Lane's Stochastics" (1984).
 */
export const OVERBOUGHT = { rsi14: 70, stoch_k: 80, stoch_d: 80 } as const
/** The other side of `OVERBOUGHT`. */
export const OVERSOLD = { rsi14: 30, stoch_k: 20, stoch_d: 20 } as const

/** How far from the extreme of 52 weeks a price still counts as near it, and from which distance as well below the high. */
export const NEAR_52W = 0.03
/** What is commonly called a correction. */
export const OFF_HIGH = 0.1

/** A price exactly as far from another as a given fraction is that far, although 1.005 x 200 is less than 201 in binary fractions. */
const ROUNDING = 1e-12

/** What a pattern's rule reads. */
interface Scene {
  readonly bars: PriceBars
  readonly lines: LineReader
  readonly a: Float64Array
  readonly b: Float64Array
  readonly signal: PatternArguments
  readonly out: Uint8Array
}

interface Rule {
  /** Marks the bars on which the pattern fires or its condition holds. */
  readonly mark: (scene: Scene) => void
  /** Bars in a row for which the condition must hold unless the signal says otherwise; null for events, which are not held. */
  readonly forBars: number | null
}

const event = (mark: Rule['mark']): Rule => ({ mark, forBars: null })
const state = (mark: Rule['mark'], forBars = 1): Rule => ({ mark, forBars })
const inARow = (mark: Rule['mark']): Rule => state(mark, DEFAULT_FOR_BARS)

const above = ({ a, b, out }: Scene) => condition.isAbove(a, b, out)
const below = ({ a, b, out }: Scene) => condition.isAbove(b, a, out)
const converge = ({ a, b, out }: Scene) => condition.isConverging(a, b, out)
const fractionOf = ({ signal: { b } }: Scene, otherwise: number) => (typeof b === 'number' ? b : otherwise)

const divergence =
  (side: 1 | -1, price: 1 | -1) =>
  ({ bars, a, out }: Scene) =>
    findDivergences(side > 0 ? bars.high : bars.low, a, { side, price }, out)

const netChange = (sign: 1 | -1) => (scene: Scene) =>
  findNetChange(
    scene.lines('close'),
    scene.signal.windowBars ?? DEFAULT_WINDOW_BARS,
    fractionOf(scene, 0) - ROUNDING,
    sign,
    scene.out,
  )

const squeezeFired =
  (sign: 1 | 0 | -1) =>
  ({ lines, out }: Scene) =>
    findSqueezeEnds(lines('ttm_squeeze_depth'), sign === 0 ? null : lines('ttm_momentum'), sign, out)

const nearHigh = (fraction: (scene: Scene) => number) => (scene: Scene) =>
  condition.isAtLeast(scene.lines('close'), scene.lines('high_52w'), 1 - fraction(scene) - ROUNDING, scene.out)
const nearLow = (fraction: (scene: Scene) => number) => (scene: Scene) =>
  condition.isAtMost(scene.lines('close'), scene.lines('low_52w'), 1 + fraction(scene) + ROUNDING, scene.out)

/** Bars before which somebody traded: no volume is twice or half of nothing. */
function wasTraded(lines: LineReader): Uint8Array {
  const before = lines('volume_before')
  const out = new Uint8Array(before.length)
  condition.isWithin(before, Number.MIN_VALUE, Number.MAX_VALUE, out)
  return out
}

const RULES: Readonly<Record<PatternKey, Rule>> = {
  crossover_up: event(({ a, b, out }) => findCrossovers(a, b, out)),
  crossover_dn: event(({ a, b, out }) => findCrossovers(b, a, out)),
  above: state(above),
  below: state(below),
  held_above: inARow(above),
  held_below: inARow(below),
  overbought: state(({ a, b, out }) => condition.isAtLeast(a, b, 1, out)),
  oversold: state(({ a, b, out }) => condition.isAtMost(a, b, 1, out)),
  in_range: state(({ a, signal: { b }, out }) => {
    const { low, high } = rangeOf(b)
    condition.isWithin(a, low, high, out)
  }),
  rising: inARow(({ a, out }) => condition.isRising(a, out)),
  falling: inARow(({ a, out }) => condition.isFalling(a, out)),
  converge: inARow(converge),
  squeeze: inARow(converge),
  expand_up: inARow(({ a, b, out }) => {
    const rising = new Uint8Array(out.length)
    condition.isRising(a, rising)
    condition.isSpreading(a, b, out)
    condition.keepBoth(out, rising)
  }),
  expand_dn: inARow(({ a, b, out }) => {
    const falling = new Uint8Array(out.length)
    condition.isFalling(b, falling)
    condition.isSpreading(a, b, out)
    condition.keepBoth(out, falling)
  }),
  near_ma: state(({ a, b, lines, out }) => condition.isNear(a, b, lines('atr14'), out)),
  divergence_bull: event(divergence(-1, -1)),
  divergence_bear: event(divergence(1, 1)),
  hidden_divergence_bull: event(divergence(-1, 1)),
  hidden_divergence_bear: event(divergence(1, -1)),
  ttm_squeeze: inARow(({ lines, out }) =>
    condition.isWithin(lines('ttm_squeeze_depth'), Number.MIN_VALUE, Number.MAX_VALUE, out),
  ),
  bb_squeeze: state(({ lines, out }) => condition.isWithin(lines('bb_width_rank'), 0, 0.1, out)),
  squeeze_started: event(({ lines, out }) => findSqueezeStarts(lines('ttm_squeeze_depth'), out)),
  squeeze_fired: event(squeezeFired(0)),
  squeeze_fired_up: event(squeezeFired(1)),
  squeeze_fired_dn: event(squeezeFired(-1)),
  vol_spike: event(({ bars, lines, out }) => {
    condition.isAtLeast(bars.volume, lines('volume_before'), 2, out)
    condition.keepBoth(out, wasTraded(lines))
  }),
  vol_dryup: state(({ bars, lines, out }) => {
    condition.isAtMost(bars.volume, lines('volume_before'), 0.5, out)
    condition.keepBoth(out, wasTraded(lines))
  }),
  rising_volume: inARow(({ bars, out }) => condition.isRising(bars.volume, out)),
  net_change_up: state(netChange(1)),
  net_change_dn: state(netChange(-1)),
  at_52w_high: state(nearHigh(() => 0.005)),
  at_52w_low: state(nearLow(() => 0.005)),
  near_52w_high: state(nearHigh((scene) => fractionOf(scene, NEAR_52W))),
  near_52w_low: state(nearLow((scene) => fractionOf(scene, NEAR_52W))),
  off_high: state((scene) =>
    condition.isAtMost(
      scene.lines('close'),
      scene.lines('high_52w'),
      1 - fractionOf(scene, OFF_HIGH) + ROUNDING,
      scene.out,
    ),
  ),
  kumo_squeeze: inARow(({ lines, out }) => condition.isConverging(lines('ichi_senkou_a'), lines('ichi_senkou_b'), out)),
  kumo_expand: inARow(({ lines, out }) => condition.isSpreading(lines('ichi_senkou_a'), lines('ichi_senkou_b'), out)),
}

/** Bars in a row for which a pattern's condition must hold unless told otherwise; null for events, which are not held. */
export function defaultForBars(pattern: PatternKey): number | null {
  return RULES[pattern].forBars
}

/**
 * For each bar 1 if the event fires there, or the state holds there, else 0. Undefined values hold nothing. What is marked at a bar
 * depends on that bar and earlier ones only. The timeframe is that of `bars` and `lines`. `out`, all zeros, is what is marked.
 */
export function detect(
  pattern: PatternKey,
  signal: PatternArguments,
  lines: LineReader,
  bars: PriceBars,
  out: Uint8Array = new Uint8Array(bars.length),
): Uint8Array {
  const rule = RULES[pattern]
  const a = signal.a ?? defaultLine(pattern)
  const b = signal.b ?? defaultLevel(pattern, a)
  rule.mark({ bars, lines, a: lineOf(a, lines, bars, levels.a), b: lineOf(b, lines, bars, levels.b), signal, out })
  if (rule.forBars !== null) condition.keepHeld(out, signal.forBars ?? rule.forBars)
  return out
}

function defaultLine(pattern: PatternKey): Operand | null {
  if (pattern === 'near_ma') return 'close'
  return pattern === 'hidden_divergence_bull' || pattern === 'hidden_divergence_bear' ? 'rsi14' : null
}

function defaultLevel(pattern: PatternKey, a: Operand | null): number | null {
  const levels: Readonly<Record<string, number>> =
    pattern === 'overbought' ? OVERBOUGHT : pattern === 'oversold' ? OVERSOLD : {}
  return typeof a === 'string' ? (levels[a] ?? null) : null
}

const NOTHING = new Float64Array(0)

function lineOf(operand: Operand | null, lines: LineReader, bars: PriceBars, level: Level): Float64Array {
  if (typeof operand === 'string') return lines(operand)
  return typeof operand === 'number' ? level.line(operand, bars.length) : NOTHING
}

/** A line that has the same value everywhere; one listing after the other asks for the same one. */
class Level {
  #line = NOTHING

  line(value: number, length: number): Float64Array {
    if (this.#line.length !== length || this.#line[0] !== value) this.#line = new Float64Array(length).fill(value)
    return this.#line
  }
}

const levels = { a: new Level(), b: new Level() }

function rangeOf(operand: Operand | null): LevelRange {
  if (operand !== null && typeof operand === 'object') return operand
  return { low: Number.NaN, high: Number.NaN }
}
