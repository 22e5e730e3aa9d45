import type { LinkedText } from '../../link/entity-link.pure.ts'
import type { Seed } from '../../ripple/seed.pure.ts'
import type { EventRole } from '../../vocabulary/event-lexicon.pure.ts'
import type { Mention, Verdict } from '../../vocabulary/verdict.pure.ts'
import type { EventReading } from '../event-reader.pure.ts'
import type { EventEffect } from './event-effect.pure.ts'

/** Roles in which the event is about the company itself; what a named company merely makes or buys is read beside its name. */
const DIRECT: ReadonlySet<EventRole> = new Set([
  'owner',
  'dependent',
  'maker_there',
  'maker_in_target',
  'maker_at_home',
  'launcher',
  'customer',
])
/** Roles that outweigh the words beside the name. */
const CERTAIN: ReadonlySet<EventRole> = new Set([
  'bidder',
  'bid_target',
  'struck',
  'winner',
  'loser',
  'opponent',
  'carrier',
])

/** A named asset as the event moves it: a commodity by the event, a company by it where the words beside its name decide nothing. */
export function applyEvent(seed: Seed, told: EventReading): Seed {
  const isPriceTold =
    // "Defends rupee at record low": what is done now.
    told.event?.kind === 'intervention'
      ? false
      : seed.asset.type === 'stock'
        ? told.isOfPrice
        : seed.asset.type !== 'commodity' || (told.event?.kind === 'price' && !told.event.isOutright)
  const effect = told.effects.find((one) => one.asset.id === seed.asset.id)
  if (told.mentioned.has(seed.asset.id)) return { ...seed, verdict: silence(seed.verdict) }
  if (seed.verdict.isPriceMove === true && isPriceTold) return seed
  if (told.isSilent) return { ...seed, verdict: silence(seed.verdict) }
  if (effect === undefined || !isMoved(seed, effect, told)) return seed
  const { direction, aspect, strength, rationale } = effect
  const score = direction === 'pos' ? strength : -strength
  const moved = { ...seed, verdict: { direction, score, aspect, because: seed.verdict.because } }
  // "Unveils tool to hunt hackers" is no stop, but nothing that stood still goes on either.
  return told.event?.readBy === 'turned' && effect.role === 'struck' ? moved : { ...moved, rationale }
}

/** The verdict on a given name, silent where the title only mentions it or where it only speaks. */
export function applySilence(verdict: Verdict, mention: Mention, linked: LinkedText, told: EventReading): Verdict {
  const isHere = (one: Mention) => one.field === mention.field && one.start < mention.end && mention.start < one.end
  const isPriceTold = verdict.isPriceMove === true && told.isOfPrice
  const isSilent =
    linked.sources.some(isHere) ||
    told.isMention(mention, linked.mentions.find(isHere)) ||
    (told.isSilent && !isPriceTold)
  return isSilent ? silence(verdict) : verdict
}

function silence(verdict: Verdict): Verdict {
  return { ...verdict, direction: 'ambiguous', score: 0, because: '', grounds: ['read=mention'] }
}

function isMoved({ asset, verdict }: Seed, { role }: EventEffect, { event }: EventReading): boolean {
  const isDecided = verdict.direction !== 'ambiguous' && verdict.because !== ''
  // "Shut by president after court voids First Quantum's contract": its mine is.
  if (CERTAIN.has(role) || (role === 'owner' && event?.place != null)) return true
  if (asset.type === 'stock') return !isDecided && DIRECT.has(role)
  return !(isDecided && event?.kind === 'price' && !event.isOutright)
}
