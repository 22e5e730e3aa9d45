import { expect, test } from 'vitest'
import type { NewsType } from '../classify/news-type.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import { createCauseReader } from './cause.pure.ts'

const read = createCauseReader([
  { cause: 'rating', newsTypes: [], aspects: [], words: ['upgrad*', 'price target'] },
  { cause: 'takeover', newsTypes: ['ma_partnership'], aspects: [], words: ['buys'] },
  { cause: 'contract', newsTypes: [], aspects: [], words: ['wins ... order*'] },
  { cause: 'orders', newsTypes: [], aspects: ['demand'], words: ['sales', 'shut down'] },
])

const verdict: Verdict = { direction: 'pos', score: 1, aspect: 'demand', because: 'x' }
const causeOf = (title: string, types: readonly NewsType[] = [], more: Partial<Verdict> = {}) =>
  read(title, types, 'stock', { ...verdict, ...more })

test('the first cause whose words, news types and aspects are there', () => {
  expect(causeOf('Acme upgraded as sales rise')).toBe('rating')
  expect(causeOf('Acme buys Bolt')).toBe('other')
  expect(causeOf('Acme buys Bolt', ['ma_partnership'])).toBe('takeover')
  expect(causeOf('Acme wins a large navy order')).toBe('contract')
  expect(causeOf('Acme sales rise')).toBe('orders')
  expect(causeOf('Acme sales rise', [], { aspect: 'capital' })).toBe('other')
})

test('words are whole words in any letter case, a star is any ending', () => {
  expect(causeOf('Wholesales')).toBe('other')
  expect(causeOf('SALES')).toBe('orders')
  expect(causeOf('Upgrades at Acme')).toBe('rating')
  expect(causeOf('shut-down')).toBe('orders')
})

test('a move of the share price is the cause where no other is told', () => {
  expect(causeOf('Acme soars', [], { isPriceMove: true })).toBe('share_price')
  expect(causeOf('Acme soars as sales rise', [], { isPriceMove: true })).toBe('orders')
})

test('what is no company has a price, moved by itself or by supply and demand', () => {
  const causeOfCopper = (title: string, isPriceMove = false) =>
    read(title, [], 'commodity', { ...verdict, isPriceMove })
  expect(causeOfCopper('Acme wins a copper order')).toBe('other')
  expect(causeOfCopper('Acme wins a copper order', true)).toBe('price')
  expect(causeOfCopper('Copper sales rise')).toBe('price')
  expect(causeOfCopper('Copper up')).toBe('price')
})
