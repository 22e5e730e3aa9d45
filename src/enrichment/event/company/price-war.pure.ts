import { signOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTraded, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Reads that a trade of which no company is named undercuts itself, or stops doing so: "French mobile price war reignites". */
export function readPriceWar({ tags, phrases, classes }: EventTitle): WorldEvent | null {
  if (!classes.has('pricewar')) return null
  const isWar = (tag: Tag) => hasClass(tag, 'pricewar')
  const clause = phrases.find((phrase) => phrase.tags.some(isWar))
  const war = clause?.tags.find(isWar)
  const sold = (some: readonly Tag[]) =>
    [...new Set(some.flatMap((tag) => tag.goods))].filter((good) => !isTraded(good))
  // "Price war" alone is that of cars.
  const named = sold(tags.filter((tag) => tag !== war))
  const goods = named.length > 0 ? named : sold(tags)
  if (clause === undefined || war === undefined || goods.length === 0 || companiesIn(tags).length > 0) return null
  const actor = tags.find((tag) => tag.country !== null)?.country ?? null
  const sign = signOf(war, -1, clause).sign < 0 ? -1 : 1
  return createEvent({ kind: 'price', sign, goods, actor, roles: { input: [], user: [] }, isOutright: true })
}
