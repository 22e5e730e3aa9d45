import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cagrPct, comparableYear, growthStreak } from './ranking.pure.ts'

const country = (area: number, years: readonly number[]) => ({ area, values: new Map(years.map((year) => [year, 1])) })

test('the year to compare is the newest that four in five of the usual reporters have', () => {
  expect(comparableYear([])).toBeNull()
  const most = [1, 2, 3, 4].map((area) => country(area, [2023, 2024, 2025]))
  expect(comparableYear([...most, country(5, [2023, 2024])])).toBe(2025)
  expect(comparableYear([...most, country(5, [2023, 2024]), country(6, [2023, 2024])])).toBe(2024)
})

test('growth is compound: (last / first) ^ (1 / years) - 1', () => {
  expect(cagrPct(100, 200, 1)).toBeCloseTo(100)
  expect(cagrPct(1, 16, 4)).toBeCloseTo(100)
  expect(cagrPct(100, 81, 2)).toBeCloseTo(-10)
  expect([cagrPct(0, 5, 3), cagrPct(5, 5, 0)]).toEqual([null, null])
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1e12 }),
      fc.double({ min: -0.5, max: 3 }),
      fc.integer({ min: 1, max: 20 }),
      (first, rate, years) => {
        expect(cagrPct(first, first * (1 + rate) ** years, years)).toBeCloseTo(rate * 100, 5)
      },
    ),
    { numRuns: 50 },
  )
})

test('a streak counts years of growth back from the last one, until it stood still, fell or is not known', () => {
  const values = new Map([
    [2019, 1],
    [2020, 2],
    [2022, 3],
    [2023, 4],
    [2024, 5],
    [2025, 6],
  ])
  expect(growthStreak(values, 2025, 2010)).toBe(3)
  expect(growthStreak(values, 2025, 2023)).toBe(2)
  expect(growthStreak(values, 2020, 2010)).toBe(1)
  expect(
    growthStreak(
      new Map([
        [2024, 5],
        [2025, 5],
      ]),
      2025,
      2010,
    ),
  ).toBe(0)
})
