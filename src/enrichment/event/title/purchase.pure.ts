import type { ListedTitle } from './event-title.pure.ts'
import { isVerb, type Tag } from './tag.pure.ts'

/** Tokens between the verb and what changes hands. */
const REACH = 5

/** True where a business changes hands, not what it makes: "to buy gold mine", "sells lithium unit", "buys stake in software maker". */
export function isPurchase(tags: readonly Tag[], { hasIn, isIn, words, breaks }: ListedTitle): boolean {
  const isOwned = (from: number) => {
    let to = from
    while (to < words.length && to < from + REACH && breaks[to] !== true) to++
    return hasIn('owned', from, to)
  }
  return (
    tags.some((tag) => isVerb(tag, 'buy') && isOwned(tag.to)) ||
    words.some((_, i) => isIn(i, 'selling') && isOwned(i + 1))
  )
}
