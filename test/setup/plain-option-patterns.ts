import { keysOf } from '../../src/core/record.pure.ts'
import type { FigureKey, FigureSeries } from '../../src/option/history/figure.pure.ts'
import type { OptionPattern } from '../../src/option/option-pattern.pure.ts'

const ROOT_OF_YEAR = Math.sqrt(252)

/**
 * The patterns that options show on a session, straight from the sentences of option-patterns.csv: every window is cut out and counted
 * anew, nothing is shared with the service. `closes` are those of the sessions, the last one that of `at`.
 */
export function plainPatterns(series: FigureSeries, at: number, closes: readonly number[]): OptionPattern[] {
  const values = (key: FigureKey) => [...series.columns[key]].slice(0, series.length)
  const [iv30, iv90, skew30] = [values('iv30'), values('iv90'), values('skew30')]
  const [calls, puts] = [values('callVolume'), values('putVolume')]
  const contracts = calls.map((volume, index) => volume + (puts[index] ?? 0))
  const ratio = (above: number[], below: number[]) => above.map((value, index) => value / (below[index] ?? 0))
  const fiveDays = (list: number[]) => list.map((_, index) => total(list.slice(Math.max(0, index - 4), index + 1)))
  const parts: [weight: number, of: number[]][] = [
    [0.35, skew30],
    [0.25, ratio(values('putOpenInterest'), values('callOpenInterest'))],
    [0.25, ratio(fiveDays(puts), fiveDays(calls))],
    [0.15, ratio(iv30, iv90)],
  ]
  const score = (back: number) =>
    total(parts.map(([weight, of]) => weight * (1 - 2 * percentile(of, at - back, 'equal ones half'))))
  const skew = (back: number) => percentile(skew30, at - back)
  const iv = (back: number) => iv30[at - back] ?? Number.NaN
  const volatility = percentile(iv30, at)
  const before = <T>(sessions: number, of: (back: number) => T) =>
    Array.from({ length: sessions }, (_, back) => of(back + 1))
  const putsPerCall = total(puts.slice(at - 4, at + 1)) / total(calls.slice(at - 4, at + 1))
  const times = (list: number[]) => (list[at] ?? 0) / (total(list.slice(at - 20, at)) / 20)
  const isLevel = (list: number[]) => new Set(list.slice(Math.max(0, at - 251), at + 1)).size === 1

  const rules: Record<OptionPattern, boolean> = {
    bullish_positioning: score(0) >= 0.35,
    bearish_positioning: score(0) <= -0.35,
    turning_bullish: score(0) > 0 && before(10, score).some((value) => value <= -0.2),
    turning_bearish: score(0) < 0 && before(10, score).some((value) => value >= 0.2),
    call_heavy: putsPerCall <= 0.5,
    put_heavy: putsPerCall >= 1.2,
    iv_cheap: volatility <= 0.2 && !isLevel(iv30),
    iv_expensive: volatility >= 0.8,
    iv_rising: iv(0) >= 1.15 * iv(5),
    iv_crush: iv(0) <= 0.8 * Math.max(...before(5, iv)),
    iv_below_realized: iv(0) < realized(closes),
    unusual_activity: times(contracts) >= 2,
    unusual_calls: times(calls) >= 2.5,
    unusual_puts: times(puts) >= 2.5,
    fear_elevated: skew(0) >= 0.8,
    complacency: skew(0) <= 0.2 && !isLevel(skew30),
    fear_to_confidence:
      before(10, skew).some((value) => value >= 0.8) && skew(0) <= 0.5 && skew(0) < skew(1) && score(0) > score(1),
    confidence_to_fear:
      before(10, skew).some((value) => value <= 0.2) && skew(0) >= 0.5 && skew(0) > skew(1) && score(0) < score(1),
  }
  return keysOf(rules).filter((pattern) => rules[pattern])
}

function total(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0)
}

/** Share of the last 252 sessions that lie strictly below the one at `at`. */
function percentile(list: readonly number[], at: number, equal?: 'equal ones half'): number {
  const value = list[at] ?? Number.NaN
  const year = list.slice(Math.max(0, at - 251), at + 1)
  const below = year.filter((other) => other < value).length
  const same = equal ? year.filter((other) => other === value).length / 2 : 0
  return (below + same) / year.length
}

/** Sample deviation of the last 30 log returns, a year long. */
function realized(closes: readonly number[]): number {
  const last = closes.slice(-31)
  const returns = last.slice(1).map((close, index) => Math.log(close / (last[index] ?? 0)))
  const mean = total(returns) / returns.length
  return ROOT_OF_YEAR * Math.sqrt(total(returns.map((value) => (value - mean) ** 2)) / (returns.length - 1))
}
