import { wordSet } from '../../text/word-set.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isNoun, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
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

/** "Licences to supply Huawei", "told to get licence for exports": what a government lets a company sell is no order. */
export function findLicence(title: EventTitle): Tag | undefined {
  const { tags, words } = title
  const isTrade = (at: number) =>
    tags.some((one) => one.from === at && hasClass(one, 'flow', 'inflow', 'demand', 'start', 'output'))
  const isOfExports = ({ to }: Tag) => tags.some((one) => one.from >= to && one.from - to <= 3 && hasClass(one, 'flow'))
  return tags.find(
    (tag) =>
      hasClass(tag, 'permission') &&
      ((words[tag.to] === 'to' && isTrade(tag.to + 1)) || (isRequired(tag, title) && isOfExports(tag))),
  )
}

/** "Told to get a licence", "must seek licences": what was free is free no longer. */
function isRequired({ from }: Tag, { words }: EventTitle): boolean {
  return words.slice(Math.max(0, from - 5), from).some((word) => REQUIRED.has(word))
}

const REQUIRED = wordSet('told must need needs require requires required ordered forced')

/** Reads that companies lose or get the leave to sell: "Intel, Qualcomm stripped of licences to supply Huawei". */
export function readLicence(title: EventTitle): WorldEvent | null {
  const { tags } = title
  const licence = findLicence(title)
  if (licence === undefined || tags.some(({ place, goods }) => place !== null || goods.some(isTraded))) return null
  const struck = companiesIn(tags).flatMap(({ asset, from }) =>
    asset !== null && from < licence.from ? [asset.ticker] : [],
  )
  // "A restricted licence" is one.
  const isAttribute = (tag: Tag) => tag.to === licence.from && hasClass(tag, 'less')
  const others = tags.filter(
    (tag) => tag !== licence && tag.asset === null && tag.goods.length === 0 && !isAttribute(tag),
  )
  if (struck.length === 0) return null
  const isLost = isRequired(licence, title) || isTagged(others, 'stop', 'terminate', 'lose', 'deny')
  if (!isLost && !isTagged(others, 'start', 'win', 'approve', 'choose', 'bear')) return null
  return createEvent({ kind: 'company_stop', sign: isLost ? -1 : 1, roles: { struck, rival: [] } })
}
