import { Decimal } from '../../core/decimal.ts'
import type { Holding } from './ledger.ts'

/** Figures of a holding at a price and an exchange rate; money in cents of the base currency unless said otherwise. */
export interface HoldingValue {
  readonly avgCost: Decimal | null
  /** In the quote currency; negative for a short position. */
  readonly marketValue: Decimal
  readonly marketValueBase: Decimal
  readonly costBasisBase: Decimal
  readonly unrealizedPnl: Decimal
  readonly unrealizedPnlPct: Decimal | null
  readonly realizedPnl: Decimal
  readonly fees: Decimal
  readonly totalPnl: Decimal
  readonly priceEffect: Decimal
  readonly currencyEffect: Decimal
  readonly dividendIncome: Decimal
}

const CENTS = 2

/** Rounds money to cents, half away from zero. */
function toCents(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(CENTS, Decimal.ROUND_HALF_UP)
}

/**
 * Values a holding. Sums are made of rounded parts, so that what is shown adds up: total_pnl = realized + unrealized - fees, and price
 * effect + currency effect = realized + unrealized. What is owed is negative. Without a price a holding stays at cost.
 */
export function valueHolding(holding: Holding, price: Decimal | null, rate: Decimal): HoldingValue {
  const sign = holding.side === 'long' ? 1 : -1
  const quoted = (price === null ? holding.costQuoted : holding.quantity.times(price)).times(sign)
  const cost = holding.cost.times(sign)
  const worth = price === null ? cost : quoted.times(rate)
  const gain = worth.minus(cost)
  const unrealized = toCents(gain)
  const realized = toCents(holding.realized)
  const fees = toCents(holding.fees)
  const openCurrency = price === null ? 0 : holding.costQuoted.times(rate).minus(holding.cost).times(sign)
  const currencyEffect = toCents(holding.realizedCurrencyEffect.plus(openCurrency))
  return {
    avgCost: holding.quantity.isZero() ? null : holding.costQuoted.div(holding.quantity).toDecimalPlaces(8),
    marketValue: toCents(quoted),
    marketValueBase: toCents(worth),
    costBasisBase: toCents(cost),
    unrealizedPnl: unrealized,
    unrealizedPnlPct: holding.cost.isZero() ? null : gain.div(holding.cost).times(100).toDecimalPlaces(4),
    realizedPnl: realized,
    fees,
    totalPnl: realized.plus(unrealized).minus(fees),
    priceEffect: realized.plus(unrealized).minus(currencyEffect),
    currencyEffect,
    dividendIncome: toCents(holding.dividends),
  }
}
