import type { Direction } from '../../enrichment/vocabulary/verdict.pure.ts'
import { netDirection, type Tally } from '../pulse/pulse.pure.ts'

/** What the stories of a scope do to one listing, in stories. */
export interface Mover extends Tally {
  readonly listingId: number
  /** Stories that name it. */
  readonly named: number
  /** Stories that reach it only through the graph. */
  readonly reached: number
  /** Relevances of those summed: how much reached it, in stories of full relevance; in all and by direction. */
  readonly reach: number
  readonly reachPos: number
  readonly reachNeg: number
}

/**
 * Verdicts that are assumed without being seen, so that one story does not outrank a dozen: additive smoothing towards "no direction"
 * (Laplace; see Manning, Raghavan, Schuetze, Introduction to Information Retrieval, 2008, chapter 11).
 */
const ASSUMED_STORIES = 3

/** The `most` listings that stories favour (`pos`) or hurt (`neg`) most surely, by net direction, then by stories. */
export function leaning(movers: readonly Mover[], side: 'pos' | 'neg', most: number): Mover[] {
  const sign = side === 'pos' ? 1 : -1
  const sure = (mover: Mover) => (sign * (mover.pos - mover.neg)) / (storiesOf(mover) + ASSUMED_STORIES)
  const net = (mover: Mover) => sign * (netDirection(mover) ?? 0)
  return movers
    .filter((mover) => sign * (mover.pos - mover.neg) > 0)
    .sort((a, b) => sure(b) - sure(a) || storiesOf(b) - storiesOf(a) || a.listingId - b.listingId)
    .slice(0, most)
    .sort((a, b) => net(b) - net(a) || storiesOf(b) - storiesOf(a) || a.listingId - b.listingId)
}

/** The `most` listings that stories name most often. */
export function mostNamed(movers: readonly Mover[], most: number): Mover[] {
  return movers
    .filter((mover) => mover.named > 0)
    .sort((a, b) => b.named - a.named || storiesOf(b) - storiesOf(a) || a.listingId - b.listingId)
    .slice(0, most)
}

/** The `most` listings that the graph carries most to. */
export function mostReached(movers: readonly Mover[], most: number): Mover[] {
  return movers
    .filter((mover) => mover.reached > 0)
    .sort((a, b) => b.reach - a.reach || b.reached - a.reached || a.listingId - b.listingId)
    .slice(0, most)
}

/** Stories that move a listing. */
export function storiesOf(mover: Tally): number {
  return mover.pos + mover.neg + mover.ambiguous
}

/** The direction most of what reached a listing has; ambiguous when neither side has the larger half. */
export function reachedDirection(mover: Mover): Direction {
  const half = mover.reach / 2
  return mover.reachPos > half ? 'pos' : mover.reachNeg > half ? 'neg' : 'ambiguous'
}
