import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeness, type RivalryEvidence, sizeLikeness } from './closeness.math.ts'

const nothing: RivalryEvidence = { edge: null, sharedDigits: 0, caps: [null, null], sameCountry: false, stories: 0 }

test('each piece of evidence alone', () => {
  expect(closeness(nothing)).toBe(0)
  expect(closeness({ ...nothing, edge: 1 })).toBe(0.9)
  expect(closeness({ ...nothing, edge: 0 })).toBe(0.4)
  // An unknown size counts 0.3: 0.3 of 1.3, 1.2 times that at home.
  expect(closeness({ ...nothing, sharedDigits: 8 })).toBe(0.39)
  expect(closeness({ ...nothing, sharedDigits: 8, sameCountry: true })).toBe(0.468)
  expect(closeness({ ...nothing, sharedDigits: 6 })).toBe(0.156)
  expect(closeness({ ...nothing, sharedDigits: 8, caps: [5e9, 5e9] })).toBe(0.6)
  // Three stories: 0.6 of 1 - 1/e.
  expect(closeness({ ...nothing, stories: 3 })).toBe(0.3793)
  // Two pieces join as a noisy-or: 1 - 0.1 * 0.4.
  expect(closeness({ ...nothing, edge: 1, sharedDigits: 8, caps: [5e9, 5e9] })).toBe(0.96)
})

test('sizes are as alike whichever comes first, and 1/e alike at ten times the size', () => {
  expect(sizeLikeness([1e9, 1e10])).toBeCloseTo(1 / Math.E, 12)
  expect(sizeLikeness([1e10, 1e9])).toBeCloseTo(1 / Math.E, 12)
  expect(sizeLikeness([1e9, 0])).toBeNull()
})

test('more evidence never makes two companies less close', () => {
  const evidence = fc.record({
    edge: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    sharedDigits: fc.constantFrom(0, 2, 4, 6, 8),
    caps: fc.constant<[number, number]>([3e9, 8e9]),
    sameCountry: fc.boolean(),
    stories: fc.nat(20),
  })
  fc.assert(
    fc.property(evidence, (one) => {
      const base = closeness(one)
      expect(closeness({ ...one, stories: one.stories + 1 })).toBeGreaterThanOrEqual(base)
      expect(closeness({ ...one, sharedDigits: 8 })).toBeGreaterThanOrEqual(base)
      expect(closeness({ ...one, sameCountry: true })).toBeGreaterThanOrEqual(base)
      expect(closeness({ ...one, edge: 1 })).toBeGreaterThanOrEqual(base)
      expect(base).toBeLessThan(1)
    }),
  )
})
