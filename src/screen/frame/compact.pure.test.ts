import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bars, createBars } from '../../market/bars/bars.pure.ts'
import { decimalsOf, isFitting } from './compact.pure.ts'
import { DayBars } from './day-bars.pure.ts'
import { allocateSegment, viewSegment, writeBars } from './segment.pure.ts'

const COLUMNS = ['high', 'low', 'close', 'volume'] as const

/** Prices as exchanges quote them, as splits leave them, and as no exchange does. */
const price = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 0, max: 9 }))
    .map(([units, by]) => units / 10 ** by),
  fc.integer({ min: -1_000, max: 2 ** 31 + 5 }),
  fc.double({ noNaN: true, min: -1e12, max: 1e12 }).map((value) => value + 0),
)
const count = fc.oneof(
  fc.integer({ min: 0, max: 5_000_000 }),
  fc.constantFrom(Number.NaN, 0.5, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 32, 1e18),
)

/** Series of one kind of price each: mixed ones would hardly ever be compact. */
const series = fc.integer({ min: 0, max: 2 }).chain((kind) =>
  fc.array(
    fc.record({
      price: kind === 0 ? fc.integer({ min: 1, max: 900_000 }).map((cents) => cents / 100) : price,
      count: kind === 2 ? count : fc.integer({ min: 0, max: 5_000_000 }),
      step: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 1, maxLength: 60 },
  ),
)

test('every number of a compact series is the very same when it is read again, from whichever place on', () => {
  fc.assert(
    fc.property(series, fc.nat(), fc.nat(), (rows, from, then) => {
      const bars = barsOf(rows)
      const decimals = decimalsOf(bars)
      const segment = viewSegment(allocateSegment(bars.length + 7, decimals >= 0))
      expect(segment.isCompact).toBe(decimals >= 0)
      writeBars(segment, 3, bars, decimals)
      const read = new DayBars()
      read.turnTo({ segment, first: 3, end: 3 + bars.length, decimals })
      for (const begin of [from % bars.length, then % bars.length, 0]) {
        const found = read.from(3 + begin)
        for (const name of COLUMNS) expect(Array.from(found[name])).toEqual(Array.from(bars[name].subarray(begin)))
      }
      expect(Array.from(segment.day.subarray(3, 3 + bars.length))).toEqual(Array.from(bars.day))
    }),
  )
})

test('prices in cents are compact, and bars that are added must be of cents, too', () => {
  const bars = barsOf([
    { price: 189.98, count: 51_000_000, step: 1 },
    { price: 190.5, count: Number.NaN, step: 1 },
  ])
  expect(decimalsOf(bars)).toBe(2)
  const added = { price: 9_000.12, count: 1, step: 1 }
  expect(isFitting(barsOf([added]), 2)).toBe(true)
  expect(isFitting(barsOf([{ ...added, price: 9_000.123 }]), 2)).toBe(false)
  expect(isFitting(barsOf([{ ...added, price: 30_000_000 }]), 2)).toBe(false)
  expect(isFitting(barsOf([{ ...added, count: 2 ** 32 }]), 2)).toBe(false)
})

test('a high below the close, or far above it, is not compact', () => {
  const one = (high: number, close: number, low: number) => {
    const column = (value: number) => Float64Array.of(value)
    return decimalsOf({ length: 1, high: column(high), low: column(low), close: column(close), volume: column(1) })
  }
  expect(one(12, 11, 10)).toBe(0)
  expect(one(10, 11, 10)).toBe(-1)
  expect(one(12, 11, 11.5)).toBe(-1)
  expect(one(65_546, 11, 10)).toBe(0)
  expect(one(65_547, 11, 10)).toBe(-1)
})

test('prices and volumes that four bytes cannot hold are not compact', () => {
  const ordinary = { price: 12.5, count: 10, step: 1 }
  expect(decimalsOf(barsOf([ordinary]))).toBeGreaterThanOrEqual(0)
  expect(decimalsOf(barsOf([ordinary, { ...ordinary, price: 1 / 3 }]))).toBe(-1)
  expect(decimalsOf(barsOf([ordinary, { ...ordinary, price: 2 ** 31 }]))).toBe(-1)
  expect(decimalsOf(barsOf([ordinary, { ...ordinary, price: 30_000_000.01 }]))).toBe(-1)
  expect(decimalsOf(barsOf([ordinary, { ...ordinary, count: 0.25 }]))).toBe(-1)
  expect(decimalsOf(barsOf([ordinary, { ...ordinary, count: 2 ** 32 - 1 }]))).toBe(-1)
})

function barsOf(rows: readonly { readonly price: number; readonly count: number; readonly step: number }[]): Bars {
  const bars = createBars(rows.length)
  let day = 18_000
  for (const [index, { price, count, step }] of rows.entries()) {
    day += step
    bars.day[index] = day
    const other = rows[(index * 7) % rows.length]?.price ?? 0
    bars.close[index] = price
    bars.high[index] = Math.max(price, other)
    bars.low[index] = Math.min(price, other)
    bars.volume[index] = count
  }
  return bars
}
