import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineKey, PriceBars } from '../line-key.pure.ts'
import { computeLine, LINE_KEYS, readLines } from './lines.pure.ts'

type Bar = readonly [high: number, low: number, close: number, volume: number]

function barsOf(rows: readonly Bar[]): PriceBars {
  const column = (place: 0 | 1 | 2 | 3) => Float64Array.from(rows, (row) => row[place])
  return { length: rows.length, high: column(0), low: column(1), close: column(2), volume: column(3) }
}

const closes = (...values: number[]) => barsOf(values.map((value) => [value, value, value, 1000]))
const slice = (bars: PriceBars, from: number, to: number): PriceBars => ({
  length: to - from,
  high: bars.high.slice(from, to),
  low: bars.low.slice(from, to),
  close: bars.close.slice(from, to),
  volume: bars.volume.slice(from, to),
})

/** A random walk whose ranges contain its closes. */
const walk = (minLength: number, maxLength: number) =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 20 }),
        fc.nat(5),
      ),
      {
        minLength,
        maxLength,
      },
    )
    .map((steps) => {
      let close = 100
      return barsOf(
        steps.map(([change, up, down, volume]) => {
          close = Math.max(1, close + change / 16)
          return [close + up / 16, close - Math.min(down / 16, close / 2), close, volume * 100]
        }),
      )
    })

const last = (line: Float64Array) => line.at(-1) ?? Number.NaN
const constant = (length: number, value: number) => closes(...Array.from({ length }, () => value))
const timeframes = [1, 2, 3] as const

