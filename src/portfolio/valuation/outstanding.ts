import type { Listing } from '../../catalog/catalog.store.ts'
import { Decimal } from '../../core/decimal.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { computeSplitRatio } from '../../market/bars/adjust.pure.ts'
import { findFirstOnOrAfter } from '../../market/bars/bars.pure.ts'
import { market } from '../../market/market.ts'
import type { Side } from '../ledger/direction.ts'
import type { ListingLedger } from '../ledger/ledger.ts'
import { type HoldingValue, valueHolding } from '../ledger/valuation.ts'
import type { ExchangeRates } from './exchange-rate.ts'

/** An open position at the last price. */
export interface Position extends HoldingValue {
  readonly listing: Listing
  readonly side: Side
  readonly quantity: Decimal
  readonly quoted: string
  readonly price: Decimal | null
  readonly priceDate: string | null
  readonly rate: Decimal
  readonly weightPct: Decimal | null
}

/** Sums over all positions of a portfolio, closed ones included; cents of the base currency. */
export interface PositionTotals
  extends Pick<
    HoldingValue,
    | 'marketValueBase'
    | 'costBasisBase'
    | 'unrealizedPnl'
    | 'unrealizedPnlPct'
    | 'realizedPnl'
    | 'fees'
    | 'totalPnl'
    | 'currencyEffect'
    | 'dividendIncome'
  > {
  /** total_pnl and dividends in percent of all that was bought or sold short; null before the first trade. */
  readonly totalReturnPct: Decimal | null
}

/** Open positions of a portfolio, largest first, and the sums of all. */
export interface Outstanding {
  readonly positions: readonly Position[]
  readonly totals: PositionTotals
  readonly notes: readonly string[]
}

const ZERO = new Decimal(0)

/** A listing with its ledger, quoted in a currency. */
interface Held {
  readonly listing: Listing
  readonly quoted: string
  readonly ledger: ListingLedger
}

/** Values the holdings of a portfolio at the last price up to `today`, however old. */
export async function valueOutstanding(
  listings: readonly Held[],
  rates: ExchangeRates,
  today: number,
): Promise<Outstanding> {
  const prices = await readLastPrices(
    listings.map(({ listing }) => listing),
    today,
  )
  const valued = listings.flatMap(({ listing, quoted, ledger }) =>
    ledger.holdings.map((holding) => {
      const { price, day } = prices.get(listing.id) ?? { price: null, day: null }
      const rate = rates.rate(quoted, today)
      const priceDate = day === null ? null : isoOfDay(day)
      const { side, quantity, opened } = holding
      return { listing, side, quantity, opened, quoted, price, priceDate, rate, ...valueHolding(holding, price, rate) }
    }),
  )
  const sum = (of: (one: (typeof valued)[number]) => Decimal) =>
    valued.reduce((total, one) => total.plus(of(one)), ZERO)
  const nav = sum((one) => one.marketValueBase)
  const cost = sum((one) => one.costBasisBase.abs())
  const unrealizedPnl = sum((one) => one.unrealizedPnl)
  const totalPnl = sum((one) => one.totalPnl)
  const dividendIncome = sum((one) => one.dividendIncome)
  const opened = sum((one) => one.opened)
  const open = valued.filter(({ quantity }) => !quantity.isZero())
  return {
    positions: open
      .map(({ opened: _, ...one }) => ({ ...one, weightPct: percentOf(one.marketValueBase, nav) }))
      .toSorted((a, b) => b.marketValueBase.cmp(a.marketValueBase) || a.listing.id - b.listing.id),
    totals: {
      marketValueBase: nav,
      costBasisBase: sum((one) => one.costBasisBase),
      unrealizedPnl,
      unrealizedPnlPct: percentOf(unrealizedPnl, cost),
      realizedPnl: sum((one) => one.realizedPnl),
      fees: sum((one) => one.fees),
      totalPnl,
      currencyEffect: sum((one) => one.currencyEffect),
      dividendIncome,
      totalReturnPct: percentOf(totalPnl.plus(dividendIncome), opened),
    },
    notes: notesOn(open, listings),
  }
}

/** Part of a whole in percent; null when the whole is not above zero. */
function percentOf(part: Decimal, whole: Decimal): Decimal | null {
  return whole.gt(0) ? part.div(whole).times(100).toDecimalPlaces(4) : null
}

function notesOn(open: readonly Pick<Position, 'listing' | 'price'>[], listings: readonly Held[]): string[] {
  const unpriced = open.filter(({ price }) => price === null).map(({ listing }) => listing.ticker)
  const short = listings.filter(({ ledger }) => ledger.shortfall).map(({ listing }) => listing.ticker)
  return [
    ...(unpriced.length > 0 ? [`There are no bars of ${unpriced.join(', ')}: valued at cost.`] : []),
    ...(short.length > 0
      ? [`Corporate actions stored after the trades leave more sold than held of ${short.join(', ')}.`]
      : []),
  ]
}

/** Last closes up to a day, in the shares of that day. */
async function readLastPrices(
  listings: readonly Listing[],
  today: number,
): Promise<Map<number, { readonly price: Decimal; readonly day: number }>> {
  const prices = new Map<number, { price: Decimal; day: number }>()
  const note = (id: number, close: number, day: number) => {
    const ratio = computeSplitRatio(market().actions(id), day, today)
    const price = new Decimal(close)
    prices.set(id, { price: ratio === 1 ? price : price.div(ratio), day })
  }
  const later: number[] = []
  for (const { id } of listings) {
    const quote = market().quote(id)
    if (quote && quote.day > today) later.push(id)
    else if (quote) note(id, quote.close, quote.day)
  }
  const series = later.length > 0 ? await market().series(later, 'day', 'raw') : []
  for (const [index, id] of later.entries()) {
    const bars = series[index]
    const last = bars ? findFirstOnOrAfter(bars, today + 1) - 1 : -1
    if (bars && last >= 0) note(id, bars.close[last] ?? 0, bars.day[last] ?? 0)
  }
  return prices
}
