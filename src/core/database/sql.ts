import { Prisma } from '../../generated/prisma/client.ts'

/** A piece of SQL with its values apart (sql-template-tag, in the copy Prisma ships). */
export type Sql = Prisma.Sql

/** Tags a template as SQL: values become parameters, other fragments are put in, so that no value is ever read as SQL. */
export const sql = Prisma.sql

/** Fragments with a separator between them, a comma unless said otherwise. */
export const join = Prisma.join

/** No SQL at all. */
export const empty = Prisma.empty

/** Every condition of a list; true when there is none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join([...conditions], ' AND ')
}

class SharedValue {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** A value as a fragment that a statement may mention many times and still sends once, as one parameter. */
export function parameter(value: unknown): Sql {
  return sql`${new SharedValue(value)}`
}

/** The text PostgreSQL prepares, with numbered placeholders, and the values for them. */
export function statementOf(fragment: Sql): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const shared = new Map<SharedValue, number>()
  const numberOf = (value: unknown): number => {
    if (!(value instanceof SharedValue)) return values.push(value)
    const number = shared.get(value) ?? values.push(value.value)
    shared.set(value, number)
    return number
  }
  const text = fragment.strings.reduce(
    (before, part, index) => `${before}$${numberOf(fragment.values[index - 1])}${part}`,
  )
  return { text, values }
}
