import type { EventEffect } from '../event/effect/event-effect.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import type { EventRole } from '../vocabulary/event-lexicon.pure.ts'
import { type DirectionShares, mostLikely } from './decide.pure.ts'
import type { InputName } from './input.pure.ts'

/** A name with the shares of its directions. */
export interface SignedName {
  readonly name: InputName
  readonly shares: DirectionShares
}

/** An event that the rules read, and the part of its effects that names can contradict. */
interface ReadEvent {
  readonly event: Pick<WorldEvent, 'kind' | 'sign' | 'place'> | null
  readonly effects: readonly (Pick<EventEffect, 'direction' | 'role'> & {
    readonly asset: { readonly ticker: string }
  })[]
}

/** Log odds against the event from which on it is read the other way round. */
const TURNING = 0.75
/** How much the sign of a place or central bank counts beside that of a name: a queue that grows is less that passes. */
const SUBJECT_WEIGHT = 0.2
/** Shares nearer to 0 than this say no more. */
const SHARE_LEAST = 0.02

/** Who is moved by what happened itself; makers and users may be named for another reason, and an owner may decide it. */
const DIRECT: ReadonlySet<EventRole> = new Set([
  ...(['commodity', 'struck', 'opponent', 'winner', 'loser', 'bidder', 'bid_target', 'launcher'] as const),
])

/** True where the signs of the names say that what happened is the opposite of what the rules read. */
export function isOpposed({ event, effects }: ReadEvent, names: readonly SignedName[]): boolean {
  if (event === null) return false
  let odds = 0
  for (const { name, shares } of names) {
    const effect = effects.find(({ asset, role }) => asset.ticker === name.ticker && DIRECT.has(role))
    const isPlace = name.kind === 'place' && event.place !== null
    // A central bank is up where its rates are.
    const isSubject = isPlace || (name.kind === 'centralbank' && event.kind === 'policy')
    const told = isSubject ? (event.sign < 0 ? 'neg' : 'pos') : effect?.direction
    // A name that is neither better nor worse off contradicts nothing.
    if ((told !== 'pos' && told !== 'neg') || mostLikely(shares) === 'ambiguous') continue
    const other = told === 'pos' ? 'neg' : 'pos'
    odds += (isSubject ? SUBJECT_WEIGHT : 1) * Math.log((shares[told] + SHARE_LEAST) / (shares[other] + SHARE_LEAST))
  }
  return odds < -TURNING
}
