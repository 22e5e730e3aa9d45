import type { Listing } from '../../catalog/catalog.store.ts'
import type { Context } from '../../core/graphql/context.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { detect } from '../technical/detection/detect.pure.ts'
import { readLines } from '../technical/line/lines.pure.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { operandText } from '../technical/resolve-operand.ts'
import { patternRow, resolveSignal, type Signal, type SignalText } from '../technical/resolve-signal.ts'
import { readClosedBars } from './indicator.ts'

/** An event on one of the last bars of a listing. */
export interface RecentSignal {
  readonly listing: Listing
  readonly pattern: string
  readonly label: string
  readonly a: string | null
  readonly b: string | null
  /** Last trading day of the bar on which it fired. */
  readonly date: string
  readonly barsAgo: number
}

/** Bars that are looked at. */
const RECENT_BARS = 20

/** The events that are looked for: those of two lines for the pairs that are in use. */
const EVENTS: readonly Signal[] = [
  ...[
    ['sma50', 'sma200'],
    ['ema20', 'ema50'],
    ['close', 'sma50'],
    ['close', 'sma200'],
    ['macd', 'macd_signal'],
    ['stoch_k', 'stoch_d'],
    ['plus_di', 'minus_di'],
    ['ichi_tenkan', 'ichi_kijun'],
    ['rsi14', '30'],
    ['rsi14', '70'],
  ].flatMap(([a, b]) => [event({ pattern: 'crossover_up', a, b }), event({ pattern: 'crossover_dn', a, b })]),
  ...['rsi14', 'stoch_k'].flatMap((a) => [
    event({ pattern: 'divergence_bull', a }),
    event({ pattern: 'divergence_bear', a }),
  ]),
  event({ pattern: 'hidden_divergence_bull' }),
  event({ pattern: 'hidden_divergence_bear' }),
  event({ pattern: 'squeeze_started' }),
  event({ pattern: 'squeeze_fired_up' }),
  event({ pattern: 'squeeze_fired_dn' }),
  event({ pattern: 'vol_spike' }),
]

function event(text: SignalText): Signal {
  const { signal } = resolveSignal(text)
  if (!signal) throw new Error(`The signal ${JSON.stringify(text)} is not valid.`)
  return signal
}

/** Finds the events of the last twenty closed bars of a listing, the latest first. */
export async function findRecentSignals(
  listing: Listing,
  timeframe: ScreenTimeframe,
  context: Context,
): Promise<RecentSignal[]> {
  const bars = await readClosedBars(listing, timeframe, context)
  const lines = readLines(bars, timeframe)
  const found: RecentSignal[] = []
  for (const signal of EVENTS) {
    const fired = detect(signal.pattern, signal, lines, bars)
    for (let barsAgo = 0; barsAgo < Math.min(RECENT_BARS, bars.length); barsAgo++) {
      const at = bars.length - 1 - barsAgo
      if (fired[at] !== 1) continue
      const { pattern, a, b } = signal
      const [shownA, shownB] = [a, b].map((operand) => (operand === null ? null : operandText(operand)))
      const date = isoOfDay(bars.day[at] ?? 0)
      found.push({
        listing,
        pattern,
        label: patternRow(pattern).label,
        a: shownA ?? null,
        b: shownB ?? null,
        date,
        barsAgo,
      })
    }
  }
  return found.sort((one, other) => one.barsAgo - other.barsAgo)
}
