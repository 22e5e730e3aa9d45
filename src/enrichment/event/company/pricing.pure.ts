import { isOfTrade, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { isPriceTalk } from '../title/talk.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_RIVALS = 12
const MAX_CLOSE = 8
/** Tokens between "cuts" and the price. */
const REACH = 5
/** Reads that a named company asks less or more for what it sells, or that a war of prices breaks out or ends: rivals have to follow. */
export function readPricing(title: EventTitle, market: Market): WorldEvent | null {
  const { tags } = title
  const isAsked = (tag: Tag) => hasClass(tag, ...ASKED) || title.isIn(tag.to - 1, 'asked')
  if ((!tags.some(isAsked) && !CHARGING.test(title.text)) || isPriceTalk(tags, title)) return null
  const isOther = (tag: Tag) =>
    tag.place !== null || (isOfTrade(tag) && !isOwnTariff(tag, tags, title)) || hasClass(tag, 'authority')
  if (tags.some(isOther)) return null
  if (FUNDING.test(title.words.join(' '))) return readFunding(title)
  const isWar = isTagged(tags, 'pricewar') && companiesIn(tags).length > 0
  if (!isWar && !COSTING.test(title.text) && tags.some((tag) => tag.goods.some(isTraded))) return null
  const goods = segmentsIn(tags, null)
  for (const part of title.clauses) {
    const clause = withSubject(part, title)
    const war = clause.tags.find((tag) => hasClass(tag, 'pricewar'))
    const company = clause.names.find((name) => war !== undefined || name.to <= (findAsked(clause, title)?.at ?? -1))
    const sign = war === undefined ? findAsked(clause, title)?.sign : readWar(war, title)
    if (sign === undefined) continue
    // "On higher input costs": no more is earned.
    if (sign > 0 && war === undefined && title.hasIn('burden', (findAsked(clause, title)?.at ?? 0) + 2)) return null
    const named = company ?? (war === undefined ? undefined : tags.find((tag) => tag.asset?.type === 'stock'))
    if (named?.asset == null) {
      if (war === undefined || goods.length === 0) continue
      const codes = tags.flatMap(({ country }) => country?.code ?? [])
      const makers = market
        .makersOf(goods)
        .filter(({ asset }) => codes.length === 0 || codes.includes(asset.country ?? ''))
      if (makers.length === 0) continue
      const roles = { struck: [], rival: makers.slice(0, MAX_RIVALS).map(({ asset }) => asset.ticker) }
      return createEvent({ kind: 'pricing', sign, goods, roles })
    }
    const { asset } = named
    // "Cuts fares to fill planes": what it sells itself.
    const own = goods.filter(
      (good) => good.isSegment === true || market.makersOf([good]).some((one) => one.asset === asset),
    )
    const customers = market.neighboursOf(asset, 'customer')
    const all = tags.flatMap((tag) => tag.asset ?? [])
    const close = own.length > 0 ? market.rivalsOf(asset, own, all) : []
    // "Amazon undercuts Trade Desk": in the business of both.
    const others = all.filter((one) => one !== asset && one.type === 'stock')
    const isOfBoth = (one: string) => others.every((other) => market.neighboursOf(other, 'competitor').includes(one))
    const peers = (close.length > 0 ? close.slice(0, MAX_CLOSE) : market.peersOf(asset)).filter(
      (one) => isOfBoth(one) && (sign < 0 || close.length > 0 || market.assetOf(one)?.gics === asset.gics),
    )
    return createEvent({
      kind: 'pricing',
      sign,
      goods: own,
      isOutright: COSTING.test(title.text),
      roles: {
        struck: tickersOf(
          war === undefined
            ? [
                // "UPS, FedEx hike rates".
                ...companiesIn(tags).filter(
                  (one) => one.to <= clause.from && tags.some((next) => next.asset !== null && next.from === one.to),
                ),
                ...clause.names.filter(({ to }) => to <= (findAsked(clause, title)?.at ?? named.to)),
              ]
            : companiesIn(tags).filter(({ to }) => to <= Math.max(war.from, named.to)),
        ),
        // Who buys from it pays what it asks.
        rival: peers.filter((one) => !customers.includes(one)).slice(0, MAX_RIVALS),
        // "Raises prices for Apple".
        opponent: tickersOf(clause.names.filter(({ from }) => from > named.to && title.words[from - 1] === 'for')),
      },
    })
  }
  return null
}

/** "PepsiCo strikes truce, will slash prices": who is named before does it. */
function withSubject(clause: EventClause, { phrases, isIn }: EventTitle): EventClause {
  if (clause.names.length > 0 || !isIn(clause.from, 'auxiliary')) return clause
  const subject = phrases.find(({ names }) => names.length > 0)?.names[0]
  return subject === undefined || subject.from > clause.from ? clause : { ...clause, names: [subject] }
}

/** "To raise $2 billion in discounted share sale": shares are sold cheaply, which moves nobody else. */
function readFunding({ tags, words }: EventTitle): WorldEvent | null {
  const [company] = companiesIn(tags)
  if (company === undefined || !words.some((word) => /^discount/.test(word))) return null
  return createEvent({ kind: 'funding', sign: -1, roles: { struck: tickersOf([company]) } })
}

/** "Airtel raises tariffs": what a carrier of calls or power asks. */
function isOwnTariff({ from, to }: Tag, tags: readonly Tag[], { words }: EventTitle): boolean {
  const [name] = tags
  return (
    /^tariffs?$/.test(words[to - 1] ?? '') &&
    name?.asset !== null &&
    name !== undefined &&
    name.to <= from &&
    /^5[05]/.test(name.asset.gics ?? '')
  )
}

const CHARGING = /\bcharg(?:e|es|ing) (?:less|more)\b/i
const COSTING = /\b(?:tells|says|warns) .*\b(?:will|to) cost (?:\S+ ){1,5}(?:less|more)\b/i
const LESS_OR_MORE = /^(?:less|more)$/
/** Where a clause says that a price is cut or raised, and which. */
function findAsked(
  { tags, names }: EventClause,
  { words, isIn, ...title }: EventTitle,
): { at: number; sign: 1 | -1 } | undefined {
  const [first] = names
  if (first === undefined) return undefined
  // "List price of Wegovy slashed by 40%".
  const listed = tags.find((tag) => tag.to === first.from - 1 && words[tag.to] === 'of' && hasClass(tag, 'price'))
  const turned = tags.find(
    (tag) => tag.from === first.to && tag.readings.some((one) => one.isVerb && one.form === 'past'),
  )
  if (listed !== undefined && turned !== undefined) {
    if (hasClass(turned, 'stop', 'end', 'less')) return { at: turned.from, sign: -1 }
    if (hasClass(turned, 'start', 'more')) return { at: turned.from, sign: 1 }
  }
  // "UPS hikes rates": a bank's are no price.
  const rate = tags.find((tag) => tag.from >= first.to && isVerb(tag, 'ratehike', 'ratecut'))
  const isOfMoney = /^40/.test(first.asset?.gics ?? '') || title.tags.some((tag) => tag.isCentralBank)
  if (rate !== undefined && !isOfMoney) return { at: rate.from, sign: hasClass(rate, 'ratehike') ? 1 : -1 }
  const cut = tags.find((tag) => tag.from >= first.to && hasClass(tag, 'pricecut'))
  if (cut !== undefined && !isIn(cut.to, 'no_price')) {
    const isOver = tags.some(
      (tag) =>
        tag !== cut &&
        tag.to <= cut.from &&
        cut.from - tag.to <= 2 &&
        (hasClass(tag, 'end') || hasClass(tag, 'deny')) &&
        !hasClass(tag, 'start'),
    )
    return { at: cut.from, sign: isOver ? 1 : -1 }
  }
  // "To charge more for ice cream".
  const charged = words.findIndex(
    (word, i) => i >= first.to && /^charg(?:es?|ing)$/.test(word) && LESS_OR_MORE.test(words[i + 1] ?? ''),
  )
  if (charged >= 0) return { at: charged, sign: words[charged + 1] === 'more' ? 1 : -1 }
  // "Tells mills pulp will cost $30 more".
  const costing = COSTING.test(title.text) ? words.findIndex((word, i) => i >= first.to && word === 'cost') : -1
  if (costing >= 0) return { at: costing, sign: words.indexOf('more', costing) > 0 ? 1 : -1 }
  const price = tags.find(
    (tag) =>
      tag.from >= first.to &&
      tag.asset === null &&
      isIn(tag.to - 1, 'asked') &&
      !isIn(tag.from - 1, 'not_own_price') &&
      !isIn(tag.to, 'no_price'),
  )
  if (price === undefined) return undefined
  const verb = tags.findLast(
    (tag) =>
      tag.asset === null &&
      tag.from >= first.to &&
      tag.to <= price.from &&
      price.from - tag.to <= REACH &&
      tag.readings.some((one) => one.isVerb && one.form !== 'participle'),
  )
  // "Drops Nestle products in price row".
  const isApart =
    verb === undefined ||
    names.some((name) => name !== first && name.from >= verb.to && name.to <= price.from && name.asset !== first.asset)
  if (isApart || isIn(price.from - 1, 'before_cause')) return undefined
  const isMore = hasClass(verb, 'start') || (hasClass(verb, 'more') && !hasClass(verb, 'less'))
  const isLess = hasClass(verb, 'stop') || hasClass(verb, 'less') || hasClass(verb, 'end')
  // "No plan to raise prices".
  if (
    tags.some(
      (tag) => tag.to <= verb.from && verb.from - tag.to <= REACH && tag.from >= first.to && hasClass(tag, 'deny'),
    )
  )
    return undefined
  if (isMore === isLess && !isIn(verb.from, 'raised_price')) return undefined
  return { at: verb.from, sign: isMore || isIn(verb.from, 'raised_price') ? 1 : -1 }
}

const ASKED = ['pricecut', 'pricewar', 'price', 'tax', 'ratehike', 'ratecut'] as const
/** "Discounted share sale": shares are sold cheaper, not goods. */
const FUNDING = /\b(?:shares?|stock|equity|rights|bond|debt|notes?) (?:sale|offering|issue|placement)\b/

/** A war of prices that ends is good for those who sell. */
function readWar(war: Tag, { tags, clauses, hasIn }: EventTitle): 1 | -1 {
  const clause = clauses.find((one) => one.tags.includes(war))
  // "In fare war, undercuts rival".
  const isBeside = (tag: Tag) => clause?.tags.includes(tag) === true || tag.to <= war.from
  const isEnded = tags.some(
    (tag) =>
      tag !== war &&
      Math.min(Math.abs(war.from - tag.to), Math.abs(tag.from - war.to)) <= 4 &&
      !hasClass(tag, 'start') &&
      isBeside(tag) &&
      // "Earnings fall short amid price war".
      !hasIn('amid', tag.to, war.from) &&
      (hasClass(tag, 'barrier') ||
        hasClass(tag, 'peace') ||
        (['end', 'stop', 'deny'] as const).some((one) => isVerb(tag, one))),
  )
  return isEnded ? 1 : -1
}
