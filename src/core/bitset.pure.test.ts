import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTo, bitsetOf, intersection, isIn, membersOf, sizeOfBitset } from './bitset.pure.ts'

const SIZE = 200
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }))

test('a set holds what was put into it, ascending, and knows how many', () => {
  fc.assert(
    fc.property(numbers, (members) => {
      const bits = bitsetOf(SIZE, members)
      expect([...membersOf(bits)]).toEqual(members.toSorted((a, b) => a - b))
      expect(sizeOfBitset(bits)).toBe(members.length)
      for (let number = 0; number < SIZE; number++) expect(isIn(bits, number)).toBe(members.includes(number))
    }),
  )
})

test('the intersection holds what is in both', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const both = intersection(bitsetOf(SIZE, one), bitsetOf(SIZE, other))
      expect([...membersOf(both)]).toEqual(one.filter((number) => other.includes(number)).toSorted((a, b) => a - b))
    }),
  )
})

test('the last bit of a word is no sign', () => {
  const bits = bitsetOf(64, [])
  addTo(bits, 31)
  addTo(bits, 63)
  expect([...membersOf(bits)]).toEqual([31, 63])
  expect(sizeOfBitset(bits)).toBe(2)
})
