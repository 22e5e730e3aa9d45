import type { ListedTitle } from './event-title.pure.ts'
import type { Tag } from './tag.pure.ts'

/** Tokens between what somebody does and what it is for, or between "over" and the protest. */
const REACH = 3

/**
 * Tells which tags only say how long something lasts or what it is for: "halts exports until repairs end", "shuts plants to end price war".
 * They are not told to happen; what is named there is still named.
 */
export function findCondition(title: ListedTitle): (tag: Tag) => boolean {
  const { words, breaks, isIn, hasIn } = title
  const isAim = (at: number) =>
    words[at] === 'to' && !isIn(at - 1, 'intending') && isIn(at + 1, 'curing') && hasIn('ill', at, at + 2 + REACH)
  // "To calm power bills, Brussels will release permits".
  const comma = words[0] === 'to' ? breaks.indexOf(true, 1) : -1
  if (comma > 0) return ({ to, asset }) => to <= comma && asset === null
  // "Doubles gaming duty, spares horse racing": who bears nothing.
  const spared = findSpared(title)
  if (spared > 0) return ({ from }) => from >= spared
  // "Drops tariff that would have hit Turkey".
  const isUnreal = (at: number) =>
    words[at] === 'would' && words[at + 1] === 'have' && (words[at - 1] === 'that' || words[at - 1] === 'which')
  const until = words.findIndex(
    (word, at) => word === 'until' || word === 'till' || (at > 1 && (isAim(at) || isUnreal(at + 1))),
  )
  // "Wins approval over farmers' protests": who could not stop it.
  const over = words.indexOf('over')
  const protest = over > 0 && hasIn('let', 0, over) ? words.findIndex((_, at) => at > over && isIn(at, 'protest')) : -1
  if (protest > 0 && protest - over <= REACH) return ({ from }) => from > over && from <= protest
  if (until < 1) return () => false
  const end = words.findIndex((_, at) => at > until && (breaks[at] === true || isIn(at, 'after_condition')))
  return ({ from, asset, place, country, goods }) =>
    from > until &&
    (end < 0 || from < end) &&
    asset === null &&
    place === null &&
    country === null &&
    goods.length === 0
}

/** True for a levy from which a title tells something to be spared. */
export function isSparing(title: ListedTitle): boolean {
  return findSpared(title) > 0
}

function findSpared({ words, breaks, isIn, hasIn }: ListedTitle): number {
  const spared = words.findIndex((_, at) => at > 0 && breaks[at] === true && isIn(at, 'sparing'))
  return hasIn('levy', 0, spared) ? spared : -1
}
