import type { TokenisedText } from '../text/token.pure.ts'
import type { EventCountry, Good } from '../vocabulary/event-lexicon.pure.ts'
import { ENERGY } from './event-good.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { splitPhrases } from './phrase.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Tokens between a war or truce and what becomes of it. */
const NEAR = 6

/** Reads that a war starts or goes on, or that peace comes or fails, where the countries sell energy or lie beside those that do. */
export function readConflict(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const countries = [...new Set(marks.flatMap((mark) => (mark.country === null ? [] : [mark.country])))]
  const isBetween = countries.length > 1
  const told = marks.find(
    // An attack may be anybody's; between countries it is war.
    (mark) => hasClass(mark, 'peace') || (hasClass(mark, 'attack') ? isBetween : hasClass(mark, 'war')),
  )
  const threatened = findThreatened(countries, title)
  if (threatened !== null && (told === undefined || !hasClass(told, 'peace')))
    return createEvent({ kind: 'conflict', sign: -1, isFeared: true, target: threatened })
  if (told === undefined) return null
  // "Sign ceasefire, gas transit talks to follow": what comes after peace.
  const { from, to } = splitPhrases(title).find((one) => told.from >= one.from && told.from < one.to) ?? told
  const isMain = hasClass(told, 'peace') && isBetween && from === 0
  const isOfThing = (mark: Mark) =>
    (!isMain || (mark.from >= from && mark.to <= to)) && (mark.place !== null || mark.goods.some(isTraded))
  const isGulf = isBetween && countries.some(({ code }) => code === 'IR')
  const isOnEnergy = marks.every((mark) => mark.place === null && mark.goods.every(isEnergy))
  if (marks.some(isOfThing) && !(isGulf && isOnEnergy)) return null
  const commodities = [...new Set(countries.flatMap(sellsEnergy))]
  if (commodities.length === 0) return null
  const isNear = (mark: Mark) => Math.min(Math.abs(mark.from - told.to), Math.abs(told.from - mark.to)) <= NEAR
  const others = marks.filter((mark) => mark !== told && mark.country === null && isNear(mark))
  const isFailed = others.some(
    (mark) =>
      // Who shoots down a drone has been attacked.
      !/^(?:shoot|shot|intercept|down)/.test(title.words[mark.from] ?? '') &&
      (hasClass(mark, 'stop') ||
        isNegated(mark, title) ||
        (hasClass(mark, 'end') && !hasClass(mark, 'peace') && !hasClass(told, 'peace'))),
  )
  const isPeace = hasClass(told, 'peace') !== isFailed
  const isFeared = others.some((mark) => hasClass(mark, 'fear'))
  return createEvent({ kind: 'conflict', sign: isPeace ? 1 : -1, isFeared, commodities, actor: countries[0] ?? null })
}

/** "China launches live-fire drills around Taiwan". */
function findThreatened(countries: readonly EventCountry[], { words }: TokenisedText): EventCountry | null {
  const [first] = countries
  const threatened = countries.find(({ code }) => THREATENS.get(first?.code ?? '') === code)
  const isThreat = words.some((word, i) => WAR_GAME.test(word) || (word === 'military' && words[i + 1] === 'exercise'))
  return isThreat ? (threatened ?? null) : null
}

const THREATENS: ReadonlyMap<string, string> = new Map([
  ['CN', 'TW'],
  ['KP', 'KR'],
])
const WAR_GAME = /^(?:drills?|live-fire|war-?games?|blockades?|encircles?|invades?|invasion|shells?|incursions?)$/

/** Sites of reactors are attacked, not traded. */
function isTraded({ commodities, words }: Good): boolean {
  return commodities.length > 0 && words[0] !== 'nuclear'
}

function isEnergy({ commodities }: Good): boolean {
  return commodities.length === 0 || commodities.some((ticker) => ENERGY.has(ticker) || ticker === 'URANIUM.COMM')
}

/** What the world gets less of when the country is at war. */
function sellsEnergy({ code, exports }: EventCountry): readonly string[] {
  if (BESIDE_GULF.has(code)) return ['BRENT.COMM']
  if (code === 'UA') return ['TTF.COMM', 'WHEAT.COMM']
  const own = exports.filter(({ ticker, sharePercent }) => ENERGY.has(ticker) && sharePercent >= 2)
  return own.map(({ ticker }) => ticker)
}

const BESIDE_GULF: ReadonlySet<string> = new Set(['IL', 'LB', 'YE', 'SY'])
