import {
  BARS_PER_YEAR,
  type LineKey,
  type LineReader,
  OPERAND_KEYS,
  PATTERN_LINE_KEYS,
  type PriceBars,
  type ScreenTimeframe,
} from '../line-key.pure.ts'
import { computeMacd, exponentialMean } from './average.pure.ts'
import { computeIchimoku } from './ichimoku.pure.ts'
import { computeDirectional, computeRsi, computeStochastic } from './oscillator.pure.ts'
import { createLine, findRuns, type Run } from './run.pure.ts'
import {
  computeAtr,
  computeBands,
  computeRealizedVolatility,
  computeSqueezeDepth,
  computeSqueezeMomentum,
} from './volatility.pure.ts'
import { movingExtremes, movingMean, movingRank } from './window.pure.ts'

/** What the computation of a line starts from. */
interface Source {
  readonly bars: PriceBars
  readonly barsPerYear: number
  readonly closeRuns: () => readonly Run[]
  /** Runs of known highs, lows and closes. */
  readonly priceRuns: () => readonly Run[]
  readonly read: LineReader
  /** Begins a line, undefined everywhere. */
  readonly begin: LineReader
}

type Compute = (source: Source) => void

const simpleMean =
  (key: LineKey, period: number): Compute =>
  ({ bars, closeRuns, begin }) => {
    const out = begin(key)
    for (const run of closeRuns()) movingMean(bars.close, run, period, out)
  }

const exponential =
  (key: LineKey, period: number): Compute =>
  ({ bars, closeRuns, begin }) => {
    const out = begin(key)
    for (const run of closeRuns()) exponentialMean(bars.close, run, period, out)
  }

const ofPrices =
  (
    key: LineKey,
    compute: (high: Float64Array, low: Float64Array, close: Float64Array, run: Run, out: Float64Array) => void,
  ): Compute =>
  ({ bars, priceRuns, begin }) => {
    const out = begin(key)
    for (const run of priceRuns()) compute(bars.high, bars.low, bars.close, run, out)
  }

const close: Compute = ({ bars, begin }) => {
  const out = begin('close')
  for (let index = 0; index < bars.length; index++) {
    const value = bars.close[index] ?? Number.NaN
    if (Number.isFinite(value)) out[index] = value
  }
}

const rsi: Compute = ({ bars, closeRuns, begin }) => {
  const out = begin('rsi14')
  for (const run of closeRuns()) computeRsi(bars.close, run, out)
}

const stochastic: Compute = ({ bars, priceRuns, begin }) => {
  const lines = { k: begin('stoch_k'), d: begin('stoch_d') }
  for (const run of priceRuns()) computeStochastic(bars.high, bars.low, bars.close, run, lines)
}

const directional: Compute = ({ bars, priceRuns, begin }) => {
  const lines = { adx: begin('adx'), plusDi: begin('plus_di'), minusDi: begin('minus_di') }
  for (const run of priceRuns()) computeDirectional(bars.high, bars.low, bars.close, run, lines)
}

const macd: Compute = ({ bars, closeRuns, begin }) => {
  const line = begin('macd')
  const signal = begin('macd_signal')
  for (const run of closeRuns()) computeMacd(bars.close, run, line, signal)
}

const bands: Compute = ({ bars, closeRuns, begin }) => {
  const mid = begin('bb_mid')
  const lines = { mid, upper: begin('bb_upper'), lower: begin('bb_lower'), width: begin('bb_width') }
  for (const run of closeRuns()) computeBands(bars.close, run, lines)
}

/** Percentile of the bands' width among its last 126 values. */
const widthRank: Compute = ({ read, begin }) => {
  const width = read('bb_width')
  const out = begin('bb_width_rank')
  for (const run of findRuns([width])) movingRank(width, run, 126, out)
}

const ichimoku: Compute = ({ bars, priceRuns, begin }) => {
  const lines = {
    tenkan: begin('ichi_tenkan'),
    kijun: begin('ichi_kijun'),
    senkouA: begin('ichi_senkou_a'),
    senkouB: begin('ichi_senkou_b'),
  }
  for (const run of priceRuns()) computeIchimoku(bars.high, bars.low, run, lines)
}

const volatility: Compute = ({ bars, barsPerYear, begin }) => {
  const annual = begin('realized_vol_30d')
  const rank = begin('realized_vol_pct_1yr')
  for (const run of findRuns([bars.close], 0)) computeRealizedVolatility(bars.close, run, barsPerYear, annual, rank)
}

