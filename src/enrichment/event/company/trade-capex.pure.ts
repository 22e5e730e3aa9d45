import { segmentsIn, signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { EQUIPPING } from '../learnt/company-event.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNoun, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const CAPEX = /\bcapex\b|\bcapital (?:spending|expenditure|budgets?|outlay)/
const MAX_SUPPLIERS = 6

/** Reads that a trade builds more or less: "foundry giant lifts capital spending", "memory makers slash capex". Those who equip it are moved. */
export function readTradeCapex({ tags, words, phrases, classes }: EventTitle, market: Market): WorldEvent | null {
  if (!classes.has('capex')) return null
  const isCapex = (tag: Tag) =>
    isNoun(tag, 'capex') && CAPEX.test(words.slice(Math.max(0, tag.from - 1), tag.to).join(' '))
  const clause = phrases.find((phrase) => phrase.tags.some(isCapex))
  const capex = clause?.tags.find(isCapex)
  if (clause === undefined || capex === undefined || companiesIn(tags).length > 0) return null
  const goods = segmentsIn(
    tags.filter(({ to }) => to <= capex.from),
    null,
  )
  const [maker] = market.makersOf(goods)
  const told = signOf(capex, 1, clause)
  if (maker === undefined || !told.isStated) return null
  const supplier = market
    .neighboursOf(maker.asset, 'supplier')
    .filter((one) => EQUIPPING.test(market.assetOf(one)?.gics ?? ''))
    .slice(0, MAX_SUPPLIERS)
  const sign = told.sign < 0 ? -1 : 1
  return supplier.length === 0
    ? null
    : createEvent({ kind: 'capex', sign, goods, roles: { supplier, struck: [] }, subject: maker.asset.ticker })
}
