import { expect, test } from 'vitest'
import { isRecord, keysOf, recordOf } from './record.pure.ts'

test('a record has named members: lists, null and plain values are none', () => {
  expect([{}, { a: 1 }, Object.create(null)].every(isRecord)).toBe(true)
  expect([null, undefined, [], 'text', 1].some(isRecord)).toBe(false)
})

test('a value is made for each key, in the order of the keys', () => {
  const places = recordOf(['b', 'a'], (key, index) => `${key}${index}`)
  expect(places).toEqual({ b: 'b0', a: 'a1' })
  expect(keysOf(places)).toEqual(['b', 'a'])
})
