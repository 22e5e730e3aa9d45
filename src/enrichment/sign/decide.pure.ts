import type { AssetType } from '../../catalog/knowledge.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'
import { SIGNS } from './layout.pure.ts'

/** Shares of the three directions of a name. */
export type DirectionShares = Readonly<Record<Direction, number>>

/** What is told of currencies and rates is read by the conventions of their quotes. */
const DECIDED: ReadonlySet<AssetType> = new Set(['stock', 'etf', 'commodity', 'crypto'])
/** Shares from which on the network outweighs the rules: to turn a direction, to give one, and to take one back. */
const TURNING = 0.6
const GIVING = 0.63
const TAKING = 0.85
/** To turn what an event says of the name that it befalls. */
const OVERRULING = 0.9
/** The same for a name that the rules find only mentioned. */
const SPEAKING = 0.9

/** The shares of directions: who decides something is neither up nor down by it. */
export function sharesOf(signs: Float32Array): DirectionShares {
  const share = (sign: (typeof SIGNS)[number]) => signs[SIGNS.indexOf(sign)] ?? 0
  return { pos: share('pos'), neg: share('neg'), ambiguous: share('none') + share('decides') }
}

/** The direction with the largest share. */
export function mostLikely(shares: DirectionShares): Direction {
  if (shares.ambiguous >= Math.max(shares.pos, shares.neg)) return 'ambiguous'
  return shares.pos > shares.neg ? 'pos' : 'neg'
}

/** A verdict with the direction that words, event and network together make most likely; `turning` is the share that turns one. */
export function decideVerdict(verdict: Verdict, shares: DirectionShares | undefined, turning = TURNING): Verdict {
  // How a price moved is told and needs no weighing.
  if (shares === undefined || (verdict.isPriceMove === true && verdict.direction !== 'ambiguous')) return verdict
  const direction = mostLikely(shares)
  const share = shares[direction]
  const isMention = verdict.grounds?.[0] === 'read=mention'
  const giving = isMention ? SPEAKING : GIVING
  const least = direction === 'ambiguous' ? TAKING : verdict.direction === 'ambiguous' ? giving : turning
  if (share < least || direction === verdict.direction) return verdict
  const score = direction === 'pos' ? share : direction === 'neg' ? -share : 0
  return { ...verdict, direction, score, because: '', grounds: ['read=network'] }
}

/** The same of a named asset; currencies and rates keep what the rules read. */
export function decideSeed(seed: Seed, shares: DirectionShares | undefined): Seed {
  const { asset, verdict, relevance, rationale } = seed
  if (shares === undefined || !DECIDED.has(asset.type)) return seed
  const decided = decideVerdict(verdict, shares, rationale === undefined ? TURNING : OVERRULING)
  const share = shares[decided.direction]
  return decided === verdict ? { ...seed, share } : { asset, relevance, verdict: decided, share }
}
