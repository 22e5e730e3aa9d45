import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findIssuers } from './issuer.pure.ts'

const line = (sourceId: number, targetId: number) => ({ sourceId, targetId, type: 'line' })

test('all lines that edges connect have the lowest id among them as issuer, other edges connect nothing', () => {
  const issuers = findIssuers([line(7, 3), line(9, 7), line(20, 21), { sourceId: 3, targetId: 20, type: 'parent' }])
  expect([3, 7, 9, 20, 21, 4].map((id) => issuers.get(id))).toEqual([3, 3, 3, 20, 20, undefined])
})

test('the order and direction of the edges change nothing', () => {
  const edges = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })), { maxLength: 12 })
  fc.assert(
    fc.property(edges, (pairs) => {
      const forward = findIssuers(pairs.map(([a, b]) => line(a, b)))
      const backward = findIssuers(pairs.toReversed().map(([a, b]) => line(b, a)))
      expect([...forward].sort((a, b) => a[0] - b[0])).toEqual([...backward].sort((a, b) => a[0] - b[0]))
      for (const [a, b] of pairs) expect(forward.get(a)).toBe(forward.get(b))
    }),
  )
})
