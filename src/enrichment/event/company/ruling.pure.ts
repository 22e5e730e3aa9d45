import { segmentsIn, signOf, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_STRUCK = 5

/** Reads that a state or a regulator bars or lets what is sold to people at home: "bans social media for under-16s", "allows online casinos". */
export function readRuling(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses, groups } = title
  const rulers = tags.filter(isRuler)
  if (rulers.length === 0 || companiesIn(tags).length > 0 || tags.some(isOfTrade)) return null
  const goods = segmentsIn(tags, null).filter(({ words }) => groups.ruled.has(words[0] ?? ''))
  if (goods.length === 0 || tags.some((tag) => tag.goods.some((good) => good.commodities.length > 0))) return null
  const sign = clauses.map((clause) => readWay(clause, rulers)).find((one) => one !== 0) ?? 0
  if (sign === 0) return null
  const codes = tags.flatMap(({ country }) => (country === null ? [] : [country.code, ...country.members]))
  const near = codes.includes('CN') ? [...codes, 'HK'] : codes
  const makers = market.assetsOf(goods.flatMap((good) => good.makers))
  const atHome = makers.filter(({ asset }) => near.includes(asset.country))
  const struck = (atHome.length > 0 ? atHome : makers).slice(0, MAX_STRUCK).map(({ asset }) => asset.ticker)
  return struck.length === 0 ? null : createEvent({ kind: 'legal', sign, goods, roles: { struck } })
}

/** Reads that a regulator lets a company make more or less of a product: "raises 737 production cap to 47 a month". */
export function readOutputLimit(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses } = title
  const [name] = companiesIn(tags)
  if (name?.asset == null || !tags.some((tag) => tag.isGovernment || hasClass(tag, 'authority'))) return null
  for (const clause of clauses) {
    const limit = clause.tags.find((tag) => isNoun(tag, 'limit', 'barrier'))
    const output = clause.tags.find((tag) => isNoun(tag, 'output'))
    const verb = clause.tags.find(
      (tag) => tag !== limit && isVerb(tag, 'start', 'end', 'approve', 'more', 'less', 'stop', 'keep'),
    )
    if (limit === undefined || output === undefined || !clause.tags.includes(name)) continue
    const isMore =
      verb !== undefined && (isVerb(verb, 'start', 'more', 'approve') || (isVerb(verb, 'end') && !isVerb(verb, 'less')))
    const supplier = market.neighboursOf(name.asset, 'supplier').slice(0, MAX_STRUCK)
    return createEvent({ kind: 'legal', sign: isMore ? 1 : -1, roles: { struck: tickersOf([name]), supplier } })
  }
  return null
}

/** What a clause rules: -1 where it bars, 1 where it lets, 0 where it does neither. */
function readWay(clause: EventClause, rulers: readonly Tag[]): 1 | -1 | 0 {
  const { tags, title } = clause
  const told = tags.filter((tag) => tag.asset === null && tag.goods.length === 0 && !rulers.includes(tag))
  const isNext = ({ from }: Tag) => rulers.some(({ to }) => from >= to && from - to <= VERB_REACH)
  const verb = told.find((tag) => isNext(tag) && isVerb(tag, ...DECIDING))
  const ban = tags.find((tag) => tag.asset === null && tag !== verb && hasClass(tag, 'barrier'))
  // "Lifts ban on", "tightens curbs on".
  if (verb !== undefined && ban !== undefined && verb.to <= ban.from && ban.from - verb.to <= 2)
    return isVerb(verb, 'end', 'deny', 'drop') ? 1 : -1
  if (verb !== undefined) return isVerb(verb, 'stop', 'deny') || hasClass(verb, 'barrier') ? -1 : 1
  if (ban !== undefined) return signOf(ban, -1, clause).sign < 0 ? -1 : 1
  // "Three hours a week and no more, Beijing tells minors".
  const isOrdered = rulers.some(({ to }) => title.isIn(to, 'telling'))
  return isOrdered && told.some((tag) => isNegated(tag, title)) ? -1 : 0
}

const DECIDING = ['stop', 'deny', 'approve', 'end', 'keep', 'drop'] as const
/** Tokens between who rules and what he does. */
const VERB_REACH = 1

function isRuler(tag: Tag): boolean {
  return tag.isGovernment || tag.country !== null || hasClass(tag, 'authority')
}

/** What is bought abroad, levied or befallen is ruled on otherwise. */
function isOfTrade(tag: Tag): boolean {
  const isOfPlace = tag.place !== null || hasClass(tag, 'tax', 'sanction', 'inflow', 'strike', 'weather', 'attack')
  return isOfPlace || hasClass(tag, 'case', 'claim', 'bid', 'war')
}
