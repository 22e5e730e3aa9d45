import { expect, test } from 'vitest'
import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'
import { isTurned, type Seed } from './seed.pure.ts'

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
