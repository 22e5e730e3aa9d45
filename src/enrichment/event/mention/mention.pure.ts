import type { LinkedMention } from '../../link/entity-link.pure.ts'
import { wordList } from '../../text/word-set.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Mention } from '../../vocabulary/verdict.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { isFearedAt, isPriceTalk, isPumpPrice, isPurchase } from '../title/no-price-news.pure.ts'
import { hasClass, isOneOf, isVerb, type Tag } from '../title/tag.pure.ts'
import { isSpeaker, type NameSpan } from './speaker.pure.ts'

/** Tokens between a verb of sale and what is sold. */
const SOLD_REACH = 4
const MOVED = new Set(wordList('win lose beat drop choose'))
const PASSED_ON =
  /(?:^| )(?:raises?|hikes?|lifts?|increases?) (?:\S+ ){0,4}(?:prices|fares|premiums|fees) (?:.* )?(?:to (?:offset|cover|absorb|counter)|(?:on|as|amid|after|due to) (?:higher|rising|soaring|surging)) (?:.* )?(?:costs?|tariffs?|duties|duty)(?: |$)/

/** True for a name that is only mentioned; `linked` is what it is linked to. */
export type MentionReader = (mention: Mention, linked: LinkedMention | undefined) => boolean

/**
 * Prepares the grammar of mere mentions: the returned function is true for a name in the title that the news is not about: a former
 * employer, a venue, a platform, somebody compared with, who only speaks, lends money or buys.
 */
export function createMentionReader(tags: readonly Tag[], title: ListedTitle): MentionReader {
  const { words, starts, ends, breaks, shapes, isIn, hasIn } = title
  // "Hits brakes on price cut talk": nothing is told of those who are named.
  const isOfTalk = isPriceTalk(tags, title)
  const isAt = (at: number, ...wanted: EventWordClass[]) =>
    tags.some((tag) => tag.from === at && hasClass(tag, ...wanted))
  const firstName = tags.find((tag) => tag.asset !== null)?.from ?? 0

  return ({ field, start, end }, linked) => {
    if (field !== 'title') return false
    const from = starts.findIndex((at) => at >= start)
    let to = from
    while (to < words.length && (ends[to] ?? 0) <= end) to++
    const span = { from, to, next: words[to] === "'s" ? to + 1 : to }
    if (isOfTalk || isFormer(span) || isCompared(span) || isPlace(span) || isHelper(span)) return true
    if (isHeld(span) || isThreat(span) || isOfPersons(span) || isPassingOn(span)) return true
    if (linked === undefined) return false
    // "Nokia unmoved by Ericsson warning".
    if (isIn(isIn(to, 'share') ? to + 1 : to, 'unmoved')) return true
    if (linked.asset.type === 'commodity' && (isPumpPrice(from, tags) || isSite(span))) return true
    // "Worries over weak yen ease".
    if (linked.asset.type === 'forex' && isFearedAt(from, title)) return true
    if (isHolder(span, linked) || isParent(span, linked) || isCustomer(span)) return true
    return isSpeaker(span, linked.asset, tags, title)
  }

  /** "Ex-Goldman banker", not "former Goldman unit"; "Pfizer veteran". */
  function isFormer({ from, next }: NameSpan): boolean {
    return isIn(next, 'alumni') || (isIn(from - 1, 'former') && !isIn(next, 'branch'))
  }

  /** "Unlike Boeing", "outside Walmart", "dubbed the next Tesla". */
  function isCompared({ from }: NameSpan): boolean {
    return isIn(from - 1, 'unlike') || hasIn('likened', from - 4, from)
  }

  /** "MetLife Stadium", "at Nasdaq summit", "robbery at Starbucks store". */
  function isPlace({ from, to }: NameSpan): boolean {
    return isAt(to, 'venue') || (isIn(from - 1, 'where') && isIn(to, 'meeting_or_outlet'))
  }

  /** "Funding led by SoftBank"; "miner soars after deal with BHP": somebody else is the subject. */
  function isHelper({ from }: NameSpan): boolean {
    if (words[from - 1] === 'by') return isIn(from - 2, 'helped')
    if (words[from - 1] !== 'with' || firstName < from) return false
    return words.slice(0, from).some((word) => word === 'after' || word === 'on')
  }

  /** "Books loss on Wolfspeed stake": what the holder gains or loses by it. */
  function isHeld({ from, next }: NameSpan): boolean {
    const isStake = isIn(next, 'stake')
    // "SoftBank sells Nvidia stake": what an owner does with its money says little of what it owned.
    const isSold = from > firstName && hasIn('selling', from - SOLD_REACH, from)
    if (isSold && (isStake || isIn(next, 'share'))) return true
    return isStake && (words[from - 1] === 'on' || words[from - 1] === 'from')
  }

  /** "BlackRock raises stake in BP": a fund that holds shares. */
  function isHolder({ from, to, next }: NameSpan, { asset }: LinkedMention): boolean {
    if (asset.gics?.startsWith('4020') !== true || !isIn(next, 'holding_more_or_less')) return false
    return (from > 0 || tags.some((tag) => tag.asset !== null && tag.asset !== asset)) && hasIn('stake', to)
  }

  /** "Comcast's Versant slides", "purchase of Lilly's plant": what belongs to it is listed by itself, or goes to another. */
  function isParent({ from, to, next }: NameSpan, { asset }: LinkedMention): boolean {
    if (next === to) return false
    if (words[from - 1] === 'of' && isIn(from - 2, 'purchasing')) return true
    const own = tags.find((tag) => tag.from === next && tag.asset?.type === 'stock' && tag.asset !== asset)
    // "Nvidia's RTX Pro" is no company.
    return own !== undefined && title.casing === 'sentence' && shapes[own.to] === 'lower'
  }

  /** "LG loses $5 billion Ford battery order": whose order it is. */
  function isCustomer({ from, to, next }: NameSpan): boolean {
    // "9.6 trillion won".
    const isTeller = (tag: Tag) => tag.asset !== null || (isOneOf(tag, MOVED) && words[tag.from] !== 'won')
    const verb = tags.findLast((tag) => tag.to <= from && isTeller(tag))
    if (verb === undefined || !isVerb(verb, 'lose') || next !== to || breaks[from] === true) return false
    // "Loses AT&T share to Nokia", "loses Costco".
    const isShare = isIn(next, 'share_of') && words[next + 1] === 'to'
    const isAll = verb.to === from && (next >= words.length || breaks[next] === true)
    if (isShare || isAll || isIn(next, 'of_customer')) return true
    return tags.some((tag) => tag.from >= next && tag.from - next <= 2 && hasClass(tag, 'deal'))
  }

  /** "Komatsu hikes prices to offset tariff costs": what it takes more is what it pays more. */
  function isPassingOn({ from, to }: NameSpan): boolean {
    return from === firstName && hasIn('asked') && PASSED_ON.test(words.slice(to).join(' '))
  }

  /** "Newmont sells gold mine": what digs it is sold, not the metal. */
  function isSite({ to }: NameSpan): boolean {
    return isPurchase(tags, title) && hasIn('owned', to - 1, to + 3)
  }

  /** "Trade Desk plummets as Amazon ad threat looms". */
  function isThreat({ from, next }: NameSpan): boolean {
    return from > firstName && hasIn('threatening', next, next + 2)
  }

  /** "Jury convicts trader who used HSBC account". */
  function isOfPersons({ from }: NameSpan): boolean {
    return tags.some((tag) => tag.to < from && hasClass(tag, 'accuse') && isAt(tag.to, 'job', 'person'))
  }
}
