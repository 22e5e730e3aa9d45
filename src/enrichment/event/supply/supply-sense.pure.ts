import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { hasAny, MOVED } from '../title/word-class.pure.ts'
import { goodsIn } from '../world/event-good.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** "New jet fuel rules to cost more for Bangchak", "benefits as tariffs on rivals take effect": one company pays or gains, no good gets scarcer. */
export function isOfCosts({ tags, words }: EventTitle): boolean {
  const isRule = words.some((word) => /^rules?$/.test(word))
  const isCost = words.some((word) => /^costs?$/.test(word))
  const isOnRivals = words.some((word, i) => word === 'tariffs' && words[i + 1] === 'on' && words[i + 2] === 'rivals')
  // "New tariffs hit Thales exports from North America".
  const isOfExports = words.some(
    (word, i) => word === 'exports' && tags.some(({ asset, to }) => asset !== null && to === i),
  )
  // "Price target", "full-year outlook": what is thought of a company that is not known.
  const isOpinion = /\bprice targets?\b|\bfull[ -]year (?:outlook|guidance|forecast)\b/.test(words.join(' '))
  return (isRule && isCost && companiesIn(tags).length > 0) || isOnRivals || isOfExports || isOpinion
}

/** "Red Lobster closes restaurants": one chain that is not known, not its trade. */
export function isOfUnlistedChain({ tags, words, shapes, casing }: EventTitle): boolean {
  const isUnknown = (at: number) =>
    shapes[at] === 'capital' && words[at] !== undefined && tags.every((tag) => tag.from > at || tag.to <= at)
  return casing === 'sentence' && isUnknown(0) && isUnknown(1)
}

/** "Apple harvest hit by frost", "bird flu on farms": fruit and poultry are no commodities, nor what else the country grows. */
export function isOfFruit({ tags }: EventTitle, { sign }: SupplyChange): boolean {
  const goods = goodsIn(tags)
  const isIt = ({ words: [first] }: Good) => first === 'fruit' || (first === 'chicken' && sign < 0)
  return goods.some(isIt) && !goods.some(isTraded)
}

/** "To invest $850 million in crude oil business": money brings no good to the market yet. */
export function isSumSpent({ group }: SupplyChange, { tags, shapes }: EventTitle): boolean {
  const spent = tags.find((tag) => hasClass(tag, 'capex') && shapes[tag.to] === 'number')
  return spent !== undefined && !hasAny(group.classes, OF_OUTPUT)
}

/** Words that tell of what a country sells. */
export const OF_SALES = new Set<EventWordClass>([
  ...MOVED,
  'strike',
  'weather',
  'cold',
  'heat',
  'facility',
  'limit',
  'stocks',
])
const OF_OUTPUT: ReadonlySet<EventWordClass> = new Set(['output', 'facility', 'flow', 'stocks', 'demand'])

/** "Halts business in Russia over sanctions": sanctions that stop a company free nobody. */
export function isLeaving({ words }: EventTitle): boolean {
  return /^(?:over|on|amid)$/.test(words.at(-2) ?? '') && words.at(-1) === 'sanctions'
}

/** "China's polysilicon makers agree to cut output": all of them get more for what is left. */
export function isJointCut({ group, sign }: SupplyChange, { tags, words, hasIn }: EventTitle): boolean {
  if (sign > 0 || !(group.classes.has('output') || group.classes.has('facility')) || !hasIn('jointly')) return false
  // "Polysilicon makers", "solar glassmakers".
  const isMakers = ({ to }: Tag) => [words[to - 1], words[to]].some((word) => MAKERS.test(word ?? ''))
  return tags.some((tag) => tag.to <= group.from && tag.goods.length > 0 && isMakers(tag))
}

/** True where makers cut output together, or for the sake of the price. */
export function isAgreed({ group }: SupplyChange, { words, hasIn }: EventTitle): boolean {
  if (hasAny(group.classes, FORCED)) return false
  const makers = words.findIndex((word) => MAKERS.test(word))
  return makers >= 0 && makers < group.to && hasIn('agreeing', makers)
}