describe('hand-computed values', () => {
  test('ATR 14: ranges of 2, then a gap up of 10', () => {
    const rows: Bar[] = Array.from({ length: 14 }, () => [101, 99, 100, 1])
    // Mean of fourteen ranges of 2; then max(111, 100) - min(109, 100) = 11: (13 x 2 + 11) / 14.
    expect([...computeLine('atr14', 1, barsOf([...rows, [111, 109, 110, 1]]))].slice(13)).toEqual([2, 37 / 14])
  })

  test('directional movement: a steady rise of 1 with ranges of 2, then one fall of 1', () => {
    const rows: Bar[] = Array.from({ length: 28 }, (_, day) => [101 + day, 99 + day, 100 + day, 1])
    const bars = barsOf([...rows, [127, 125, 126, 1]])
    // Up to bar 27: +DM 1, -DM 0, true range 2: +DI 50, -DI 0, every DX 100. At bar 28 the high falls by 1, the low by 1, and the true
    // range is 127 - 125 = 2: +DM = 13/14, -DM = 1/14: +DI = 50 x 13/14, -DI = 50/14, DX = 100 x 12/14, ADX = (13 x 100 + DX) / 14.
    expect(computeLine('plus_di', 1, bars)[27]).toBeCloseTo(50, 12)
    expect(computeLine('adx', 1, bars)[27]).toBeCloseTo(100, 12)
    expect(last(computeLine('plus_di', 1, bars))).toBeCloseTo((50 * 13) / 14, 12)
    expect(last(computeLine('minus_di', 1, bars))).toBeCloseTo(50 / 14, 12)
    expect(last(computeLine('adx', 1, bars))).toBeCloseTo((1300 + 1200 / 14) / 14, 12)
  })

  test('Ichimoku of highs t and lows t - 2: the middle of n bars is t - 1 - (n - 1) / 2', () => {
    const bars = barsOf(Array.from({ length: 100 }, (_, day) => [100 + day, 98 + day, 99 + day, 1]))
    const at = (key: LineKey) => computeLine(key, 1, bars)[99]
    expect(at('ichi_tenkan')).toBe(199 - 1 - 4)
    expect(at('ichi_kijun')).toBe(199 - 1 - 12.5)
    // 26 bars before: tenkan 168, kijun 159.5.
    expect(at('ichi_senkou_a')).toBe((168 + 159.5) / 2)
    expect(at('ichi_senkou_b')).toBe(199 - 26 - 1 - 25.5)
    const first = (key: LineKey) => computeLine(key, 1, bars).findIndex((value) => !Number.isNaN(value))
    expect([first('ichi_tenkan'), first('ichi_kijun'), first('ichi_senkou_a'), first('ichi_senkou_b')]).toEqual([
      8, 25, 51, 77,
    ])
  })

  test('realised volatility of a price that doubles and halves by turns', () => {
    const bars = closes(...Array.from({ length: 31 }, (_, day) => (day % 2 === 0 ? 1 : 2)))
    // Thirty log returns, fifteen of ln 2 and fifteen of -ln 2: mean 0, sample variance 30 (ln 2)^2 / 29.
    const deviation = Math.LN2 * Math.sqrt(30 / 29)
    expect(last(computeLine('realized_vol_30d', 1, bars))).toBeCloseTo(deviation * Math.sqrt(252), 12)
    expect(last(computeLine('realized_vol_30d', 2, bars))).toBeCloseTo(deviation * Math.sqrt(52), 12)
    expect(last(computeLine('realized_vol_30d', 3, bars))).toBeCloseTo(deviation * Math.sqrt(12), 12)
  })

  test('the rank of a volatility that has grown for a year is 1, of one that has shrunk 1 of 252', () => {
    const swing = (size: (day: number) => number) =>
      closes(...Array.from({ length: 300 }, (_, day) => (day % 2 === 0 ? 100 : 100 * Math.exp(size(day)))))
    expect(
      last(
        computeLine(
          'realized_vol_pct_1yr',
          1,
          swing((day) => day / 1e4),
        ),
      ),
    ).toBe(1)
    expect(
      last(
        computeLine(
          'realized_vol_pct_1yr',
          1,
          swing((day) => 1 / (day + 1)),
        ),
      ),
    ).toBe(1 / 252)
  })

  test('squeeze of a constant range: 1.5 x 2 less twice the deviation', () => {
    const rows: Bar[] = Array.from({ length: 20 }, (_, day) => [101, 99, day % 2 === 0 ? 100 : 100.5, 1])
    // Ten closes of 100 and ten of 100.5: population deviation 0.25; every true range is 101 - 99.
    expect(last(computeLine('ttm_squeeze_depth', 1, barsOf(rows)))).toBeCloseTo(1.5 * 2 - 2 * 0.25, 12)
  })

  test('squeeze momentum of a price that rises by 1 a bar', () => {
    // Close t; middle of 20 bars t - 9.5, SMA20 t - 9.5: the distance is 9.5 at every bar, and so is the end point of its regression.
    expect(
      last(computeLine('ttm_momentum', 1, closes(...Array.from({ length: 60 }, (_, day) => 100 + day)))),
    ).toBeCloseTo(9.5, 12)
  })

  test('squeeze momentum: the end point of the regression, computed from its slope', () => {
    const values = Array.from({ length: 39 }, (_, day) => 100 + ((day * 7919) % 23))
    const distance = values.map((close, day) => {
      const window = values.slice(Math.max(0, day - 19), day + 1)
      const middle = (Math.max(...window) + Math.min(...window)) / 2
      return close - (middle + window.reduce((sum, value) => sum + value, 0) / 20) / 2
    })
    const y = distance.slice(19)
    const meanX = 9.5
    const meanY = y.reduce((sum, value) => sum + value, 0) / 20
    const slope =
      y.reduce((sum, value, x) => sum + (x - meanX) * (value - meanY), 0) /
      y.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0)
    expect(last(computeLine('ttm_momentum', 1, closes(...values)))).toBeCloseTo(meanY + slope * (19 - meanX), 10)
  })

  test('RSI: only gains 100, only losses 0, flat 50', () => {
    const ramp = (step: number) => closes(...Array.from({ length: 40 }, (_, day) => 100 + step * day))
    expect([1, -1, 0].map((step) => last(computeLine('rsi14', 1, ramp(step))))).toEqual([100, 0, 50])
  })

  test('52-week extremes cover 252 days, 52 weeks or 12 months', () => {
    const bars = closes(...Array.from({ length: 260 }, (_, day) => 1000 - day))
    expect(timeframes.map((timeframe) => last(computeLine('high_52w', timeframe, bars)))).toEqual([992, 792, 752])
    expect(timeframes.map((timeframe) => last(computeLine('low_52w', timeframe, bars)))).toEqual([741, 741, 741])
  })
})

