import type { EventTitle } from './event-title.pure.ts'
import { hasClass, isNoun, type Tag } from './tag.pure.ts'

/** Tokens between the verb and the restriction: "passes social media ban", "votes for stricter limits". */
const REACH = 3

const PASSES = /^(?:clears|passes|survives|advances|wins)$/
const BODY =
  /^(?:senate|house|congress|parliament|committee|panel|assembly|bundestag|lords|commons|legislature|council|vote)$/
const BODY_REACH = 3
/** Tokens between the restriction and the verb behind it. */
const SUBJECT_REACH = 6

/**
 * Where the verb stands by which a title says that a restriction is adopted or kept up: "Senate backs ban on gambling ads", "court upholds
 * curbs". That verb alone is good for what it is said of: "backs merger". -1 where there is none.
 */
export function findAdoption({ tags, words, isIn, hasIn }: EventTitle): number {
  // "Ceiling on card interest clears Senate panel".
  const passed = words.findIndex(
    (word, at) =>
      PASSES.test(word) &&
      words.slice(at + 1, at + 1 + BODY_REACH).some((one) => BODY.test(one)) &&
      tags.some((tag) => isNoun(tag, 'barrier') && tag.to <= at && at - tag.to <= SUBJECT_REACH),
  )
  if (passed >= 0) return passed
  return words.findIndex((_, at) => {
    if (!isIn(at, 'adopting') || tags.some((tag) => tag.from <= at && at < tag.to && tag.asset !== null)) return false
    const curb = tags.find((tag) => tag.from > at && tag.from - at <= REACH + 1 && isNoun(tag, 'barrier'))
    if (curb === undefined || hasIn('not_of_curb', at + 1, curb.from)) return false
    // "Approves lifting of ban", "backs end to curbs", "upholds block of ban".
    const isLoosened = (tag: Tag) =>
      tag !== curb && tag.from > at && tag.to <= curb.from && hasClass(tag, 'end', 'deny', 'terminate')
    return !tags.some(isLoosened)
  })
}
