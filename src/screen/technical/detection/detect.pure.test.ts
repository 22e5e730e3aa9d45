import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLines } from '../line/lines.pure.ts'
import type { LineKey, PriceBars } from '../line-key.pure.ts'
import { type Operand, PATTERN_KEYS, type PatternArguments, type PatternKey } from '../pattern-key.pure.ts'
import { detect } from './detect.pure.ts'

type Columns = Partial<Record<'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>

function barsOf(length: number, columns: Columns = {}): PriceBars {
  const column = (name: keyof Columns) => Float64Array.from({ length }, (_, index) => columns[name]?.[index] ?? 100)
  const [high, low, close, volume] = [column('high'), column('low'), column('close'), column('volume')]
  return { length, high, low, close, volume }
}

/** Bars on which the pattern is marked, given the lines it reads. */
function marked(
  pattern: PatternKey,
  lines: Partial<Record<LineKey, readonly number[]>>,
  signal: Partial<PatternArguments> = {},
  columns: Columns = {},
): number[] {
  const length = Math.max(
    ...Object.values(lines).map((line) => line.length),
    ...Object.values(columns).map((line) => line.length),
  )
  const read = (key: LineKey) => Float64Array.from(lines[key] ?? columns.close ?? [])
  const found = detect(
    pattern,
    { a: null, b: null, forBars: null, windowBars: null, ...signal },
    read,
    barsOf(length, columns),
  )
  return [...found.keys()].filter((bar) => found[bar] === 1)
}

const pair = { a: 'ema20', b: 'ema50' } as const
const unknown = Number.NaN

