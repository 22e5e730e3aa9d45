import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFeedCursor, encodeFeedCursor, type FeedPosition } from './feed-cursor.pure.ts'

const ORDERS = ['recency', 'impact', 'relevance'] as const
type Order = (typeof ORDERS)[number]

const measures: Readonly<Record<Order, fc.Arbitrary<number | null>>> = {
  recency: fc.constant(null),
  impact: fc.integer({ min: 1, max: 5 }),
  relevance: fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    fc.float({ min: 0, max: 1, noNaN: true }).filter((value) => !Object.is(value, -0)),
  ),
}

const placed = fc.constantFrom(...ORDERS).chain((order) =>
  fc
    .record({
      measure: measures[order],
      published: fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      ids: fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
    })
    .map(({ measure, published, ids }): [Order, FeedPosition] => [
      order,
      { measure, published, articleId: Math.min(...ids), lastId: Math.max(...ids) },
    ]),
)

describe('a feed cursor', () => {
  test('stands for the position it was made of, exactly', () => {
    fc.assert(
      fc.property(placed, ([order, position]) => {
        expect(decodeFeedCursor(order, encodeFeedCursor(order, position))).toEqual(position)
      }),
    )
  })

  test('goes into a URL as it is', () => {
    fc.assert(
      fc.property(placed, ([order, position]) => {
        expect(encodeFeedCursor(order, position)).toMatch(/^[\w-]{1,120}$/)
      }),
    )
  })

  test('of one order is refused in another', () => {
    fc.assert(
      fc.property(placed, fc.constantFrom(...ORDERS), ([order, position], other) => {
        fc.pre(order !== other)
        expect(decodeFeedCursor(other, encodeFeedCursor(order, position))).toBeNull()
      }),
    )
  })

  test('with any one character changed is refused or stands for another position', () => {
    fc.assert(
      fc.property(placed, fc.nat(), fc.constantFrom(...'Aa0_-=+/ é'), ([order, position], at, character) => {
        const cursor = encodeFeedCursor(order, position)
        const place = at % cursor.length
        const changed = cursor.slice(0, place) + character + cursor.slice(place + 1)
        const decoded = decodeFeedCursor(order, changed)
        if (changed !== cursor && decoded) expect(encodeFeedCursor(order, decoded)).toBe(changed)
        if (changed !== cursor) expect(decoded).not.toEqual(position)
      }),
    )
  })

  test('refuses foreign text, whatever it is', () => {
    const foreign = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.base64String({ maxLength: 60 }),
      fc
        .array(
          fc.oneof(
            fc.constantFrom(...ORDERS, '', '0', '-1', '1e-50', 'NaN', '6', '01', ' 1'),
            fc.string({ maxLength: 8 }),
          ),
          { maxLength: 6 },
        )
        .map((parts) => Buffer.from(parts.join(':')).toString('base64url')),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ORDERS), foreign, (order, text) => {
        const decoded = decodeFeedCursor(order, text)
        // Parts put together at random can be right; then they are the one spelling of their position.
        if (decoded) expect(encodeFeedCursor(order, decoded)).toBe(text)
      }),
    )
  })

  test.each([
    ['recency::0:5:4', 'an article stored after the reading began'],
    ['recency:1:0:1:2', 'a measure where there is none'],
    ['impact::0:1:2', 'no measure where there is one'],
    ['impact:6:0:1:2', 'an impact score above 5'],
    ['impact:2.5:0:1:2', 'half an impact score'],
    ['relevance:1e-50:0:1:2', 'a relevance that single precision does not have'],
    ['relevance:1.01:0:1:2', 'a relevance above 1'],
    ['relevance:NaN:0:1:2', 'no number'],
    ['recency::253402300800000:1:2', 'the year 10000'],
    ['recency::0:2147483648:2147483648', 'an id that no article can have'],
    ['recency::0:1:2:3', 'one part too many'],
    ['recency::0:1', 'one part too few'],
    ['recency::0.5:1:2', 'half a millisecond'],
    ['recency::0:01:2', 'another spelling of a number'],
  ])('of %s is refused: %s', (text) => {
    const cursor = Buffer.from(text).toString('base64url')
    for (const order of ORDERS) expect(decodeFeedCursor(order, cursor)).toBeNull()
  })
})
