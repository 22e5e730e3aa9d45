import { describe, expect, test } from 'vitest'
import { buildPlainBars, type PlainBar } from './bar.ts'
import { referenceChain } from './chain.ts'
import { averageTrueRange, exponentialAverage, percentileOfLast, regressionEnd, wilderAverage } from './line.ts'
import { referenceLine } from './operand.ts'
import { OPERANDS, readOperand } from './operand-name.ts'
import { PATTERNS, referencePattern } from './pattern.ts'
import { barsOfCloses } from './series.ts'
import { ttmMomentum } from './squeeze.ts'

const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Numbers of the bars where something is true. */
const trueAt = (answers: readonly boolean[]) => answers.flatMap((is, index) => (is ? [index] : []))

const lineAt = (operand: string, bars: readonly PlainBar[], index: number) => referenceLine(operand, bars)[index]

function withVolumes(volumes: readonly (number | null)[]): PlainBar[] {
  return barsOfCloses(repeat(100, volumes.length)).map((bar, index) => ({ ...bar, volume: volumes[index] ?? null }))
}

describe('lines, by hand', () => {
  test('an average begins at its last seed value and moves by its share', () => {
    // SMA3 of 1 2 3 = 2; EMA3 share 1/2: 2 + (6 - 2)/2 = 4; 4 + (0 - 4)/2 = 2. Wilder 3: 2 + (6 - 2)/3 = 10/3.
    expect(exponentialAverage([1, 2, 3, 6, 0], 3)).toEqual([null, null, 2, 4, 2])
    expect(wilderAverage([1, 2, 3, 6], 3)[3]).toBeCloseTo(10 / 3, 12)
  })

  test('moving averages of 1, 2, 3 ...', () => {
    const bars = barsOfCloses(upTo(220))
    // (11 + ... + 20) / 10 = 15.5; on a line of slope 1 the SMA-seeded EMA keeps its lag of (n - 1) / 2.
    expect(lineAt('sma10', bars, 19)).toBe(15.5)
    expect(lineAt('sma10', bars, 8)).toBeNull()
    expect(lineAt('ema10', bars, 219)).toBeCloseTo(220 - 4.5, 9)
    // EMA12 - EMA26 = 12.5 - 5.5 = 7 from bar 25 on; the signal of a constant 7 is 7 from bar 33 on.
    expect(lineAt('macd', bars, 24)).toBeNull()
    expect(lineAt('macd', bars, 25)).toBeCloseTo(7, 9)
    expect(lineAt('macd_signal', bars, 32)).toBeNull()
    expect(lineAt('macd_signal', bars, 33)).toBeCloseTo(7, 9)
  })

  test('RSI: all gains 100, all losses 0, flat 50, and Wilder step after the seed', () => {
    expect(lineAt('rsi14', barsOfCloses(upTo(20)), 14)).toBe(100)
    expect(lineAt('rsi14', barsOfCloses(upTo(20).reverse()), 14)).toBe(0)
    expect(lineAt('rsi14', barsOfCloses(repeat(7, 20)), 14)).toBe(50)
    // 14 changes, +2 and -1 by turns: average gain 7 x 2 / 14 = 1, loss 7 x 1 / 14 = 0.5: 100 - 100 / (1 + 2) = 66.67.
    const closes = [100]
    for (let index = 0; index < 14; index++) closes.push((closes[index] ?? 0) + (index % 2 === 0 ? 2 : -1))
    const bars = barsOfCloses([...closes, (closes[14] ?? 0) + 8])
    expect(lineAt('rsi14', bars, 13)).toBeNull()
    expect(lineAt('rsi14', bars, 14)).toBeCloseTo(200 / 3, 9)
    // Then +8: gain (13 x 1 + 8) / 14 = 1.5, loss 13 x 0.5 / 14 = 0.4642857: 100 x 1.5 / 1.9642857 = 76.3636.
    expect(lineAt('rsi14', bars, 15)).toBeCloseTo(76.36363636, 7)
  })

  test('Stochastic: place in the range, averaged over 3 and again over 3', () => {
    // A steady climb closes at the top of its range on every bar: raw 100 from bar 13, %K from 15, %D from 17.
    expect(lineAt('stoch_k', barsOfCloses(upTo(30), 0), 14)).toBeNull()
    expect(lineAt('stoch_k', barsOfCloses(upTo(30), 0), 15)).toBe(100)
    expect(lineAt('stoch_d', barsOfCloses(upTo(30), 0), 16)).toBeNull()
    expect(lineAt('stoch_d', barsOfCloses(upTo(30), 0), 17)).toBe(100)
    expect(lineAt('stoch_k', barsOfCloses(repeat(5, 30), 0), 20)).toBe(50)
    // Raw 100 on bars 13 and 14, then a fall to 8. The 14 bars up to 15 reach from 2 (bar 2 opened there) to 15:
    // raw 100 x (8 - 2) / 13 = 46.1538. (100 + 100 + 46.1538) / 3 = 82.0513.
    expect(lineAt('stoch_k', barsOfCloses([...upTo(15), 8], 0), 15)).toBeCloseTo(82.05128205, 7)
  })

  test('Directional movement of a steady climb', () => {
    // Close +1 a bar, spread 0: high +1, low +1 (from bar 2 on): +DM 1, -DM 0, true range 1. +DI 100, -DI 0, DX 100, ADX 100.
    const bars = barsOfCloses(upTo(40), 0)
    expect(lineAt('plus_di', bars, 13)).toBeNull()
    expect(lineAt('plus_di', bars, 14)).toBeCloseTo(100, 9)
    expect(lineAt('minus_di', bars, 14)).toBe(0)
    expect(lineAt('adx', bars, 26)).toBeNull()
    expect(lineAt('adx', bars, 27)).toBeCloseTo(100, 9)
    // With spread 0.5 each range is 2 (1 + 2 x 0.5), and a bar moves 1: +DI 50.
    expect(lineAt('plus_di', barsOfCloses(upTo(40), 0.5), 39)).toBeCloseTo(50, 9)
  })

  test('Average true range counts the first bar as high - low', () => {
    // Constant closes, spread 0.5: every range 1; then 14 up: high 114.5, low 99.5, range 15.
    const bars = barsOfCloses([...repeat(100, 14), 114])
    expect(averageTrueRange(bars)[12]).toBeNull()
    expect(averageTrueRange(bars)[13]).toBe(1)
    // (13 x 1 + 15) / 14 = 2
    expect(averageTrueRange(bars)[14]).toBeCloseTo(2, 12)
  })

  test('Bollinger bands use the deviation of the population', () => {
    // Ten times 9 and ten times 11: mean 10, deviation 1: 12, 10, 8.
    const bars = barsOfCloses(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 9 : 11)))
    expect([lineAt('bb_upper', bars, 19), lineAt('bb_mid', bars, 19), lineAt('bb_lower', bars, 19)]).toEqual([
      12, 10, 8,
    ])
  })

  test('Ichimoku: the cloud at a bar was computed 26 bars before', () => {
    // Closes 1, 2, 3 ..., spread 0, high t + 1 and low t (the open; 1 at bar 0): tenkan at t = (t + 1 + t - 8) / 2 = t - 3.5.
    const bars = barsOfCloses(upTo(120), 0)
    expect(lineAt('ichi_tenkan', bars, 60)).toBe(56.5)
    // kijun at t = (t + 1 + t - 25) / 2 = t - 12
    expect(lineAt('ichi_kijun', bars, 60)).toBe(48)
    // span a at 60 is of bar 34: (30.5 + 22) / 2 = 26.25; first at 25 + 26 = 51
    expect(lineAt('ichi_senkou_a', bars, 50)).toBeNull()
    expect(lineAt('ichi_senkou_a', bars, 60)).toBe(26.25)
    // span b at 100 is of bar 74: highest 75, lowest of bars 23..74 = 23: 49; first at 51 + 26 = 77
    expect(lineAt('ichi_senkou_b', bars, 76)).toBeNull()
    expect(lineAt('ichi_senkou_b', bars, 100)).toBe(49)
  })

  test('Realised volatility: sample deviation of 30 log returns by the year, and its percentile', () => {
    // Returns +ln 1.01 and -ln 1.01 by turns: mean 0, sample deviation ln 1.01 x sqrt(30 / 29) = 0.01012044.
    const bars = barsOfCloses(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 100 : 101)))
    const daily = Math.log(1.01) * Math.sqrt(30 / 29)
    expect(lineAt('realized_vol_30d', bars, 29)).toBeNull()
    expect(lineAt('realized_vol_30d', bars, 30)).toBeCloseTo(daily * Math.sqrt(252), 10)
    expect(referenceLine('realized_vol_30d', bars, 2)[30]).toBeCloseTo(daily * Math.sqrt(52), 10)
    expect(referenceLine('realized_vol_30d', bars, 3)[30]).toBeCloseTo(daily * Math.sqrt(12), 10)
    // 3 of 4 values are at most 5.
    expect(percentileOfLast([9, 1, 5, 5])).toBe(0.75)
    // First percentile when 12 months of volatility are known: 30 + 11 = 41.
    const months = barsOfCloses(upTo(60))
    const percentile = referenceLine('vol', months, 3)
    expect(percentile[40]).toBeNull()
    // Returns of 1, 2, 3 ... shrink and even out: each volatility is the lowest of its year, 1 / 12.
    expect(percentile[41]).toBeCloseTo(1 / 12, 12)
  })

  test('Names: aliases, levels, and averages nobody keeps', () => {
    expect(['ma50', 'PRICE', '%K', '+di', 'signal', 'span_b', 'vol'].map(readOperand)).toEqual([
      'sma50',
      'close',
      'stoch_k',
      'plus_di',
      'macd_signal',
      'ichi_senkou_b',
      'realized_vol_pct_1yr',
    ])
    // ln(30/20) = 0.405 < ln(50/30) = 0.511; ln(200/150) = 0.288 < ln(150/100) = 0.405; ln(10/9) = 0.105 < ln(9/5) = 0.588.
    expect(['sma30', 'ema150', 'hma9', 'ma2'].map(readOperand)).toEqual(['sma20', 'ema200', 'ema10', 'sma10'])
    expect(referenceLine('61.8', barsOfCloses([1, 2]))).toEqual([61.8, 61.8])
    expect(() => referenceLine('sma', [])).toThrow('No such operand')
    expect(OPERANDS).toHaveLength(29)
  })

  test('End of a regression line and the momentum of a squeeze', () => {
    // 0 0 3: mean 1, differences -1 -1 2 at x -1 0 1: slope (1 + 0 + 2) / (1 + 0 + 1) = 1.5, end 1 + 1.5 = 2.5.
    expect(regressionEnd([0, 0, 3])).toBeCloseTo(2.5, 12)
    // Climb of 1 a bar, spread 0: range of 20 bars: high t + 1, low t - 19 (open): middle t - 9, SMA20 t + 1 - 9.5 = t - 8.5;
    // close t + 1 less (t - 9 + t - 8.5) / 2 = t - 8.75: 9.75 on every bar from 20 on, so the line ends at 9.75.
    const momentum = ttmMomentum(barsOfCloses(upTo(60), 0))
    expect(momentum[37]).toBeNull()
    expect(momentum[50]).toBeCloseTo(9.75, 9)
  })
})

