import type { Seed } from '../../ripple/seed.pure.ts'
import { findPhrase } from '../../text/find-phrase.pure.ts'
import { tokenise } from '../../text/token.pure.ts'
import type { EventCountry } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isVolumeTold, readLevel } from '../title/figure.pure.ts'
import { isPumpPrice } from '../title/pump-price.pure.ts'
import { hasClass, isOneOf, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { isFearedAt } from '../title/talk.pure.ts'
import { MISHAPS, MOVED, OBJECTS, RULES } from '../title/word-class.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Reads that a named commodity or currency itself got dearer or cheaper: what is told outweighs what else the title says would move it. */
export function readPriceMove(
  seeds: readonly Seed[],
  countries: readonly EventCountry[],
  title: EventTitle,
): WorldEvent | null {
  const { tags, groups } = title
  const pushed = readPush(title)
  if (pushed !== null) return pushed
  for (const { asset, verdict } of seeds) {
    const { direction, isPriceMove, because } = verdict
    const level = asset.type === 'commodity' ? readLevel(title) : 0
    const name = tags.find((tag) => tag.goods.some((good) => good.commodities.includes(asset.ticker)))
    const isMoved =
      isPriceMove === true &&
      direction !== 'ambiguous' &&
      // "Settles at minus $37 with tanks full": the price is told, whatever else falls.
      (level === 0 || name === undefined || isItsOwn(name, because, title))
    const sign = isMoved ? (direction === 'pos' ? 1 : -1) : level
    if (sign === 0) continue
    if (asset.type === 'forex') {
      if (title.words.some((_, i) => isFearedAt(i, title))) continue
      const actor = countries.find(
        ({ code, pairs }) => !groups.broad_currency.has(code) && pairs.some(({ ticker }) => ticker === asset.ticker),
      )
      const side = actor?.pairs.find(({ ticker }) => ticker === asset.ticker)?.sign
      if (actor === undefined || side === undefined) continue
      // Who borrows at a premium pays more when trust in the currency goes.
      const rates = groups.fragile_currency.has(actor.code) ? actor.rates.filter((one) => one.endsWith('.GB')) : []
      return createEvent({ kind: 'fx', sign: sign === side ? 1 : -1, actor, roles: { rates } })
    }
    if (asset.type !== 'commodity' || isVolumeTold(title)) continue
    // "Uranium stocks rally": what is paid for those who dig it.
    if (name === undefined || title.isIn(name.to, 'share') || (level === 0 && !isItsOwn(name, because, title))) continue
    if (isPumpPrice(name.from, tags, title)) return null
    const goods = name.goods.filter((good) => good.commodities.includes(asset.ticker))
    return createEvent({ kind: 'price', sign, goods })
  }
  return null
}

/** Tokens between a feeling and what it does, and from there to the commodity. */
const REACH = 3

/** "Rate-cut hopes lift gold", "weak dollar hits copper": what investors feel moves the price, and no supply. */
function readPush({ tags, words, breaks, isIn, hasIn }: EventTitle): WorldEvent | null {
  const isBare = ({ to }: Tag) =>
    words[to] === undefined || breaks[to] === true || isIn(to, 'after_noun') || isIn(to, 'priced') || isIn(to, 'amid')
  for (let at = 1; at < words.length; at++) {
    const sign = isIn(at, 'pushing_up') ? 1 : isIn(at, 'pushing_down') ? -1 : 0
    const name = tags.find(({ from, goods }) => from > at && from - at <= REACH && goods.some(isTraded))
    if (sign !== 0 && name !== undefined && isBare(name) && hasIn('mood', at - REACH, at))
      return createEvent({ kind: 'price', sign, goods: name.goods.filter(isTraded) })
  }
  return null
}

/** "Uranium shares rally", "rare earth miners slide": what is paid for those who dig it. */
export function readShareMove({ tags, words, isIn }: EventTitle): WorldEvent | null {
  for (const { to, goods } of tags) {
    const end = MAKERS.test(words[to] ?? '') ? to + 1 : to
    const at = isIn(end, 'share') ? end + 1 : end
    const isTold = goods.length > 0 && (at > to || MAKERS.test(words[to - 1] ?? ''))
    const verb = isTold ? tags.find((tag) => tag.from === at) : undefined
    if (verb !== undefined && isVerb(verb, 'selfmove') && hasClass(verb, 'start', 'stop'))
      return createEvent({ kind: 'shares', sign: hasClass(verb, 'start') ? 1 : -1, goods })
  }
  return null
}

/** Who makes a good, as the word after it. */
const MAKERS =
  /(?:makers|miners|producers|drillers|manufacturers|builders|lenders|insurers|airlines|carriers|refiners)$/

/** False for the "shrivels" of "wheat exports stop as heat shrivels crop": not the price of wheat. */
function isItsOwn(name: Tag, because: string, { tags, words }: EventTitle): boolean {
  const told = tokenise(because).words
  const at = findPhrase(words, told)
  if (at < 0) return true
  const end = at + told.length
  if (isObject(name) || isOfThing(name, at, end, tags)) return false
  // "Heat dome shrivels canola": what a mishap does to a crop.
  if (
    end === name.from &&
    tags.some((tag) => tag.to === at && isOneOf(tag, MISHAPS)) &&
    tags.some((tag) => tag.from === at && hasClass(tag, 'stop'))
  )
    return false
  const beside = tags.filter((tag) => tag.to > Math.min(name.to, at) && tag.from <= Math.max(name.from, end))
  return !beside.some((tag) => tag !== name && isObject(tag) && (tag.from >= end || tag.to <= at))
}

/** "Aluminium stockpiles shrink", "doubles aluminium tariffs": told of what there is of it, or of what is ruled on it. */
function isOfThing(name: Tag, from: number, to: number, tags: readonly Tag[]): boolean {
  return tags.some(
    (tag) =>
      (tag.from === name.to || (tag.from >= from && tag.to <= to && tag.from >= name.to)) &&
      tag.readings.some((one) => !one.isVerb && THINGS.has(one.class)),
  )
}

const THINGS: ReadonlySet<EventWordClass> = new Set([...RULES, ...MOVED, 'stocks', 'crop', 'demand', 'facility'])

function isObject({ readings }: Tag): boolean {
  return readings.some((one) => OBJECTS.has(one.class) && one.class !== 'price')
}

/** The event with the direction that the words beside its commodity tell. */
export function followPrice(event: WorldEvent, seeds: readonly Seed[]): WorldEvent {
  const tickers = new Set(event.goods.flatMap((good) => good.commodities))
  const told = seeds.find(
    ({ asset, verdict }) => tickers.has(asset.ticker) && verdict.direction !== 'ambiguous' && verdict.because !== '',
  )
  return told === undefined ? event : { ...event, sign: told.verdict.direction === 'pos' ? 1 : -1 }
}
