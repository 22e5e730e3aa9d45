import { describe, expect, test } from 'vitest'
import type { KindShare } from '../event/learnt/learnt-title.pure.ts'
import { createKindFit, type KindMeaning } from './kind-fit.pure.ts'

const meanings: readonly KindMeaning[] = [
  { kind: 'contract', causes: ['contract', 'orders'], newsTypes: ['ma_partnership'], concepts: ['contract'] },
  { kind: 'legal', causes: ['legal', 'permit'], newsTypes: ['regulatory_legal'], concepts: ['lawsuit'] },
  { kind: 'none', causes: [], newsTypes: [], concepts: [] },
]
const fitOf = (...kinds: readonly KindShare[]) => createKindFit(meanings)(() => kinds)

describe('a cause read of single words', () => {
  test('stands where some likely kind of event has it', () => {
    expect(fitOf(['legal', 0.9], ['contract', 0.06]).correctCause('orders')).toBe('orders')
  })

  test('gives way to the first cause of a kind the network is sure of', () => {
    expect(fitOf(['legal', 0.9], ['contract', 0.04]).correctCause('orders')).toBe('legal')
  })

  test('is not told where the network is sure of nothing else', () => {
    expect(fitOf(['legal', 0.4], ['contract', 0.04]).correctCause('orders')).toBe('other')
    expect(fitOf(['none', 0.9]).correctCause('orders')).toBe('other')
  })

  test('stands where it is a move of the share price and nothing else is sure', () => {
    expect(fitOf(['legal', 0.4]).correctCause('share_price')).toBe('share_price')
    expect(fitOf(['legal', 0.9]).correctCause('share_price')).toBe('legal')
  })
})

test('of news types the first that a likely kind has is told, else that of the sure kind, else none', () => {
  expect(fitOf(['contract', 0.6], ['legal', 0.1]).correctType(['regulatory_legal', 'ma_partnership'])).toBe(
    'regulatory_legal',
  )
  expect(fitOf(['contract', 0.6]).correctType(['management_governance', 'ma_partnership'])).toBe('ma_partnership')
  expect(fitOf(['contract', 0.6]).correctType(['management_governance'])).toBe('ma_partnership')
  expect(fitOf(['contract', 0.4]).correctType(['management_governance'])).toBe('noise_other')
})

test('a concept that no kind knows is as likely as ever', () => {
  expect(fitOf(['legal', 0.9]).isLikely('lawsuit')).toBe(true)
  expect(fitOf(['legal', 0.9]).isLikely('contract')).toBe(false)
  expect(fitOf(['legal', 0.9]).isLikely('macro-cpi')).toBe(true)
})