describe('each pattern by its rule', () => {
  test('a crossover begins at or below, and a value that is not known is no beginning', () => {
    const lines = { ema20: [1, 2, 3, 2, 2, 3, unknown, 3, 1, 3], ema50: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2] }
    expect(marked('crossover_up', lines, pair)).toEqual([2, 5, 9])
    expect(marked('crossover_dn', lines, pair)).toEqual([8])
    expect(marked('crossover_up', { rsi14: [49, 50, 51] }, { a: 'rsi14', b: 50 })).toEqual([2])
  })

  test('above and below are strict and can be asked to hold', () => {
    const lines = { ema20: [3, 3, 3, 3, 2, 1, 1, 1], ema50: [2, 2, 2, 2, 2, 2, 2, 2] }
    expect(marked('above', lines, pair)).toEqual([0, 1, 2, 3])
    expect(marked('below', lines, pair)).toEqual([5, 6, 7])
    expect(marked('held_above', lines, pair)).toEqual([2, 3])
    expect(marked('held_below', lines, { ...pair, forBars: 2 })).toEqual([6, 7])
    expect(marked('above', lines, { ...pair, forBars: 4 })).toEqual([3])
  })

  test('overbought and oversold by the levels of RSI and stochastics, or a given one', () => {
    const values = [19.9, 20, 30, 69.9, 70, 80]
    expect(marked('overbought', { rsi14: values }, { a: 'rsi14' })).toEqual([4, 5])
    expect(marked('overbought', { stoch_d: values }, { a: 'stoch_d' })).toEqual([5])
    expect(marked('oversold', { rsi14: values }, { a: 'rsi14' })).toEqual([0, 1, 2])
    expect(marked('oversold', { stoch_k: values }, { a: 'stoch_k' })).toEqual([0, 1])
    expect(marked('overbought', { adx: values }, { a: 'adx', b: 30 })).toEqual([2, 3, 4, 5])
    expect(marked('in_range', { rsi14: values }, { a: 'rsi14', b: { low: 20, high: 70 } })).toEqual([1, 2, 3, 4])
  })

  test('rising and falling count bars in a row', () => {
    const line = { ema20: [1, 2, 3, 4, 5, 5, 4, 3, 2] }
    expect(marked('rising', line, { a: 'ema20' })).toEqual([3, 4])
    expect(marked('falling', line, { a: 'ema20', forBars: 2 })).toEqual([7, 8])
  })

  test('lines converge and spread, whichever is above', () => {
    const lines = { ema20: [10, 8, 6, 4, 4, 5, 7, 10], ema50: [1, 1, 1, 1, 1, 1, 1, 1] }
    expect(marked('converge', lines, pair)).toEqual([3])
    expect(marked('squeeze', lines, { a: 'ema50', b: 'ema20' })).toEqual([3])
    expect(marked('expand_up', lines, pair)).toEqual([7])
    expect(marked('expand_dn', lines, pair)).toEqual([])
    const falling = { ema20: [5, 5, 5, 5], ema50: [4, 3, 2, 1] }
    expect(marked('expand_dn', falling, pair)).toEqual([3])
    expect(marked('expand_up', falling, pair)).toEqual([])
  })

  test('near an average within one ATR', () => {
    expect(
      marked('near_ma', { close: [10, 12, 13, 8], ema50: [10, 10, 10, 10], atr14: [2, 2, 2, 2] }, { b: 'ema50' }),
    ).toEqual([0, 1, 3])
  })

  test('TTM squeeze: held, started and fired, with the sign of the momentum', () => {
    const lines = { ttm_squeeze_depth: [unknown, 1, 1, 1, 0, 2, -1], ttm_momentum: [0, 0, 0, 0, 3, 3, -3] }
    expect(marked('ttm_squeeze', lines)).toEqual([3])
    expect(marked('ttm_squeeze', lines, { forBars: 1 })).toEqual([1, 2, 3, 5])
    expect(marked('squeeze_started', lines)).toEqual([5])
    expect(marked('squeeze_fired', lines)).toEqual([4, 6])
    expect(marked('squeeze_fired_up', lines)).toEqual([4])
    expect(marked('squeeze_fired_dn', lines)).toEqual([6])
  })

  test('narrow bands: among the lowest 12 of 126 widths', () => {
    expect(marked('bb_squeeze', { bb_width_rank: [unknown, 1 / 126, 12 / 126, 13 / 126] })).toEqual([1, 2])
  })

  test('volume against the average of the bars before', () => {
    const volume = [200, 199, 50, 51, 0, unknown, 10]
    const lines = { volume_before: [100, 100, 100, 100, 0, 100, 0] }
    expect(marked('vol_spike', lines, {}, { volume })).toEqual([0])
    expect(marked('vol_dryup', lines, {}, { volume })).toEqual([2])
    expect(marked('rising_volume', {}, {}, { volume: [1, 2, 3, 4, 4, 5] })).toEqual([3])
  })

  test('net change over the window', () => {
    const close = [100, 100, 100, 110, 90, 100]
    expect(marked('net_change_up', { close }, { windowBars: 3 })).toEqual([3])
    expect(marked('net_change_up', { close }, { windowBars: 3, b: 0.11 })).toEqual([])
    expect(marked('net_change_dn', { close }, { windowBars: 3 })).toEqual([4])
    expect(marked('net_change_dn', { close }, { windowBars: 3, b: 0.1 })).toEqual([4])
  })

  test('distance from the 52-week extremes', () => {
    const lines = {
      close: [100, 99.5, 99.4, 97, 96.9, 90, 89],
      high_52w: Array(7).fill(100),
      low_52w: [99.6, 99, 96.5, 89, 95, 80, 89],
    }
    expect(marked('at_52w_high', lines)).toEqual([0, 1])
    expect(marked('near_52w_high', lines)).toEqual([0, 1, 2, 3])
    expect(marked('near_52w_high', lines, { b: 0.1 })).toEqual([0, 1, 2, 3, 4, 5])
    expect(marked('off_high', lines)).toEqual([5, 6])
    expect(marked('off_high', lines, { b: 0.11 })).toEqual([6])
    expect(marked('at_52w_low', lines)).toEqual([0, 6])
    expect(marked('at_52w_low', { close: [201, 201.01], low_52w: [200, 200] })).toEqual([0])
    expect(marked('near_52w_high', { close: [45.9, 45.89], high_52w: [51, 51] }, { b: 0.1 })).toEqual([0])
    expect(marked('off_high', { close: [45.9, 45.91], high_52w: [51, 51] }, { b: 0.1 })).toEqual([0])
    expect(marked('net_change_up', { close: [200, 201, 200] }, { windowBars: 1, b: 0.005 })).toEqual([1])
    expect(marked('near_52w_low', lines)).toEqual([0, 1, 4, 6])
  })

  test('the cloud narrows and widens', () => {
    const lines = { ichi_senkou_a: [9, 8, 7, 6, 7, 8, 9], ichi_senkou_b: [1, 1, 1, 1, 1, 1, 1] }
    expect(marked('kumo_squeeze', lines)).toEqual([3])
    expect(marked('kumo_expand', lines)).toEqual([6])
  })
})

