import { findTopic, segmentsIn } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { EQUIPPING } from '../learnt/company-event.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, follows, hasClass, isNoun, isTraded, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const CAPEX = /\bcapex\b|\bcapital (?:spending|expenditure|budgets?|outlay)/
const MAX_SUPPLIERS = 6

/** Reads that a trade of which no company is named builds more or less: "memory makers slash capex". Those who equip it are moved. */
export function readTradeCapex(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, words } = title
  if (!title.classes.has('capex') || companiesIn(tags).length > 0) return null
  const told = findTopic(
    title,
    (tag) => isNoun(tag, 'capex') && CAPEX.test(words.slice(Math.max(0, tag.from - 1), tag.to).join(' ')),
    1,
  )
  if (told === undefined) return null
  const goods = segmentsIn(tags.filter((tag) => follows(told.topic, tag)))
  const [maker] = market.makersOf(goods)
  if (maker === undefined) return null
  const supplier = market
    .neighboursOf(maker.asset, 'supplier')
    .filter((one) => EQUIPPING.test(market.assetOf(one)?.gics ?? ''))
    .slice(0, MAX_SUPPLIERS)
  const roles = { supplier, struck: [] }
  return createEvent({ kind: 'capex', sign: told.sign, goods, roles, subject: maker.asset.ticker })
}

/** Reads that such a trade undercuts itself, or stops doing so: "French mobile price war reignites". */
export function readPriceWar(title: EventTitle): WorldEvent | null {
  const { tags } = title
  if (!title.classes.has('pricewar') || companiesIn(tags).length > 0) return null
  const war = findTopic(title, (tag) => hasClass(tag, 'pricewar'), -1)
  const sold = (some: readonly Tag[]) =>
    [...new Set(some.flatMap((tag) => tag.goods))].filter((good) => !isTraded(good))
  // "Price war" alone is that of cars.
  const named = sold(tags.filter((tag) => tag !== war?.topic))
  const goods = named.length > 0 ? named : sold(tags)
  if (war === undefined || goods.length === 0) return null
  const actor = tags.find((tag) => tag.country !== null)?.country ?? null
  return createEvent({ kind: 'price', sign: war.sign, goods, actor, roles: { input: [], user: [] }, isOutright: true })
}
