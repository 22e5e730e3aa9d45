import { expect, test } from 'vitest'
import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import type { Seed } from './seed.pure.ts'
import { toSource } from './source.pure.ts'

const asset = (type: KnownAsset['type']): KnownAsset => ({
  ...{ id: 1, ticker: 'ZINC', symbol: 'ZINC', name: 'Zinc', shortNames: [], formerNames: [], description: '' },
  ...{ type, country: '', gics: null, marketCapUsd: null },
})
const seed = (type: KnownAsset['type'], more: Partial<Verdict> = {}): Seed => {
  const verdict: Verdict = { direction: 'pos', score: 1, aspect: 'demand', because: 'backs', ...more }
  return { asset: asset(type), verdict, relevance: 1 }
}
const directionOf = (...given: Parameters<typeof toSource>) => toSource(...given).verdict.direction

test('what happens to its makers gives a commodity no direction', () => {
  expect(directionOf(seed('commodity'), 'other', [])).toBe('ambiguous')
  expect(directionOf(seed('stock'), 'other', [])).toBe('pos')
})

test('its own price, demand and supply do, and an event that moves it', () => {
  expect(directionOf(seed('commodity'), 'price', [])).toBe('pos')
  expect(directionOf(seed('commodity', { isPriceMove: true }), 'other', [])).toBe('pos')
  expect(directionOf(seed('commodity'), 'other', [{ asset: { id: 1 } }])).toBe('pos')
  expect(directionOf({ ...seed('commodity'), rationale: 'Supply of zinc shrinks.' }, 'other', [])).toBe('pos')
})
