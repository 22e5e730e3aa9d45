import { signOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** What binds what a state may borrow; a debt ceiling that is raised is a default that is averted. */
const RULES =
  /^(?:debt brake|borrowing rules?|deficit (?:ceiling|cap|limit)|ceiling on (?:budget )?deficit|(?:cap|limit) on (?:budget )?deficit|budget rules?|fiscal rules?|fiscal targets?|deficit targets?)$/

/** "As spending worries grow", "on fears over the deficit". */
const BUDGET_WORRY =
  /\b(?:spending|fiscal|deficit|debt|budget|borrowing) (?:worr|fear|concern|jitter|angst|anxi|(?:plans?|slippage) (?:rattl|spook|unnerv|alarm|scar|unsettl))|\b(?:worr|fear|concern|jitter)\w* (?:over|about|on) (?:\w+ ){0,2}(?:spending|fiscal|deficit|debt|budget|borrowing)\b/

/** True where investors are said to trust the budget of a state less: yields that rise on it support no currency. */
export function isBudgetWorry({ words }: Pick<EventTitle, 'words'>): boolean {
  return BUDGET_WORRY.test(words.join(' '))
}

/** What is made of a rule to loosen it, and the tokens between the two. */
const REFORM = /^(?:reforms?|overhauls?|exemptions?|carve-?outs?|suspension|change|changes|waiver|relief)$/
const REACH = 3

/** Reads that a state loosens the rules on what it may borrow, or keeps to them: "votes to loosen debt brake". */
export function readFiscal({ tags, words, phrases, classes }: EventTitle): WorldEvent | null {
  if (!classes.has('prudence')) return null
  const country = tags.find((tag) => tag.country !== null && tag.country.rates.length > 0)?.country ?? null
  const isRule = (tag: Tag) => isNoun(tag, 'prudence') && RULES.test(words.slice(tag.from, tag.to).join(' '))
  const clause = phrases.find((phrase) => phrase.tags.some(isRule))
  const rule = clause?.tags.find(isRule)
  if (country === null || clause === undefined || rule === undefined || companiesIn(tags).length > 0) return null
  const told = signOf(rule, 1, clause)
  const near = words.slice(Math.max(0, rule.from - REACH), rule.to + REACH)
  // "Backs reform of debt brake", "exempts defence from debt brake".
  const isReform = near.some((word) => REFORM.test(word))
  if (!told.isStated && !isReform) return null
  const isKept = told.sign > 0 && !words.slice(Math.max(0, rule.from - REACH), rule.from).includes('from')
  const isBlocked = clause.tags.some(
    (tag) => isVerb(tag, 'deny', 'drop', 'walk', 'stop') && !REFORM.test(words[tag.from] ?? ''),
  )
  const isSound = isReform ? isBlocked : isKept
  // "To fund defence".
  const goods = tags.flatMap((tag) => tag.goods).filter((good) => good.words[0] === 'defence')
  // Who has a brake on its debt is trusted: it borrows at higher yields, and grows by it.
  const isTrusted = words[rule.to - 1] === 'brake'
  const roles = isTrusted ? { currency: [], lender: [] } : {}
  return createEvent({ kind: 'fiscal', sign: isSound ? 1 : -1, actor: country, goods, roles })
}
