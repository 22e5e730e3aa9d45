import { wordSet } from '../../text/word-set.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isNoun, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { goodsIn } from './event-good.pure.ts'

const LIST = wordSet('list blacklist roster register listing designation roll black-list')
/** How a name leaves a list. */
const LEAVES =
  /^(?:remov(?:e|es|ed|ing|al)|tak(?:e|es|en|ing) off|taken|takes|delet(?:e|es|ed)|clear(?:s|ed)?|freed|frees|exempt(?:s|ed)?|spar(?:e|es|ed)|drop(?:s|ped)? from|struck off|strikes? off|come off|comes off|escap(?:e|es|ed)|scrubb?(?:s|ed)?|lift(?:s|ed)?|eras(?:e|es|ed)|withdraw(?:s|n)?|rescind(?:s|ed)?)$/
const DELISTS = /^delist(?:s|ed|ing)?$/
const BACK =
  /^(?:revers(?:e|es|ed|ing)|scrap(?:s|ped|ping)?|drop(?:s|ped|ping)?|abandon(?:s|ed|ing)?|halt(?:s|ed|ing)?|paus(?:e|es|ed|ing)|cancel(?:s|led|ed)?|averts?|averted|avoids?|avoided|withdraw(?:s|n)?|shelv(?:e|es|ed)|u-turn|rescind(?:s|ed)?|overturn(?:s|ed)?|blocks?|blocked)$/
const EXCHANGE = wordSet('nyse nasdaq exchange lse ftse msci index indexes indices hkex order')

/** Reads that companies are taken off a government's blacklist, or that a market is to drop them, or no longer: "Xiaomi taken off Pentagon blacklist", "NYSE reverses plan to delist China Mobile". */
export function readListing(title: EventTitle): WorldEvent | null {
  const { tags, words } = title
  const companies = companiesIn(tags)
  const goods = goodsIn(tags).filter(isTraded)
  if (companies.length === 0 && goods.length === 0) return null
  const struck = companies.flatMap(({ asset }) => asset?.ticker ?? [])
  const roles = { struck, rival: [] }
  const delists = words.findIndex((word) => DELISTS.test(word))
  if (delists >= 0 && companies.length > 0 && words.some((word) => EXCHANGE.has(word))) {
    const isTakenBack = words.some((word) => BACK.test(word)) || tags.some((tag) => isNegated(tag, title))
    return createEvent({ kind: 'company_stop', sign: isTakenBack ? 1 : -1, roles })
  }
  const isList = (tag: Tag) => isNoun(tag, 'sanction') && words.slice(tag.from, tag.to).some((word) => LIST.has(word))
  const list = tags.find(isList)
  if (list === undefined || tags.some((tag) => isNegated(tag, title))) return null
  const isLeft =
    [1, 2, 3].some((back) => words[list.from - back] === 'off') ||
    words.some((word, i) => i < list.from && (LEAVES.test(word) || LEAVES.test(`${word} ${words[i + 1]}`)))
  if (!isLeft) return null
  // "Rusal let off sanctions list": what it makes is named.
  return companies.length === 0
    ? createEvent({ kind: 'sanction', sign: 1, goods })
    : createEvent({ kind: 'company_stop', sign: 1, roles })
}

/** Reads that a state takes what a company owns there: "Russia nationalises Danone unit", "Kremlin takes control of Fortum's plants". */
export function readSeizure(title: EventTitle): WorldEvent | null {
  for (const { tags, names } of title.clauses) {
    const isTaker = ({ country, to }: Tag) => country !== null && title.isIn(to, 'seizing')
    const taker = tags.find(isTaker)
    const struck = names.flatMap(({ asset, from }) =>
      taker !== undefined && from >= taker.to ? (asset?.ticker ?? []) : [],
    )
    // "Abu Dhabi takes over Covestro" pays for it.
    const isPaid = tags.some((tag) => tag.from === taker?.to && hasClass(tag, 'buy')) && !isTagged(tags, 'facility')
    if (struck.length > 0 && !isPaid && !tags.some((tag) => isNegated(tag, title)))
      return createEvent({ kind: 'company_stop', sign: -1, roles: { struck, rival: [] } })
  }
  return null
}

/** "Beijing sanctions Boeing's defence unit": no case of law. */
export function isSanctioning({ tags }: EventTitle): boolean {
  return tags.some((tag, i) => isVerb(tag, 'sanction') && tags[i + 1]?.from === tag.to && tags[i + 1]?.asset != null)
}
