import { expect, test } from 'vitest'
import { type BusinessPart, computeBusinessShare } from './business-share.pure.ts'

const part = (nodeId: number, more: Partial<BusinessPart> = {}): BusinessPart => ({
  nodeId,
  role: 'leader',
  exposure: 'core',
  ...more,
})

test('the share of the own business, not of that of the other', () => {
  expect(computeBusinessShare([part(1)], [part(1), part(2)])).toBe(1)
  expect(computeBusinessShare([part(1), part(2)], [part(1)])).toBe(0.5)
  expect(computeBusinessShare([part(1), part(1)], [part(1)])).toBe(1)
})

test('a smaller part counts less', () => {
  const secondary = part(1, { exposure: 'secondary' })
  expect(computeBusinessShare([part(1), part(2)], [secondary])).toBeCloseTo(0.175)
  expect(computeBusinessShare([secondary], [part(1)])).toBe(1)
})

test('who only buys or gains sells nothing; nothing is known where nobody sells', () => {
  expect(computeBusinessShare([part(1)], [part(1, { role: 'adopter' })])).toBeNull()
  expect(computeBusinessShare([], [part(1)])).toBeNull()
  expect(computeBusinessShare([part(1)], [part(2)])).toBe(0)
})
