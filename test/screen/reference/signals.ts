import fc from 'fast-check'
import type { PlainStep } from './chain.ts'
import type { PlainSignal } from './condition.ts'
import { OPERANDS, OSCILLATORS } from './operand-name.ts'
import { PATTERNS } from './pattern.ts'

const AVERAGES = ['ema50', 'ema200', 'sma200'] as const
const LEVELS = ['0', '0.5', '25', '30', '50', '70', '99', '100', '101.5', '1000'] as const

/** Pairs of lines that people compare, and any other. */
const pair = fc.oneof(
  fc.constantFrom(
    ['close', 'sma20'],
    ['close', 'ema5'],
    ['close', '100'],
    ['ema5', 'ema10'],
    ['sma50', 'sma200'],
    ['rsi14', '50'],
    ['stoch_k', 'stoch_d'],
    ['macd', 'macd_signal'],
    ['plus_di', 'minus_di'],
    ['close', 'bb_upper'],
    ['bb_upper', 'bb_lower'],
    ['ichi_tenkan', 'ichi_kijun'],
    ['ichi_senkou_a', 'ichi_senkou_b'],
    ['close', 'ichi_senkou_b'],
  ),
  fc.tuple(fc.constantFrom(...OPERANDS), fc.constantFrom(...OPERANDS, ...LEVELS)),
)
const forBars = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })
const windowBars = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined })
const share = fc.option(fc.constantFrom('0', '0.001', '0.01', '0.03', '0.1', '0.25', '0.5'), { nil: undefined })
const range = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  .map(([low, by]) => `${low}-${low + by}`)

const comparison = (pattern: string) => pair.map(([a, b]): PlainSignal => ({ pattern, a, b }))
const lasting = (pattern: string) =>
  fc.record({ pair, forBars }).map(({ pair: [a, b], forBars: for_bars }): PlainSignal => ({ pattern, a, b, for_bars }))
const ofLine = (pattern: string) =>
  fc.record({ pattern: fc.constant(pattern), a: fc.constantFrom(...OPERANDS), for_bars: forBars })
const ofLevel = (pattern: string) =>
  fc.oneof(
    fc.record({ pattern: fc.constant(pattern), a: fc.constantFrom('rsi14', 'stoch_k', 'stoch_d') }),
    fc.record({
      pattern: fc.constant(pattern),
      a: fc.constantFrom(...OSCILLATORS),
      b: fc.constantFrom('20', '50', '61.8', '80'),
    }),
  )
const diverging = (pattern: string) =>
  fc.record({ pattern: fc.constant(pattern), a: fc.constantFrom(...OSCILLATORS, 'macd') })
const hidden = (pattern: string) => fc.constant<PlainSignal>({ pattern, a: 'rsi14' })
const alone = (pattern: string) => fc.constant<PlainSignal>({ pattern })
const lastingAlone = (pattern: string) => fc.record({ pattern: fc.constant(pattern), for_bars: forBars })
const overWindow = (pattern: string) => fc.record({ pattern: fc.constant(pattern), b: share, window_bars: windowBars })
const ofShare = (pattern: string) => fc.record({ pattern: fc.constant(pattern), b: share })

/** Signals by pattern, as the table of the specification says which operands each takes. */
const SIGNALS: Readonly<Record<string, (pattern: string) => fc.Arbitrary<PlainSignal>>> = {
  crossover_up: comparison,
  crossover_dn: comparison,
  above: comparison,
  below: comparison,
  held_above: lasting,
  held_below: lasting,
  overbought: ofLevel,
  oversold: ofLevel,
  in_range: (pattern) =>
    fc.record({
      pattern: fc.constant(pattern),
      a: fc.constantFrom(...OSCILLATORS, 'macd', 'realized_vol_30d'),
      b: fc.oneof(range, fc.constantFrom('0.1-0.4', '-2-2', '0-0.05')),
    }),
  rising: ofLine,
  falling: ofLine,
  converge: lasting,
  squeeze: lasting,
  expand_up: lasting,
  expand_dn: lasting,
  near_ma: (pattern) =>
    fc.record({ pattern: fc.constant(pattern), a: fc.constant('close'), b: fc.constantFrom(...AVERAGES) }),
  divergence_bull: diverging,
  divergence_bear: diverging,
  hidden_divergence_bull: hidden,
  hidden_divergence_bear: hidden,
  ttm_squeeze: lastingAlone,
  rising_volume: lastingAlone,
  kumo_squeeze: lastingAlone,
  kumo_expand: lastingAlone,
  net_change_up: overWindow,
  net_change_dn: overWindow,
  near_52w_high: ofShare,
  near_52w_low: ofShare,
  off_high: ofShare,
}

/** Any signal of a pattern. */
export function signalsOf(pattern: string): fc.Arbitrary<PlainSignal> {
  return (SIGNALS[pattern] ?? alone)(pattern)
}

/** Patterns that random series meet often enough for chains of them to match now and then. */
const FREQUENT = PATTERNS.filter((pattern) => !/52w|divergence|bb_squeeze|squeeze_started|fired|kumo/.test(pattern))
const frequent = fc.constantFrom(...FREQUENT).chain(signalsOf)
const chained = fc
  .record({ signal: frequent, window: windowBars })
  .map(({ signal, window }): PlainSignal => ({ ...signal, window_bars: signal.window_bars ?? window }))
const qual = fc.record({
  any: fc.array(
    fc
      .record({
        signal: frequent,
        timeframe: fc.option(fc.constantFrom(1 as const, 2 as const, 3 as const), { nil: undefined }),
      })
      .map(({ signal, timeframe }) => ({ ...signal, timeframe })),
    { minLength: 1, maxLength: 2 },
  ),
  within: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
})

/** Chains of one to three steps with OR-ed anchors and quals. */
export const CHAINS: fc.Arbitrary<PlainStep[]> = fc.array(
  fc.record({
    anchor: fc.array(chained, { minLength: 1, maxLength: 3 }),
    quals: fc.array(qual, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 3 },
)
