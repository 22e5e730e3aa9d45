import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsetOf } from '../../core/bitset.pure.ts'
import { sortByCount, sortListings, takeInOrder } from './sort-listings.pure.ts'

const figures = fc.array(fc.constantFrom(Number.NaN, -1, 0, 2, 3), { maxLength: 80 })
const direction = fc.constantFrom('asc' as const, 'desc' as const)
const among = (members: readonly boolean[], size: number) =>
  Array.from({ length: size }, (_, index) => index).filter((index) => members[index])

test('listings are in the order of their figures, equal ones by index, unknown ones last in either direction', () => {
  fc.assert(
    fc.property(figures, direction, (column, sortDir) => {
      const sign = sortDir === 'asc' ? 1 : -1
      const indices = [...column.keys()]
      const expected = [
        ...indices
          .filter((index) => !Number.isNaN(column[index]))
          .sort((one, other) => sign * ((column[one] ?? 0) - (column[other] ?? 0))),
        ...indices.filter((index) => Number.isNaN(column[index])),
      ]
      expect([...sortListings(Int32Array.from(indices), Float64Array.from(column), sortDir)]).toEqual(expected)
    }),
  )
})

test('a page of the members of an order is the page of all of them sorted', () => {
  fc.assert(
    fc.property(figures, fc.array(fc.boolean()), fc.nat(60), fc.nat(60), (column, chosen, offset, limit) => {
      const members = among(chosen, column.length)
      const figuresOf = Float64Array.from(column)
      const order = sortListings(Int32Array.from(column.keys()), figuresOf, 'desc')
      const expected = [...sortListings(Int32Array.from(members), figuresOf, 'desc')].slice(offset, offset + limit)
      expect(takeInOrder(order, bitsetOf(column.length, members), offset, limit)).toEqual(expected)
    }),
  )
})

test('members are sorted by a count, in the order before where it is the same', () => {
  const counted = fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 60 })
  fc.assert(
    fc.property(counted, direction, (rows, sortDir) => {
      const countOf = (index: number) => rows[index]?.[0] ?? 0
      const order = Int32Array.from(rows.keys()).reverse()
      const members = among(
        rows.map(([, isMember]) => isMember),
        rows.length,
      )
      const sign = sortDir === 'asc' ? 1 : -1
      const expected = members.toReversed().sort((one, other) => sign * (countOf(one) - countOf(other)))
      expect([...sortByCount(order, bitsetOf(rows.length, members), countOf, sortDir)]).toEqual(expected)
    }),
  )
})
