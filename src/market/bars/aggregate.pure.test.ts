import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOfIso, isoOfDay, weekdayOf } from '../../core/time/day.pure.ts'
import { aggregateBars, findPeriodEnd, isPartial } from './aggregate.pure.ts'
import { type Bars, createBars, findFirstOnOrAfter } from './bars.pure.ts'

const day = (iso: string) => dayOfIso(iso) ?? 0

function bars(rows: readonly [iso: string, open: number, high: number, low: number, close: number, volume: number][]) {
  const result = createBars(rows.length)
  rows.forEach(([iso, open, high, low, close, volume], index) => {
    result.day[index] = day(iso)
    result.open[index] = open
    result.high[index] = high
    result.low[index] = low
    result.close[index] = close
    result.volume[index] = volume
  })
  return result
}

const rowsOf = (one: Bars) =>
  Array.from({ length: one.length }, (_, index) => [
    isoOfDay(one.day[index] ?? 0),
    one.open[index],
    one.high[index],
    one.low[index],
    one.close[index],
    one.volume[index],
  ])

describe('weeks and months', () => {
  test('a week runs from Monday to Friday; one that a holiday cuts short carries its last trading day', () => {
    const daily = bars([
      // Good Friday of 2024 is 29 March.
      ['2024-03-25', 10, 12, 9, 11, 100],
      ['2024-03-26', 11, 15, 10, 14, 50],
      ['2024-03-28', 14, 14, 8, 9, 25],
      ['2024-04-01', 9, 10, 9, 10, 10],
    ])
    expect(rowsOf(aggregateBars(daily, 'week'))).toEqual([
      ['2024-03-28', 10, 15, 8, 9, 175],
      ['2024-04-01', 9, 10, 9, 10, 10],
    ])
    expect(rowsOf(aggregateBars(daily, 'month'))).toEqual([
      ['2024-03-28', 10, 15, 8, 9, 175],
      ['2024-04-01', 9, 10, 9, 10, 10],
    ])
    expect(aggregateBars(daily, 'day')).toBe(daily)
  })

  test('what trades on a weekend belongs to the week that ends on the next Friday', () => {
    const daily = bars([
      ['2024-03-22', 1, 1, 1, 1, 1],
      ['2024-03-23', 2, 2, 2, 2, 1],
      ['2024-03-24', 3, 3, 3, 3, 1],
      ['2024-03-29', 4, 4, 4, 4, 1],
    ])
    expect(rowsOf(aggregateBars(daily, 'week')).map(([date]) => date)).toEqual(['2024-03-22', '2024-03-29'])
  })

  test('a volume nobody counted is left out; when none was counted the sum is unknown', () => {
    const daily = bars([
      ['2024-03-25', 1, 1, 1, 1, Number.NaN],
      ['2024-03-26', 1, 1, 1, 1, 7],
      ['2024-04-01', 1, 1, 1, 1, Number.NaN],
    ])
    expect([...aggregateBars(daily, 'week').volume]).toEqual([7, Number.NaN])
  })

  test('a week is open until its Friday has a bar or has passed', () => {
    const [wednesday, friday, saturday] = [day('2024-03-27'), day('2024-03-29'), day('2024-03-30')]
    expect(isPartial(wednesday, 'week', wednesday, false)).toBe(true)
    expect(isPartial(wednesday, 'week', friday, false)).toBe(true)
    expect(isPartial(wednesday, 'week', saturday, false)).toBe(false)
    expect(isPartial(friday, 'week', friday, false)).toBe(false)
    expect(isPartial(wednesday, 'day', wednesday, false)).toBe(false)
  })

  test('a month that ends on a weekend is over on its last Friday, but not for what trades on weekends', () => {
    // 30 June 2024 is a Sunday.
    expect(isPartial(day('2024-06-28'), 'month', day('2024-06-28'), false)).toBe(false)
    expect(isPartial(day('2024-06-28'), 'month', day('2024-06-28'), true)).toBe(true)
    expect(isPartial(day('2024-06-27'), 'month', day('2024-06-28'), false)).toBe(true)
  })
})

const daily = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 6 }),
      prices: fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 4, maxLength: 4 }),
      volume: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((rows) => {
    const result = createBars(rows.length)
    let at = day('2020-01-01')
    rows.forEach(({ gap, prices, volume }, index) => {
      at += gap
      result.day[index] = at
      result.open[index] = prices[0] ?? 1
      result.high[index] = Math.max(...prices)
      result.low[index] = Math.min(...prices)
      result.close[index] = prices[3] ?? 1
      result.volume[index] = volume
    })
    return result
  })

describe('laws', () => {
  test('volumes sum up, ranges hold every day, and no bar holds days of two periods', () => {
    fc.assert(
      fc.property(daily, fc.constantFrom('week' as const, 'month' as const), (days, timeframe) => {
        const whole = aggregateBars(days, timeframe)
        const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0)
        expect(sum(whole.volume)).toBe(sum(days.volume))
        const ends = new Set(Array.from(days.day, (one) => findPeriodEnd(one, timeframe)))
        expect(whole.length).toBe(ends.size)
        for (let index = 0; index < days.length; index++) {
          const end = findPeriodEnd(days.day[index] ?? 0, timeframe)
          const place = findFirstOnOrAfter(whole, days.day[index] ?? 0)
          expect(findPeriodEnd(whole.day[place] ?? 0, timeframe)).toBe(end)
          expect(whole.high[place]).toBeGreaterThanOrEqual(days.high[index] ?? 0)
          expect(whole.low[place]).toBeLessThanOrEqual(days.low[index] ?? 0)
        }
      }),
    )
  })

  test('weeks end on Friday and never more than six days after a day of theirs', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), (one) => {
        const end = findPeriodEnd(one, 'week')
        expect(weekdayOf(end)).toBe(5)
        expect(end - one).toBeGreaterThanOrEqual(0)
        expect(end - one).toBeLessThanOrEqual(6)
      }),
    )
  })
})
