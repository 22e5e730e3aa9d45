import type { Owner } from '../../account/owner/owned-by.ts'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { Decimal } from '../../core/decimal.ts'
import { ApiError } from '../../core/errors.ts'
import { rowNumber } from '../../core/graphql/builder.ts'
import { toldText } from '../../core/input/told-text.pure.ts'
import { dayOfIso, dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { type Asking, changeInTurn } from '../change.ts'
import type { Direction } from '../ledger/direction.ts'
import { findShortfall, type Shortfall } from '../ledger/ledger.ts'
import type { Portfolio } from '../portfolio.store.ts'
import {
  changeTrade,
  countTrades,
  createTrades,
  deleteTrade,
  deleteTrades,
  findTrade,
  readFirstBars,
  readTradesOf,
  type Trade,
  type TradeFacts,
} from './trade.store.ts'
import { checkAllowed, checkCount, checkDay } from './trade-rule.ts'

/** A trade as it is entered. */
interface TradeInput {
  readonly ticker: string
  readonly date: string
  readonly quantity: Decimal
  readonly price: Decimal
  readonly fee: Decimal
  readonly direction: Direction
}

/** What is given of a trade to be changed. */
type TradeChanges = { readonly [Part in keyof TradeInput]?: TradeInput[Part] | undefined }

/** Adds a trade; throws 400 for a day it cannot have been traded on, 409 where the position or the mode forbids it. */
export async function addTrade({ id, ...input }: TradeInput & { readonly id: string }, asking: Asking): Promise<Trade> {
  const listing = catalog().require(input.ticker, 'ticker')
  const facts = { ...input, listingId: listing.id, day: dayOfIso(input.date) ?? 0 }
  return changeInTurn(asking, id, {}, async (owner, portfolio) => {
    await checkDayOf(owner, listing, facts.day, asking)
    checkCount(await countTrades(owner, portfolio.id), 1)
    checkAllowed(portfolio, listing, input.direction)
    const [trade] = await createTrades(owner, portfolio, [facts], new Date(asking.clock.now()))
    if (!trade) throw new Error('A trade was not stored.')
    await checkLedgers(owner, portfolio, [listing.id], asking, trade)
    return trade
  })
}

/** Changes what is given of a trade; the history with the change must be one that `addTrade` would accept. */
export async function updateTrade(
  { id, tradeId, ...input }: TradeChanges & { readonly id: string; readonly tradeId: string },
  asking: Asking,
): Promise<Trade> {
  const moved = input.ticker === undefined ? null : catalog().require(input.ticker, 'ticker')
  return changeInTurn(asking, id, {}, async (owner, portfolio) => {
    const before = await requireTrade(owner, portfolio, tradeId)
    const listing = moved ?? catalog().require(String(before.listingId), 'ticker')
    const day = input.date === undefined ? before.day : (dayOfIso(input.date) ?? 0)
    if (input.date !== undefined || moved) await checkDayOf(owner, listing, day, asking)
    const facts: TradeFacts = {
      listingId: listing.id,
      day,
      quantity: input.quantity ?? before.quantity,
      price: input.price ?? before.price,
      fee: input.fee ?? before.fee,
      direction: input.direction ?? before.direction,
    }
    checkAllowed(portfolio, listing, facts.direction)
    const trade = await changeTrade(owner, before.id, facts)
    await checkLedgers(owner, portfolio, [before.listingId, listing.id], asking)
    return trade
  })
}

/** Deletes a trade; 409 when a later one would then take more than there is. */
export function removeTrade(
  { id, tradeId }: { readonly id: string; readonly tradeId: string },
  asking: Asking,
): Promise<number> {
  return changeInTurn(asking, id, {}, async (owner, portfolio) => {
    const trade = await requireTrade(owner, portfolio, tradeId)
    await deleteTrade(owner, trade.id)
    await checkLedgers(owner, portfolio, [trade.listingId], asking)
    return 1
  })
}

/** Deletes the trades of a position, those of some days when asked; 404 when there are none at all. */
export function removePosition(
  asked: {
    readonly id: string
    readonly listingId: string
    readonly after?: string | undefined
    readonly before?: string | undefined
  },
  asking: Asking,
): Promise<number> {
  const { after, before } = asked
  if (after !== undefined && before !== undefined && after > before)
    throw new ApiError('invalid_parameter', `"after" (${after}) must not be later than "before" (${before}).`, {
      param: 'after',
      did_you_mean: before,
    })
  return changeInTurn(asking, asked.id, {}, async (owner, portfolio) => {
    const listing = catalog().require(asked.listingId, 'listingId')
    const trades = await readTradesOf(owner, portfolio.id, [listing.id])
    if (trades.length === 0)
      throw new ApiError('not_found', `The portfolio has no trades of ${listing.ticker}.`, { param: 'listingId' })
    const deleted = await deleteTrades(owner, { portfolioId: portfolio.id, listingId: listing.id, after, before })
    await checkLedgers(owner, portfolio, [listing.id], asking)
    return deleted
  })
}

async function requireTrade(owner: Owner, portfolio: Portfolio, tradeId: string): Promise<Trade> {
  const trade = await findTrade(owner, portfolio.id, rowNumber(tradeId))
  if (trade) return trade
  throw new ApiError('not_found', `The portfolio has no trade "${toldText(tradeId)}".`, { param: 'tradeId' })
}

/** `checkDay` with what the database knows of the listing, by the connection of the change: it must not wait for a second one. */
async function checkDayOf(
  owner: Owner,
  listing: Listing,
  day: number,
  { clock }: Pick<Asking, 'clock'>,
): Promise<void> {
  const firstBar = (await readFirstBars(owner, [listing.id])).get(listing.id)
  checkDay(listing, day, { firstBar, today: dayOfMs(clock.now()) })
}

/** Refuses a history in which a trade takes more than there is; `added` is one that is stored only if it is not refused. */
async function checkLedgers(
  owner: Owner,
  portfolio: Portfolio,
  listingIds: readonly number[],
  { clock }: Pick<Asking, 'clock'>,
  added?: Trade,
): Promise<void> {
  const ids = [...new Set(listingIds)]
  const byListing = Map.groupBy(await readTradesOf(owner, portfolio.id, ids), ({ listingId }) => listingId)
  for (const [listingId, trades] of byListing) {
    const shortfall = findShortfall(trades, market().actions(listingId), dayOfMs(clock.now()))
    if (shortfall) throw conflictOf(shortfall, listingId, added)
  }
}

function conflictOf({ tradeId, day, side, missing }: Shortfall, listingId: number, added?: Trade): ApiError {
  // The number of one that is refused was never told to anybody.
  const trade = tradeId === added?.id ? 'the new trade' : `trade ${tradeId}`
  const ticker = catalog().listing(listingId)?.ticker ?? String(listingId)
  const position = side === 'long' ? 'are held' : 'are sold short'
  return new ApiError(
    'conflict',
    `On ${isoOfDay(day)} ${trade} would take ${missing.toFixed()} ${ticker} more than ${position}.`,
    { param: 'quantity' },
  )
}
