import { BARS_OF_YEAR, type PlainBar, type PlainLine, type PlainTimeframe, valueAt } from './bar.ts'
import {
  combine,
  deviationOf,
  eachBar,
  exponentialAverage,
  highestHigh,
  lastValues,
  lowestLow,
  meanOf,
  percentileOfLast,
  simpleAverage,
  trueRange,
  wilderAverage,
} from './line.ts'
import { readOperand } from './operand-name.ts'

const closesOf = (bars: readonly PlainBar[]): PlainLine => bars.map((bar) => bar.close)

/** RSI 14: 100 x average gain / (average gain + average loss); 50 where nothing moved. */
function relativeStrength(bars: readonly PlainBar[]): PlainLine {
  const changeAt = (index: number) => {
    const bar = bars[index]
    const before = bars[index - 1]
    return bar === undefined || before === undefined ? null : bar.close - before.close
  }
  const gains = eachBar(bars.length, (index) => {
    const by = changeAt(index)
    return by === null ? null : Math.max(by, 0)
  })
  const losses = eachBar(bars.length, (index) => {
    const by = changeAt(index)
    return by === null ? null : Math.max(-by, 0)
  })
  return combine(wilderAverage(gains, 14), wilderAverage(losses, 14), (gain, loss) => {
    if (gain === 0 && loss === 0) return 50
    if (loss === 0) return 100
    return 100 - 100 / (1 + gain / loss)
  })
}

/** Stochastic 14,3,3: place of the close in the range of 14 bars, averaged over 3 (%K), and again (%D). */
function stochastic(bars: readonly PlainBar[], of: 'k' | 'd'): PlainLine {
  const high = highestHigh(bars, 14)
  const low = lowestLow(bars, 14)
  const raw = bars.map((bar, index) => {
    const top = valueAt(high, index)
    const bottom = valueAt(low, index)
    if (top === null || bottom === null) return null
    return top === bottom ? 50 : (100 * (bar.close - bottom)) / (top - bottom)
  })
  const k = simpleAverage(raw, 3)
  return of === 'k' ? k : simpleAverage(k, 3)
}

/** Directional movement 14 (Wilder 1978): +DI, -DI and ADX from the second bar on, which is the first with a movement. */
function directional(bars: readonly PlainBar[], of: 'plus' | 'minus' | 'adx'): PlainLine {
  const moves = (isUp: boolean) =>
    bars.map((bar, index) => {
      const before = bars[index - 1]
      if (before === undefined) return null
      const up = bar.high - before.high
      const down = before.low - bar.low
      if (isUp) return up > down && up > 0 ? up : 0
      return down > up && down > 0 ? down : 0
    })
  const ranges = trueRange(bars).map((range, index) => (index === 0 ? null : range))
  const range = wilderAverage(ranges, 14)
  const share = (moved: number, within: number) => (within === 0 ? 0 : (100 * moved) / within)
  const plus = combine(wilderAverage(moves(true), 14), range, share)
  const minus = combine(wilderAverage(moves(false), 14), range, share)
  if (of === 'plus') return plus
  if (of === 'minus') return minus
  const dx = combine(plus, minus, (up, down) => (up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down)))
  return wilderAverage(dx, 14)
}

function macd(bars: readonly PlainBar[]): PlainLine {
  const closes = closesOf(bars)
  return combine(exponentialAverage(closes, 12), exponentialAverage(closes, 26), (fast, slow) => fast - slow)
}

/** Bollinger 20,2: the simple average and two population deviations around it. */
function bollinger(bars: readonly PlainBar[], deviations: number): PlainLine {
  const closes = closesOf(bars)
  return eachBar(bars.length, (index) => {
    const values = lastValues(closes, index, 20)
    return values === null ? null : meanOf(values) + deviations * deviationOf(values, 'population')
  })
}

function middleOfRange(bars: readonly PlainBar[], period: number): PlainLine {
  return combine(highestHigh(bars, period), lowestLow(bars, period), (high, low) => (high + low) / 2)
}

/** What a line showed 26 bars before. */
function displace(line: PlainLine): PlainLine {
  return eachBar(line.length, (index) => valueAt(line, index - 26))
}

/** Sample deviation of the last 30 log returns, by the year. */
function realizedVolatility(bars: readonly PlainBar[], timeframe: PlainTimeframe): PlainLine {
  const returns = bars.map((bar, index) => {
    const before = bars[index - 1]
    return before === undefined ? null : Math.log(bar.close / before.close)
  })
  return eachBar(bars.length, (index) => {
    const values = lastValues(returns, index, 30)
    return values === null ? null : deviationOf(values, 'sample') * Math.sqrt(BARS_OF_YEAR[timeframe])
  })
}

function volatilityPercentile(bars: readonly PlainBar[], timeframe: PlainTimeframe): PlainLine {
  const volatility = realizedVolatility(bars, timeframe)
  return eachBar(bars.length, (index) => {
    const year = lastValues(volatility, index, BARS_OF_YEAR[timeframe])
    return year === null ? null : percentileOfLast(year)
  })
}

const LINES: Readonly<Record<string, (bars: readonly PlainBar[], timeframe: PlainTimeframe) => PlainLine>> = {
  close: closesOf,
  rsi14: relativeStrength,
  stoch_k: (bars) => stochastic(bars, 'k'),
  stoch_d: (bars) => stochastic(bars, 'd'),
  adx: (bars) => directional(bars, 'adx'),
  plus_di: (bars) => directional(bars, 'plus'),
  minus_di: (bars) => directional(bars, 'minus'),
  macd,
  macd_signal: (bars) => exponentialAverage(macd(bars), 9),
  bb_upper: (bars) => bollinger(bars, 2),
  bb_lower: (bars) => bollinger(bars, -2),
  bb_mid: (bars) => simpleAverage(closesOf(bars), 20),
  ichi_tenkan: (bars) => middleOfRange(bars, 9),
  ichi_kijun: (bars) => middleOfRange(bars, 26),
  ichi_senkou_a: (bars) =>
    displace(combine(middleOfRange(bars, 9), middleOfRange(bars, 26), (tenkan, kijun) => (tenkan + kijun) / 2)),
  ichi_senkou_b: (bars) => displace(middleOfRange(bars, 52)),
  realized_vol_pct_1yr: volatilityPercentile,
  realized_vol_30d: realizedVolatility,
}

const known = new WeakMap<readonly PlainBar[], Map<string, PlainLine>>()

/** Reads one operand on the bars of a timeframe: a line, or the same level on every bar. */
export function referenceLine(operand: string, bars: readonly PlainBar[], timeframe: PlainTimeframe = 1): PlainLine {
  const lines = known.get(bars) ?? new Map<string, PlainLine>()
  known.set(bars, lines)
  const name = `${readOperand(operand)} ${timeframe}`
  const line = lines.get(name) ?? evaluate(readOperand(operand), bars, timeframe)
  lines.set(name, line)
  return line
}

function evaluate(key: string, bars: readonly PlainBar[], timeframe: PlainTimeframe): PlainLine {
  if (key !== '' && Number.isFinite(Number(key))) return bars.map(() => Number(key))
  const average = /^(ema|sma)(\d+)$/.exec(key)
  if (average !== null) {
    const period = Number(average[2])
    return average[1] === 'ema' ? exponentialAverage(closesOf(bars), period) : simpleAverage(closesOf(bars), period)
  }
  const line = LINES[key]
  if (line === undefined) throw new Error(`No such operand: ${key}`)
  return line(bars, timeframe)
}
