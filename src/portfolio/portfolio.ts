import { ownerOf } from '../account/owner/owner-of.ts'
import { catalog } from '../catalog/catalog.ts'
import { ApiError } from '../core/errors.ts'
import { rowNumber } from '../core/graphql/builder.ts'
import type { Context } from '../core/graphql/context.ts'
import { type Page, type PageRequest, windowOf } from '../core/input/paging.pure.ts'
import { market } from '../market/market.ts'
import { changeInTurn, noPortfolio } from './change.ts'
import {
  countToAdd,
  createPortfolio,
  deletePortfolio,
  findPortfolio,
  listPortfolios,
  type NewPortfolio,
  type Portfolio,
  type PortfolioChanges,
} from './portfolio.store.ts'
import { countTrades, readTrades } from './trade/trade.store.ts'
import { canConvert } from './valuation/exchange-rate.ts'

/** Portfolios one account may have. */
const PORTFOLIOS_MAX = 200

/** Finds a portfolio of the account that asks; throws 404 when it has none of this id. */
export async function requirePortfolio(id: string, context: Context): Promise<Portfolio> {
  const portfolio = await findPortfolio(ownerOf(context), rowNumber(id))
  if (!portfolio) throw noPortfolio(id)
  return portfolio
}

/** A page of the portfolios of the account that asks, oldest first. */
export async function readPortfolios(page: PageRequest, context: Context): Promise<Page<Portfolio>> {
  const found = await listPortfolios(ownerOf(context), windowOf(page))
  return { ...found, limit: page.limit, offset: page.offset, all: page.all }
}

/** Creates a portfolio; throws 409 when the account has as many as it may. */
export function addPortfolio(facts: NewPortfolio, context: Context): Promise<Portfolio> {
  const { accountId, clock } = context
  return ownerOf(context).$transaction(async (owner) => {
    if ((await countToAdd(owner, accountId)) >= PORTFOLIOS_MAX)
      throw new ApiError('conflict', `An account may have ${PORTFOLIOS_MAX} portfolios, and this one has as many.`)
    return createPortfolio(owner, accountId, facts, new Date(clock.now()))
  })
}

/** Changes what is given of a portfolio; throws 409 where its trades forbid it. */
export function updatePortfolio(
  { id, ...changes }: PortfolioChanges & { readonly id: string },
  context: Context,
): Promise<Portfolio> {
  return changeInTurn(context, id, changes, async (owner, portfolio) => {
    if (changes.mode === 'standard' && (await countTrades(owner, portfolio.id, ['short', 'cover'])) > 0)
      throw new ApiError(
        'conflict',
        'The portfolio has short sales, which standard mode does not take: delete them first.',
        { param: 'mode' },
      )
    if (changes.baseCurrency !== undefined) {
      const trades = await readTrades(owner, [portfolio])
      for (const listingId of new Set(trades.map((trade) => trade.listingId))) {
        const listing = catalog().listing(listingId)
        const quoted = listing && market().currencyOf(listing)
        if (quoted && !canConvert(quoted, changes.baseCurrency))
          throw new ApiError('conflict', `There are no exchange rates from ${quoted} to ${changes.baseCurrency}.`, {
            param: 'baseCurrency',
          })
      }
    }
    return portfolio
  })
}

/** Deletes a portfolio with all its trades; throws 404 when there is none. */
export async function removePortfolio(id: string, context: Context): Promise<number> {
  if (!(await deletePortfolio(ownerOf(context), rowNumber(id)))) throw noPortfolio(id)
  return 1
}
