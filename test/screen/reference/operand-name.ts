const PERIODS: Readonly<Record<'ema' | 'sma', readonly number[]>> = {
  ema: [5, 10, 20, 50, 100, 200],
  sma: [10, 20, 50, 100, 200],
}

/** Every operand that is not a number. */
export const OPERANDS: readonly string[] = [
  ...PERIODS.ema.map((period) => `ema${period}`),
  ...PERIODS.sma.map((period) => `sma${period}`),
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
]

/** Oscillators that a level, a range or a divergence can be asked of. */
export const OSCILLATORS: readonly string[] = ['rsi14', 'stoch_k', 'stoch_d', 'adx', 'plus_di', 'minus_di']

/** Other names of operands, as the specification's table lists them. */
const ALIASES: Readonly<Record<string, string>> = {
  price: 'close',
  rsi: 'rsi14',
  stoch: 'stoch_k',
  '%k': 'stoch_k',
  k: 'stoch_k',
  '%d': 'stoch_d',
  d: 'stoch_d',
  dmi14_adx: 'adx',
  '+di': 'plus_di',
  di_plus: 'plus_di',
  pdi: 'plus_di',
  '-di': 'minus_di',
  di_minus: 'minus_di',
  mdi: 'minus_di',
  macd_line: 'macd',
  signal: 'macd_signal',
  bb20_upper: 'bb_upper',
  upper_band: 'bb_upper',
  bb20_lower: 'bb_lower',
  lower_band: 'bb_lower',
  bb20_mid: 'bb_mid',
  middle_band: 'bb_mid',
  tenkan: 'ichi_tenkan',
  tenkan_sen: 'ichi_tenkan',
  conversion: 'ichi_tenkan',
  kijun: 'ichi_kijun',
  kijun_sen: 'ichi_kijun',
  base_line: 'ichi_kijun',
  senkou_a: 'ichi_senkou_a',
  span_a: 'ichi_senkou_a',
  leading_span_a: 'ichi_senkou_a',
  senkou_b: 'ichi_senkou_b',
  span_b: 'ichi_senkou_b',
  leading_span_b: 'ichi_senkou_b',
  vol: 'realized_vol_pct_1yr',
  realized_vol_pct: 'realized_vol_pct_1yr',
  rvol_30d: 'realized_vol_30d',
}

/** Nearest period of a family by the logarithm of the ratio; the shorter of two that are as near. */
function snapPeriod(period: number, offered: readonly number[]): number {
  let best = offered[0] ?? period
  for (const candidate of offered) {
    if (Math.abs(Math.log(period / candidate)) < Math.abs(Math.log(period / best))) best = candidate
  }
  return best
}

/** The operand's key: aliases and averages of other periods or families become the line that stands for them. */
export function readOperand(text: string): string {
  const name = text.trim().toLowerCase()
  const average = /^(ema|sma|ma|hma|wma|tema|vwma)(\d+)$/.exec(name)
  if (average !== null) {
    const family = average[1] === 'sma' || average[1] === 'ma' ? 'sma' : 'ema'
    return `${family}${snapPeriod(Number(average[2]), PERIODS[family])}`
  }
  return ALIASES[name] ?? name
}
