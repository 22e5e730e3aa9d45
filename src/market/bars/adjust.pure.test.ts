import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOfIso } from '../../core/time/day.pure.ts'
import {
  ADJUSTMENT,
  adjustBars,
  type CorporateAction,
  computeAdjustmentFactors,
  computeSplitRatio,
} from './adjust.pure.ts'
import { type Bars, createBars } from './bars.pure.ts'

const day = (iso: string) => dayOfIso(iso) ?? 0

/** A series of closes by day; the other prices are the close, the volume is 1,000. */
function series(closes: Record<string, number>): Bars {
  const bars = createBars(Object.keys(closes).length)
  Object.entries(closes).forEach(([iso, close], index) => {
    bars.day[index] = day(iso)
    for (const column of [bars.open, bars.high, bars.low, bars.close]) column[index] = close
    bars.volume[index] = 1_000
  })
  return bars
}

const split = (iso: string, value: number): CorporateAction => ({ day: day(iso), type: 'split', value })
const dividend = (iso: string, value: number): CorporateAction => ({ day: day(iso), type: 'dividend', value })

describe('against history', () => {
  test('Apple 4:1 on 2020-08-31: the close of 28 August, 499.23, becomes 124.8075', () => {
    const adjusted = adjustBars(
      series({ '2020-08-28': 499.23, '2020-08-31': 129.04 }),
      [split('2020-08-31', 4)],
      'split',
    )
    expect([...adjusted.close]).toEqual([124.8075, 129.04])
    expect([...adjusted.volume]).toEqual([4_000, 1_000])
  })

  test('Apple 7:1 on 2014-06-09, then 4:1: the close of 6 June 2014, 645.57, is a 28th', () => {
    const bars = series({ '2014-06-06': 645.57, '2014-06-09': 93.7, '2020-08-28': 499.23, '2020-08-31': 129.04 })
    const adjusted = adjustBars(bars, [split('2020-08-31', 4), split('2014-06-09', 7)], 'split')
    expect(adjusted.close[0]).toBeCloseTo(23.056071, 6)
    expect([...adjusted.close].slice(1)).toEqual([23.425, 124.8075, 129.04])
    expect(adjusted.volume[0]).toBe(28_000)
  })

  test('Nvidia 10:1 on 2024-06-10: the close of 7 June, 1208.88, becomes 120.888', () => {
    const bars = series({ '2024-06-07': 1208.88, '2024-06-10': 121.79 })
    expect([...adjustBars(bars, [split('2024-06-10', 10)], 'split').close]).toEqual([120.888, 121.79])
  })

  test("Apple's dividend of 0.205 on 2020-11-06 takes 0.172226 % off every close before", () => {
    const bars = series({ '2020-11-04': 114.95, '2020-11-05': 119.03, '2020-11-06': 118.69 })
    const { price, volume } = computeAdjustmentFactors(bars, [dividend('2020-11-06', 0.205)], 'splitdiv')
    expect(price[0]).toBeCloseTo(0.998278, 6)
    expect(price[1]).toBeCloseTo(1 - 0.205 / 119.03, 12)
    expect([...volume]).toEqual([1, 1, 1])
    expect(price[2]).toBe(1)
    const adjusted = adjustBars(bars, [dividend('2020-11-06', 0.205)], 'splitdiv')
    expect(adjusted.close[1]).toBeCloseTo(118.825, 6)
    expect(adjustBars(bars, [dividend('2020-11-06', 0.205)], 'split')).toBe(bars)
  })
})

