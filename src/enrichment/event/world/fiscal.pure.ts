import { signOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNoun, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** What binds what a state may borrow; a debt ceiling that is raised is a default that is averted. */
const RULES = /^(?:debt brake|budget rules?|fiscal rules?|fiscal targets?|deficit targets?)$/

/** Reads that a state loosens the rules on what it may borrow, or keeps to them: "votes to loosen debt brake". */
export function readFiscal({ tags, words, phrases }: EventTitle): WorldEvent | null {
  const country = tags.find((tag) => tag.country !== null && tag.country.rates.length > 0)?.country ?? null
  const isRule = (tag: Tag) => isNoun(tag, 'prudence') && RULES.test(words.slice(tag.from, tag.to).join(' '))
  const clause = phrases.find((phrase) => phrase.tags.some(isRule))
  const rule = clause?.tags.find(isRule)
  if (country === null || clause === undefined || rule === undefined || companiesIn(tags).length > 0) return null
  const told = signOf(rule, 1, clause)
  return told.isStated ? createEvent({ kind: 'fiscal', sign: told.sign < 0 ? -1 : 1, actor: country }) : null
}
