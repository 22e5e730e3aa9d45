import { wordSet } from '../../text/word-set.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isNoun, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

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
  if (companies.length === 0) return null
  const struck = companies.flatMap(({ asset }) => asset?.ticker ?? [])
  const roles = { struck, rival: [] }
  const delists = words.findIndex((word) => DELISTS.test(word))
  if (delists >= 0 && words.some((word) => EXCHANGE.has(word))) {
    const isTakenBack = words.some((word) => BACK.test(word)) || tags.some((tag) => isNegated(tag, title))
    return createEvent({ kind: 'company_stop', sign: isTakenBack ? 1 : -1, roles })
  }
  const isList = (tag: Tag) => isNoun(tag, 'sanction') && words.slice(tag.from, tag.to).some((word) => LIST.has(word))
  const list = tags.find(isList)
  if (list === undefined || tags.some((tag) => isNegated(tag, title))) return null
  const isLeft =
    [1, 2, 3].some((back) => words[list.from - back] === 'off') ||
    words.some((word, i) => i < list.from && (LEAVES.test(word) || LEAVES.test(`${word} ${words[i + 1]}`)))
  return isLeft ? createEvent({ kind: 'company_stop', sign: 1, roles }) : null
}

/** True for "licences to supply Huawei": what a government lets a company sell is no order. */
export function findLicence({ tags, words }: EventTitle): Tag | undefined {
  const isTrade = (at: number) =>
    tags.some((one) => one.from === at && hasClass(one, 'flow', 'inflow', 'demand', 'start', 'output'))
  return tags.find((tag) => hasClass(tag, 'permission') && words[tag.to] === 'to' && isTrade(tag.to + 1))
}

/** Reads that companies lose or get the leave to sell: "Intel, Qualcomm stripped of licences to supply Huawei". */
export function readLicence(title: EventTitle): WorldEvent | null {
  const { tags } = title
  const licence = findLicence(title)
  if (licence === undefined || tags.some(({ place, goods }) => place !== null || goods.some(isTraded))) return null
  const struck = companiesIn(tags).flatMap(({ asset, from }) =>
    asset !== null && from < licence.from ? [asset.ticker] : [],
  )
  const others = tags.filter((tag) => tag !== licence && tag.asset === null && tag.goods.length === 0)
  if (struck.length === 0) return null
  const isLost = isTagged(others, 'stop', 'terminate', 'lose', 'deny')
  if (!isLost && !isTagged(others, 'start', 'win', 'approve', 'choose', 'bear')) return null
  return createEvent({ kind: 'company_stop', sign: isLost ? -1 : 1, roles: { struck, rival: [] } })
}
