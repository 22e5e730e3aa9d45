import type { Listing } from '../../catalog/catalog.store.ts'
import { ApiError } from '../../core/errors.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { type Direction, sideOf } from '../ledger/direction.ts'
import type { Portfolio } from '../portfolio.store.ts'
import { canConvert } from '../valuation/exchange-rate.ts'

/** Trades one portfolio may have. */
const TRADES_MAX = 50_000

/** Refuses more trades than a portfolio may have. */
export function checkCount(present: number, added: number): void {
  if (present + added <= TRADES_MAX) return
  throw new ApiError(
    'conflict',
    `A portfolio may have ${TRADES_MAX} trades; with ${added === 1 ? 'this one' : `these ${added}`} it would have ${present + added}.`,
  )
}

/** Refuses a day in the future or before the first bar of the listing; a listing without bars has none. */
export function checkDay(
  listing: Listing,
  day: number,
  { firstBar, today }: { readonly firstBar: number | undefined; readonly today: number },
): void {
  const refused = (why: string, nearest: number) =>
    new ApiError('invalid_parameter', `"date" (${isoOfDay(day)}) must not be ${why} ${isoOfDay(nearest)}.`, {
      param: 'date',
      did_you_mean: isoOfDay(nearest),
    })
  if (day > today) throw refused('after today,', today)
  if (firstBar !== undefined && day < firstBar) throw refused(`before the first bar of ${listing.ticker},`, firstBar)
}

/** Refuses what the mode or the currencies of a portfolio forbid, whatever the position. */
export function checkAllowed(portfolio: Portfolio, listing: Listing, direction: Direction): void {
  if (portfolio.mode === 'standard' && sideOf(direction) === 'short')
    throw new ApiError(
      'conflict',
      `A portfolio in standard mode takes buy and sell only, not ${direction}: set its mode to advanced first.`,
      { param: 'direction' },
    )
  const quoted = market().currencyOf(listing)
  if (!canConvert(quoted, portfolio.baseCurrency))
    throw new ApiError(
      'conflict',
      `There are no exchange rates from ${quoted}, which ${listing.ticker} is quoted in, to ${portfolio.baseCurrency}: ingest bars of the pair first.`,
      { param: 'ticker' },
    )
}
