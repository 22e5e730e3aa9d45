import { ownedTables } from '../../src/account/owner/model-owners.ts'
import { namesAccount, touches } from '../../src/account/owner/scoped-statement.pure.ts'
import type { Sent } from './statements.ts'

/** The owned tables a statement reads or writes. */
export function ownedTablesOf(text: string): string[] {
  return ownedTables.filter((table) => touches(text, table))
}

/** Statements on owned tables that are not kept to an account; with `accountIds`, also those that bring none of these. */
export function unboundStatements(sent: readonly Sent[], accountIds?: readonly number[]): Sent[] {
  return sent.filter(({ text, values }) => {
    if (ownedTablesOf(text).length === 0) return false
    if (!namesAccount(text)) return true
    return accountIds !== undefined && !values.flat().some((value) => accountIds.includes(Number(value)))
  })
}
