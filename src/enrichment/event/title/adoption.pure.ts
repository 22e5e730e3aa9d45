import type { EventTitle } from './event-title.pure.ts'
import { hasClass, isNoun, type Tag } from './tag.pure.ts'

/** Tokens between the verb and the restriction: "passes social media ban", "votes for stricter limits". */
const REACH = 3

/**
 * The verb by which a title says that a restriction is adopted or kept up: "Senate backs ban on gambling ads", "court upholds curbs". That
 * verb alone is good for what it is said of: "backs merger". Undefined where there is none.
 */
export function findAdoption({ tags, isIn, hasIn }: EventTitle): Tag | undefined {
  return tags.find((verb) => {
    if (!isIn(verb.from, 'adopting') || verb.asset !== null) return false
    const curb = tags.find((tag) => tag.from >= verb.to && tag.from - verb.to <= REACH && isNoun(tag, 'barrier'))
    if (curb === undefined || hasIn('not_of_curb', verb.to, curb.from)) return false
    // "Approves lifting of ban", "backs end to curbs", "upholds block of ban".
    const isLoosened = (tag: Tag) =>
      tag !== verb &&
      tag !== curb &&
      tag.from >= verb.to &&
      tag.to <= curb.from &&
      hasClass(tag, 'end', 'deny', 'terminate')
    return !tags.some(isLoosened)
  })
}
