import type { EventReading, Revision } from '../event/event-reader.pure.ts'
import type { Tag } from '../event/title/tag.pure.ts'
import { createEvent, turnEvent, type WorldEvent } from '../event/world-event.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { EventEffectKind, Good } from '../vocabulary/event-lexicon.pure.ts'
import { type DirectionShares, mostLikely } from './decide.pure.ts'
import type { InputName } from './input.pure.ts'

/** A name with the shares of its directions. */
export interface SignedName {
  readonly name: InputName
  readonly shares: DirectionShares
}

/** Log odds against the event from which on it is read the other way round. */
const TURNING = 1.2
/** Shares nearer to 0 than this say no more. */
const SHARE_LEAST = 0.02
/** Share of a sign of a good from which on it tells an event by itself. */
const TELLING = 0.5

/** How the names' signs change the event that the rules read; null where they leave it as it is. */
export function reviseEvent(
  first: EventReading,
  names: readonly SignedName[],
  kindOf: (kinds: readonly EventEffectKind[]) => EventEffectKind | null,
  title: TokenisedText,
): Revision | null {
  if (isOpposed(first, names)) return (told) => told && turnEvent(told)
  if (first.isSilent || first.event !== null) return null
  const told = tellOfGoods(first.tags, names, kindOf, title)
  return told === null ? null : (found) => found ?? told
}

/** True where the signs of the names say that what happened is the opposite of what the rules read. */
function isOpposed({ event, effects }: EventReading, names: readonly SignedName[]): boolean {
  if (event === null) return false
  let odds = 0
  for (const { name, shares } of names) {
    const effect = effects.find(({ asset }) => asset.ticker === name.ticker)
    const ofPlace = event.sign < 0 ? 'neg' : 'pos'
    const told = name.kind === 'place' && event.place !== null ? ofPlace : effect?.direction
    if (told !== 'pos' && told !== 'neg') continue
    const other = told === 'pos' ? 'neg' : 'pos'
    odds += Math.log((shares[told] + SHARE_LEAST) / (shares[other] + SHARE_LEAST))
  }
  return odds < -TURNING
}

/** Kinds that tell of a good by itself: 1 where more of it lifts who sells it. */
const OF_GOODS: ReadonlyMap<EventEffectKind, 1 | -1> = new Map([
  ['price', 1],
  ['demand', 1],
  ['supply', -1],
  ['stocks', -1],
  ['crop', -1],
])

/** An event of the goods whose signs are sure: those who sell them gain or lose by it. */
function tellOfGoods(
  tags: readonly Tag[],
  names: readonly SignedName[],
  kindOf: (kinds: readonly EventEffectKind[]) => EventEffectKind | null,
  { starts, ends }: TokenisedText,
): WorldEvent | null {
  const goods: Good[] = []
  let way = 0
  for (const { name, shares } of names) {
    const direction = mostLikely(shares)
    if ((name.kind !== 'good' && name.kind !== 'commodity') || direction === 'ambiguous' || shares[direction] < TELLING)
      continue
    const sign = direction === 'pos' ? 1 : -1
    const tag = tags.find(({ from, to }) => (starts[from] ?? 0) < name.end && name.start < (ends[to - 1] ?? 0))
    const [good] = tag?.goods ?? []
    if (good === undefined || (way !== 0 && way !== sign)) continue
    way = sign
    goods.push(good)
  }
  if (goods.length === 0) return null
  const kind = kindOf([...OF_GOODS.keys()]) ?? 'price'
  const sign = way * (OF_GOODS.get(kind) ?? 1) < 0 ? -1 : 1
  const country = tags.find((tag) => tag.country !== null)?.country ?? null
  return createEvent({ kind, sign, goods, target: country })
}
