import type { Owner } from '../account/owner/owned-by.ts'
import { queryRows } from '../core/database/db.ts'
import { sql } from '../core/database/sql.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** A portfolio as it is stored. */
export type Portfolio = Prisma.PortfolioModel

/** What its owner may change of a portfolio. */
export interface PortfolioChanges {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly baseCurrency?: string | undefined
  readonly mode?: string | undefined
  readonly margin?: number | null | undefined
  readonly intent?: Intent | null | undefined
}

/** What the owner of a portfolio means to do with it. */
type Intent = { readonly [Part in 'goal' | 'horizon' | 'risk' | 'thesis']?: string | undefined }

/** What a new portfolio needs. */
export interface NewPortfolio extends PortfolioChanges {
  readonly name: string
  readonly baseCurrency: string
  readonly mode: string
}

/** The portfolio of this id; null when the owner has none. */
export function findPortfolio(owner: Owner, id: number): Promise<Portfolio | null> {
  return owner.portfolio.findUnique({ where: { id } })
}

/** The account a portfolio belongs to; null when there is none of this id. For commands of the operator, who is nobody's account. */
export async function findAccountOf(id: number): Promise<number | null> {
  const [row] = await queryRows<{ accountId: number }>(
    undefined,
    sql`SELECT account_id AS "accountId" FROM portfolio WHERE id = ${id}`,
  )
  return row?.accountId ?? null
}

/** A page of the owner's portfolios, oldest first, and how many there are. */
export async function listPortfolios(
  owner: Owner,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: Portfolio[]; total: number }> {
  const [rows, total] = await Promise.all([
    owner.portfolio.findMany({ orderBy: { id: 'asc' }, take: limit, skip: offset }),
    owner.portfolio.count(),
  ])
  return { rows, total }
}

/** Number of the owner's portfolios; no other transaction of the account counts until this one ends. */
export async function countToAdd(owner: Owner, accountId: number): Promise<number> {
  await owner.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`portfolios ${accountId}`}, 0))`
  return owner.portfolio.count()
}

/** Stores a portfolio. */
export function createPortfolio(
  owner: Owner,
  accountId: number,
  { name, baseCurrency, mode, ...others }: NewPortfolio,
  now: Date,
): Promise<Portfolio> {
  const data = { accountId, name, baseCurrency, mode, ...columnsOf(others), createdAt: now, updatedAt: now }
  return owner.portfolio.create({ data })
}

/** Changes a portfolio and holds its row until the transaction ends: trades of one portfolio change one after the other. Null when there is none. */
export async function changePortfolio(
  owner: Owner,
  id: number,
  changes: PortfolioChanges,
  now: Date,
): Promise<Portfolio | null> {
  const data = { ...columnsOf(changes), version: { increment: 1 }, updatedAt: now }
  const [row] = await owner.portfolio.updateManyAndReturn({ where: { id }, data })
  return row ?? null
}

/** Deletes a portfolio with all its trades; false when there is none. */
export async function deletePortfolio(owner: Owner, id: number): Promise<boolean> {
  const { count } = await owner.portfolio.deleteMany({ where: { id } })
  return count > 0
}

/** Only what is given: Prisma takes undefined for a value. */
function columnsOf({ name, description, baseCurrency, mode, margin, intent }: PortfolioChanges) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(baseCurrency === undefined ? {} : { baseCurrency }),
    ...(mode === undefined ? {} : { mode }),
    ...(margin === undefined ? {} : { margin }),
    ...(intent === undefined ? {} : { intent: intent ?? Prisma.DbNull }),
  }
}
