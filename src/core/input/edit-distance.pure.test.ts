import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance } from './edit-distance.pure.ts'

describe('edit distance', () => {
  test.each([
    ['toyota', 'toyota', 0],
    ['tayota', 'toyota', 1],
    ['mircosoft', 'microsoft', 1],
    ['nvida', 'nvidia', 1],
    ['nvidiaa', 'nvidia', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['ca', 'abc', 3],
  ])('from "%s" to "%s" is %i', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance)
  })

  test('beyond the maximum is the maximum plus one', () => {
    expect(editDistance('kitten', 'sitting', 1)).toBe(2)
    expect(editDistance('a'.repeat(1_000), 'b'.repeat(1_000), 1)).toBe(2)
  })

  test('is symmetric, and zero only for equal words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b, 8)).toBe(editDistance(b, a, 8))
        expect(editDistance(a, b, 8) === 0).toBe(a === b)
      }),
    )
  })
})
