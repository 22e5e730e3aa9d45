import { segmentsIn } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { assetsIn, companiesIn, follows, hasClass, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between the customers and the verb that says they leave. */
const REACH = 2
const MAX_RIVALS = 4
const LETTING = /^(?:'?s|must|to|will|lets?|letting|allows?|mobile|wireless|broadband|card|bank|its|their)$/

/** Reads that the customers of a company leave it: "lets SK Telecom users quit", "Netflix subscribers leave in droves". */
export function readCustomers(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, words, classes } = title
  if (!classes.has('buyer') || !classes.has('flee')) return null
  // "KT must let subscribers leave".
  const isOf = (name: Tag, { from }: Tag) =>
    name.to <= from && words.slice(name.to, from).every((word) => LETTING.test(word))
  const company = companiesIn(tags).find((name) =>
    tags.some(
      (tag) =>
        hasClass(tag, 'buyer') &&
        isOf(name, tag) &&
        tags.some((verb) => isVerb(verb, 'flee') && follows(verb, tag, REACH)),
    ),
  )
  if (company?.asset == null) return null
  const rival = market.rivalsOf(company.asset, segmentsIn(tags), assetsIn(tags)).slice(0, MAX_RIVALS)
  const roles = { struck: [company.asset.ticker], rival, peer: [] }
  return createEvent({ kind: 'buyers', sign: -1, roles, isOutright: true })
}
