import type { ITXClientDenyList } from '@prisma/client/runtime/client'
import { prisma } from '../../core/database/db.ts'
import { models, ownedTables } from './model-owners.ts'
import { ScopeError, scopedArguments } from './scoped-arguments.pure.ts'
import { checkStatement } from './scoped-statement.pure.ts'

/**
 * Prisma, kept to the rows of one account: it adds the account to every filter and every row of models that have `accountId`, to
 * lists of them below other models and to counts, and throws a `ScopeError` for what it cannot add it to. Shared models are read
 * only. Hand-written statements on such tables must name `account_id` and bring the account among their values.
 */
export function ownedBy(accountId: number) {
  return prisma.$extends({
    name: 'owned rows',
    query: {
      $allOperations({ model, operation, args, query }) {
        if (model !== undefined) return query(scopedArguments(models, { model, operation, args }, accountId))
        checkStatement(ownedTables, statementOf(operation, args), accountId)
        return query(args)
      },
    },
  })
}

/** The rows of one account, in a transaction or not: what a store of owned rows takes as its first argument. */
export type Owner = Omit<ReturnType<typeof ownedBy>, ITXClientDenyList>

/** Text and values of a raw operation, however Prisma was given them. */
function statementOf(operation: string, args: unknown): { text: string; values: readonly unknown[] } {
  if (typeof args === 'object' && args !== null && 'sql' in args && 'values' in args && Array.isArray(args.values))
    return { text: String(args.sql), values: args.values }
  if (Array.isArray(args)) {
    const [text, ...values]: unknown[] = args
    if (typeof text === 'string') return { text, values }
    if (Array.isArray(text)) return { text: text.join('?'), values }
  }
  throw new ScopeError(`${operation} cannot be kept to one account.`)
}