describe('the factors', () => {
  test('a dividend on the day of a split is per new share', () => {
    const bars = series({ '2024-01-02': 200, '2024-01-03': 99 })
    const actions = [split('2024-01-03', 2), dividend('2024-01-03', 1)]
    expect(computeAdjustmentFactors(bars, actions, 'splitdiv').price[0]).toBeCloseTo(0.5 * 0.99, 12)
  })

  test('special dividends count, and an ex-date without trading takes the close before', () => {
    const bars = series({ '2024-01-05': 100, '2024-01-08': 90 })
    const special: CorporateAction = { day: day('2024-01-06'), type: 'special', value: 10 }
    expect([...computeAdjustmentFactors(bars, [special], 'splitdiv').price]).toEqual([0.9, 1])
  })

  test('a distribution as large as the price, or before the first bar, changes nothing', () => {
    const bars = series({ '2024-01-02': 10, '2024-01-03': 1 })
    const actions = [dividend('2024-01-03', 10), dividend('2024-01-02', 1), dividend('2020-01-02', 1)]
    expect([...computeAdjustmentFactors(bars, actions, 'splitdiv').price]).toEqual([1, 1])
  })

  test('an action behind the last bar changes every bar by a split and none twice', () => {
    const bars = series({ '2024-01-02': 10, '2024-01-03': 12 })
    expect([...adjustBars(bars, [split('2024-02-01', 2)], 'split').close]).toEqual([5, 6])
  })

  test('raw bars are left alone, whatever happened', () => {
    const bars = series({ '2024-01-02': 10, '2024-01-03': 12 })
    expect(adjustBars(bars, [split('2024-01-03', 2), dividend('2024-01-03', 1)], 'raw')).toBe(bars)
  })
})

const history = fc
  .record({
    closes: fc.array(fc.double({ min: 0.01, max: 1e5, noNaN: true }), { minLength: 1, maxLength: 60 }),
    events: fc.array(
      fc.record({
        day: fc.integer({ min: 0, max: 70 }),
        type: fc.constantFrom('split', 'dividend', 'special'),
        value: fc.double({ min: 0.05, max: 30, noNaN: true }),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ closes, events }) => {
    const bars = createBars(closes.length)
    closes.forEach((close, index) => {
      bars.day[index] = index
      for (const column of [bars.open, bars.high, bars.low, bars.close]) column[index] = close
      bars.volume[index] = 100
    })
    return { bars, actions: events as CorporateAction[] }
  })

describe('laws', () => {
  test('adjusted closes over their factors are the raw ones', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...ADJUSTMENT.tokens), ({ bars, actions }, adjustment) => {
        const { price } = computeAdjustmentFactors(bars, actions, adjustment)
        const adjusted = adjustBars(bars, actions, adjustment)
        for (let index = 0; index < bars.length; index++) {
          const raw = bars.close[index] ?? 0
          expect((adjusted.close[index] ?? 0) / (price[index] ?? 1) / raw).toBeCloseTo(1, 6)
        }
      }),
    )
  })

  test('price times volume of a split-adjusted bar is what it was', () => {
    fc.assert(
      fc.property(history, ({ bars, actions }) => {
        const { price, volume } = computeAdjustmentFactors(bars, actions, 'split')
        for (const [index, factor] of price.entries()) expect(factor * (volume[index] ?? 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  test('the last bar is never adjusted by what happened up to its day, and the order of actions never matters', () => {
    fc.assert(
      fc.property(history, ({ bars, actions }) => {
        const upTo = actions.filter((action) => action.day < bars.length)
        const { price } = computeAdjustmentFactors(bars, upTo, 'splitdiv')
        expect(price[bars.length - 1]).toBe(1)
        const turned = computeAdjustmentFactors(bars, upTo.toReversed(), 'splitdiv').price
        for (const [index, factor] of price.entries()) expect(turned[index]).toBeCloseTo(factor, 12)
      }),
    )
  })

  test('the ratio between two days is the product of the splits after the first, up to the second', () => {
    const actions = [split('2024-01-02', 2), split('2024-01-03', 3), dividend('2024-01-03', 1)]
    expect(computeSplitRatio(actions, day('2024-01-01'), day('2024-01-03'))).toBe(6)
    expect(computeSplitRatio(actions, day('2024-01-02'), day('2024-01-03'))).toBe(3)
    expect(computeSplitRatio(actions, day('2024-01-01'), day('2024-01-02'))).toBe(2)
    expect(computeSplitRatio(actions, day('2024-01-03'), day('2025-01-03'))).toBe(1)
  })
})
