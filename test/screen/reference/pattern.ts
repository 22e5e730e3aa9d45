import type { PlainBar, PlainTimeframe } from './bar.ts'
import {
  cloudWidth,
  compareLines,
  compareVolume,
  compareYear,
  converge,
  cross,
  diverge,
  expand,
  fired,
  forBars,
  fraction,
  hasLasted,
  hasMoved,
  inRange,
  level,
  netChange,
  operandOf,
  type PlainSignal,
  type Question,
  turnOfSqueeze,
} from './condition.ts'
import { findNarrowBands, findNear, findSqueeze } from './squeeze.ts'

interface Rule {
  /** A state goes on while it holds; an event happens on one bar. */
  readonly kind: 'state' | 'event'
  find(question: Question): boolean[]
}

const state = (find: Rule['find']): Rule => ({ kind: 'state', find })
const event = (find: Rule['find']): Rule => ({ kind: 'event', find })

const RULES: Readonly<Record<string, Rule>> = {
  crossover_up: event((question) => cross(question, 'up')),
  crossover_dn: event((question) => cross(question, 'down')),
  above: state((question) => compareLines(question, (a, b) => a > b)),
  below: state((question) => compareLines(question, (a, b) => a < b)),
  held_above: state((question) =>
    hasLasted(
      compareLines(question, (a, b) => a > b),
      forBars(question),
    ),
  ),
  held_below: state((question) =>
    hasLasted(
      compareLines(question, (a, b) => a < b),
      forBars(question),
    ),
  ),
  overbought: state((question) => compareLines(level(question, 70, 80), (a, b) => a >= b)),
  oversold: state((question) => compareLines(level(question, 30, 20), (a, b) => a <= b)),
  in_range: state(inRange),
  rising: state((question) => hasLasted(hasMoved(operandOf(question, 'a'), 'up'), forBars(question))),
  falling: state((question) => hasLasted(hasMoved(operandOf(question, 'a'), 'down'), forBars(question))),
  converge: state(converge),
  squeeze: state(converge),
  expand_up: state((question) => expand(question, 'a', 'up')),
  expand_dn: state((question) => expand(question, 'b', 'down')),
  near_ma: state((question) => findNear(operandOf(question, 'a'), operandOf(question, 'b'), question.bars)),
  divergence_bull: event(diverge({ turn: 'low', price: 'lower', oscillator: 'higher' })),
  divergence_bear: event(diverge({ turn: 'high', price: 'higher', oscillator: 'lower' })),
  hidden_divergence_bull: event(diverge({ turn: 'low', price: 'higher', oscillator: 'lower' }, 'rsi14')),
  hidden_divergence_bear: event(diverge({ turn: 'high', price: 'lower', oscillator: 'higher' }, 'rsi14')),
  ttm_squeeze: state((question) =>
    hasLasted(
      findSqueeze(question.bars).map((is) => is === true),
      forBars(question),
    ),
  ),
  bb_squeeze: state(({ bars }) => findNarrowBands(bars)),
  squeeze_started: event(({ bars }) => turnOfSqueeze(bars, true)),
  squeeze_fired: event(({ bars }) => turnOfSqueeze(bars, false)),
  squeeze_fired_up: event(({ bars }) => fired(bars, (momentum) => momentum > 0)),
  squeeze_fired_dn: event(({ bars }) => fired(bars, (momentum) => momentum < 0)),
  vol_spike: event(({ bars }) => compareVolume(bars, (volume, usual) => volume >= 2 * usual)),
  vol_dryup: state(({ bars }) => compareVolume(bars, (volume, usual) => volume <= 0.5 * usual)),
  rising_volume: state((question) =>
    hasLasted(
      hasMoved(
        question.bars.map((bar) => bar.volume),
        'up',
      ),
      forBars(question),
    ),
  ),
  net_change_up: state((question) => netChange(question, (by, least) => by > 0 && by >= least)),
  net_change_dn: state((question) => netChange(question, (by, least) => by < 0 && by <= -least)),
  at_52w_high: state((question) => compareYear(question, 'high', (close, high) => close >= high * (1 - 0.005))),
  at_52w_low: state((question) => compareYear(question, 'low', (close, low) => close <= low * (1 + 0.005))),
  near_52w_high: state((question) =>
    compareYear(question, 'high', (close, high) => close >= high * (1 - fraction(question, 0.03))),
  ),
  near_52w_low: state((question) =>
    compareYear(question, 'low', (close, low) => close <= low * (1 + fraction(question, 0.03))),
  ),
  off_high: state((question) =>
    compareYear(question, 'high', (close, high) => close <= high * (1 - fraction(question, 0.1))),
  ),
  kumo_squeeze: state((question) => hasLasted(hasMoved(cloudWidth(question), 'down'), forBars(question))),
  kumo_expand: state((question) => hasLasted(hasMoved(cloudWidth(question), 'up'), forBars(question))),
}

/** Every pattern of the specification. */
export const PATTERNS: readonly string[] = Object.keys(RULES)

function ruleOf(pattern: string): Rule {
  const rule = RULES[pattern]
  if (rule === undefined) throw new Error(`No such pattern: ${pattern}`)
  return rule
}

/** Whether a pattern is a state that goes on or an event of one bar. */
export function kindOf(pattern: string): 'state' | 'event' {
  return ruleOf(pattern).kind
}

/** Says for each bar of a timeframe whether the event happens or the state holds there. */
export function referencePattern(
  signal: PlainSignal,
  bars: readonly PlainBar[],
  timeframe: PlainTimeframe = 1,
): boolean[] {
  return ruleOf(signal.pattern).find({ signal, bars, timeframe })
}
