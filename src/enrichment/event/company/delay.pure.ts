import { isDenied, isOfTrade, isPassive, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isTagged } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_RIVALS = 5
/** What comes later: a launch, a delivery, a plant, a product. */
const LATE =
  /^(?:launch|debut|release|deliver|rollout|premiere|opening|start|production|entry|introduction|flight|rollouts|overhaul|upgrade|model|version|sequel|shipment|plant|factory|fab|project|programme|program|drug|chip|jet|car|game|console|phone|service)/
/** What may be late without harm to what is sold: "delays results", "postpones meeting". */
const HARMLESS =
  /^(?:result|report|meeting|vote|agm|ipo|listing|bond|filing|payment|dividend|decision|ruling|hearing|trial|verdict|deadline|tariff|price|increase|hike|layoff|job|cut|closure|retirement|sale|deal|merger|return)/

const DELIVERY = /^(?:deliver|shipment)/
const ASIDE: ReadonlySet<string> = new Set(['despite', 'after', 'since', 'following'])

/** Reads that a named company brings something later than it said: a rival gains time. */
export function readDelay(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes } = title
  if (!classes.has('delay')) return null
  if (tags.some((tag) => tag.place !== null || tag.isGovernment || isOfTrade(tag))) return null
  if (isTagged(tags, 'authority', 'case', 'bid', 'buy', 'strike', 'guidance', 'drug', 'trial', 'deal')) return null
  if (tags.some((tag) => tag.goods.some((good) => good.commodities.length > 0))) return null
  for (const clause of title.clauses) {
    const found = clause.tags.find((tag) => tag.asset === null && hasClass(tag, 'delay'))
    const [name] = clause.names
    const isAside = clause.from > 0 && ASIDE.has(title.words[clause.from] ?? '')
    if (found === undefined || name === undefined || isAside) continue
    // "Wizz Air defers Airbus jets": what it has ordered.
    if (clause.names.some((one) => one.from >= found.to && name.to <= found.from && one.asset !== name.asset))
      return null
    if (isDenied(found, clause) || clause.tags.some((tag) => isNegated(tag, title) && tag !== found)) return null
    const { words } = title
    const isVerbal = found.readings.some((one) => one.class === 'delay' && one.isVerb)
    const object = words.slice(found.to, found.to + 6)
    const isLate =
      clause.names.some((one) => one.from >= found.to && one.product !== null && one.from - found.to <= 3) ||
      object.some((word) => LATE.test(word)) ||
      words.slice(name.to, found.from).some((word) => LATE.test(word))
    if (object.slice(0, 4).some((word) => HARMLESS.test(word))) continue
    const isPast =
      found.readings.some((one) => one.class === 'delay' && (one.form === 'past' || one.form === 'participle')) &&
      !clause.names.some((one) => one.from >= found.to)
    const isDone = isPast || isPassive(found, clause) || (!isVerbal && name.to <= found.from)
    const isSubject = name.to <= found.from && (isLate || name.product !== null || !isVerbal)
    // "Chip shortage delays iPhone".
    const isObject = name.from >= found.to && name.from - found.to <= 3
    if (!isSubject && !isObject && !(isDone && name.to <= found.from)) continue
    const main = name.asset
    if (main === null) continue
    const goods = segmentsIn(tags, null)
    const named = tags.flatMap((tag) => tag.asset ?? [])
    const rival = market.rivalsOf(main, goods, named).slice(0, MAX_RIVALS)
    // What is made comes late: buyers wait. What is new comes late: rivals gain time.
    const isDelivery = words.slice(Math.max(0, found.from - 2), found.to + 3).some((word) => DELIVERY.test(word))
    return createEvent({
      kind: isDelivery ? 'company_stop' : 'product',
      sign: -1,
      goods,
      roles: { struck: tickersOf(clause.names.slice(0, 1)), rival },
    })
  }
  return null
}
