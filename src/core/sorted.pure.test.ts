import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstNotBelow, lowerBound } from './sorted.pure.ts'

const SORTED = [1, 3, 3, 7]

test('the lower bound is the first index that is not before', () => {
  const boundOf = (value: number, from?: number) => lowerBound(SORTED.length, (i) => (SORTED[i] ?? 0) < value, from)
  expect([0, 3, 4, 9].map((value) => boundOf(value))).toEqual([0, 1, 3, 4])
  expect([boundOf(0, 2), boundOf(9, 2)]).toEqual([2, 4])
})

test('the first number that is not below is found as by looking at each, among those that count', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5, max: 5 })),
      fc.integer({ min: -6, max: 6 }),
      fc.nat(9),
      (list, least, n) => {
        const ascending = Int32Array.from(list).sort()
        const length = Math.min(n, ascending.length)
        const found = ascending.subarray(0, length).findIndex((value) => value >= least)
        expect(firstNotBelow(ascending, least, length)).toBe(found < 0 ? length : found)
      },
    ),
  )
})
