import { findTopic, segmentsIn } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { canBeVerb, hasClass, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Rivals that gain by a plant that is idled. */
const MAX_RIVALS = 5
const MAX_SUPPLIERS = 5

/** Reads that a company makes less or more of what is no commodity: its rivals sell more or less, and so do its suppliers. */
export function readCapacity(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes } = title
  if (!classes.has('output')) return null
  // "FAA lets 737 production climb".
  const company = tags.find((tag) => tag.country === null && !hasClass(tag, 'approve'))
  const goods = segmentsIn(tags)
  const isOther = isTagged(tags, 'deal') || tags.some((tag) => tag.place !== null || tag.goods.some(isTraded))
  if (company?.asset?.type !== 'stock' || goods.length === 0 || isOther) return null
  // Not "cloud work", "jobs".
  const isOutput = (tag: Tag) =>
    hasClass(tag, 'output') && !hasClass(tag, 'guidance') && !title.isIn(tag.from, 'job') && !canBeVerb(tag)
  const told = findTopic(title, isOutput, 1)
  if (told?.isStated !== true) return null
  const { asset, product } = company
  // "To double capacity as demand surges", "cuts output as demand slows": it is the same for all.
  const isForAll = classes.has('demand') || !market.makersOf(goods).some((one) => one.asset === asset)
  return createEvent({
    kind: 'capacity',
    sign: told.sign,
    goods,
    roles: {
      rival: isForAll ? [] : market.rivalsOf(asset, goods, []).slice(0, MAX_RIVALS),
      supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
      struck: product === null ? [] : [asset.ticker],
    },
    subject: asset.ticker,
  })
}
