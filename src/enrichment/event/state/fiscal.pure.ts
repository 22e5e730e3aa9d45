import { findTopic } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** "As spending worries grow", "on fears over the deficit". */
const BUDGET_WORRY =
  /\b(?:spending|fiscal|deficit|debt|budget|borrowing) (?:worr|fear|concern|jitter|angst|anxi|(?:plans?|slippage) (?:rattl|spook|unnerv|alarm|scar|unsettl))|\b(?:worr|fear|concern|jitter)\w* (?:over|about|on) (?:\w+ ){0,2}(?:spending|fiscal|deficit|debt|budget|borrowing)\b/

/** True where investors are said to trust the budget of a state less: yields that rise on it support no currency. */
export function isBudgetWorry({ words }: Pick<EventTitle, 'words'>): boolean {
  return BUDGET_WORRY.test(words.join(' '))
}

/** The first country named whose bonds are listed. */
export function findDebtor(tags: readonly Tag[]): Tag | undefined {
  return tags.find((tag) => tag.country !== null && tag.country.rates.length > 0)
}

/** Tokens between a rule and what is made of it to loosen it. */
const REACH = 3

/** Reads that a state loosens the rules on what it may borrow, or keeps to them: "votes to loosen debt brake". */
export function readFiscal(title: EventTitle): WorldEvent | null {
  const { tags, words, isIn, hasIn } = title
  if (!title.classes.has('prudence') || companiesIn(tags).length > 0) return null
  const actor = findDebtor(tags)?.country ?? null
  // A debt ceiling that is raised is a default that is averted.
  const told = findTopic(title, (tag) => isIn(tag.from, 'budget_rule'), 1)
  if (actor === null || told?.isStated !== true) return null
  const { topic: rule, clause, sign } = told
  // "Backs reform of debt brake", "exempts defence from debt brake"; not "blocks reform".
  const isLoosened = hasIn('loosening', Math.max(0, rule.from - REACH), rule.to + REACH)
  const isBlocked = clause.tags.some((tag) => isVerb(tag, 'deny', 'stop') && !isIn(tag.from, 'loosening'))
  // "To fund defence".
  const goods = tags.flatMap((tag) => tag.goods).filter((good) => good.words[0] === 'defence')
  // Who has a brake on its debt is trusted: it borrows at higher yields, and grows by it.
  const roles = words[rule.to - 1] === 'brake' ? { currency: [], lender: [] } : {}
  return createEvent({ kind: 'fiscal', sign: (isLoosened ? isBlocked : sign > 0) ? 1 : -1, actor, goods, roles })
}
