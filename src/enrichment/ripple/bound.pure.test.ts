import { expect, test } from 'vitest'
import { isUntouched } from './bound.pure.ts'

test('nobody waits for a right that is lent, but for goods made under one', () => {
  for (const note of ['licenses processor architecture', 'licence of convenience brand', 'index licences and data']) {
    expect(isUntouched({ type: 'customer', note }, 'halt'), note).toBe(true)
  }
  for (const note of ['chip-making tools, as licences allow', 'fighters assembled under licence', 'engines']) {
    expect(isUntouched({ type: 'customer', note }, 'halt'), note).toBe(false)
  }
})

test('dearer rights are paid by those who have them', () => {
  expect(isUntouched({ type: 'customer', note: 'licenses the park' }, 'price_change')).toBe(false)
  expect(isUntouched({ type: 'supplier', note: 'licenses the park' }, 'halt')).toBe(false)
})
