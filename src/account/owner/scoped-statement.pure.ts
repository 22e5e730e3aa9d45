import { ScopeError } from './scoped-arguments.pure.ts'

/**
 * Refuses a hand-written statement that reaches rows of accounts and is not bound to this one: it must compare or write `account_id`,
 * and the account must be among its values.
 */
export function checkStatement(
  tables: readonly string[],
  statement: { readonly text: string; readonly values: readonly unknown[] },
  accountId: number,
): void {
  const table = tables.find((name) => touches(statement.text, name))
  if (table === undefined) return
  if (!namesAccount(statement.text)) throw new ScopeError(`A statement on "${table}" does not name account_id.`)
  if (!statement.values.includes(accountId))
    throw new ScopeError(`A statement on "${table}" is not bound to the account of its scope.`)
}

/** True when the SQL text reads or writes the table. */
export function touches(text: string, table: string): boolean {
  return new RegExp(
    `\\b(?:from|join|into|update|copy|table|using)\\s+(?:only\\s+)?(?:"?public"?\\.)?"?${table}"?(?!\\w)`,
    'i',
  ).test(text)
}

/** True when the SQL text restricts or writes rows by account; naming the column among those selected is not enough. */
export function namesAccount(text: string): boolean {
  return /\baccount_id"?\s*(?:=|in\b|is not distinct)|=\s*(?:\w+\.)?"?account_id\b|using\s*\([^)]*\baccount_id\b|insert\s+into\s+[\w".]+(?:\s+as\s+\w+)?\s*\([^)]*\baccount_id\b/i.test(
    text,
  )
}