const yearlyExtremes: Compute = ({ bars, barsPerYear, priceRuns, begin }) => {
  const high = begin('high_52w')
  const low = begin('low_52w')
  for (const run of priceRuns()) movingExtremes(bars.high, bars.low, run, barsPerYear, high, low)
}

/** Average volume of the 20 bars before each bar; blocks are those of all bars, wherever volumes were unknown: tails begin at one. */
const volumeBefore: Compute = ({ bars, begin }) => {
  const out = begin('volume_before')
  for (const run of findRuns([bars.volume])) movingMean(bars.volume, run, 20, out, 0)
  out.copyWithin(1, 0, out.length - 1)
  out.fill(Number.NaN, 0, 1)
}

const COMPUTE: Readonly<Record<LineKey, Compute>> = {
  ema5: exponential('ema5', 5),
  ema10: exponential('ema10', 10),
  ema20: exponential('ema20', 20),
  ema50: exponential('ema50', 50),
  ema100: exponential('ema100', 100),
  ema200: exponential('ema200', 200),
  sma10: simpleMean('sma10', 10),
  sma20: simpleMean('sma20', 20),
  sma50: simpleMean('sma50', 50),
  sma100: simpleMean('sma100', 100),
  sma200: simpleMean('sma200', 200),
  close,
  rsi14: rsi,
  stoch_k: stochastic,
  stoch_d: stochastic,
  adx: directional,
  plus_di: directional,
  minus_di: directional,
  macd,
  macd_signal: macd,
  bb_upper: bands,
  bb_lower: bands,
  bb_mid: bands,
  ichi_tenkan: ichimoku,
  ichi_kijun: ichimoku,
  ichi_senkou_a: ichimoku,
  ichi_senkou_b: ichimoku,
  realized_vol_pct_1yr: volatility,
  realized_vol_30d: volatility,
  atr14: ofPrices('atr14', computeAtr),
  bb_width: bands,
  bb_width_rank: widthRank,
  ttm_squeeze_depth: ofPrices('ttm_squeeze_depth', computeSqueezeDepth),
  ttm_momentum: ofPrices('ttm_momentum', computeSqueezeMomentum),
  high_52w: yearlyExtremes,
  low_52w: yearlyExtremes,
  volume_before: volumeBefore,
}

/** Every line, also those that only patterns read. */
export const LINE_KEYS: readonly LineKey[] = [...OPERAND_KEYS, ...PATTERN_LINE_KEYS]

/** Memory of lines that is used again for the next listing. */
export type LineMemory = Map<LineKey, Float64Array>

/**
 * Reader of the lines of one listing's bars: each is computed when first read, together with the others of its indicator. A value at a
 * bar depends on that bar and earlier ones only. The lines are shared, not copied: readers do not write to them. With `memory`, they last until the next reader of the
 * same memory is made. `isGapless` = every price is known and finite.
 */
export function readLines(
  bars: PriceBars,
  timeframe: ScreenTimeframe,
  memory?: LineMemory,
  isGapless = false,
): LineReader {
  const lines = new Map<LineKey, Float64Array>()
  const whole = isGapless && bars.length > 0 ? [{ first: 0, end: bars.length }] : undefined
  let closeRuns: readonly Run[] | undefined = whole
  let priceRuns: readonly Run[] | undefined = whole
  const begin: LineReader = (key) => {
    const line = memory ? lineOf(memory, key, bars.length) : createLine(bars.length)
    lines.set(key, line)
    return line
  }
  const read: LineReader = (key) => {
    const known = lines.get(key)
    if (known) return known
    if (isGapless && key === 'close') return bars.close
    COMPUTE[key](source)
    return lines.get(key) ?? begin(key)
  }
  const source: Source = {
    bars,
    barsPerYear: BARS_PER_YEAR[timeframe],
    closeRuns: () => (closeRuns ??= findRuns([bars.close])),
    priceRuns: () => (priceRuns ??= findRuns([bars.high, bars.low, bars.close])),
    read,
    begin,
  }
  return read
}

function lineOf(memory: LineMemory, key: LineKey, length: number): Float64Array {
  const known = memory.get(key)
  if (known?.length === length) return known.fill(Number.NaN)
  if (known && known.length > length) return known.subarray(0, length).fill(Number.NaN)
  const line = createLine(length)
  memory.set(key, line)
  return line
}

/** One line of a listing's bars: a value per bar, NaN where it is not defined. */
export function computeLine(key: LineKey, timeframe: ScreenTimeframe, bars: PriceBars): Float64Array {
  return readLines(bars, timeframe)(key)
}
