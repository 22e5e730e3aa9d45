import { segmentsIn } from '../clause/company-clause.pure.ts'
import { type Market, tickersOfFirst } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, follows, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Reads that a company makes itself what others sold it: "iPhone to carry in-house modem", "Tesla shelves its own chip". */
export function readInHouse(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, words, isIn, hasIn } = title
  if (!hasIn('own_make') && !words.includes('house')) return null
  const [company] = companiesIn(tags)
  const isOwn = ({ from }: Tag) =>
    isIn(from - 1, 'own_make') || / in house /.test(` ${words.slice(from - 2, from + 2).join(' ')} `)
  const made = tags.find((tag) => company !== undefined && follows(tag, company) && tag.goods.length > 0 && isOwn(tag))
  if (company?.asset == null || made === undefined) return null
  const suppliers = market.neighboursOf(company.asset, 'supplier')
  const goods = segmentsIn([made])
  const losing = tickersOfFirst(market.makersOf(goods)).filter((one) => suppliers.includes(one))
  if (losing.length === 0) return null
  // "Drops plan for in-house modem"; not "replaces Qualcomm modem with its own".
  const isGivenUp = tags.some((tag) => isVerb(tag, 'stop', 'drop', 'walk', 'delay') && follows(made, tag, 2))
  const roles = { winner: losing, loser: [], supplier: [] }
  return createEvent({ kind: 'contract', sign: isGivenUp ? 1 : -1, goods, roles })
}
