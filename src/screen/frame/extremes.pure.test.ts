import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movingExtremes } from '../technical/line/window.pure.ts'
import { writeExtremes } from './extremes.pure.ts'
import { allocateSegment, viewSegment, writeBars } from './segment.pure.ts'

const bar = fc.record({ close: fc.integer({ min: -50, max: 9_999 }), above: fc.nat(90), below: fc.nat(90) })
const sizes = fc.integer({ min: 1, max: 40 }).chain((period) => fc.tuple(fc.constant(period), fc.nat(period - 1)))

test('the extremes of the last bars are those of the lines over all bars, to the bit, however the bars are kept', () => {
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 90 }), sizes, fc.boolean(), (rows, [period, fewer], isCompact) => {
      const [length, count] = [rows.length, period - fewer]
      const column = (of: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, (row) => of(row) / 100)
      const high = column(({ close, above }) => close + above)
      const low = column(({ close, below }) => close - below)
      const bars = { length, day: new Int32Array(length), high, low, close: column(({ close }) => close), volume: high }
      const segment = viewSegment(allocateSegment(length + 5, isCompact))
      writeBars(segment, 3, bars, 2)
      const places = { segment, first: 3, end: 3 + length, decimals: 2 }
      const [highest, lowest] = [new Float64Array(2 + count), new Float64Array(2 + count)]
      writeExtremes(places, period, count, highest, lowest, 2)
      const whole = [new Float64Array(length).fill(Number.NaN), new Float64Array(length).fill(Number.NaN)] as const
      movingExtremes(high, low, { first: 0, end: length }, period, ...whole)
      const shown = Math.min(count, length)
      expect([...highest.subarray(2, 2 + shown)]).toEqual([...whole[0].subarray(length - shown)])
      expect([...lowest.subarray(2, 2 + shown)]).toEqual([...whole[1].subarray(length - shown)])
    }),
  )
})
