import type { ListedTitle } from './event-title.pure.ts'
import type { Tag } from './tag.pure.ts'

/** "Until October to wind down contracts". */
const ENDS = /^(?:to|as|amid|but|while|and)$/

/**
 * Tells which tags only say how long something lasts: "halts exports until repairs end", "closed till water recedes". They are not told to
 * happen; what is named there is still named.
 */
export function findCondition({ words, breaks }: ListedTitle): (tag: Tag) => boolean {
  const until = words.findIndex((word) => word === 'until' || word === 'till')
  if (until < 1) return () => false
  const end = words.findIndex((word, at) => at > until && (breaks[at] === true || ENDS.test(word)))
  return ({ from, asset, place, country, goods }) =>
    from > until &&
    (end < 0 || from < end) &&
    asset === null &&
    place === null &&
    country === null &&
    goods.length === 0
}
