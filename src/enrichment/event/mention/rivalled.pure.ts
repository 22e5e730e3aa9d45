import type { EventRole } from '../../vocabulary/event-lexicon.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import type { Tag } from '../title/tag.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'

const RIVALS = /^(?:rivals?|competitors?|challengers?|alternatives?|copycats?|killers?|clones?|imitators?|lookalikes?)$/
/** "Keytruda's main challenger". */
const ADJECTIVE = /^(?:main|chief|closest|biggest|fiercest|arch|top|would-be|potential|cheaper|generic)$/
/** "Cybertruck rivals Ford's F-150": a verb. */
const OBJECTS = /^(?:a|an|the|its|his|their|any)$/

/** The tags of names that only say whose rival is spoken of: "Ozempic rival from Lilly", "Nvidia rival Cerebras". */
export function findRivalled(tags: readonly Tag[], { words, shapes, breaks, casing }: ListedTitle): readonly Tag[] {
  return tags.filter(({ asset, to: end }) => {
    const owned = /^'?s$/.test(words[end] ?? '') ? end + 1 : end
    const to = ADJECTIVE.test(words[owned] ?? '') ? owned + 1 : end
    if (asset?.type !== 'stock' || breaks[to] === true || !RIVALS.test(words[to] ?? '')) return false
    // "Bombardier Challengers" are jets.
    if (casing === 'sentence' && shapes[to] === 'capital') return false
    const isNamed = casing === 'sentence' && shapes[to + 1] === 'capital'
    return words[to] !== 'rivals' || !(OBJECTS.test(words[to + 1] ?? '') || isNamed)
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
  const doers = [...(event.roles.struck ?? []), ...(event.roles.launcher ?? []), ...(event.roles.winner ?? [])]
  const isOfUnlistedFirm = event.kind === 'launch' && event.sign > 0
  if (role === undefined || rivalled.length === 0 || (doers.length === 0 && !isOfUnlistedFirm)) return event
  const tickers = rivalled.flatMap(({ asset }) => asset?.ticker ?? []).filter((ticker) => !doers.includes(ticker))
  return { ...event, roles: { ...event.roles, [role]: [...new Set([...tickers, ...(event.roles[role] ?? [])])] } }
}
