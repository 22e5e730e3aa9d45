import type { EventTitle } from './event-title.pure.ts'
import { hasClass, isNoun } from './tag.pure.ts'

/** Tokens between the verb and the restriction, "votes for stricter limits", and between the verb and who votes. */
const REACH = 3

/**
 * Where the verb stands by which a title says that a restriction is adopted or kept up: "Senate backs ban on gambling ads", "court upholds
 * curbs". That verb alone is good for what it is said of: "backs merger". -1 where there is none.
 */
export function findAdoption({ tags, words, isIn, hasIn }: EventTitle): number {
  // "Ceiling on card interest clears Senate panel".
  const isPassed = (at: number) => isIn(at, 'passing') && hasIn('legislature', at + 1, at + 1 + REACH)
  const passed = tags.some((tag) => isNoun(tag, 'barrier')) ? words.findIndex((_, at) => isPassed(at)) : -1
  if (passed >= 0) return passed
  return words.findIndex((_, at) => {
    if (!isIn(at, 'adopting')) return false
    const curb = tags.find((tag) => tag.from > at && tag.from - at <= REACH + 1 && isNoun(tag, 'barrier'))
    if (curb === undefined || hasIn('not_of_curb', at + 1, curb.from)) return false
    // "Approves lifting of ban", "backs end to curbs".
    return !tags.some((tag) => tag.from > at && tag.to <= curb.from && hasClass(tag, 'end'))
  })
}
