import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, type Tag } from '../title/tag.pure.ts'
import { MOVED } from '../title/word-class.pure.ts'
import { goodNamed, goodsIn } from '../world/event-good.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

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
  const railways = goodsIn(tags).filter(isRailway)
  return railways.length > 0 && goods.some(isTrain) ? railways : goods
}

const isRailway = goodNamed('railway')
const isTrain = goodNamed('train')

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

/** What banks and insurers (GICS) sell. */
export function isOfMoney({ makersGics, commodities }: Good): boolean {
  return commodities.length === 0 && makersGics.length > 0 && makersGics.every((code) => code.startsWith('40'))
}

/** What utilities and carriers of calls (GICS) sell. */
export function isOfUtility({ makersGics, commodities }: Good): boolean {
  return commodities.length === 0 && makersGics.length > 0 && makersGics.every((code) => /^(?:55|5010)/.test(code))
}
