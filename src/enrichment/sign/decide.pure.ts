import type { Seed } from '../ripple/seed.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'
import { SIGNS } from './layout.pure.ts'

/** Shares of the three directions of a name. */
export type DirectionShares = Readonly<Record<Direction, number>>

/** Shares from which on the network outweighs the rules: to turn a direction, to give one, and to take one back. */
const TURNING = 0.6
export const GIVING = 0.66
const TAKING = 0.9
/** To give one where the words beside the name say both: "profit falls but dividend rises". */
const GIVING_IN_CONFLICT = 0.85
/** To turn what an event says of the name that it befalls. */
const OVERRULING = 0.8

/** The shares of directions of a quote: who decides something is neither up nor down by it. */
export function sharesOf(signs: ArrayLike<number>, quoteSign: 1 | -1 = 1): DirectionShares {
  const share = (sign: (typeof SIGNS)[number]) => signs[SIGNS.indexOf(sign)] ?? 0
  const ambiguous = share('none') + share('decides')
  return quoteSign < 0
    ? { pos: share('neg'), neg: share('pos'), ambiguous }
    : { pos: share('pos'), neg: share('neg'), ambiguous }
}

/** The direction with the largest share. */
export function mostLikely(shares: DirectionShares): Direction {
  if (shares.ambiguous >= Math.max(shares.pos, shares.neg)) return 'ambiguous'
  return shares.pos > shares.neg ? 'pos' : 'neg'
}

/** A verdict with the direction that words, event and network together make most likely; `turning` is the share that turns one. */
export function decideVerdict(verdict: Verdict, shares: DirectionShares | undefined, turning = TURNING): Verdict {
  // How a price moved is told and needs no weighing, and who is only mentioned is not moved.
  const isTold = verdict.isPriceMove === true && verdict.direction !== 'ambiguous'
  if (shares === undefined || isTold || verdict.grounds?.[0] === 'read=mention') return verdict
  const direction = mostLikely(shares)
  const share = shares[direction]
  const giving = verdict.because === '' ? GIVING : GIVING_IN_CONFLICT
  const least = direction === 'ambiguous' ? TAKING : verdict.direction === 'ambiguous' ? giving : turning
  if (share < least || direction === verdict.direction) return verdict
  const score = direction === 'pos' ? share : direction === 'neg' ? -share : 0
  return { ...verdict, direction, score, because: '', grounds: ['read=network'] }
}

/** The same of a named asset. */
export function decideSeed(seed: Seed, shares: DirectionShares | undefined): Seed {
  const { asset, verdict, relevance, rationale } = seed
  if (shares === undefined) return seed
  const decided = decideVerdict(verdict, shares, rationale === undefined ? TURNING : OVERRULING)
  const share = shares[decided.direction]
  return decided === verdict ? { ...seed, share } : { asset, relevance, verdict: decided, share }
}
