import type { OperandKey } from './line-key.pure.ts'

/** Patterns of the technical leg, in the order they are listed. */
export const PATTERN_KEYS = [
  'crossover_up',
  'crossover_dn',
  'above',
  'below',
  'held_above',
  'held_below',
  'overbought',
  'oversold',
  'in_range',
  'rising',
  'falling',
  'converge',
  'squeeze',
  'expand_up',
  'expand_dn',
  'near_ma',
  'divergence_bull',
  'divergence_bear',
  'hidden_divergence_bull',
  'hidden_divergence_bear',
  'ttm_squeeze',
  'bb_squeeze',
  'squeeze_started',
  'squeeze_fired',
  'squeeze_fired_up',
  'squeeze_fired_dn',
  'vol_spike',
  'vol_dryup',
  'rising_volume',
  'net_change_up',
  'net_change_dn',
  'at_52w_high',
  'at_52w_low',
  'near_52w_high',
  'near_52w_low',
  'off_high',
  'kumo_squeeze',
  'kumo_expand',
] as const
export type PatternKey = (typeof PATTERN_KEYS)[number]

/** A range of levels, both ends included. */
export interface LevelRange {
  readonly low: number
  readonly high: number
}

/** An operand after its name was understood: a line, a level or a range of levels. */
export type Operand = OperandKey | number | LevelRange

/** What a pattern is told; nulls where it takes nothing, or takes its default. */
export interface PatternArguments {
  readonly a: Operand | null
  readonly b: Operand | null
  /** Bars that a state has held in a row, this one included. */
  readonly forBars: number | null
  /** Bars over which the net change is taken. */
  readonly windowBars: number | null
}
