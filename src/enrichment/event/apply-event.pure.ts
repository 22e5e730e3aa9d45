import type { Seed } from '../ripple/seed.pure.ts'
import type { EventRole } from '../vocabulary/event-lexicon.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { EventEffect } from './event-effect.pure.ts'
import type { EventReading } from './event-reader.pure.ts'
import type { Mark } from './mark.pure.ts'
import { QUANTITIES } from './word-class.pure.ts'

/** Roles in which the event is about the company itself; what a named company merely makes or buys is read beside its name. */
const DIRECT: ReadonlySet<EventRole> = new Set([
  'owner',
  'dependent',
  'maker_there',
  'maker_in_target',
  'maker_at_home',
  'winner',
  'loser',
  'struck',
  'opponent',
  'launcher',
])
/** Roles that outweigh the words beside the name. */
const CERTAIN: ReadonlySet<EventRole> = new Set(['bidder', 'bid_target'])

/** A named asset as the event moves it: a commodity by the event, a company by it where the words beside its name decide nothing. */
export function applyEvent(seed: Seed, told: EventReading): Seed {
  if (seed.verdict.isPriceMove === true && isOwnMove(seed, told)) return seed
  if (told.isSilent) return { ...seed, verdict: { ...seed.verdict, direction: 'ambiguous', score: 0, because: '' } }
  const effect = told.effects.find((one) => one.asset.id === seed.asset.id)
  if (effect === undefined || !isMoved(seed, effect, told)) return seed
  const { direction, aspect, strength, rationale } = effect
  const score = direction === 'pos' ? strength : -strength
  return { ...seed, verdict: { direction, score, aspect, because: seed.verdict.because }, rationale }
}

/** False for the "shrivels" of "wheat exports stop as heat shrivels crop", and for "OPEC hike": not the price of wheat or crude. */
function isOwnMove({ asset, verdict }: Seed, { marks, title, event, effects }: EventReading): boolean {
  if (asset.type !== 'commodity' || event === null || event.kind === 'price') return true
  if (!effects.some((one) => one.asset.id === asset.id)) return true
  const because = tokenise(verdict.because).words
  const at = title.words.findIndex((_, i) => because.every((word, k) => title.words[i + k] === word))
  const isNamed = (mark: Mark) => mark.goods.some((good) => good.commodities.includes(asset.ticker))
  const name = marks.find(isNamed)
  if (name === undefined || at < 0) return name !== undefined
  const isQuantity = (mark: Mark) => !isNamed(mark) && mark.readings.some((one) => QUANTITIES.has(one.class) && one.class !== 'price')
  const end = at + because.length
  const beside = marks.filter((mark) => mark.to > Math.min(name.to, at) && mark.from <= Math.max(name.from, end))
  return !beside.some((mark) => isQuantity(mark) && (mark.from >= end || mark.to <= at))
}

function isMoved({ asset, verdict }: Seed, { role }: EventEffect, { event }: EventReading): boolean {
  const isDecided = verdict.direction !== 'ambiguous' && verdict.because !== ''
  if (CERTAIN.has(role)) return true
  if (asset.type === 'stock') return !isDecided && DIRECT.has(role)
  return !(isDecided && event?.kind === 'price')
}
