import pLimit, { type LimitFunction } from 'p-limit'
import type { Owner } from '../account/owner/owned-by.ts'
import { ownerOf } from '../account/owner/owner-of.ts'
import { ApiError } from '../core/errors.ts'
import { rowNumber } from '../core/graphql/builder.ts'
import type { Context } from '../core/graphql/context.ts'
import { toldText } from '../core/input/told-text.pure.ts'
import { changePortfolio, type Portfolio, type PortfolioChanges } from './portfolio.store.ts'

/** Whose portfolios are changed, and when. */
export type Asking = Pick<Context, 'accountId' | 'clock'>

/** How long a change waits for a connection, and how long it may take, other changes of the portfolio included. */
const TRANSACTION = { maxWait: 10_000, timeout: 30_000 }

/** Changes of this process that wait, by portfolio: one connection each, however many there are. */
const queues = new Map<number, LimitFunction>()

/**
 * Changes a portfolio or its trades in a transaction that holds the portfolio's row: changes of one portfolio, in all processes, come
 * one after the other. Whatever `work` throws undoes everything. Throws 404 when the account has no such portfolio.
 */
export async function changeInTurn<Result>(
  asking: Asking,
  portfolioId: string,
  changes: PortfolioChanges,
  work: (owner: Owner, portfolio: Portfolio) => Promise<Result>,
): Promise<Result> {
  const id = rowNumber(portfolioId)
  const queue = queues.get(id) ?? pLimit(1)
  queues.set(id, queue)
  try {
    return await queue(() =>
      ownerOf(asking).$transaction(
        async (owner) => {
          const portfolio = await changePortfolio(owner, id, changes, new Date(asking.clock.now()))
          if (!portfolio) throw noPortfolio(portfolioId)
          return work(owner, portfolio)
        },
        // A copy: Prisma writes into the options of a nested transaction.
        { ...TRANSACTION },
      ),
    )
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(id)
  }
}

/** There is no such portfolio, or it is somebody else's: nobody can tell which. */
export function noPortfolio(id: string): ApiError {
  return new ApiError('not_found', `There is no portfolio "${toldText(id)}".`, {
    param: 'id',
  })
}
