import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ThemePart, themeLikeness } from './peer.math.ts'

const core = (nodeId: number): ThemePart => ({ nodeId, exposure: 'core' })
const secondary = (nodeId: number): ThemePart => ({ nodeId, exposure: 'secondary' })
const even = () => 1

const parts = fc.uniqueArray(
  fc.record({
    nodeId: fc.integer({ min: 1, max: 9 }),
    exposure: fc.constantFrom('core' as const, 'secondary' as const),
  }),
  { selector: ({ nodeId }) => nodeId, maxLength: 6 },
)

test('a peripheral part counts half of a core one, and rarer themes count more', () => {
  expect(themeLikeness([core(1), core(2)], [core(1), core(3)], even)).toBe(0.3333)
  expect(themeLikeness([core(1)], [secondary(1)], even)).toBe(0.5)
  // Shared 0.5 of 0.5 + 1 + 1.
  expect(themeLikeness([secondary(1), core(2)], [secondary(1), core(3)], even)).toBe(0.2)
  expect(themeLikeness([core(1), core(2)], [core(1), core(3)], (nodeId) => (nodeId === 1 ? 4 : 1))).toBe(0.6667)
  expect(themeLikeness([], [], even)).toBe(0)
})

test('likeness is the same both ways, 1 with oneself, between 0 and 1', () => {
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      const likeness = themeLikeness(a, b, (nodeId) => nodeId)
      expect(likeness).toBe(themeLikeness(b, a, (nodeId) => nodeId))
      expect(likeness).toBeGreaterThanOrEqual(0)
      expect(likeness).toBeLessThanOrEqual(1)
      expect(themeLikeness(a, a, even)).toBe(a.length > 0 ? 1 : 0)
    }),
  )
})
