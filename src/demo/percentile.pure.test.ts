import { expect, test } from 'vitest'
import { percentileOf } from './percentile.pure.ts'

test('a percentile lies between the neighbours of its place', () => {
  expect(percentileOf([1, 2, 3, 4, 5], 0.5)).toBe(3)
  expect(percentileOf([1, 2], 0.5)).toBe(1.5)
  expect(percentileOf([0, 10, 20], 0.9)).toBeCloseTo(18)
  expect(percentileOf([7], 0.1)).toBe(7)
  expect(percentileOf([], 0.5)).toBeNaN()
})
