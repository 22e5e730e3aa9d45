import type { Bars } from '../../../src/market/bars/bars.pure.ts'
import { generateMeanReversion, type Normal } from '../random-process.ts'

/** What option prices of the demo follow from, for each bar. */
export interface Mood {
  /** Annual volatility that the last weeks have shown, and that of the whole history. */
  readonly recent: Float64Array
  readonly usual: number
  /** Share by which volatility rises before a gap, as before earnings; gone after it. */
  readonly eve: Float64Array
  /** Return of the last ten bars. */
  readonly tenDays: Float64Array
  /** Fear beyond what prices explain, around 0 with a deviation of about 1. */
  readonly fear: Float64Array
  /** Slow lean of open positions towards puts, around 0 with a deviation of about 1. */
  readonly lean: Float64Array
}

/** Decay of the weight of past squared returns (J.P. Morgan/Reuters, "RiskMetrics Technical Document", 1996). */
const DECAY = 0.94
const YEAR_SESSIONS = 252
/** Deviations from which a move counts as a gap that was awaited, and bars over which it is. */
const GAP = 2.8
const EVE_SESSIONS = 12

/** Reads off split-adjusted bars what options of the demo would think. */
export function readMood({ close, length }: Bars, normal: Normal): Mood {
  const moves = Float64Array.from({ length }, (_, at) =>
    at === 0 ? 0 : Math.log((close[at] ?? 1) / (close[at - 1] ?? 1)),
  )
  const variance = moves.reduce((sum, move) => sum + move * move, 0) / Math.max(1, length - 1)
  const recent = new Float64Array(length)
  let present = variance
  for (let at = 0; at < length; at++) {
    // A single gap does not stay in what is expected.
    const move = Math.min(Math.abs(moves[at] ?? 0), 3 * Math.sqrt(present))
    present = DECAY * present + (1 - DECAY) * move * move
    recent[at] = Math.sqrt(present * YEAR_SESSIONS)
  }
  const eve = new Float64Array(length)
  for (let at = 1; at < length; at++) {
    const size = Math.abs(moves[at] ?? 0) / (recent[at - 1] ?? 1) / Math.sqrt(1 / YEAR_SESSIONS)
    if (size < GAP) continue
    for (let back = 1; back <= EVE_SESSIONS && at - back >= 0; back++)
      eve[at - back] = Math.max(eve[at - back] ?? 0, 0.45 * (1 - (back - 1) / EVE_SESSIONS))
  }
  return {
    recent,
    usual: Math.sqrt(variance * YEAR_SESSIONS),
    eve,
    tenDays: Float64Array.from({ length }, (_, at) => (close[at] ?? 1) / (close[Math.max(0, at - 10)] ?? 1) - 1),
    fear: generateMeanReversion(normal, length, 0.35, 0.08),
    lean: generateMeanReversion(normal, length, 0.22, 0.03),
  }
}
