import { Decimal } from '../../core/decimal.ts'
import type { CorporateAction } from '../../market/bars/adjust.pure.ts'
import { opens, type Side, sideOf } from './direction.ts'
import { inOrder, type LedgerTrade, roundQuantity } from './ledger.ts'

/** Why a trade cannot be added to a history. */
export interface Refusal<Trade extends LedgerTrade> {
  readonly trade: Trade
  /** What it would take too much; null when it is a stored trade after it that would then lack it. */
  readonly missing: Decimal | null
}

interface Open<Trade> {
  quantity: Decimal
  /** What added trades took, in units of now, oldest first. */
  taken: { readonly trade: Trade; readonly quantity: Decimal }[]
}

/**
 * Which of some trades a stored history of one listing cannot take, every one with the reason: those that take more than there is, and the
 * last ones that take what a stored trade needs. The ids of the added ones must be above those that are stored.
 */
export function findRefusals<Trade extends LedgerTrade>(
  stored: readonly LedgerTrade[],
  added: readonly Trade[],
  actions: readonly CorporateAction[],
): Refusal<Trade>[] {
  const fresh = new Map<LedgerTrade, Trade>(added.map((trade) => [trade, trade]))
  const splits = actions.filter(({ type }) => type === 'split').toSorted((a, b) => a.day - b.day)
  const sides: Record<Side, Open<Trade>> = { long: newSide(), short: newSide() }
  const refusals: Refusal<Trade>[] = []
  let next = 0
  for (const trade of inOrder<LedgerTrade>([...stored, ...added])) {
    for (let split = splits[next]; split && split.day <= trade.day; split = splits[++next])
      for (const side of [sides.long, sides.short]) applySplit(side, split.value)
    const side = sides[sideOf(trade.direction)]
    const own = fresh.get(trade)
    if (opens(trade.direction)) side.quantity = side.quantity.plus(trade.quantity)
    else if (own && trade.quantity.gt(side.quantity))
      refusals.push({ trade: own, missing: trade.quantity.minus(side.quantity) })
    else {
      while (trade.quantity.gt(side.quantity)) {
        const last = side.taken.pop()
        if (!last) break
        side.quantity = side.quantity.plus(last.quantity)
        refusals.push({ trade: last.trade, missing: null })
      }
      side.quantity = Decimal.max(0, side.quantity.minus(trade.quantity))
      if (own) side.taken.push({ trade: own, quantity: trade.quantity })
    }
  }
  return refusals
}

function newSide<Trade>(): Open<Trade> {
  return { quantity: new Decimal(0), taken: [] }
}

function applySplit<Trade>(side: Open<Trade>, ratio: number): void {
  side.quantity = roundQuantity(side.quantity.times(ratio))
  side.taken = side.taken.map(({ trade, quantity }) => ({ trade, quantity: roundQuantity(quantity.times(ratio)) }))
}
