import { expect, test } from 'vitest'
import { leaning, type Mover, mostNamed, mostReached, reachedDirection } from './mover.pure.ts'

function mover(listingId: number, facts: Partial<Mover>): Mover {
  return {
    listingId,
    pos: 0,
    neg: 0,
    ambiguous: 0,
    named: 0,
    reached: 0,
    reach: 0,
    reachPos: 0,
    reachNeg: 0,
    ...facts,
  }
}

test('a dozen stories that agree go before a single one', () => {
  const movers = [mover(1, { pos: 1 }), mover(2, { pos: 11, neg: 1 })]
  expect(leaning(movers, 'pos', 1).map((one) => one.listingId)).toEqual([2])
})

test('the chosen stand in order of net direction, and only on the side they lean to', () => {
  const movers = [
    mover(1, { pos: 2 }),
    mover(2, { pos: 11, neg: 1 }),
    mover(3, { pos: 1, neg: 1 }),
    mover(4, { neg: 3 }),
  ]
  expect(leaning(movers, 'pos', 10).map((one) => one.listingId)).toEqual([1, 2])
  expect(leaning(movers, 'neg', 10).map((one) => one.listingId)).toEqual([4])
})

test('what is named most comes first and what is never named not at all', () => {
  const movers = [mover(1, { named: 2 }), mover(2, { reached: 9 }), mover(3, { named: 5 })]
  expect(mostNamed(movers, 10).map((one) => one.listingId)).toEqual([3, 1])
})

test('what the graph carries most to comes first, with the direction of the larger half', () => {
  const strong = mover(1, { reached: 3, reach: 1.2, reachPos: 0.2, reachNeg: 1 })
  const even = mover(2, { reached: 9, reach: 0.8, reachPos: 0.4, reachNeg: 0.4 })
  expect(mostReached([even, strong, mover(3, { named: 1 })], 10)).toEqual([strong, even])
  expect(reachedDirection(strong)).toBe('neg')
  expect(reachedDirection(even)).toBe('ambiguous')
})