/** What nobody chooses. */
export const OF_CHANCE: ReadonlySet<EventWordClass> = new Set(['accident', 'strike', 'weather', 'barrier'])
const FORCED: ReadonlySet<EventWordClass> = new Set(['strike', 'accident', 'attack', 'shortage', 'weather', 'barrier'])
/** Energy, materials, utilities and those who grow or trade food (GICS). */
export const PRODUCERS = /^(?:10|15|55|302020)/
/** Words for those who make something. */
export const MAKERS =
  /(?:makers|producers|smelters|mills|refiners|manufacturers|miners|growers|suppliers|giants|builders|lines|utilities|insurers|carriers|retailers|operators|owners|firms|companies)$/

/** A maker told before a tariff, and what it is spared: "carmakers get a break", "phones exempt". */
export function isBearer({ from, to, goods }: Tag, { group }: SupplyChange, { tags, words }: EventTitle): boolean {
  const isMaker = words.slice(from, to).some((word) => /(?:makers?|exporters|producers|growers)$/.test(word))
  const isSpared = tags.some((one) => hasClass(one, 'bear', 'end') && one.from >= to && one.from - to <= 2)
  return goods.length > 0 && to <= group.from && isSpared && isMaker
}

/** "Rail strike halts trains": those who run them, not those who build them. */
export function runTrains(goods: readonly Good[], tags: readonly Tag[]): readonly Good[] {
  const railways = goodsIn(tags).filter(({ words }) => words[0] === 'railway')
  return railways.length > 0 && goods.some(({ words }) => words[0] === 'train') ? railways : goods
}

/** What a strike, accident or the like does to the companies it is told of. */
export function readCompanyStop({ group: { classes }, sign }: SupplyChange, named: readonly Tag[]): WorldEvent | null {
  if (classes.has('strike')) return createEvent({ kind: 'company_stop', sign, roles: { struck: tickersOf(named) } })
  if (sign > 0 || !(classes.has('accident') || classes.has('attack'))) return null
  return createEvent({ kind: 'company_stop', sign, roles: { owner: tickersOf(named) } })
}

/** The tickers of named companies. */
export function tickersOf(named: readonly Tag[]): string[] {
  return named.flatMap(({ asset }) => asset?.ticker ?? [])
}

/** What a reader gives for a tag of the deciding group, else of its clause, else of the title. */
export function nearest<T>(
  { group, isMove, from, to }: SupplyChange,
  tags: readonly Tag[],
  read: (tag: Tag) => T | null,
) {
  const inClause = tags.filter((tag) => tag.from >= from && tag.to <= to)
  // "Tin surges after Alphamin evacuates mine": the price is told, not the mine.
  for (const tag of [...group.tags, ...inClause, ...(isMove ? [] : tags)]) {
    const value = read(tag)
    if (value !== null) return value
  }
  return null
}

/** What banks and insurers (GICS) sell. */
export function isOfMoney({ makersGics, commodities }: Good): boolean {
  return commodities.length === 0 && makersGics.length > 0 && makersGics.every((code) => code.startsWith('40'))
}

/** What utilities and carriers of calls (GICS) sell. */
export function isOfUtility({ makersGics, commodities }: Good): boolean {
  return commodities.length === 0 && makersGics.length > 0 && makersGics.every((code) => /^(?:55|5010)/.test(code))
}

/** Tokens between "stop" and the discounts. */
const DISCOUNT_REACH = 5

/** "Food apps ordered to stop burning cash on discounts". */
export function isDiscountEnded({ tags }: EventTitle): boolean {
  return tags.some(
    (cut) =>
      hasClass(cut, 'pricecut') &&
      tags.some(
        (tag) =>
          tag.to <= cut.from &&
          cut.from - tag.to <= DISCOUNT_REACH &&
          isVerb(tag, 'stop', 'end') &&
          !isVerb(tag, 'start'),
      ),
  )
}

/** "Waste haulers raise prices", "delinquencies fall": what sellers and lenders do or suffer is told as it is. */
export function isOfSellersPrice(sign: 1 | -1, text: string): boolean {
  return UNPAID.test(text) || (sign > 0 && RAISED.test(text))
}

const UNPAID = /\b(?:delinquencies|arrears|charge-?offs|foreclosures|repossessions)\b/
const RAISED = /\b(?:raise|raises|raised|hike|hikes|hiked|lift|lifts) (?:\S+ ){0,2}(?:prices|fares|fees|premiums)\b/

/** True where a margin is told of what has no price in a market: that of the company. Refiners' margins are prices. */
export function isOwnMargin({ tags, words }: EventTitle): boolean {
  return words.some((word) => word === 'margin' || word === 'margins') && !goodsIn(tags).some(isTraded)
}
