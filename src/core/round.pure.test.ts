import { expect, test } from 'vitest'
import { roundTo } from './round.pure.ts'

test('numbers are rounded to digits behind the point, halves up', () => {
  expect([roundTo(1.2345, 2), roundTo(1.235, 2), roundTo(-1.25, 1), roundTo(1234, 0)]).toEqual([1.23, 1.24, -1.2, 1234])
})

test('nothing is minus zero, and what is no number stays none', () => {
  expect(Object.is(roundTo(-0.001, 2), 0)).toBe(true)
  expect(roundTo(Number.NaN, 2)).toBeNaN()
})