describe('patterns, by hand', () => {
  const closes = [99, 100, 101, 100, 100, 99, 99, 102, 103, 104, 104]
  const bars = barsOfCloses(closes)
  const level = { a: 'close', b: '100' }

  test.each([
    // 100 at bar 1 is at the level, 101 at bar 2 above it; 99 at bar 6, 102 at bar 7.
    [{ pattern: 'crossover_up', ...level }, [2, 7]],
    // 100 at bar 4 is at the level, 99 at bar 5 below it.
    [{ pattern: 'crossover_dn', ...level }, [5]],
    [{ pattern: 'above', ...level }, [2, 7, 8, 9, 10]],
    [{ pattern: 'below', ...level }, [0, 5, 6]],
    [{ pattern: 'held_above', ...level }, [9, 10]],
    [{ pattern: 'held_below', ...level, for_bars: 2 }, [6]],
    // 99 < 100 < 101: two rises in a row; 99 < 102 < 103 < 104: three.
    [{ pattern: 'rising', a: 'close', for_bars: 2 }, [2, 8, 9]],
    [{ pattern: 'rising', a: 'close' }, [9]],
    [{ pattern: 'falling', a: 'close', for_bars: 1 }, [3, 5]],
    // Distances to 105: 6 5 4 5 5 6 6 3 2 1 1.
    [{ pattern: 'converge', a: 'close', b: '105', for_bars: 2 }, [2, 8, 9]],
    [{ pattern: 'squeeze', a: 'close', b: '105' }, [9]],
    // a falls as its distance grows: nothing expands upward; b is a level and never falls.
    [{ pattern: 'expand_up', a: 'close', b: '105', for_bars: 1 }, []],
    [{ pattern: 'expand_up', a: 'close', b: '90', for_bars: 2 }, [2, 8, 9]],
    [{ pattern: 'expand_dn', a: '105', b: 'close', for_bars: 1 }, [3, 5]],
    // 104 / 99 - 1 over 5 bars at bar 10 = 5.05 %; bars 5..9: 99/99, 99/100, 102/101, 103/100, 104/100.
    [{ pattern: 'net_change_up', window_bars: 5 }, [7, 8, 9, 10]],
    [{ pattern: 'net_change_up', window_bars: 5, b: '0' }, [7, 8, 9, 10]],
    [{ pattern: 'net_change_up', window_bars: 5, b: '0.05' }, [10]],
    [{ pattern: 'net_change_dn', window_bars: 5 }, [6]],
    [{ pattern: 'net_change_dn', window_bars: 5, b: '0.02' }, []],
    [{ pattern: 'in_range', a: 'close', b: '100-102' }, [1, 2, 3, 4, 7]],
    [{ pattern: 'overbought', a: 'close', b: '104' }, [9, 10]],
    [{ pattern: 'oversold', a: 'close', b: '99' }, [0, 5, 6]],
  ])('%j', (signal, expected) => {
    expect(trueAt(referencePattern(signal, bars))).toEqual(expected)
  })

  test('levels of overbought and oversold', () => {
    const rsi = (closes: readonly number[], pattern: string) =>
      referencePattern({ pattern, a: 'rsi' }, barsOfCloses(closes))[14]
    expect(rsi(upTo(15), 'overbought')).toBe(true)
    expect(rsi(upTo(15).reverse(), 'oversold')).toBe(true)
    expect(() => referencePattern({ pattern: 'overbought', a: 'adx' }, bars)).toThrow('needs b')
  })

  test('volume against the twenty bars before', () => {
    // Mean of the 20 bars before 100: 200 is twice, 199 is not; 50 is half of it.
    const spike = (volume: number | null) =>
      trueAt(referencePattern({ pattern: 'vol_spike' }, withVolumes([...repeat(100, 20), volume])))
    expect([spike(200), spike(199), spike(null)]).toEqual([[20], [], []])
    const dryUp = (volume: number) =>
      trueAt(referencePattern({ pattern: 'vol_dryup' }, withVolumes([...repeat(100, 20), volume])))
    expect([dryUp(50), dryUp(51)]).toEqual([[20], []])
    // An unknown volume among the 20 leaves nothing to compare with; so do 20 bars nobody traded in.
    expect(
      trueAt(
        referencePattern({ pattern: 'vol_spike' }, withVolumes([...repeat(100, 10), null, ...repeat(100, 9), 900])),
      ),
    ).toEqual([])
    expect(trueAt(referencePattern({ pattern: 'vol_dryup' }, withVolumes(repeat(0, 30))))).toEqual([])
    expect(trueAt(referencePattern({ pattern: 'rising_volume' }, withVolumes([1, 2, 3, 4, null, 5, 6])))).toEqual([3])
  })

  test('52 weeks: highs and lows of 252 daily, 52 weekly, 12 monthly bars', () => {
    // High 200 (199.5 + 0.5) at bar 0: 0.5 % below is 199; 3 % below is 194; 10 % below is 180.
    const year = (last: number) => barsOfCloses([199.5, ...repeat(150, 250), last], 0.5)
    const last = (pattern: string, close: number, b?: string) => referencePattern({ pattern, b }, year(close))[251]
    expect([last('at_52w_high', 199), last('at_52w_high', 198.9)]).toEqual([true, false])
    expect([last('near_52w_high', 194), last('near_52w_high', 193.9)]).toEqual([true, false])
    expect([last('off_high', 180), last('off_high', 180.1), last('off_high', 160, '0.2')]).toEqual([true, false, true])
    // Low 149.5: 0.5 % above is 150.2475; 3 % above is 153.985.
    expect([last('at_52w_low', 150.24), last('at_52w_low', 150.25)]).toEqual([true, false])
    expect([last('near_52w_low', 153.9), last('near_52w_low', 154)]).toEqual([true, false])
    // Before a year is full nothing is said; a year of months is 12 bars.
    expect(trueAt(referencePattern({ pattern: 'at_52w_high' }, barsOfCloses(upTo(251), 0)))).toEqual([])
    expect(trueAt(referencePattern({ pattern: 'at_52w_high' }, barsOfCloses(upTo(14), 0), 3))).toEqual([11, 12, 13])
  })

  test('near an average: within one ATR14', () => {
    // 200 bars at 100 with ranges of 1, then a jump of d to 100 + d: ATR (13 + d + 0.5 + 0.5) / 14 = 1 + d / 14, SMA200 100 + d / 200.
    // d = 1: distance 0.995 <= 1.071; d = 2: 1.99 > 1.143.
    const jump = (by: number) =>
      referencePattern(
        { pattern: 'near_ma', a: 'close', b: 'sma200' },
        barsOfCloses([...repeat(100, 200), 100 + by]),
      )[200]
    expect([jump(1), jump(2)]).toEqual([true, false])
  })

  test('TTM squeeze: begins, lasts, fires upward', () => {
    // All 20 bars at 100: deviation 0, ranges 1, channel 1.5 away: inside. A jump to 200: deviation sqrt(19 x 5^2 + 95^2) / sqrt(20)
    // = 21.79, bands 43.6 away; true range (19 x 1 + 101) / 20 = 6, channel 9 away: outside, and momentum is upward.
    const series = barsOfCloses([...repeat(100, 45), 200])
    expect(trueAt(referencePattern({ pattern: 'ttm_squeeze', for_bars: 1 }, series))[0]).toBe(19)
    expect(trueAt(referencePattern({ pattern: 'ttm_squeeze' }, series))[0]).toBe(21)
    expect(trueAt(referencePattern({ pattern: 'squeeze_started' }, series))).toEqual([])
    expect(trueAt(referencePattern({ pattern: 'squeeze_fired' }, series))).toEqual([45])
    expect(trueAt(referencePattern({ pattern: 'squeeze_fired_up' }, series))).toEqual([45])
    expect(trueAt(referencePattern({ pattern: 'squeeze_fired_dn' }, series))).toEqual([])
    // Back at 100, the 200 leaves the window of 20 at bar 65: ranges of bars 45 and 46 are 101; bar 65 still has the one of 46:
    // (19 + 101) / 20 = 6, and closes are all 100: inside again.
    const calm = barsOfCloses([...repeat(100, 45), 200, ...repeat(100, 30)])
    expect(trueAt(referencePattern({ pattern: 'squeeze_started' }, calm))).toEqual([65])
  })

  test('narrow bands: the lowest tenth of 126 widths', () => {
    // Closes 100 +/- s where s falls by 0.1 a bar from 20: each width is the lowest of those before: 1 / 126 <= 10 %.
    const narrowing = barsOfCloses(
      Array.from({ length: 146 }, (_, index) => 100 + (index % 2 === 0 ? 1 : -1) * (20 - index / 10)),
    )
    expect(trueAt(referencePattern({ pattern: 'bb_squeeze' }, narrowing))).toEqual([144, 145])
    // The same widths on every bar are the highest as much as the lowest.
    expect(trueAt(referencePattern({ pattern: 'bb_squeeze' }, barsOfCloses(repeat(100, 200))))).toEqual([])
  })

  test('cloud: its width shrinks or grows for three bars', () => {
    // Flat for 60 bars, then +1 a bar: 26 bars later span a begins to rise from b, which stays half as fast.
    const series = barsOfCloses([...repeat(100, 80), ...upTo(60).map((by) => 100 + by)], 0)
    // At bar 80 + 0 high 101: tenkan and kijun 100.5, span a 100.5, span b 100.5: no width. At 81..88 kijun, tenkan and b still
    // have low 100: all 100 + n / 2. At bar 88 (n = 9) the lowest of 9 bars is still 100 (opened at 100 at bar 80); at 89 it is 101: tenkan
    // (110 + 101) / 2 = 105.5, kijun 105, a 105.25, b 105: width 0.25, growing at 89, 90, 91: seen 26 bars later, three in a row at 117.
    expect(trueAt(referencePattern({ pattern: 'kumo_expand' }, series))[0]).toBe(117)
    expect(trueAt(referencePattern({ pattern: 'kumo_squeeze' }, series))).toEqual([])
  })

  test('divergence: fires five bars after the second turn of the oscillator', () => {
    // The close itself stands for the oscillator, lows of the price are set apart.
    const closes = [9, 8, 7, 6, 5, 1, 5, 6, 7, 8, 9, 8, 7, 6, 5, 2, 5, 6, 7, 8, 9]
    const withLows = (first: number, second: number) =>
      barsOfCloses(closes, 0).map((bar, index) => ({
        ...bar,
        low: index === 5 ? first : index === 15 ? second : bar.low,
      }))
    const found = (pattern: string, series: readonly PlainBar[]) =>
      trueAt(referencePattern({ pattern, a: 'close' }, series))
    // Turns at 5 (1) and 15 (2), ten bars apart; the lows fall from 0.9 to 0.8 while the closes rise: bull at 15 + 5.
    expect(found('divergence_bull', withLows(0.9, 0.8))).toEqual([20])
    expect(found('divergence_bull', withLows(0.8, 0.9))).toEqual([])
    expect(found('divergence_bull', withLows(0.9, 0.8).slice(0, 20))).toEqual([])
    // Hidden: higher low of the price, lower low of the oscillator; mirrored series.
    const falling = closes.map((close, index) => (index === 5 ? 2 : index === 15 ? 1 : close))
    const hidden = barsOfCloses(falling, 0).map((bar, index) => ({
      ...bar,
      low: index === 5 ? 0.5 : index === 15 ? 0.6 : bar.low,
    }))
    expect(found('hidden_divergence_bull', hidden)).toEqual([20])
    // Bear: tops at 5 and 15 of 20 - close: 19 then 18; highs 19.1 then 19.2.
    const tops = barsOfCloses(
      closes.map((close) => 20 - close),
      0,
    ).map((bar, index) => ({ ...bar, high: index === 5 ? 19.1 : index === 15 ? 19.2 : bar.high }))
    expect(found('divergence_bear', tops)).toEqual([20])
    expect(found('hidden_divergence_bear', tops)).toEqual([])
  })

  test('every pattern of the specification is there', () => {
    expect(PATTERNS).toHaveLength(38)
    expect(() => referencePattern({ pattern: 'head_and_shoulders' }, bars)).toThrow('No such pattern')
  })
})

