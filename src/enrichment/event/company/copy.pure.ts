import { segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import { readSupplyChange } from '../clause/supply-change.pure.ts'
import { type Market, tickersOfFirst } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_MAKERS = 3

/**
 * Reads that copies of a drug are kept from the market or let onto it: "FDA bars sale of compounded copies of weight-loss drugs", "copies
 * must leave market". Those who make the original gain by what stops the copies, and who sells them loses.
 */
export function readCopies(title: EventTitle, market: Market): WorldEvent | null {
  const { words, tags, isIn } = title
  const at = words.findIndex((_, i) => isIn(i, 'copies_of'))
  if (at < 0) return null
  const copied = tags.filter(({ from }) => from > at)
  const goods = segmentsIn(copied.filter((tag) => hasClass(tag, 'drug')))
  const named = tickersOf(companiesIn(copied))
  const struck = named.length > 0 ? named : tickersOfFirst(market.makersOf(goods), MAX_MAKERS)
  const change = readSupplyChange(title)
  if (struck.length === 0 || change === null) return null
  const sellers = tags.filter(({ from }) => from < at).flatMap((tag) => tag.goods)
  const opponent = tickersOfFirst(market.makersOf(sellers), MAX_MAKERS)
  return createEvent({
    kind: 'product',
    sign: change.sign < 0 ? 1 : -1,
    goods,
    roles: { struck, opponent, rival: [] },
    isOutright: true,
  })
}
