import type { LinkedMention } from '../../link/entity-link.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Mention } from '../../vocabulary/verdict.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { isPumpPrice } from '../title/pump-price.pure.ts'
import { isPurchase } from '../title/purchase.pure.ts'
import { hasClass, isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { isFearedAt, isPriceTalk } from '../title/talk.pure.ts'
import { isSpeaker, type NameSpan } from './speaker.pure.ts'

/** Who worked there once: "ex-Goldman banker". */
const FORMER: ReadonlySet<string> = new Set(['ex', 'former', 'onetime', 'erstwhile', 'retired'])
/** "Pfizer veteran". */
const ALUMNI: ReadonlySet<string> = new Set(['veteran', 'veterans', 'alum', 'alums', 'alumnus', 'alumni'])
/** "Unlike Boeing", "outside Walmart". */
const APART: ReadonlySet<string> = new Set(['unlike', 'outside', 'near'])
/** "Dubbed the next Tesla". */
const LIKENED = /(?:^| )(?:dubbed|called|nicknamed|styled|hailed as|likened to|billed as)(?: the| a)?(?: next| new)?$/
/** What others do with the money, name or help of somebody: "led by SoftBank". */
const HELPED =
  /^(?:led|backed|advised|arranged|managed|underwritten|organi[sz]ed|hosted|sponsored|founded|audited|insured)$/
/** What is done on a platform: "filmed on Zoom". */
const SHOWN =
  /^(?:filmed|posted|seen|shown|aired|streamed|sold|listed|booked|advertised|bought|shared|recorded|messages|posts|accounts?|videos?)$/
const WHERE: ReadonlySet<string> = new Set(['at', 'in', 'into', 'inside', 'from', 'behind'])
const OUTLETS = wordSet('store branch restaurant supermarket outlet shop cafe drive')
const STAKES: ReadonlySet<string> = new Set(['stake', 'stakes', 'holding', 'holdings', 'position', 'positions'])
const SELLS = /^(?:sells?|sold|selling)$/
const SOLD_REACH = 4
const SUM_REACH = 6
const MOVED: ReadonlySet<EventWordClass> = new Set(['win', 'lose', 'beat', 'drop', 'choose'])
const OF_CUSTOMER = wordSet('card cards volumes account business exclusivity')
const PURCHASES: ReadonlySet<string> = new Set(['purchase', 'acquisition', 'buyout'])
const TRADES =
  /^(?:rais|cut|trim|build|buy|sell|disclos|reveal|tak|up|boost|reduc|exit|dump|offload|lift|add|shed|unload|increas|hold|grow|doubl|halv|own)/
const THREATS: ReadonlySet<string> = new Set(['threat', 'onslaught'])
const CHARGED: ReadonlySet<string> = new Set(['prices', 'fares', 'premiums', 'fees'])
const PASSED_ON =
  /(?:^| )(?:raises?|hikes?|lifts?|increases?) (?:\S+ ){0,4}(?:prices|fares|premiums|fees) (?:.* )?(?:to (?:offset|cover|absorb|counter)|(?:on|as|amid|after|due to) (?:higher|rising|soaring|surging)) (?:.* )?(?:costs?|tariffs?|duties|duty)(?: |$)/
const BUSINESSES = wordSet('business unit division brokerage plant')
const OCCASIONS: ReadonlySet<string> = new Set(['summit', 'event', 'dinner', 'lunch'])
const RIVALS: ReadonlySet<string> = new Set(['rival', 'competitor', 'challenger'])
const UNMOVED = wordSet('unmoved unfazed unruffled unaffected unscathed steady flat unchanged')
const PLANS: ReadonlySet<string> = new Set(['plan', 'plans', 'ambitions', 'project', 'projects'])
const SPOKEN: ReadonlySet<string> = new Set(['tweet', 'tweets', 'post', 'posts', 'comment', 'comments', 'remarks'])

/** True for a name that is only mentioned; `linked` is what it is linked to. */
export type MentionReader = (mention: Mention, linked: LinkedMention | undefined) => boolean

/**
 * Prepares the grammar of mere mentions: the returned function is true for a name in the title that the news is not about: a former
 * employer, a venue, a platform, somebody compared with, who only speaks, lends money or buys.
 */
export function createMentionReader(tags: readonly Tag[], title: ListedTitle): MentionReader {
  const { words, starts, ends, breaks, shapes } = title
  const isAt = (at: number, wanted: EventWordClass) => tags.some((tag) => tag.from === at && hasClass(tag, wanted))
  // "Hits brakes on price cut talk": nothing is told of those who are named.
  const isOfTalk = isPriceTalk(tags, title)
  const firstName = tags.find((tag) => tag.asset !== null)?.from ?? 0

  return ({ field, start, end }, linked) => {
    if (field !== 'title' || end <= start) return false
    const from = starts.findIndex((at) => at >= start)
    let to = from
    while (to < words.length && (ends[to] ?? 0) <= end) to++
    if (from < 0 || to <= from) return false
    const span = { from, to, next: words[to] === "'s" ? to + 1 : to }
    if (isFormer(span) || isCompared(span) || isPlace(span) || isHelper(span)) return true
    if (isOfTalk) return true
    if (isHeld(span) || isThreat(span) || isOfPersons(span) || isPassingOn(span)) return true
    if (linked === undefined) return false
    // "Nokia unmoved by Ericsson warning".
    if (UNMOVED.has(words[title.isIn(to, 'share') ? to + 1 : to])) return true
    if (isListPrice(span, linked) || isSpentOn(span, linked) || isOwned(span, linked)) return true
    // "Cuts thermal coal plans": what it means to dig, not what coal costs.
    const isOfCompany = tags.some((tag) => tag.asset?.type === 'stock' && tag.to <= from)
    if (isOfCompany && linked.asset.type === 'commodity' && PLANS.has(words[to] ?? '')) return true
    // "Worries over weak yen ease".
    if (linked.asset.type === 'forex' && isFearedAt(from, title)) return true
    if (isHolder(span, linked) || isParent(span, linked) || isCustomer(span)) return true
    return isSpeaker(span, linked.asset, tags, title) || (linked.kind === 'person' && isQuoted(span))
  }

  function isFormer({ from, next }: NameSpan): boolean {
    if (ALUMNI.has(words[next] ?? '')) return true
    return FORMER.has(words[from - 1] ?? '') && !BUSINESSES.has(words[next] ?? '')
  }

  function isCompared({ from, to, next }: NameSpan): boolean {
    const before = words[from - 1] ?? ''
    if (APART.has(before)) return true
    if (from > 0 && LIKENED.test(words.slice(Math.max(0, from - 4), from).join(' '))) return true
    // "The Tesla of Turkey".
    if (before === 'the' && words[to] === 'of') return true
    // "Netflix rival Mubi".
    const isNamed = title.casing === 'sentence' && ['capital', 'mixed'].includes(shapes[next + 1] ?? '')
    return next === to && RIVALS.has(words[next] ?? '') && breaks[next + 1] !== true && isNamed
  }

  function isPlace({ from, to }: NameSpan): boolean {
    const before = words[from - 1] ?? ''
    // "At Nasdaq summit", "robbery at Starbucks store".
    if (before === 'at' && OCCASIONS.has(words[to] ?? '')) return true
    if (WHERE.has(before) && OUTLETS.has(words[to] ?? '')) return true
    return isAt(to, 'venue') || (before === 'on' && SHOWN.test(words[from - 2] ?? ''))
  }

  /** "Funding led by SoftBank"; "miner soars after deal with BHP": somebody else is the subject. */
  function isHelper({ from }: NameSpan): boolean {
    const before = words[from - 1] ?? ''
    if (before === 'by') return HELPED.test(words[from - 2] ?? '')
    if (before !== 'with' || firstName < from) return false
    return words.slice(0, from).some((word) => word === 'after' || word === 'on')
  }

  /** "Books loss on Wolfspeed stake": what the holder gains or loses by it. */
  function isHeld({ from, next }: NameSpan): boolean {
    // "SoftBank sells Nvidia stake": what an owner does with its money says little of what it owned.
    const isSold =
      from > firstName && words.slice(Math.max(0, from - SOLD_REACH), from).some((word) => SELLS.test(word))
    if (isSold && (STAKES.has(words[next] ?? '') || title.isIn(next, 'share'))) return true
    return STAKES.has(words[next] ?? '') && ['on', 'from'].includes(words[from - 1] ?? '')
  }

  /** "BlackRock raises stake in BP": a fund that holds shares. */
  function isHolder({ from, to, next }: NameSpan, { asset }: LinkedMention): boolean {
    if (asset.gics?.startsWith('4020') !== true || !TRADES.test(words[next] ?? '')) return false
    const isOther = from > 0 || tags.some((tag) => tag.asset !== null && tag.asset !== asset)
    return isOther && words.slice(to).some((word) => STAKES.has(word))
  }

  /** "Comcast's Versant slides", "purchase of Lilly's plant": what belongs to it is listed by itself, or goes to another. */
  function isParent({ from, to, next }: NameSpan, { asset }: LinkedMention): boolean {
    if (next === to) return false
    if (words[from - 1] === 'of' && PURCHASES.has(words[from - 2] ?? '')) return true
    const own = tags.find((tag) => tag.from === next && tag.asset?.type === 'stock' && tag.asset !== asset)
    // "Nvidia's RTX Pro" is no company.
    return own !== undefined && title.casing === 'sentence' && shapes[own.to] === 'lower'
  }

  /** "LG loses $5 billion Ford battery order": whose order it is. */
  function isCustomer({ from, to, next }: NameSpan): boolean {
    // "9.6 trillion won".
    const isMoney = (tag: Tag) => words[tag.from] === 'won' && /illion$/.test(words[tag.from - 1] ?? '')
    const isTeller = (tag: Tag) => tag.asset !== null || (isOneOf(tag, MOVED) && !isMoney(tag))
    const verb = tags.findLast((tag) => tag.to <= from && isTeller(tag))
    const isMoved = verb !== undefined && isVerb(verb, 'lose') && from - verb.to <= SUM_REACH
    if (!isMoved || next !== to || breaks[from] === true) return false
    // "Loses AT&T share to Nokia", "loses Costco".
    const isShare = title.isIn(next, 'share_of') && words[next + 1] === 'to'
    const isAll = isVerb(verb, 'lose') && verb.to === from && (next >= words.length || breaks[next] === true)
    if (isShare || isAll || OF_CUSTOMER.has(words[next])) return true
    return tags.some((tag) => tag.from >= next && tag.from - next <= 2 && hasClass(tag, 'deal'))
  }

  /** "To invest $850 million in crude oil business": what the money is for. */
  function isSpentOn({ from, next }: NameSpan, { asset }: LinkedMention): boolean {
    if (asset.type !== 'commodity' || words[from - 1] !== 'in' || !BUSINESSES.has(words[next] ?? '')) return false
    return tags.some((tag) => tag.to <= from && hasClass(tag, 'capex'))
  }

  /** "Newmont sells gold mine", "oil rig demand": what digs it is sold or asked for, not the metal. */
  function isOwned({ from, to }: NameSpan, { asset }: LinkedMention): boolean {
    if (asset.type !== 'commodity') return false
    const isOfService = tags.some(
      (tag) =>
        tag.from <= from &&
        tag.to >= to &&
        tag.goods.some((good) => good.words[0] === 'oil service') &&
        tags.some((one) => one.from === tag.to && hasClass(one, 'demand')),
    )
    return isOfService || (isPurchase(tags, title) && title.hasIn('owned', to - 1, to + 3))
  }

  /** "Petrobras cuts diesel prices": what one seller or state asks at the pump follows the market. */
  function isListPrice({ from }: NameSpan, { asset }: LinkedMention): boolean {
    return asset.type === 'commodity' && isPumpPrice(from, tags, title)
  }

  /** "Trade Desk plummets as Amazon ad threat looms". */
  function isThreat({ from, next }: NameSpan): boolean {
    return from > firstName && [next, next + 1].some((at) => THREATS.has(words[at] ?? '') && breaks[at] !== true)
  }

  /** "Jury convicts trader who used HSBC account". */
  function isOfPersons({ from }: NameSpan): boolean {
    return tags.some(
      (tag) => tag.to < from && hasClass(tag, 'accuse') && (isAt(tag.to, 'job') || isAt(tag.to, 'person')),
    )
  }

  /** "Komatsu hikes prices to offset tariff costs": what it takes more is what it pays more. */
  function isPassingOn({ from, to }: NameSpan): boolean {
    return from === firstName && words.some((word) => CHARGED.has(word)) && PASSED_ON.test(words.slice(to).join(' '))
  }

  /** "Dogecoin rallies after Musk tweet". */
  function isQuoted({ from, next }: NameSpan): boolean {
    return from > 0 && SPOKEN.has(words[next] ?? '')
  }
}
