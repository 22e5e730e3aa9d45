import type { EventCountry } from '../vocabulary/event-lexicon.pure.ts'
import type { EventTitle, ListedTitle } from './event-title.pure.ts'
import { hasClass, isMarked, isNegated, isTraded, type Mark } from './mark.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Tokens between a war or truce and what becomes of it. */
const NEAR = 6

/** Reads that a war starts or goes on, or that peace comes or fails, where the countries sell energy or lie beside those that do. */
export function readConflict(title: EventTitle): WorldEvent | null {
  const { marks, groups } = title
  const countries = [...new Set(marks.flatMap(({ country }) => country ?? []))]
  const told = marks.find(
    // An attack may be anybody's; between countries it is war.
    (mark) => hasClass(mark, 'peace') || (hasClass(mark, 'attack') ? countries.length > 1 : hasClass(mark, 'war')),
  )
  if (told === undefined || marks.some((mark) => mark.place !== null || mark.goods.some(isTraded))) return null
  const commodities = [...new Set(countries.flatMap((country) => energyOf(country, groups)))]
  if (commodities.length === 0) return null
  const isNear = (mark: Mark) => Math.min(Math.abs(mark.from - told.to), Math.abs(told.from - mark.to)) <= NEAR
  const others = marks.filter((mark) => mark !== told && mark.country === null && isNear(mark))
  const isFailed = others.some(
    (mark) =>
      hasClass(mark, 'stop') ||
      isNegated(mark, title) ||
      (hasClass(mark, 'end') && !hasClass(mark, 'peace') && !hasClass(told, 'peace')),
  )
  const isPeace = hasClass(told, 'peace') !== isFailed
  const isFeared = isMarked(others, 'fear')
  return createEvent({ kind: 'conflict', sign: isPeace ? 1 : -1, isFeared, commodities, actor: countries[0] ?? null })
}

/** What the world gets less of when the country is at war. */
function energyOf({ code, exports }: EventCountry, groups: ListedTitle['groups']): readonly string[] {
  if (groups.beside_gulf.has(code)) return ['BRENT.COMM']
  if (code === 'UA') return ['TTF.COMM']
  const own = exports.filter(({ ticker, sharePercent }) => groups.energy.has(ticker) && sharePercent >= 2)
  return own.map(({ ticker }) => ticker)
}
