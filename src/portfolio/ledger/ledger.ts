import { Decimal } from '../../core/decimal.ts'
import type { CorporateAction } from '../../market/bars/adjust.pure.ts'
import { type Direction, opens, type Side, sideOf } from './direction.ts'

/** A trade as the ledger reads it. */
export interface LedgerTrade {
  readonly id: number
  /** Days since 1970-01-01. */
  readonly day: number
  readonly direction: Direction
  readonly quantity: Decimal
  /** Per unit, in the quote currency of the listing. */
  readonly price: Decimal
  /** In the quote currency of the listing. */
  readonly fee: Decimal
}

/** What the ledger of a listing is computed from, besides its trades. */
export interface LedgerTools {
  /** Corporate actions of the listing. */
  readonly actions: readonly CorporateAction[]
  /** Units of the base currency for one of the quote currency on a day. */
  readonly rateOn: (day: number) => Decimal
  /** Last day that counts. */
  readonly until: number
}

/** One side of a holding: what is open, and what came of what was closed. Money in the base currency unless said otherwise. */
export interface Holding {
  readonly side: Side
  readonly quantity: Decimal
  /** Average price of the open quantity times that quantity, in the quote currency; fees stay outside. */
  readonly costQuoted: Decimal
  /** The same at the rates of the trades' days. */
  readonly cost: Decimal
  readonly realized: Decimal
  /** Part of `realized` that is exchange rate. */
  readonly realizedCurrencyEffect: Decimal
  readonly fees: Decimal
  readonly dividends: Decimal
  /** Sum of what was bought, or sold short. */
  readonly opened: Decimal
}

/** Money that moved on a day, in the base currency. */
interface Movement {
  readonly day: number
  /** Amount of a trade: positive when bought, negative when sold. */
  readonly amount: Decimal
  readonly fee: Decimal
  readonly dividend: Decimal
}

/** Quantity and its cost in the base currency from a day on, long less short. */
interface QuantityStep {
  readonly day: number
  readonly quantity: Decimal
  readonly cost: Decimal
}

/** The first trade that takes more than there is. */
export interface Shortfall {
  readonly tradeId: number
  readonly day: number
  readonly side: Side
  readonly missing: Decimal
}

/** The ledger of one listing. */
export interface ListingLedger {
  readonly holdings: readonly Holding[]
  readonly movements: readonly Movement[]
  readonly steps: readonly QuantityStep[]
  readonly shortfall: Shortfall | null
}

const ZERO = new Decimal(0)
/** Digits of a quantity behind the point. */
const QUANTITY_DIGITS = 8

/** One side while trades are applied to it. */
class OpenSide {
  readonly side: Side
  quantity = ZERO
  costQuoted = ZERO
  cost = ZERO
  realized = ZERO
  realizedCurrencyEffect = ZERO
  fees = ZERO
  dividends = ZERO
  opened = ZERO
  used = false

  constructor(side: Side) {
    this.side = side
  }

  open(quantity: Decimal, price: Decimal, rate: Decimal): void {
    const quoted = quantity.times(price)
    const amount = quoted.times(rate)
    this.quantity = this.quantity.plus(quantity)
    this.costQuoted = this.costQuoted.plus(quoted)
    this.cost = this.cost.plus(amount)
    this.opened = this.opened.plus(amount)
  }

  /** Realises against the average cost: price effect at today's rate, currency effect on the cost. */
  close(quantity: Decimal, price: Decimal, rate: Decimal): void {
    if (this.quantity.isZero()) return
    const whole = quantity.eq(this.quantity)
    const costQuoted = whole ? this.costQuoted : this.costQuoted.times(quantity).div(this.quantity)
    const cost = whole ? this.cost : this.cost.times(quantity).div(this.quantity)
    const gain = quantity.times(price).times(rate).minus(cost)
    const currency = costQuoted.times(rate).minus(cost)
    const sign = this.side === 'long' ? 1 : -1
    this.realized = this.realized.plus(gain.times(sign))
    this.realizedCurrencyEffect = this.realizedCurrencyEffect.plus(currency.times(sign))
    this.quantity = this.quantity.minus(quantity)
    this.costQuoted = this.costQuoted.minus(costQuoted)
    this.cost = this.cost.minus(cost)
  }
}

