import { segmentsIn, signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTagged, isTraded } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Rivals that gain by a plant that is idled. */
const MAX_RIVALS = 5
const MAX_SUPPLIERS = 5

/** Reads that a company makes less or more of what is no commodity: its rivals sell more or less, and so do its suppliers. */
export function readCapacity(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes, clauses } = title
  if (!classes.has('output')) return null
  // "FAA lets 737 production climb".
  const company = tags.find(
    (tag, i) => tag.asset !== null || i > 1 || !(tag.isGovernment || tag.country !== null || hasClass(tag, 'approve')),
  )
  const goods = segmentsIn(tags, null)
  const isOther =
    isTagged(tags, 'strike', 'attack', 'accident', 'deal', 'authority', 'recall', 'bid') ||
    tags.some((tag) => tag.place !== null || tag.goods.some(isTraded))
  if (company?.asset?.type !== 'stock' || (goods.length === 0 && company.product === null) || isOther) return null
  for (const clause of clauses) {
    // Not "cloud work", "jobs".
    const found = clause.tags.find(
      (tag) =>
        hasClass(tag, 'output') &&
        !hasClass(tag, 'guidance') &&
        !title.isIn(tag.from, 'job') &&
        tag.readings.every((one) => !one.isVerb),
    )
    const told = found === undefined ? null : signOf(found, 1, clause)
    if (told?.isStated !== true) continue
    // "Idles lines to lower production" says one thing twice.
    const isCut = isTagged(clause.tags, 'stop', 'less') && !isTagged(clause.tags, 'start', 'more', 'deny')
    const { asset, product } = company
    return createEvent({
      kind: 'capacity',
      sign: isCut || told.sign < 0 ? -1 : 1,
      goods,
      roles: {
        // "To double capacity as demand surges", "cuts output as demand slows": it is the same for all.
        rival:
          classes.has('demand') || !market.makersOf(goods).some((one) => one.asset === asset)
            ? []
            : market.rivalsOf(asset, goods, []).slice(0, MAX_RIVALS),
        supplier: market.neighboursOf(asset, 'supplier').slice(0, MAX_SUPPLIERS),
        struck: product === null ? [] : [asset.ticker],
      },
      subject: asset.ticker,
    })
  }
  return null
}