describe('divergences', () => {
  /** An oscillator at 50 with pivots `away` from it at two bars, and prices that are 100 but there. */
  const scene = (
    bars: readonly [number, number],
    pivots: readonly [number, number],
    prices: readonly [number, number],
  ) => {
    const length = bars[1] + 10
    const put = (values: readonly [number, number], otherwise: number) =>
      Array.from({ length }, (_, bar) => (bar === bars[0] ? values[0] : bar === bars[1] ? values[1] : otherwise))
    return { rsi14: put(pivots, 50), price: put(prices, 100) }
  }
  const find = (pattern: PatternKey, { rsi14, price }: ReturnType<typeof scene>) =>
    marked(pattern, { rsi14 }, { a: 'rsi14' }, { high: price, low: price })

  test('bullish: a lower low of the price, a higher one of the oscillator, confirmed 5 bars later', () => {
    expect(find('divergence_bull', scene([10, 30], [20, 25], [90, 80]))).toEqual([35])
    expect(find('divergence_bull', scene([10, 30], [20, 15], [90, 80]))).toEqual([])
    expect(find('divergence_bull', scene([10, 30], [20, 25], [90, 90]))).toEqual([])
  })

  test('bearish, and the hidden ones', () => {
    expect(find('divergence_bear', scene([10, 30], [80, 75], [110, 120]))).toEqual([35])
    expect(find('hidden_divergence_bull', scene([10, 30], [25, 20], [80, 90]))).toEqual([35])
    expect(find('hidden_divergence_bear', scene([10, 30], [75, 80], [120, 110]))).toEqual([35])
    expect(find('hidden_divergence_bear', scene([10, 30], [80, 75], [110, 120]))).toEqual([])
  })

  test('pivots are at most 60 bars apart', () => {
    expect(find('divergence_bull', scene([10, 70], [20, 25], [90, 80]))).toEqual([75])
    expect(find('divergence_bull', scene([10, 71], [20, 25], [90, 80]))).toEqual([])
  })

  test('a pivot needs five bars on both sides that are strictly on its side', () => {
    const near = scene([10, 30], [20, 25], [90, 80])
    expect(find('divergence_bull', { ...near, rsi14: near.rsi14.with(35, 24) })).toEqual([])
    expect(find('divergence_bull', { ...near, rsi14: near.rsi14.with(25, 25) })).toEqual([])
    expect(find('divergence_bull', { ...near, rsi14: near.rsi14.with(36, 24) })).toEqual([35])
  })
})

describe('every pattern', () => {
  const operands = (pattern: PatternKey): { a: Operand | null; b: Operand | null } => {
    if (/overbought|oversold|divergence/.test(pattern)) return { a: 'rsi14', b: null }
    if (pattern === 'in_range') return { a: 'stoch_k', b: { low: 30, high: 60 } }
    if (pattern === 'near_ma') return { a: null, b: 'ema50' }
    if (/crossover|above|below|rising$|falling|converge|^squeeze$|expand_/.test(pattern))
      return { a: 'close', b: 'ema10' }
    return { a: null, b: null }
  }
  const walk = fc
    .array(fc.tuple(fc.integer({ min: -12, max: 12 }), fc.nat(6), fc.nat(6), fc.nat(9)), { maxLength: 420 })
    .map((steps) => {
      let price = 100
      const close = steps.map(([change]) => {
        price = Math.max(5, price + change / 4)
        return price
      })
      return barsOf(steps.length, {
        close,
        high: close.map((value, bar) => value + (steps[bar]?.[1] ?? 0) / 4),
        low: close.map((value, bar) => value - (steps[bar]?.[2] ?? 0) / 4),
        volume: steps.map(([, , , volume]) => volume * 100),
      })
    })
  const cut = (bars: PriceBars, end: number): PriceBars => ({
    length: end,
    high: bars.high.slice(0, end),
    low: bars.low.slice(0, end),
    close: bars.close.slice(0, end),
    volume: bars.volume.slice(0, end),
  })
  const run = (pattern: PatternKey, bars: PriceBars, timeframe: 1 | 2 | 3) =>
    detect(pattern, { ...operands(pattern), forBars: null, windowBars: null }, readLines(bars, timeframe), bars)

  test.each(PATTERN_KEYS)('%s: the future does not change the past', (pattern) => {
    fc.assert(
      fc.property(walk, fc.nat(420), fc.constantFrom(1, 2, 3), (bars, at, timeframe) => {
        const end = Math.min(at, bars.length)
        expect(run(pattern, cut(bars, end), timeframe)).toEqual(run(pattern, bars, timeframe).slice(0, end))
      }),
      { numRuns: 25 },
    )
  })

  test.each(PATTERN_KEYS)('%s: is found somewhere in a long walk', (pattern) => {
    let seed = 5
    const random = () => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647
    }
    const length = 3000
    let price = 100
    const close = Array.from({ length }, (_, bar) => {
      price *= 1 + (random() - 0.5) * (Math.floor(bar / 60) % 2 === 0 ? 0.05 : 0.01)
      return price
    })
    const found = run(
      pattern,
      barsOf(length, {
        close,
        high: close.map((value) => value * (1 + random() * 0.01)),
        low: close.map((value) => value * (1 - random() * 0.01)),
        volume: close.map(() => random() ** 3 * 1e6),
      }),
      1,
    )
    const count = found.reduce((sum, one) => sum + one, 0)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(length)
  })

  test.each(PATTERN_KEYS)(
    '%s: nothing happens to a price that never moves, but what is about standing still',
    (pattern) => {
      const still = run(pattern, barsOf(400), 1).reduce((sum, one) => sum + one, 0)
      const expected = /^(in_range|near_ma|at_52w|near_52w)/.test(pattern)
      expect(still > 0).toBe(expected)
    },
  )

  test.each(PATTERN_KEYS)('%s: no bar and one bar', (pattern) => {
    for (const length of [0, 1]) {
      const found = run(pattern, barsOf(length), 1)
      expect(found).toHaveLength(length)
      expect(found.some((one) => one === 1)).toBe(false)
    }
  })
})