/** Trades of a listing in the order they count: by day, then as they were entered. */
export function inOrder<Trade extends { readonly day: number; readonly id: number }>(
  trades: readonly Trade[],
): Trade[] {
  return trades.toSorted((a, b) => a.day - b.day || a.id - b.id)
}

/** A quantity after a split, to the digits that are stored. */
export function roundQuantity(quantity: Decimal): Decimal {
  return quantity.toDecimalPlaces(QUANTITY_DIGITS)
}

/**
 * Computes the ledger of one listing by the average-cost method. On one day a split counts before a dividend, in the shares of that
 * day, and both before trades: a trade on the ex-date comes after it. A trade that takes more than there is takes what there is, and
 * is told as the shortfall.
 */
export function computeLedger(trades: readonly LedgerTrade[], { actions, rateOn, until }: LedgerTools): ListingLedger {
  const sides = { long: new OpenSide('long'), short: new OpenSide('short') }
  const movements: Movement[] = []
  const steps: QuantityStep[] = []
  let shortfall: Shortfall | null = null
  const note = (day: number) => {
    const { long, short } = sides
    steps.push({ day, quantity: long.quantity.minus(short.quantity), cost: long.cost.minus(short.cost) })
  }

  const act = ({ day, type, value }: CorporateAction) => {
    for (const side of [sides.long, sides.short]) {
      if (side.quantity.isZero()) continue
      if (type === 'split') {
        side.quantity = roundQuantity(side.quantity.times(value))
        note(day)
        continue
      }
      const received = side.quantity.times(value).times(rateOn(day))
      const dividend = side.side === 'long' ? received : received.negated()
      side.dividends = side.dividends.plus(dividend)
      movements.push({ day, amount: ZERO, fee: ZERO, dividend })
    }
  }

  const trade = ({ id, day, direction, quantity, price, fee }: LedgerTrade) => {
    const side = sides[sideOf(direction)]
    const rate = rateOn(day)
    side.used = true
    side.fees = side.fees.plus(fee.times(rate))
    let done = quantity
    if (opens(direction)) side.open(quantity, price, rate)
    else {
      if (quantity.gt(side.quantity)) {
        done = side.quantity
        shortfall ??= { tradeId: id, day, side: side.side, missing: quantity.minus(side.quantity) }
      }
      side.close(done, price, rate)
    }
    const amount = done.times(price).times(rate)
    const bought = direction === 'buy' || direction === 'cover'
    movements.push({ day, amount: bought ? amount : amount.negated(), fee: fee.times(rate), dividend: ZERO })
    note(day)
  }

  const ordered = actionsInOrder(actions, until)
  let next = 0
  const actUntil = (day: number) => {
    for (let action = ordered[next]; action && action.day <= day; action = ordered[++next]) act(action)
  }
  for (const one of inOrder(trades)) {
    if (one.day > until) break
    actUntil(one.day)
    trade(one)
  }
  actUntil(until)
  return {
    holdings: [sides.long, sides.short].filter(({ used }) => used),
    movements,
    steps,
    shortfall,
  }
}

function actionsInOrder(actions: readonly CorporateAction[], until: number): CorporateAction[] {
  const rank = ({ type }: CorporateAction) => (type === 'split' ? 0 : 1)
  return actions.filter(({ day }) => day <= until).toSorted((a, b) => a.day - b.day || rank(a) - rank(b))
}

/** The first shortfall of trades whatever currencies are worth. */
export function findShortfall(
  trades: readonly LedgerTrade[],
  actions: readonly CorporateAction[],
  until: number,
): Shortfall | null {
  const one = new Decimal(1)
  return computeLedger(trades, { actions, rateOn: () => one, until }).shortfall
}
