import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CompetitionEvidence, computeCloseness, computeSizeSimilarity } from './closeness.pure.ts'

const nothing: CompetitionEvidence = {
  edge: null,
  share: null,
  sharedDigits: 0,
  caps: [null, null],
  sameCountry: false,
  stories: 0,
}

test('each piece of evidence alone', () => {
  expect(computeCloseness(nothing)).toBe(0)
  expect(computeCloseness({ ...nothing, edge: 1 })).toBe(0.9)
  expect(computeCloseness({ ...nothing, edge: 0 })).toBe(0.4)
  // An unknown size counts 0.3: 0.3 of 1.3, 1.2 times that at home.
  expect(computeCloseness({ ...nothing, sharedDigits: 8 })).toBe(0.39)
  expect(computeCloseness({ ...nothing, sharedDigits: 8, sameCountry: true })).toBe(0.468)
  expect(computeCloseness({ ...nothing, sharedDigits: 6 })).toBe(0.156)
  expect(computeCloseness({ ...nothing, sharedDigits: 8, caps: [5e9, 5e9] })).toBe(0.6)
  // Three stories: 0.6 of 1 - 1/e.
  expect(computeCloseness({ ...nothing, stories: 3 })).toBe(0.3793)
  // Two pieces join as a noisy-or: 1 - 0.1 * 0.4.
  expect(computeCloseness({ ...nothing, edge: 1, sharedDigits: 8, caps: [5e9, 5e9] })).toBe(0.96)
})

test('a competitor counts by its size and by the share of the business it concerns', () => {
  const rival = { ...nothing, edge: 1, caps: [1e12, 1e10] } as const
  expect(computeCloseness(rival)).toBeCloseTo(0.9 * 0.01 ** 0.15, 4)
  // The small one feels the large one in full.
  expect(computeCloseness({ ...rival, caps: [1e10, 1e12] })).toBe(0.9)
  expect(computeCloseness({ ...nothing, edge: 1, share: 0 })).toBe(0.63)
  expect(computeCloseness({ ...nothing, edge: 1, share: 0.25 })).toBe(0.765)
  expect(computeCloseness({ ...nothing, edge: 1, share: 1 })).toBe(0.9)
  expect(computeCloseness({ ...nothing, sharedDigits: 8, share: 0 })).toBe(0.117)
})

test('size similarity is symmetric, and 1/e at a factor of ten', () => {
  expect(computeSizeSimilarity([1e9, 1e10])).toBeCloseTo(1 / Math.E, 12)
  expect(computeSizeSimilarity([1e10, 1e9])).toBeCloseTo(1 / Math.E, 12)
  expect(computeSizeSimilarity([1e9, 0])).toBeNull()
})

test('more evidence never makes two companies less close', () => {
  const evidence = fc.record({
    edge: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    sharedDigits: fc.constantFrom(0, 2, 4, 6, 8),
    caps: fc.constant<[number, number]>([3e9, 8e9]),
    sameCountry: fc.boolean(),
    stories: fc.nat(20),
  })
  fc.assert(
    fc.property(evidence, (one) => {
      const base = computeCloseness(one)
      expect(computeCloseness({ ...one, stories: one.stories + 1 })).toBeGreaterThanOrEqual(base)
      expect(computeCloseness({ ...one, sharedDigits: 8 })).toBeGreaterThanOrEqual(base)
      expect(computeCloseness({ ...one, sameCountry: true })).toBeGreaterThanOrEqual(base)
      expect(computeCloseness({ ...one, edge: 1 })).toBeGreaterThanOrEqual(base)
      expect(computeCloseness({ ...one, share: 1 })).toBeGreaterThanOrEqual(base)
      expect(base).toBeLessThan(1)
    }),
  )
})