describe('weeks and months', () => {
  const day = (date: string, close: number, volume: number | null = 10): PlainBar => ({
    date,
    open: close - 1,
    high: close + 2,
    low: close - 2,
    close,
    volume,
  })

  test('a week ends on Friday and counts once it is over', () => {
    // 2024-01-04 is a Thursday, 05 a Friday, 08 a Monday, 11 a Thursday.
    const daily = [day('2024-01-04', 10), day('2024-01-05', 14, null), day('2024-01-08', 9), day('2024-01-11', 20)]
    const first = { date: '2024-01-05', open: 9, high: 16, low: 8, close: 14, volume: 10 }
    const second = { date: '2024-01-11', open: 8, high: 22, low: 7, close: 20, volume: 20 }
    expect(buildPlainBars(daily, 2)).toEqual([first])
    expect(buildPlainBars(daily, 2, '2024-01-12')).toEqual([first])
    expect(buildPlainBars(daily, 2, '2024-01-13')).toEqual([first, second])
    expect(buildPlainBars([...daily, day('2024-01-12', 20)], 2)).toHaveLength(2)
    // Sunday the 7th belongs to the week after, and a listing that trades on weekends closes its month on its last day.
    expect(
      buildPlainBars([day('2024-01-05', 1), day('2024-01-07', 2), day('2024-01-12', 3)], 2).map(({ date }) => date),
    ).toEqual(['2024-01-05', '2024-01-12'])
  })

  test('a month ends on its last trading day', () => {
    // March 2024 ends on a Sunday: Friday the 29th is its last weekday.
    const daily = [day('2024-02-29', 5), day('2024-03-01', 6), day('2024-03-28', 7)]
    expect(buildPlainBars(daily, 3).map(({ date }) => date)).toEqual(['2024-02-29'])
    expect(buildPlainBars([...daily, day('2024-03-29', 8)], 3).map(({ date }) => date)).toEqual([
      '2024-02-29',
      '2024-03-29',
    ])
    expect(buildPlainBars([...daily, day('2024-04-01', 8)], 3).map(({ date }) => date)).toEqual([
      '2024-02-29',
      '2024-03-28',
    ])
  })
})

