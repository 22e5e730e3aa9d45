import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ascending, descending, orderBy, reversed, standsBefore } from './row-order.ts'
import { allOf, empty, join, parameter, sql, statementOf } from './sql.ts'

test('a value never becomes part of the text, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(`'; DROP TABLE article; --`))), (values) => {
      const { text, values: sent } = statementOf(sql`SELECT ${values.length === 0 ? empty : join(values)}`)
      expect(text).toBe(`SELECT ${values.map((_, index) => `$${index + 1}`).join(',')}`)
      expect(sent).toEqual(values)
    }),
  )
})

test('a shared parameter is sent once however often it is mentioned, also across fragments', () => {
  const [ids, day] = [parameter([1, 2]), parameter('2026-01-01')]
  const part = sql`id = ANY(${ids}) AND day = ${day}`
  expect(statementOf(sql`SELECT 1 WHERE ${part} OR ${7} = ANY(${ids}) AND ${part}`)).toEqual({
    text: 'SELECT 1 WHERE id = ANY($1) AND day = $2 OR $3 = ANY($1) AND id = ANY($1) AND day = $2',
    values: [[1, 2], '2026-01-01', 7],
  })
})

test('equal values that are not declared shared stay apart, so that each gets the type of its own place', () => {
  expect(statementOf(sql`SELECT ${1}::int, ${1}::text`)).toEqual({ text: 'SELECT $1::int, $2::text', values: [1, 1] })
})

test('no condition is true', () => {
  expect(statementOf(allOf([])).text).toBe('true')
  expect(statementOf(allOf([sql`a`, sql`b`])).text).toBe('a AND b')
})

test('an order is spelled as ORDER BY, and turned round for its other end', () => {
  const order = [descending(sql`x`), ascending(sql`y`)]
  expect(statementOf(orderBy(order)).text).toBe('x DESC,y')
  expect(statementOf(orderBy(reversed(order))).text).toBe('x,y DESC')
})

test('a row is compared in one go as long as the direction stays, and step by step where it turns', () => {
  const [x, y, z] = [sql`x`, sql`y`, sql`z`]
  const other = [sql`${1}`, sql`${2}`, sql`${3}`]
  const text = (order: Parameters<typeof standsBefore>[0]) => statementOf(standsBefore(order, other)).text
  expect(text([descending(x), descending(y), descending(z)])).toBe('(x,y,z) > ($1,$2,$3)')
  expect(text(reversed([descending(x), descending(y), descending(z)]))).toBe('(x,y,z) < ($1,$2,$3)')
  expect(text([descending(x), ascending(y), ascending(z)])).toBe('(x > $1 OR (x = $2 AND (y,z) < ($3,$4)))')
  expect(() => standsBefore([descending(x)], other)).toThrow()
})
