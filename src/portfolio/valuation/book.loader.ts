import DataLoader from 'dataloader'
import { ownerOf } from '../../account/owner/owner-of.ts'
import type { Context } from '../../core/graphql/context.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import type { Portfolio } from '../portfolio.store.ts'
import { type Book, readBooks } from './book.ts'

const loaders = new WeakMap<Context, DataLoader<Portfolio, Book, string>>()

/** The book of a portfolio; those a request asks for are read together. */
export function loadBook(portfolio: Portfolio, context: Context): Promise<Book> {
  const present = loaders.get(context)
  if (present) return present.load(portfolio)
  const today = dayOfMs(context.clock.now())
  const fresh = new DataLoader<Portfolio, Book, string>(
    (portfolios) => readBooks(ownerOf(context), portfolios, today, () => context.budget.pause()),
    { batchScheduleFn: context.budget.afterTurns, cacheKeyFn: ({ id, version }) => `${id} ${version}` },
  )
  loaders.set(context, fresh)
  return fresh.load(portfolio)
}
