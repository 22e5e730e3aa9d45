import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeThemeSimilarity, type ThemeMembership } from './peer.pure.ts'

const core = (nodeId: number): ThemeMembership => ({ nodeId, exposure: 'core' })
const secondary = (nodeId: number): ThemeMembership => ({ nodeId, exposure: 'secondary' })
const even = () => 1

const parts = fc.uniqueArray(
  fc.record({
    nodeId: fc.integer({ min: 1, max: 9 }),
    exposure: fc.constantFrom('core' as const, 'secondary' as const),
  }),
  { selector: ({ nodeId }) => nodeId, maxLength: 6 },
)

test('a secondary membership counts half of a core one, and rarer themes count more', () => {
  expect(computeThemeSimilarity([core(1), core(2)], [core(1), core(3)], even)).toBe(0.3333)
  expect(computeThemeSimilarity([core(1)], [secondary(1)], even)).toBe(0.5)
  // Shared 0.5 of 0.5 + 1 + 1.
  expect(computeThemeSimilarity([secondary(1), core(2)], [secondary(1), core(3)], even)).toBe(0.2)
  expect(computeThemeSimilarity([core(1), core(2)], [core(1), core(3)], (nodeId) => (nodeId === 1 ? 4 : 1))).toBe(
    0.6667,
  )
  expect(computeThemeSimilarity([], [], even)).toBe(0)
})

test('similarity is symmetric, 1 with itself, between 0 and 1', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const likeness = computeThemeSimilarity(a, b, (nodeId) => nodeId)
      expect(likeness).toBe(computeThemeSimilarity(b, a, (nodeId) => nodeId))
      expect(likeness).toBeGreaterThanOrEqual(0)
      expect(likeness).toBeLessThanOrEqual(1)
      expect(computeThemeSimilarity(a, a, even)).toBe(a.length > 0 ? 1 : 0)
    }),
  )
})
