import { wordSet } from '../../text/word-set.pure.ts'
import { segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import { readSupplyChange } from '../clause/supply-change.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { PHARMA } from './outcome-role.pure.ts'

const COPIES = wordSet(
  'copies copycat copycats version versions knock-off knock-offs knockoff knockoffs imitation imitations counterfeit counterfeits',
)
const OF = /^(?:of|from)$/
const IN_COPIES = /^(?:compounded|copycat|counterfeit|knock-?off)$/
const MAX_MAKERS = 3
/** Tokens between "copies of" and what is copied. */
const REACH = 4

/**
 * Reads that copies of a drug are kept from the market or let onto it: "FDA bars sale of compounded copies of weight-loss drugs", "copies
 * must leave market". Those who make the original gain by what stops the copies, and who sells them loses.
 */
export function readCopies(title: EventTitle, market: Market): WorldEvent | null {
  const { words, tags } = title
  const at = words.findIndex(
    (word, i) => COPIES.has(word) && (OF.test(words[i + 1] ?? '') || IN_COPIES.test(words[i - 1] ?? '')),
  )
  if (at < 0) return null
  const copied = tags.filter(({ from }) => from > at && from - at <= REACH)
  const goods = segmentsIn(
    copied.filter((tag) => hasClass(tag, 'drug')),
    null,
  )
  const named = tickersOf(companiesIn(copied))
  const makers = market.makersOf(goods).filter(({ asset }) => asset.gics?.startsWith(PHARMA) === true)
  const struck = named.length > 0 ? named : makers.slice(0, MAX_MAKERS).map(({ asset }) => asset.ticker)
  const change = readSupplyChange(title)
  if (struck.length === 0 || change === null) return null
  const sellers = tags.filter(({ from }) => from < at).flatMap((tag) => tag.goods)
  const opponent = market.makersOf(sellers).map(({ asset }) => asset.ticker)
  return createEvent({
    kind: 'product',
    sign: change.sign < 0 ? 1 : -1,
    goods,
    roles: { struck, opponent: opponent.filter((one) => !struck.includes(one)).slice(0, MAX_MAKERS), rival: [] },
    isOutright: true,
  })
}
