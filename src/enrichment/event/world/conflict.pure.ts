import type { EventCountry } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between a war or truce and what becomes of it. */
const NEAR = 6

/** Reads that a war starts or goes on, or that peace comes or fails, where the countries sell energy or lie beside those that do. */
export function readConflict(title: EventTitle): WorldEvent | null {
  const { tags, groups } = title
  const countries = [...new Set(tags.flatMap(({ country }) => country ?? []))]
  const told = tags.find(
    // An attack may be anybody's; between countries it is war.
    (tag) => hasClass(tag, 'peace') || (hasClass(tag, 'attack') ? countries.length > 1 : hasClass(tag, 'war')),
  )
  if (told === undefined || tags.some((tag) => tag.place !== null || tag.goods.some(isTraded))) return null
  const commodities = [...new Set(countries.flatMap((country) => energyOf(country, groups)))]
  if (commodities.length === 0) return null
  const isNear = (tag: Tag) => Math.min(Math.abs(tag.from - told.to), Math.abs(told.from - tag.to)) <= NEAR
  const others = tags.filter((tag) => tag !== told && tag.country === null && isNear(tag))
  const isFailed = others.some(
    (tag) =>
      hasClass(tag, 'stop') ||
      isNegated(tag, title) ||
      (hasClass(tag, 'end') && !hasClass(tag, 'peace') && !hasClass(told, 'peace')),
  )
  const isPeace = hasClass(told, 'peace') !== isFailed
  const isFeared = isTagged(others, 'fear')
  return createEvent({ kind: 'conflict', sign: isPeace ? 1 : -1, isFeared, commodities, actor: countries[0] ?? null })
}

/** What the world gets less of when the country is at war. */
function energyOf({ code, exports }: EventCountry, groups: ListedTitle['groups']): readonly string[] {
  if (groups.beside_gulf.has(code)) return ['BRENT.COMM']
  if (code === 'UA') return ['TTF.COMM']
  const own = exports.filter(({ ticker, sharePercent }) => groups.energy.has(ticker) && sharePercent >= 2)
  return own.map(({ ticker }) => ticker)
}
