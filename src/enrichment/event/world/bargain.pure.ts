import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTraded } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const NEGOTIATES = /^negotiat(?:e|es|ed|ing)$/
/** Every second year Japan lowers what it pays for drugs. */
const REVISES = /^revisions?$/
/** Tokens between the verb and the prices. */
const REACH = 4

/** Reads that a payer bargains down what it is charged: "Medicare to negotiate prices of 15 more drugs". */
export function readBargain({ tags, words }: EventTitle): WorldEvent | null {
  if (companiesIn(tags).length > 0 || tags.some((tag) => hasClass(tag, 'deny', 'drop', 'delay'))) return null
  const price = words.findIndex((word) => word === 'price' || word === 'prices')
  const at = words.findIndex((word) => NEGOTIATES.test(word))
  const isBargain = at >= 0 && price > at && price - at <= REACH
  if (price < 0 || (!isBargain && !REVISES.test(words[price + 1] ?? ''))) return null
  const goods = tags
    .filter((tag) => tag.from >= at && hasClass(tag, 'drug'))
    .flatMap((tag) => tag.goods)
    .filter((good) => !isTraded(good))
  return goods.length === 0
    ? null
    : createEvent({ kind: 'price', sign: -1, goods, isOutright: true, roles: { user: [], input: [] } })
}
