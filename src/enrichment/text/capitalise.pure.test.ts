import { expect, test } from 'vitest'
import { capitalise } from './capitalise.pure.ts'

test.each([
  ['supply of tin shrinks.', 'Supply of tin shrinks.'],
  ['oil-sands crude gets dearer.', 'Oil-sands crude gets dearer.'],
  ['eBay can win business.', 'eBay can win business.'],
  ['i-Tail loses an order.', 'i-Tail loses an order.'],
  ['e.l.f. Beauty wins customers.', 'e.l.f. Beauty wins customers.'],
  ['3M wins an order.', '3M wins an order.'],
])('%s', (text, sentence) => {
  expect(capitalise(text)).toBe(sentence)
})