describe('chains, by hand', () => {
  // 41 bars: above 100 on bars 10 and 11, above 110 on bar 30, last bar 40.
  const closes = repeat(99, 41)
  closes[10] = 101
  closes[11] = 101
  closes[30] = 120
  const bars = barsOfCloses(closes)
  const over = (level: number, window_bars?: number) => ({
    pattern: 'crossover_up',
    a: 'close',
    b: String(level),
    window_bars,
  })
  const firedAt = (steps: Parameters<typeof referenceChain>[0]) =>
    referenceChain(steps, bars)?.map(({ fired_at }) => bars.findIndex(({ date }) => date === fired_at)) ?? null

  test('the last step lies within its window of the last bar', () => {
    expect(firedAt([{ anchor: [over(110)] }])).toEqual([30])
    expect(firedAt([{ anchor: [over(110, 10)] }])).toEqual([30])
    expect(firedAt([{ anchor: [over(110, 9)] }])).toBeNull()
    expect(referenceChain([{ anchor: [over(110)] }], bars)).toEqual([
      { step: 1, pattern: 'crossover_up', a: 'close', b: '110', timeframe: 1, fired_at: bars[30]?.date, bars_ago: 10 },
    ])
  })

  test('a step lies strictly before the next, within the window of the next', () => {
    // Crossing 100: bars 10 and 30; crossing 110: bar 30. From 10 to 30 are 20 bars.
    expect(firedAt([{ anchor: [over(100)] }, { anchor: [over(110)] }])).toEqual([10, 30])
    expect(firedAt([{ anchor: [over(100, 1)] }, { anchor: [over(110, 20)] }])).toEqual([10, 30])
    expect(firedAt([{ anchor: [over(100)] }, { anchor: [over(110, 19)] }])).toBeNull()
    expect(firedAt([{ anchor: [over(110)] }, { anchor: [over(110)] }])).toBeNull()
  })

  test('one of the anchors is enough, and the latest bar that fits is taken', () => {
    expect(firedAt([{ anchor: [over(999), over(110)] }])).toEqual([30])
    expect(firedAt([{ anchor: [{ pattern: 'crossover_dn', a: 'close', b: '100' }, over(110)] }])).toEqual([31])
  })

  test('a state is asked of the last bar unless it names a window', () => {
    const state = { pattern: 'above', a: 'close', b: '110' }
    expect(firedAt([{ anchor: [state] }])).toBeNull()
    expect(firedAt([{ anchor: [{ ...state, window_bars: 10 }] }])).toEqual([30])
    expect(firedAt([{ anchor: [over(110)] }, { anchor: [{ ...state, pattern: 'below' }] }])).toEqual([30, 40])
  })

  test('a qual holds within so many bars before or after its anchor', () => {
    const near = (level: number, within?: number) => [
      { any: [{ pattern: 'above', a: 'close', b: String(level) }], within },
    ]
    const from = (within?: number) =>
      firedAt([
        { anchor: [over(110)] },
        { anchor: [{ pattern: 'rising_volume' }, over(99.5, 40)], quals: near(110, within) },
      ])
    expect(from()).toBeNull()
    // Crossing down at 31 is one bar after the price above 110 at 30, none at 0.
    const down = { pattern: 'crossover_dn', a: 'close', b: '100' }
    expect(firedAt([{ anchor: [down], quals: near(110) }])).toEqual([31])
    expect(firedAt([{ anchor: [down], quals: near(110, 1) }])).toEqual([31])
    expect(firedAt([{ anchor: [down], quals: near(110, 0) }])).toBeNull()
    expect(firedAt([{ anchor: [over(110)], quals: [...near(110, 0), ...near(130)] }])).toBeNull()
  })

  test('a weekly qual is what the last closed week says', () => {
    // Bar 30 is 2019-02-13, a Wednesday: its week closed at 99 on Friday the 15th, so no week closes above 110.
    const week = (within: number, level: string) => [
      { any: [{ pattern: 'above', a: 'close', b: level, timeframe: 2 as const }], within },
    ]
    expect(bars[30]?.date).toBe('2019-02-13')
    expect(firedAt([{ anchor: [over(110)], quals: week(5, '110') }])).toBeNull()
    expect(firedAt([{ anchor: [over(110)], quals: week(0, '98') }])).toEqual([30])
    // Daily bars inside a weekly anchor: the week of bar 30 is the anchor, one of its days closed above 110.
    const weekly = referenceChain(
      [
        {
          anchor: [{ pattern: 'in_range', a: 'close', b: '98-100', window_bars: 20 }],
          quals: [{ any: [{ pattern: 'above', a: 'close', b: '110', timeframe: 1 }], within: 0 }],
        },
      ],
      bars,
      2,
    )
    expect(weekly?.map(({ fired_at }) => fired_at)).toEqual(['2019-02-15'])
  })

  test('a chain takes an earlier bar of a step when the latest leaves none for the step before', () => {
    // Crossing 98.5 never fires; up at 10 and 30, down at 12 and 31: up then down then "below" now.
    const down = { pattern: 'crossover_dn', a: 'close', b: '100', window_bars: 2 }
    expect(
      firedAt([{ anchor: [over(100)] }, { anchor: [down] }, { anchor: [{ pattern: 'below', a: 'close', b: '100' }] }]),
    ).toEqual([30, 31, 40])
    expect(referenceChain([{ anchor: [over(100)] }], [])).toBeNull()
  })
})
