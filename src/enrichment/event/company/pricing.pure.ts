import { isOfTrade, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { assetsIn, canBeVerb, companiesIn, follows, hasClass, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_RIVALS = 12
const MAX_CLOSE = 8
/** Tokens between "cuts" and the price. */
const REACH = 5

const ASKED = ['pricecut', 'pricewar', 'price', 'tax', 'ratehike', 'ratecut'] as const
const CHARGING = /\bcharg(?:e|es|ing) (?:less|more)\b/i
const COSTING = /\b(?:tells|says|warns) .*\b(?:will|to) cost (?:\S+ ){1,5}(?:less|more)\b/i
/** "Discounted share sale": shares are sold cheaper, not goods. */
const FUNDING = /\b(?:shares?|stock|equity|rights|bond|debt|notes?) (?:sale|offering|issue|placement)\b/i

/** Reads that a named company asks less or more for what it sells, or that a war of prices breaks out or ends: rivals have to follow. */
export function readPricing(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, words, text } = title
  const isAsked = (tag: Tag) => hasClass(tag, ...ASKED) || title.isIn(tag.to - 1, 'asked')
  if ((!tags.some(isAsked) && !CHARGING.test(text)) || FUNDING.test(text)) return null
  // "Airtel raises tariffs": what a carrier of calls or power asks.
  const isOwnTariff = ({ to }: Tag) =>
    /^tariffs?$/.test(words[to - 1] ?? '') && /^5[05]/.test(tags[0]?.asset?.gics ?? '')
  const isOther = (tag: Tag) =>
    tag.place !== null || (isOfTrade(tag) && !isOwnTariff(tag)) || hasClass(tag, 'authority')
  const isOutright = COSTING.test(text)
  if (tags.some(isOther) || (!isOutright && tags.some((tag) => tag.goods.some(isTraded)))) return null
  const goods = segmentsIn(tags)
  for (const part of title.clauses) {
    // "PepsiCo strikes truce, will slash prices": who is named before does it.
    const isOfLast = part.names.length === 0 && title.isIn(part.from, 'auxiliary')
    const clause = isOfLast ? { ...part, names: companiesIn(tags).slice(0, 1) } : part
    const war = clause.tags.find((tag) => hasClass(tag, 'pricewar'))
    const asked = war === undefined ? findAsked(clause, title) : { at: war.from, sign: readWar(title) }
    if (asked === undefined) continue
    const { at, sign } = asked
    // "On higher input costs": no more is earned.
    if (war === undefined && sign > 0 && title.hasIn('burden', at + 2)) return null
    const company = clause.names.find((name) => war !== undefined || name.to <= at)
    const named = company ?? (war === undefined ? undefined : tags.find((tag) => tag.asset?.type === 'stock'))
    if (named?.asset == null) continue
    const { asset } = named
    // "Cuts fares to fill planes": what it sells itself.
    const own = goods.filter(
      (good) => good.isSegment === true || market.makersOf([good]).some((one) => one.asset === asset),
    )
    const customers = market.neighboursOf(asset, 'customer')
    const all = assetsIn(tags)
    const close = own.length > 0 ? market.rivalsOf(asset, own, all) : []
    // "Amazon undercuts Trade Desk": in the business of both.
    const others = all.filter((one) => one !== asset)
    const isOfBoth = (one: string) => others.every((other) => market.neighboursOf(other, 'competitor').includes(one))
    const peers = (close.length > 0 ? close.slice(0, MAX_CLOSE) : market.peersOf(asset)).filter(
      (one) => isOfBoth(one) && (sign < 0 || close.length > 0 || market.assetOf(one)?.gics === asset.gics),
    )
    // "UPS, FedEx hike rates".
    const isBeside = (one: Tag) => one.to <= clause.from && tags.some((next) => next.from === one.to)
    const asking = companiesIn(tags).filter((one) =>
      war === undefined
        ? isBeside(one) || (clause.names.includes(one) && one.to <= at)
        : one.to <= Math.max(war.from, named.to),
    )
    return createEvent({
      kind: 'pricing',
      sign,
      goods: own,
      isOutright,
      roles: {
        struck: tickersOf(asking),
        // Who buys from it pays what it asks.
        rival: peers.filter((one) => !customers.includes(one)).slice(0, MAX_RIVALS),
        // "Raises prices for Apple".
        opponent: tickersOf(clause.names.filter(({ from }) => words[from - 1] === 'for')),
      },
    })
  }
  return null
}

/** Where a clause says that a price is cut or raised, and which. */
function findAsked(
  { tags, names: [first, ...others] }: EventClause,
  { words, isIn, text }: EventTitle,
): { readonly at: number; readonly sign: 1 | -1 } | undefined {
  if (first === undefined) return undefined
  // "UPS hikes rates".
  const rate = tags.find((tag) => tag.from >= first.to && isVerb(tag, 'ratehike', 'ratecut'))
  if (rate !== undefined) return { at: rate.from, sign: hasClass(rate, 'ratehike') ? 1 : -1 }
  const cut = tags.find((tag) => tag.from >= first.to && hasClass(tag, 'pricecut'))
  if (cut !== undefined) {
    const isOver = tags.some((tag) => follows(cut, tag, 2) && hasClass(tag, 'end', 'deny'))
    return { at: cut.from, sign: isOver ? 1 : -1 }
  }
  // "To charge more for ice cream".
  const charged = words.findIndex(
    (word, i) => /^charg(?:es?|ing)$/.test(word) && /^(?:less|more)$/.test(words[i + 1] ?? ''),
  )
  if (charged >= 0) return { at: charged, sign: words[charged + 1] === 'more' ? 1 : -1 }
  // "Tells mills pulp will cost $30 more".
  if (COSTING.test(text)) return { at: words.indexOf('cost'), sign: words.includes('more') ? 1 : -1 }
  const price = tags.find((tag) => tag.from >= first.to && isIn(tag.to - 1, 'asked'))
  if (price === undefined) return undefined
  const verb = tags.findLast((tag) => tag.from >= first.to && follows(price, tag, REACH) && canBeVerb(tag))
  // "Drops Nestle products in price row".
  const isApart =
    verb === undefined ||
    others.some((name) => follows(name, verb) && follows(price, name) && name.asset !== first.asset)
  if (isApart || isIn(price.from - 1, 'before_cause')) return undefined
  // "No plan to raise prices".
  if (tags.some((tag) => follows(verb, tag, REACH) && hasClass(tag, 'deny'))) return undefined
  const isMore = hasClass(verb, 'start', 'more')
  const isLess = hasClass(verb, 'stop', 'less', 'end')
  if (isMore === isLess && !isIn(verb.from, 'raised_price')) return undefined
  return { at: verb.from, sign: isMore || isIn(verb.from, 'raised_price') ? 1 : -1 }
}

/** A war of prices that ends is good for those who sell. */
function readWar({ tags }: EventTitle): 1 | -1 {
  return tags.some((tag) => hasClass(tag, 'peace') || isVerb(tag, 'end', 'stop', 'deny')) ? 1 : -1
}