describe('plain evaluation of every window', () => {
  const plainMean = (values: Float64Array, at: number, period: number) =>
    at < period - 1 ? Number.NaN : values.slice(at - period + 1, at + 1).reduce((sum, value) => sum + value, 0) / period

  test.each([10, 20, 50] as const)('SMA %i and its bands equal their definition', (period) => {
    fc.assert(
      fc.property(walk(1, 130), (bars) => {
        const line = computeLine(`sma${period}`, 1, bars)
        for (const [at, value] of line.entries()) {
          const plain = plainMean(bars.close, at, period)
          if (Number.isNaN(plain)) expect(value).toBeNaN()
          else expect(value).toBeCloseTo(plain, 9)
        }
      }),
    )
  })

  test('Bollinger Bands equal their definition', () => {
    fc.assert(
      fc.property(walk(20, 90), (bars) => {
        const upper = computeLine('bb_upper', 1, bars)
        for (let at = 19; at < bars.length; at++) {
          const mean = plainMean(bars.close, at, 20)
          const squares = bars.close.slice(at - 19, at + 1).reduce((sum, value) => sum + (value - mean) ** 2, 0)
          expect(upper[at]).toBeCloseTo(mean + 2 * Math.sqrt(squares / 20), 7)
        }
      }),
    )
  })

  test('extremes, the rank of the width and the volume before equal their definition', () => {
    fc.assert(
      fc.property(walk(1, 170), (bars) => {
        const read = readLines(bars, 2)
        const width = read('bb_width')
        for (let at = 0; at < bars.length; at++) {
          const window = (column: Float64Array, period: number) => column.slice(at - period + 1, at + 1)
          expect(read('high_52w')[at]).toBe(at < 51 ? Number.NaN : Math.max(...window(bars.high, 52)))
          expect(read('low_52w')[at]).toBe(at < 51 ? Number.NaN : Math.min(...window(bars.low, 52)))
          const atMost = window(width, 126).filter((value) => value <= (width[at] ?? 0) * (1 + 1e-9)).length / 126
          expect(read('bb_width_rank')[at]).toBe(at < 144 ? Number.NaN : atMost)
          const before = plainMean(bars.volume, at - 1, 20)
          if (at < 20) expect(read('volume_before')[at]).toBeNaN()
          else expect(read('volume_before')[at]).toBeCloseTo(before, 9)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('every line', () => {
  test.each(LINE_KEYS)('%s: the future does not change the past', (key) => {
    fc.assert(
      fc.property(walk(1, 400), fc.nat(400), fc.constantFrom(...timeframes), (bars, cut, timeframe) => {
        const end = Math.min(cut, bars.length)
        expect(computeLine(key, timeframe, slice(bars, 0, end))).toEqual(
          computeLine(key, timeframe, bars).slice(0, end),
        )
      }),
      { numRuns: 25 },
    )
  })

  test.each(LINE_KEYS)('%s: prices in another currency, a quarter of the size, change only its scale', (key) => {
    const isPrice = !/^(rsi|stoch|adx|plus|minus|realized|bb_width|volume)/.test(key)
    fc.assert(
      fc.property(walk(1, 340), (bars) => {
        const scaled = {
          ...bars,
          high: bars.high.map((x) => x / 4),
          low: bars.low.map((x) => x / 4),
          close: bars.close.map((x) => x / 4),
        }
        // A power of two is exact in binary floating point.
        const expected = computeLine(key, 1, bars).map((value) => (isPrice ? value / 4 : value))
        expect(computeLine(key, 1, scaled)).toEqual(expected)
      }),
      { numRuns: 25 },
    )
  })

  test.each(LINE_KEYS)('%s: on a price that never moves', (key) => {
    const value = 0.1
    const line = computeLine(key, 1, constant(400, value))
    const expected = /^(ema|sma|close|bb_(upper|lower|mid)|ichi|high|low)/.test(key)
      ? value
      : /^(rsi|stoch)/.test(key)
        ? 50
        : key === 'volume_before'
          ? 1000
          : /rank$|pct/.test(key)
            ? 1
            : 0
    expect(last(line)).toBe(expected)
  })

  test.each(LINE_KEYS)('%s: of no bar, one bar and ten bars', (key) => {
    for (const length of [0, 1, 10])
      for (const timeframe of timeframes) {
        const line = computeLine(key, timeframe, constant(length, 5))
        expect(line).toHaveLength(length)
        expect(line.every((value) => Number.isNaN(value) || Number.isFinite(value))).toBe(true)
      }
  })

  test.each(LINE_KEYS)('%s: begins again after a gap', (key) => {
    fc.assert(
      fc.property(walk(320, 340), walk(0, 40), (after, before) => {
        const gap: PriceBars = barsOf([[Number.NaN, Number.NaN, Number.NaN, Number.NaN]])
        const join = (column: 'high' | 'low' | 'close' | 'volume') =>
          Float64Array.from([...before[column], ...gap[column], ...after[column]])
        const bars = {
          length: before.length + 1 + after.length,
          high: join('high'),
          low: join('low'),
          close: join('close'),
          volume: join('volume'),
        }
        const line = computeLine(key, 1, bars)
        // The average volume before a bar is known on the gap itself.
        if (key !== 'volume_before') expect(line[before.length]).toBeNaN()
        const expected = key === 'volume_before' && before.length >= 20 ? 1 : 0
        expect(line.slice(before.length + 1 + expected)).toEqual(computeLine(key, 1, after).slice(expected))
      }),
      { numRuns: 10 },
    )
  })

  test.each(LINE_KEYS)('%s: a window forgets a huge bar when it leaves', (key) => {
    // Smoothed lines remember every bar by definition, a little less with each.
    if (/^(ema|rsi|adx|plus|minus|macd|atr)/.test(key)) return
    const rows: Bar[] = Array.from({ length: 900 }, (_, day) => {
      const close = 100 + ((day * 7919) % 13) / 4
      return [close + 1, close - 1, close, 1000 + (day % 7)]
    })
    const clean = computeLine(key, 1, barsOf(rows))
    const spoilt = computeLine(key, 1, barsOf(rows.with(5, [1e300, 1e-300, 1e300, 1e300])))
    expect(spoilt.slice(500)).toEqual(clean.slice(500))
  })

  test.each(LINE_KEYS)('%s: one huge bar leaves every later value a number', (key) => {
    const rows: Bar[] = Array.from({ length: 1500 }, (_, day) => [102, 98, 100 + (day % 3), 1000])
    const line = computeLine(key, 1, barsOf(rows.with(300, [1e300, 1, 1e300, 1e300])))
    expect(line.slice(1200).every(Number.isFinite)).toBe(true)
  })
})

test('smoothed lines equal their recursion', () => {
  fc.assert(
    fc.property(walk(60, 200), (bars) => {
      const ema = computeLine('ema20', 1, bars)
      const rsi = computeLine('rsi14', 1, bars)
      let mean = bars.close.slice(0, 20).reduce((sum, value) => sum + value, 0) / 20
      for (let at = 20; at < bars.length; at++) {
        mean = ((bars.close[at] ?? 0) * 2 + mean * 19) / 21
        expect(ema[at]).toBeCloseTo(mean, 9)
      }
      const change = (at: number) => (bars.close[at] ?? 0) - (bars.close[at - 1] ?? 0)
      let [gain, loss] = [0, 0]
      for (let at = 1; at < bars.length; at++) {
        const [up, down] = [Math.max(change(at), 0), Math.max(-change(at), 0)]
        if (at <= 14) [gain, loss] = [gain + up / 14, loss + down / 14]
        else [gain, loss] = [(gain * 13 + up) / 14, (loss * 13 + down) / 14]
        if (at >= 14 && loss > 0) expect(rsi[at]).toBeCloseTo(100 - 100 / (1 + gain / loss), 8)
      }
    }),
  )
})
