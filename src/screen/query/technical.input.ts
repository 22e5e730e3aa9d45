import { choice, type FieldProblem, integer, listOf, number, object } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import type { PatternKey } from '../technical/pattern-key.pure.ts'
import { resolveSignal } from '../technical/resolve-signal.ts'
import { TECHNICAL_PATTERN } from './technical-pattern.ts'

/** Bars before the last closed one that are kept ready: no signal looks back further. */
const TAIL_BARS = 250
const SIGNALS_MAX = 1_000
/** Bars before and after an anchor that a qualification holds in unless it says otherwise. */
const WITHIN_BARS = 5
/** Values that a message offers. */
const OFFERED = 4

const shape = {
  pattern: choice('What is looked for.', TECHNICAL_PATTERN, 'unknown_pattern'),
  a: text('First operand: a line such as close, ema50, rsi14 or macd.', 60).optional(),
  b: text('Second operand: a line, a level such as "70", a range such as "40-60" or a fraction.', 60).optional(),
  forBars: integer('Bars in a row that a state has held, the present one included.', {
    min: 1,
    max: TAIL_BARS,
  }).optional(),
  windowBars: integer(
    'Bars among which an event is looked for, 20 when it is not given; a state without it has to hold on the last closed bar. Of net_change_up and net_change_dn the bars of the change.',
    { min: 1, max: TAIL_BARS },
  ).optional(),
  timeframe: integer('Bars of its own: 1 = days, 2 = weeks, 3 = months. Of qualifications only.', {
    min: 1,
    max: 3,
  }).optional(),
}

/** A signal that fits its rule. */
export interface GivenSignal {
  readonly pattern: PatternKey
  readonly a?: string | undefined
  readonly b?: string | undefined
  readonly forBars?: number | undefined
  readonly windowBars?: number | undefined
  readonly timeframe?: number | undefined
}

const signal = object(
  'SignalInput',
  'An event or a state of the price, the volume or a line made of them.',
  shape,
  problemsOf,
)

function problemsOf(given: GivenSignal): readonly FieldProblem[] {
  const resolved = resolveSignal(given)
  if (resolved.signal !== null) return []
  return resolved.problems.map(({ field, code, message, nearest }) => ({
    field,
    message: `"{param}": ${message}${offer(nearest)}`,
    code,
    nearest: nearest[0],
  }))
}

/** Values of which several would do; a single one is in the message already. */
function offer(nearest: readonly string[]): string {
  return nearest.length > 1 ? ` The nearest are ${nearest.slice(0, OFFERED).join(', ')}.` : ''
}

const qualification = object('QualificationInput', 'Signals of which one has to hold near the anchor.', {
  any: listOf(signal, SIGNALS_MAX, 'Signals; one of them has to hold.'),
  within: number('Bars before or after the anchor that it may be away.', { min: 0, max: TAIL_BARS }).default(
    WITHIN_BARS,
  ),
})

/** A step of the technical leg as both faces take it. */
export const technicalStep = object(
  'TechnicalStepInput',
  'A step of a chain: an anchor that fired, and what held near it.',
  {
    anchor: listOf(signal, SIGNALS_MAX, 'Signals; one of them has to have fired.'),
    quals: listOf(qualification, SIGNALS_MAX, 'What has to have held near the anchor.').optional(),
  },
)

/** A step that fits its rule. */
export interface GivenStep {
  readonly anchor: readonly GivenSignal[]
  readonly quals?: readonly { readonly any: readonly GivenSignal[]; readonly within: number }[] | undefined
}
