import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregateBars } from '../../market/bars/aggregate.pure.ts'
import { createBars } from '../../market/bars/bars.pure.ts'
import { dayOfPeriodBack, PeriodBars, periodsBackTo } from './period.pure.ts'
import { timeframeName } from './slot-series.pure.ts'

const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 120 })

test('weeks and months of a segment are those of the bars endpoint', () => {
  const periods = new PeriodBars()
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30_000 }),
      gaps,
      fc.constantFrom(2 as const, 3 as const),
      (start, steps, timeframe) => {
        const bars = createBars(steps.length)
        let day = start
        for (const [index, gap] of steps.entries()) {
          day += gap
          bars.day[index] = day
          bars.high[index] = 100 + ((index * 37) % 11)
          bars.low[index] = 50 - ((index * 29) % 13)
          bars.close[index] = 60 + index
          bars.open[index] = 60 + index
          bars.volume[index] = index % 5 === 0 ? Number.NaN : index
        }
        const expected = aggregateBars(bars, timeframeName(timeframe))
        const days = Uint16Array.from(bars.day)
        const found = periods.aggregate(days, bars, timeframe)
        for (const column of ['day', 'high', 'low', 'close', 'volume'] as const)
          expect(Array.from(found[column])).toEqual(Array.from(expected[column]))
        const end = steps.length
        for (let back = 0; back < expected.length; back++) {
          const last = expected.day[expected.length - 1 - back] ?? 0
          expect(dayOfPeriodBack(days, 0, end, timeframe, back)).toBe(last)
          expect(periodsBackTo(days, 0, end, timeframe, last)).toBe(back)
        }
        expect(periodsBackTo(days, 0, end, timeframe, start)).toBeNull()
      },
    ),
  )
})
