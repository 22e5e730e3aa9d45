import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between a war or truce and what becomes of it. */
const NEAR = 6

/** Reads that a war starts or goes on, or that peace comes or fails, where the countries sell energy or lie beside those that do. */
export function readConflict(title: EventTitle): WorldEvent | null {
  const { tags, phrases, groups } = title
  const countries = [...new Set(tags.flatMap(({ country }) => country ?? []))]
  const isBetween = countries.length > 1
  const told = tags.find(
    // An attack may be anybody's; between countries it is war.
    (tag) => hasClass(tag, 'peace') || (hasClass(tag, 'attack') ? isBetween : hasClass(tag, 'war')),
  )
  const threatened = findThreatened(countries, title)
  // "China ends drills around Taiwan".
  const isOver = tags.some((tag) => title.isIn(tag.to, 'war_game') && isVerb(tag, 'end'))
  if (threatened !== null)
    return createEvent({ kind: 'conflict', sign: isOver ? 1 : -1, isFeared: true, target: threatened })
  if (told === undefined) return null
  // "Sign ceasefire, gas transit talks to follow": what comes after peace.
  const { from, to } = phrases.find((one) => told.from < one.to) ?? told
  const isMain = hasClass(told, 'peace') && isBetween && from === 0
  const isOfThing = (tag: Tag) => (!isMain || tag.to <= to) && (tag.place !== null || tag.goods.some(isSold))
  if (tags.some(isOfThing)) return null
  const commodities = [...new Set(countries.flatMap((country) => energyOf(country, groups)))]
  // "India and Pakistan trade fire": neither sells energy.
  const target =
    commodities.length > 0 || !isBetween ? null : countries.find(({ code, funds }) => code !== 'US' && funds.length > 0)
  if (target === undefined || (target === null && commodities.length === 0)) return null
  // "Jets bomb Iran, Tehran vows to hit back": what follows takes nothing back.
  const isNear = (tag: Tag) =>
    Math.min(Math.abs(tag.from - told.to), Math.abs(told.from - tag.to)) <= NEAR &&
    (!isBetween || from > 0 || tag.to <= to)
  const others = tags.filter((tag) => tag !== told && isNear(tag))
  const isFailed = others.some(
    (tag) =>
      // "Calls off strikes on Iran"; "deal falls apart", "ceasefire violated".
      (tag.to === told.from && isVerb(tag, 'end', 'stop', 'walk')) ||
      (tag.from === told.to && isVerb(tag, 'walk', 'terminate')) ||
      // A truce that holds goes on, and what slumps on peace is no peace.
      (title.words[tag.from]?.startsWith('hold') !== true &&
        !(tag.from < told.from && hasClass(tag, 'selfmove')) &&
        (hasClass(tag, 'stop') || isNegated(tag, title))),
  )
  const isPeace = hasClass(told, 'peace') !== isFailed
  const isFeared = isTagged(others, 'fear')
  return createEvent({
    kind: 'conflict',
    sign: isPeace ? 1 : -1,
    isFeared,
    commodities,
    actor: countries[0] ?? null,
    target,
    isOutright: isMain,
  })
}

/** "China launches live-fire drills around Taiwan". */
function findThreatened(countries: readonly EventCountry[], { hasIn }: ListedTitle): EventCountry | null {
  const [first] = countries
  const threatened = countries.find(({ code }) => THREATENS.get(first?.code ?? '') === code)
  return threatened !== undefined && hasIn('war_game') ? threatened : null
}

const THREATENS: ReadonlyMap<string, string> = new Map([
  ['CN', 'TW'],
  ['KP', 'KR'],
])

/** Sites of reactors are attacked, not traded. */
function isSold(good: Good): boolean {
  return isTraded(good) && !/^(?:nuclear|uranium)/.test(good.words[0] ?? '')
}

/** What the world gets less of when the country is at war. */
function energyOf({ code, exports }: EventCountry, groups: ListedTitle['groups']): readonly string[] {
  if (groups.beside_gulf.has(code)) return ['BRENT.COMM']
  if (code === 'UA') return ['TTF.COMM', 'WHEAT.COMM']
  // What a power far away sells nobody stops.
  if (code === 'US') return []
  const own = exports.filter(({ ticker, sharePercent }) => groups.energy.has(ticker) && sharePercent >= 2)
  return own.map(({ ticker }) => ticker)
}
