import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish, type Pieces, sideBySide } from './pieces.pure.ts'

function* count(to: number, told: number[] = []): Pieces<number> {
  for (let at = 1; at <= to; at++) {
    told.push(to)
    yield
  }
  return to
}

test('works side by side make what each makes alone, in the order of the works, however many pieces each has', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 60 }), (sizes) => {
      expect(finish(sideBySide(sizes.map((size) => count(size))))).toEqual(sizes)
    }),
  )
})

test('side by side means a piece of each in turn', () => {
  const told: number[] = []
  finish(sideBySide([count(1, told), count(3, told), count(2, told)]))
  expect(told).toEqual([1, 3, 2, 3, 2, 3])
})

test('others may go first after each piece: one may be long', () => {
  const told: number[] = []
  const works = sideBySide([count(2, told), count(2, told)])
  for (const pieces of [1, 2, 3, 4]) {
    works.next()
    expect(told).toHaveLength(pieces)
  }
})
