import type { EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import { YIELD } from '../state/policy-event.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isPurchase } from '../title/no-price-news.pure.ts'
import { isOfFruit } from './supply-sense.pure.ts'

const OWNING = /^(?:stakes?|shareholdings?|slice|ownership)$/

/** True where a title tells of something that moves no market though its words are those of one: whose a mine is, what was found. */
export function isNoMarketEvent(
  kind: EventEffectKind,
  found: SupplyChange,
  place: Place | null,
  title: EventTitle,
): boolean {
  const { tags, words, isIn } = title
  if (kind === 'crop' && isOfFruit(title, found)) return true
  // "Drops demand for bigger stake in mine": whose it is.
  if (place !== null && (kind === 'supply' || kind === 'demand') && words.some((word) => OWNING.test(word))) return true
  // "Finds gas off Sarawak": years from the market.
  if (kind === 'supply' && found.sign > 0 && found.group.tags.concat(tags).some((tag) => isIn(tag.from, 'finding')))
    return true
  // "To buy gold mine" is no demand for gold, "drone maker's shares rise" no price of drones.
  if (kind === 'demand' && isPurchase(tags, title)) return true
  // "Bund yields jump on defence spending plan": it is yields that move.
  if (kind === 'demand' && words.some((word) => YIELD.test(word))) return true
  return false
}
