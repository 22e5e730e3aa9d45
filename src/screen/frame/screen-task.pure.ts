import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import type { PatternArguments, PatternKey } from '../technical/pattern-key.pure.ts'
import type { ChainStep } from './chain.pure.ts'
import type { Moment } from './slot-series.pure.ts'

/** A pattern with its operands and parameters in a timeframe. */
export interface FrameSignal extends PatternArguments {
  readonly pattern: PatternKey
  readonly timeframe: ScreenTimeframe
}

/** A chain to be matched over a set of listings. */
export interface ScreenTask extends Moment {
  readonly timeframe: ScreenTimeframe
  /** Each different signal once; steps name them by index. */
  readonly signals: readonly FrameSignal[]
  readonly steps: readonly ChainStep[]
  /** Bitset over slots. */
  readonly candidates: Uint32Array
}

/** Matches of a chain: one row a listing, one column a step. */
export interface MatchTable {
  readonly slots: Int32Array<ArrayBuffer>
  /** Which anchor of the step fired: row-major. */
  readonly anchors: Uint16Array<ArrayBuffer>
  readonly barsAgo: Uint8Array<ArrayBuffer>
}

/** What two signals that fire on the same bars have in common. */
export function signalKey(signal: FrameSignal): string {
  const { pattern, a, b, forBars, windowBars, timeframe } = signal
  return JSON.stringify([pattern, a, b, forBars, pattern.startsWith('net_change') ? windowBars : null, timeframe])
}
