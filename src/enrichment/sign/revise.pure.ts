import type { EventReading } from '../event/event-reader.pure.ts'
import type { InputName } from './input.pure.ts'
import type { DirectionShares } from './decide.pure.ts'

/** A name with the shares of its directions. */
export interface SignedName {
  readonly name: InputName
  readonly shares: DirectionShares
}

/** Log odds against the event from which on it is read the other way round. */
const TURNING = 1.2
/** Shares nearer to 0 than this say no more. */
const SHARE_MIN = 0.02

/** True where the signs of the names say that what happened is the opposite of what the rules read. */
export function isOpposed({ event, effects }: EventReading, names: readonly SignedName[]): boolean {
  if (event === null) return false
  let odds = 0
  for (const { name, shares } of names) {
    const effect = effects.find(({ asset }) => asset.ticker === name.ticker)
    const told =
      name.kind === 'place' && event.place !== null
        ? event.sign < 0 ? 'neg' : 'pos'
        : effect?.direction
    if (told !== 'pos' && told !== 'neg') continue
    const other = told === 'pos' ? 'neg' : 'pos'
    odds += Math.log((shares[told] + SHARE_MIN) / (shares[other] + SHARE_MIN))
  }
  return odds < -TURNING
}
