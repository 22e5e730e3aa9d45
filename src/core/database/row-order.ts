import { join, type Sql, sql } from './sql.ts'

/** One expression of an ORDER BY. None of them may be null. */
interface OrderTerm {
  readonly by: Sql
  readonly descending: boolean
}

/** An order of rows, most significant expression first. */
export type RowOrder = readonly OrderTerm[]

/** Orders by an expression, lowest first. */
export function ascending(by: Sql): OrderTerm {
  return { by, descending: false }
}

/** Orders by an expression, highest first. */
export function descending(by: Sql): OrderTerm {
  return { by, descending: true }
}

/** The same order from its other end. */
export function reversed(order: RowOrder): RowOrder {
  return order.map((term) => ({ ...term, descending: !term.descending }))
}

/** The list behind ORDER BY. */
export function orderBy(order: RowOrder): Sql {
  return join(order.map((term) => (term.descending ? sql`${term.by} DESC` : term.by)))
}

/**
 * Condition that a row stands before `other` in an order; `other` has a value for each expression of it.
 * Expressions of one direction are compared as a row, which an index in that order answers by a range.
 */
export function standsBefore(order: RowOrder, other: readonly Sql[]): Sql {
  const [first] = order
  if (!first || order.length !== other.length) throw new Error('An order and the values it is compared with differ.')
  const turn = order.findIndex((term) => term.descending !== first.descending)
  const length = turn === -1 ? order.length : turn
  const own = rowOf(order.slice(0, length).map((term) => term.by))
  const theirs = rowOf(other.slice(0, length))
  const before = sql`${own} ${first.descending ? sql`>` : sql`<`} ${theirs}`
  if (length === order.length) return before
  return sql`(${before} OR (${own} = ${theirs} AND ${standsBefore(order.slice(length), other.slice(length))}))`
}

function rowOf(expressions: readonly Sql[]): Sql {
  return expressions.length === 1 ? join([...expressions]) : sql`(${join([...expressions])})`
}
