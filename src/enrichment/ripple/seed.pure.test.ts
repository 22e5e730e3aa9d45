import { expect, test } from 'vitest'
import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'
import { isTurned, type Seed, toSource } from './seed.pure.ts'

const asset = (type: KnownAsset['type']): KnownAsset => ({
  ...{ id: 1, ticker: 'ACME', symbol: 'ACME', name: 'Acme', shortNames: [], formerNames: [], description: '' },
  ...{ type, country: 'US', gics: null, marketCapUsd: null },
})
const seed = (direction: Direction, read: string, type: KnownAsset['type'] = 'stock'): Seed => {
  const verdict: Verdict = { direction, score: 0, aspect: 'demand', because: '', grounds: [read] }
  return { asset: asset(type), verdict, relevance: 1 }
}

test('a company that the network turns has no reason in the words', () => {
  expect(isTurned(seed('pos', 'read=network'), [seed('neg', 'read=verb')])).toBe(true)
  expect(isTurned(seed('pos', 'read=network'), [seed('pos', 'read=verb')])).toBe(false)
})

test('where the words decide nothing, nothing is turned', () => {
  expect(isTurned(seed('pos', 'read=network'), [seed('ambiguous', 'read=nothing')])).toBe(false)
  expect(isTurned(seed('pos', 'read=verb'), [seed('neg', 'read=verb')])).toBe(false)
})

test('a price that is turned has moved all the same', () => {
  expect(isTurned(seed('pos', 'read=network', 'forex'), [seed('neg', 'read=verb', 'forex')])).toBe(false)
})

const backed = (type: KnownAsset['type'], more: Partial<Verdict> = {}): Seed => {
  const verdict: Verdict = { direction: 'pos', score: 1, aspect: 'demand', because: 'backs', ...more }
  return { asset: asset(type), verdict, relevance: 1 }
}
const directionOf = (...given: Parameters<typeof toSource>) => toSource(...given).verdict.direction

test('what happens to its makers gives a commodity no direction', () => {
  expect(directionOf(backed('commodity'), 'other', [])).toBe('ambiguous')
  expect(directionOf(backed('stock'), 'other', [])).toBe('pos')
})

test('its own price, demand and supply do, and an event that moves it', () => {
  expect(directionOf(backed('commodity'), 'price', [])).toBe('pos')
  expect(directionOf(backed('commodity', { isPriceMove: true }), 'other', [])).toBe('pos')
  expect(directionOf(backed('commodity'), 'other', [{ asset: { id: 1 } }])).toBe('pos')
  expect(directionOf({ ...backed('commodity'), rationale: 'Supply of zinc shrinks.' }, 'other', [])).toBe('pos')
})
