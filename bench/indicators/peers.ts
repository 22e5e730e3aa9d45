import * as indicatorts from 'indicatorts'
import {
  ADX,
  ATR,
  BollingerBands,
  EMA,
  IchimokuCloud,
  MACD,
  RSI,
  SMA,
  StochasticOscillator,
  WSMA,
} from 'trading-signals'
import type { LineKey, LineReader } from '../../src/screen/technical/line-key.pure.ts'

/** The same prices as plain arrays, which the other libraries take. */
interface PlainBars {
  readonly high: number[]
  readonly low: number[]
  readonly close: number[]
}

/** One indicator of several lines; the peers give the last value of the line that is compared. */
export interface IndicatorRow {
  readonly name: string
  readonly lines: readonly LineKey[]
  /** Weight that a different first value of the peer may still have at the end, by number of bars. */
  readonly seedWeight?: (bars: number) => number
  readonly indicatorts?: (bars: PlainBars) => number | undefined
  readonly tradingSignals?: (bars: PlainBars) => number | null | undefined
  /** Tulip uses 0.15 and 0.075 instead of 2/13 and 2/27 for MACD 12,26: close, but not the same line. */
  readonly otherThan?: readonly string[]
}

const SIMPLE = [10, 20, 50, 100, 200] as const
const EXPONENTIAL = [5, 10, 20, 50, 100, 200] as const

function last<Candle, Result>(
  indicator: { update(value: Candle, replace: boolean): Result },
  values: readonly Candle[],
): Result | undefined {
  let result: Result | undefined
  for (const value of values) result = indicator.update(value, false)
  return result
}

function candles({ high, low, close }: PlainBars): { high: number; low: number; close: number }[] {
  return close.map((value, index) => ({ high: high[index] ?? 0, low: low[index] ?? 0, close: value }))
}

/** Every indicator; the line compared is the first of `lines`. */
export const ROWS: readonly IndicatorRow[] = [
  {
    name: 'SMA',
    lines: ['sma200', 'sma10', 'sma20', 'sma50', 'sma100'],
    indicatorts: ({ close }) => SIMPLE.map((period) => indicatorts.sma(close, { period }).at(-1)).at(-1),
    tradingSignals: ({ close }) => SIMPLE.map((period) => last(new SMA(period), close)).at(-1),
  },
  {
    name: 'EMA',
    lines: ['ema200', 'ema5', 'ema10', 'ema20', 'ema50', 'ema100'],
    seedWeight: (bars) => (199 / 201) ** (bars - 200),
    indicatorts: ({ close }) => EXPONENTIAL.map((period) => indicatorts.ema(close, { period }).at(-1)).at(-1),
    tradingSignals: ({ close }) => EXPONENTIAL.map((period) => last(new EMA(period), close)).at(-1),
  },
  {
    name: 'RSI',
    lines: ['rsi14'],
    indicatorts: ({ close }) => indicatorts.rsi(close, { period: 14 }).at(-1),
    tradingSignals: ({ close }) => last(new RSI(14, WSMA), close),
  },
  {
    name: 'MACD',
    lines: ['macd', 'macd_signal'],
    otherThan: ['Tulip C'],
    indicatorts: ({ close }) => indicatorts.macd(close, { fast: 12, slow: 26, signal: 9 }).macdLine.at(-1),
    tradingSignals: ({ close }) => last(new MACD(new EMA(12), new EMA(26), new EMA(9)), close)?.macd,
  },
  {
    name: 'Bollinger',
    lines: ['bb_lower', 'bb_mid', 'bb_upper'],
    indicatorts: ({ close }) => indicatorts.bb(close, { period: 20 }).lower.at(-1),
    tradingSignals: ({ close }) => last(new BollingerBands(20, 2), close)?.lower,
  },
  {
    name: 'Stochastic',
    lines: ['stoch_k', 'stoch_d'],
    tradingSignals: (bars) =>
      last(new StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }), candles(bars))?.stochK,
  },
  {
    name: 'ADX, +DI, -DI',
    lines: ['adx', 'plus_di', 'minus_di'],
    tradingSignals: (bars) => last(new ADX(14, WSMA), candles(bars)),
  },
  {
    name: 'ATR',
    lines: ['atr14'],
    otherThan: ['indicatorts'],
    indicatorts: ({ high, low, close }) => indicatorts.atr(high, low, close, { period: 14 }).atrLine.at(-1),
    tradingSignals: (bars) => last(new ATR(14, WSMA), candles(bars)),
  },
  {
    name: 'Ichimoku',
    lines: ['ichi_tenkan', 'ichi_kijun', 'ichi_senkou_a', 'ichi_senkou_b'],
    otherThan: ['Tulip C'],
    indicatorts: ({ high, low, close }) =>
      indicatorts.ichimokuCloud(high, low, close, { short: 9, medium: 26, long: 52, close: 26 }).tenkan.at(-1),
    tradingSignals: (bars) =>
      last(new IchimokuCloud({ conversionInterval: 9, baseInterval: 26, spanBInterval: 52 }), candles(bars))
        ?.conversion,
  },
  {
    name: '52-week extremes',
    lines: ['high_52w', 'low_52w'],
    indicatorts: ({ high, low }) => {
      indicatorts.mmin(low, { period: 252 })
      return indicatorts.mmax(high, { period: 252 }).at(-1)
    },
  },
]

/** Computes the lines of a row; the last value of the first one. */
export function lastOfRow(row: IndicatorRow, read: LineReader): number | undefined {
  return row.lines.map((key) => read(key).at(-1))[0]
}
