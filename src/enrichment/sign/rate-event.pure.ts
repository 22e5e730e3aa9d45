import type { EventReading } from '../event/event-reader.pure.ts'
import { createEvent, type WorldEvent } from '../event/world-event.pure.ts'
import { mostLikely } from './decide.pure.ts'
import type { SignedName } from './opposed-event.pure.ts'

/** Share from which on the sign of a central bank alone tells where its rates go. */
const LEAST = 0.7

/** The rates of a central bank that goes one way where the rules read no event: "Bank of England holds fire as traders had bet on hike". */
export function readRateEvent(
  { event, isSilent, tags }: Pick<EventReading, 'event' | 'isSilent' | 'tags'>,
  names: readonly SignedName[],
  starts: ArrayLike<number>,
): WorldEvent | null {
  // "NAB gains as worries over the Bank of Japan ease": what companies feel is no decision.
  if (event !== null || isSilent || names.some(({ name }) => name.kind === 'company')) return null
  for (const { name, shares } of names) {
    const direction = mostLikely(shares)
    if (name.kind !== 'centralbank' || direction === 'ambiguous' || shares[direction] < LEAST) continue
    const actor = tags.find(({ from, isCentralBank }) => isCentralBank && starts[from] === name.start)?.country
    if (actor != null) return createEvent({ kind: 'policy', sign: direction === 'pos' ? 1 : -1, actor })
  }
  return null
}
