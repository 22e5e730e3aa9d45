import { expect, test } from 'vitest'
import { percentileOf } from './percentile.pure.ts'

test('a percentile lies between the neighbours of its place', () => {
  expect(percentileOf([1, 2, 3, 4, 5], 0.5)).toBe(3)
  expect(percentileOf([1, 2], 0.5)).toBe(1.5)
  expect(percentileOf([0, 10, 20], 0.9)).toBeCloseTo(18)
  expect(percentileOf([7], 0.1)).toBe(7)
  expect(percentileOf([], 0.5)).toBeNaN()
})

// Definition 7 as R gives it: quantile(c(1, 2, 4, 8, 16), c(.1, .2, .25, .5, .75, .8, .9), type = 7).
test('percentiles are those of other statistical packages', () => {
  const values = [1, 2, 4, 8, 16]
  const shares = [0.1, 0.2, 0.25, 0.5, 0.75, 0.8, 0.9]
  const expected = [1.4, 1.8, 2, 4, 8, 9.6, 12.8]
  for (const [index, share] of shares.entries())
    expect(percentileOf(values, share)).toBeCloseTo(expected[index] ?? 0, 12)
})
