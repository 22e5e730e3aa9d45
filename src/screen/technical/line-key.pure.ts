import type { Bars } from '../../market/bars/bars.pure.ts'

/** Lines that a screen can name as operand `a` or `b`. */
export const OPERAND_KEYS = [
  'ema5',
  'ema10',
  'ema20',
  'ema50',
  'ema100',
  'ema200',
  'sma10',
  'sma20',
  'sma50',
  'sma100',
  'sma200',
  'close',
  'rsi14',
  'stoch_k',
  'stoch_d',
  'adx',
  'plus_di',
  'minus_di',
  'macd',
  'macd_signal',
  'bb_upper',
  'bb_lower',
  'bb_mid',
  'ichi_tenkan',
  'ichi_kijun',
  'ichi_senkou_a',
  'ichi_senkou_b',
  'realized_vol_pct_1yr',
  'realized_vol_30d',
] as const
export type OperandKey = (typeof OPERAND_KEYS)[number]

/** Lines that only patterns read. */
export const PATTERN_LINE_KEYS = [
  'atr14',
  'bb_width',
  'bb_width_rank',
  'ttm_squeeze_depth',
  'ttm_momentum',
  'high_52w',
  'low_52w',
  'volume_before',
] as const
export type LineKey = OperandKey | (typeof PATTERN_LINE_KEYS)[number]

/** Timeframe of a screen: 1 = days, 2 = weeks, 3 = months. */
export type ScreenTimeframe = 1 | 2 | 3

/**
 * Closed bars of one listing, oldest first, adjusted for splits. A price that is not finite is a gap: lines that read it are undefined
 * there and begin again after it, as if the listing had begun there. NaN volume where nobody counts.
 */
export type PriceBars = Pick<Bars, 'length' | 'high' | 'low' | 'close' | 'volume'>

/** Gives a line of the bars at hand, one value per bar, NaN where it is not defined. */
export type LineReader = (key: LineKey) => Float64Array

/** Bars per year, by timeframe. */
export const BARS_PER_YEAR: Readonly<Record<ScreenTimeframe, number>> = { 1: 252, 2: 52, 3: 12 }
