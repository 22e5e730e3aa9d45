import { once } from '../../core/once.pure.ts'
import type { LearntReading, Sign, SignedName } from '../event/learnt/learnt-title.pure.ts'
import type { Seed } from '../ripple/seed.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'
import type { HeadlineInput, InputName } from './input.pure.ts'
import { SIGNS } from './layout.pure.ts'
import type { NetworkReading } from './network.pure.ts'

/** Shares of the three directions of a name. */
export type DirectionShares = Readonly<Record<Direction, number>>

/** Shares from which on the network outweighs the rules: to turn a direction, to give one, and to take one back. */
const TURNING = 0.6
const GIVING = 0.66
const TAKING = 0.9
/** To give one where the words beside the name say both: "profit falls but dividend rises". */
const GIVING_IN_CONFLICT = 0.85
/** To turn what an event says of the name that it befalls. */
const OVERRULING = 0.8

/** The shares of directions of a quote: who decides something is neither up nor down by it. */
export function sharesOf(signs: ArrayLike<number>, quoteSign: 1 | -1 = 1): DirectionShares {
  const ambiguous = shareOf(signs, 'none') + shareOf(signs, 'decides')
  const [pos, neg] = [shareOf(signs, 'pos'), shareOf(signs, 'neg')]
  return quoteSign < 0 ? { pos: neg, neg: pos, ambiguous } : { pos, neg, ambiguous }
}

function shareOf(signs: ArrayLike<number>, sign: (typeof SIGNS)[number]): number {
  return signs[SIGNS.indexOf(sign)] ?? 0
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

/** Share from which on a name has a sign that an event can be read from. */
const SIGNED = 0.4

/** What the network reads of a headline, as events need it. */
export function toLearntReading({ names }: HeadlineInput, { signsOf, listKinds }: NetworkReading): LearntReading {
  return { listKinds, signNames: once(() => names.map((name, i) => signName(name, signsOf(i)))) }
}

function signName({ kind, ticker, start, quoteSign }: InputName, shares: ArrayLike<number>): SignedName {
  const [none, decides] = [shareOf(shares, 'none'), shareOf(shares, 'decides')]
  const { pos, neg } = sharesOf(shares)
  const most = Math.max(pos, neg)
  const sign: Sign = most < SIGNED || most <= none || most <= decides ? 0 : pos > neg ? 1 : -1
  return { kind, ticker, start, quoteSign, sign, isSure: most >= GIVING, isDecider: decides > Math.max(most, none) }
}
