import type { EventRole } from '../../vocabulary/event-lexicon.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import type { Tag } from '../title/tag.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'

/** The tags of names that only say whose rival is spoken of: "Ozempic rival from Lilly", "Nvidia challenger Cerebras". */
export function findRivalled(tags: readonly Tag[], { words, shapes, breaks, isIn }: ListedTitle): Tag[] {
  return tags.filter(({ asset, to }) => {
    if (asset?.type !== 'stock' || breaks[to] === true || !isIn(to, 'rivalling')) return false
    // "Cybertruck rivals Ford's F-150": a verb.
    return words[to] !== 'rivals' || shapes[to + 1] !== 'capital'
  })
}

/** The part that somebody plays in what a rival does; of nothing else it is known to be bad for him. */
const PART: Readonly<Partial<Record<WorldEvent['kind'], EventRole>>> = {
  product: 'opponent',
  launch: 'opponent',
  contract: 'loser',
}

/** The event with its part for those whose rival it is told of. */
export function addRivalled(event: WorldEvent, rivalled: readonly Tag[]): WorldEvent {
  const role = PART[event.kind]
  if (role === undefined || rivalled.length === 0) return event
  const doers = [...(event.roles.struck ?? []), ...(event.roles.launcher ?? []), ...(event.roles.winner ?? [])]
  const tickers = rivalled.flatMap(({ asset }) => asset?.ticker ?? []).filter((ticker) => !doers.includes(ticker))
  return { ...event, roles: { ...event.roles, [role]: [...new Set([...tickers, ...(event.roles[role] ?? [])])] } }
}
