import { wordSet } from '../../text/word-set.pure.ts'
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
/** What has a price and is not sold: "price target". */
const OPINION = wordSet(
  'target targets forecast forecasts view views outlook estimate estimates assumption assumptions objective cap caps',
)
const OTHERS = wordSet('share stock oil gas power energy input house home')

/** Reads that a named company asks less or more for what it sells, or that a war of prices breaks out or ends: rivals have to follow. */
export function readPricing(title: EventTitle, market: Market): WorldEvent | null {
  const { tags } = title
  const isAsked = (tag: Tag) => hasClass(tag, ...ASKED) || SOLD.test(title.words[tag.to - 1] ?? '')
  if ((!tags.some(isAsked) && !CHARGING.test(title.text)) || isPriceTalk(tags, title)) return null
  const isOther = (tag: Tag) =>
    tag.place !== null || (isOfTrade(tag) && !isOwnTariff(tag, tags, title)) || hasClass(tag, 'authority')
  if (tags.some(isOther)) return null
  if (FUNDING.test(title.words.join(' '))) return readFunding(title)
  const isWar = isTagged(tags, 'pricewar') && companiesIn(tags).length > 0
  if (!isWar && tags.some((tag) => tag.goods.some(isTraded))) return null
  const goods = segmentsIn(tags, null)
  for (const part of title.clauses) {
    const clause = withSubject(part, title)
    const war = clause.tags.find((tag) => hasClass(tag, 'pricewar'))
    const company = clause.names.find((name) => war !== undefined || name.to <= (findAsked(clause, title)?.at ?? -1))
    const sign = war === undefined ? findAsked(clause, title)?.sign : readWar(war, title)
    if (sign === undefined) continue
    // "On higher input costs": no more is earned.
    if (
      sign > 0 &&
      war === undefined &&
      title.words.slice((findAsked(clause, title)?.at ?? 0) + 2).some((word) => BURDEN.test(word))
    )
      return null
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
      roles: {
        struck: tickersOf(
          war === undefined
            ? clause.names.filter(({ to }) => to <= (findAsked(clause, title)?.at ?? named.to))
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

/** Reads that a good which is no commodity gets dearer or cheaper, whoever sells it: "DRAM contract prices to jump". */
export function readGoodPrice({ tags, words }: EventTitle): WorldEvent | null {
  // "Power chips will cost more".
  const cost = words.findIndex((word, i) => /^costs?$/.test(word) && LESS_OR_MORE.test(words[i + 1] ?? ''))
  const dear = tags.find(
    (tag) => cost >= 0 && tag.goods.length > 0 && cost - tag.to <= 2 && tag.to <= cost && tag.asset === null,
  )
  if (dear?.goods.every((good) => !isTraded(good)) === true)
    return createEvent({ kind: 'price', sign: words[cost + 1] === 'more' ? 1 : -1, goods: dear.goods })
  for (const price of tags.filter((tag) => SOLD.test(words[tag.to - 1] ?? '') && !OPINION.has(words[tag.to] ?? ''))) {
    const tag = tags.findLast((one) => one.goods.length > 0 && one.to <= price.from && price.from - one.to <= 1)
    if (tag === undefined || tag.asset !== null || tag.goods.some(isTraded)) continue
    // "Prices to go up".
    const isWay = (k: number) => k === price.to || GOING.test(words[k - 1] ?? '')
    const isUp = (word: string, k: number) => UP.test(word) || (word === 'up' && isWay(k))
    const isDown = (word: string, k: number) => DOWN.test(word) || (word === 'down' && isWay(k))
    const at = words.findIndex((word, k) => k >= price.to && k - price.to <= 4 && (isUp(word, k) || isDown(word, k)))
    if (at < 0) continue
    return createEvent({ kind: 'price', sign: isUp(words[at] ?? '', at) ? 1 : -1, goods: tag.goods })
  }
  return null
}

const CHARGING = /\bcharg(?:e|es|ing) (?:less|more)\b/i
const LESS_OR_MORE = /^(?:less|more)$/
const GOING = /^(?:go|goes|going|went|gone|head|heads|heading|edge|edges|move|moves|tick|ticks|creep|creeps)$/
const UP =
  /^(?:ris(?:e|es|en|ing)|rose|jump(?:s|ed|ing)?|climb(?:s|ed|ing)?|surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?|doubl(?:e|es|ed|ing)|tripl(?:e|es|ed|ing)|quadrupl(?:e|es|ed)|rall(?:y|ies|ied)|rebound(?:s|ed|ing)?|recover(?:s|ed|ing)?|firm(?:s|ed)?|spik(?:e|es|ed|ing)|leap(?:s|ed)?|gain(?:s|ed)?|rocket(?:s|ed)?|higher)$/
const DOWN =
  /^(?:fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|slump(?:s|ed|ing)?|plung(?:e|es|ed|ing)|tumbl(?:e|es|ed|ing)|slid(?:e|es|ing)?|sink(?:s|ing)?|sank|crash(?:es|ed|ing)?|collaps(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|weaken(?:s|ed|ing)?|soften(?:s|ed|ing)?|retreat(?:s|ed|ing)?|halv(?:e|es|ed|ing)|ease(?:s|d)?|lower|crack(?:s|ed)?)$/

/** Where a clause says that a price is cut or raised, and which. */
function findAsked({ tags, names }: EventClause, { words }: EventTitle): { at: number; sign: 1 | -1 } | undefined {
  const [first] = names
  if (first === undefined) return undefined
  const cut = tags.find((tag) => tag.from >= first.to && hasClass(tag, 'pricecut'))
  if (cut !== undefined && !OPINION.has(words[cut.to] ?? '')) {
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
  const price = tags.find(
    (tag) =>
      tag.from >= first.to &&
      tag.asset === null &&
      SOLD.test(words[tag.to - 1] ?? '') &&
      !OTHERS.has(words[tag.from - 1] ?? '') &&
      !OPINION.has(words[tag.to] ?? ''),
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
  if (isApart || ASIDE.has(words[price.from - 1] ?? '')) return undefined
  const isMore = hasClass(verb, 'start') || (hasClass(verb, 'more') && !hasClass(verb, 'less'))
  const isLess = hasClass(verb, 'stop') || hasClass(verb, 'less') || hasClass(verb, 'end')
  // "No plan to raise prices".
  if (
    tags.some(
      (tag) => tag.to <= verb.from && verb.from - tag.to <= REACH && tag.from >= first.to && hasClass(tag, 'deny'),
    )
  )
    return undefined
  if (isMore === isLess && !RAISED.test(words[verb.from] ?? '')) return undefined
  return { at: verb.from, sign: isMore || RAISED.test(words[verb.from] ?? '') ? 1 : -1 }
}

const ASKED = ['pricecut', 'pricewar', 'price', 'tax'] as const
const ASIDE: ReadonlySet<string> = new Set(['in', 'over', 'amid', 'on', 'after', 'despite', 'as'])
const BURDEN = /^(?:costs?|costlier|tariffs|shortages?|inflation|levy|tax|taxes|duties)$/
/** "Discounted share sale": shares are sold cheaper, not goods. */
const FUNDING = /\b(?:shares?|stock|equity|rights|bond|debt|notes?) (?:sale|offering|issue|placement)\b/
const SOLD = /^(?:prices?|fares?|tariffs?|pricing)$/
const RAISED = /^(?:rais|lift|hik|increas|push|jack|bump|ratchet|tag)/

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
