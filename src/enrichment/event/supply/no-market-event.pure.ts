import type { EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import { YIELD } from '../state/policy-event.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isPurchase } from '../title/no-price-news.pure.ts'
import { companiesIn, hasClass, isTraded, type Tag } from '../title/tag.pure.ts'
import { hasAny } from '../title/word-class.pure.ts'
import { goodNamed, goodsIn } from '../world/event-good.pure.ts'

const OWNING = /^(?:stakes?|shareholdings?|slice|ownership)$/

/** True where a title tells of something that moves no market though its words are those of one: whose a mine is, what was found. */
export function isNoMarketEvent(
  kind: EventEffectKind,
  found: SupplyChange,
  place: Place | null,
  title: EventTitle,
): boolean {
  const { tags, words, isIn } = title
  // "Drops demand for bigger stake in mine": whose it is.
  const isOfOwners = () => place !== null && words.some((word) => OWNING.test(word))
  switch (kind) {
    case 'crop':
      return isOfFruit(title, found)
    case 'supply':
      // "Finds gas off Sarawak": years from the market.
      return isOfOwners() || (found.sign > 0 && found.group.tags.concat(tags).some((tag) => isIn(tag.from, 'finding')))
    case 'demand':
      // "To buy gold mine" is no demand for gold, "drone maker's shares rise" no price of drones.
      // "Bund yields jump on defence spending plan": it is yields that move.
      return isOfOwners() || isPurchase(tags, title) || words.some((word) => YIELD.test(word))
    default:
      return false
  }
}

/** "Apple harvest hit by frost", "bird flu on farms": fruit and poultry are no commodities, nor what else the country grows. */
function isOfFruit({ tags }: EventTitle, { sign }: SupplyChange): boolean {
  const goods = goodsIn(tags)
  return goods.some((good) => isFruit(good) || (isChicken(good) && sign < 0)) && !goods.some(isTraded)
}

const isFruit = goodNamed('fruit')
const isChicken = goodNamed('chicken')

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

/** "To invest $850 million in crude oil business": money brings no good to the market yet. */
export function isSumSpent({ group }: SupplyChange, { tags, shapes }: EventTitle): boolean {
  const spent = tags.find((tag) => hasClass(tag, 'capex') && shapes[tag.to] === 'number')
  return spent !== undefined && !hasAny(group.classes, OF_OUTPUT)
}

const OF_OUTPUT: ReadonlySet<EventWordClass> = new Set(['output', 'facility', 'flow', 'stocks', 'demand'])

/** True where a margin is told of what has no price in a market: that of the company. Refiners' margins are prices. */
export function isOwnMargin({ tags, words }: EventTitle): boolean {
  return words.some((word) => word === 'margin' || word === 'margins') && !goodsIn(tags).some(isTraded)
}

/** True for the flow of "bans onion exports", "duty on onion exports", where the word before it names no good. */
export function isOfUnknownGood(flow: Tag, { tags, text, starts, ends, isIn }: EventTitle): boolean {
  const at = flow.from - 1
  const word = text.slice(starts[at] ?? 0, ends[at] ?? 0)
  if (!hasClass(flow, 'flow') || !/^[a-z]{4,}$/.test(word) || isIn(at, 'any_exports')) return false
  const before = tags.find(({ to }) => to === at)
  const isTold =
    before?.readings.some((one) => one.isVerb) === true ||
    /^o[nf] $/.test(text.slice((starts[at] ?? 0) - 3, starts[at]))
  return isTold && !tags.some(({ from, to }) => from <= at && at < to)
}
