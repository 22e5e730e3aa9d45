import { findTopic } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, follows, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { findDebtor } from './fiscal.pure.ts'

/** Tokens between the verb of an agency and the country. */
const REACH = 2

const SALE = /\b(?:auction|(?:bond|debt|gilt|bund|treasury|\d+ year) (?:sale|auction|offering|tap))\b/
const SOLD = /\b(?:auctions?|issuance|sales?|supply) of (?:\S+ ){0,5}(?:bonds?|gilts?|notes|debt|treasuries|bunds?)\b/
const SUPPLY = /^(?:gilt|bond|debt|treasury|bund|jgb|long bond) (?:sales?|issuance|supply|auctions?|offerings?)$/

/** Only the yields of a sale are told: nothing of how sound the state is. */
const YIELDS_ONLY = { currency: [], lender: [], haven: [] }

/** Reads what becomes of a state's debt: how it is rated, how a sale of it goes, how much is sold. */
export function readDebt(title: EventTitle): WorldEvent | null {
  const { tags, classes, hasIn } = title
  if (!classes.has('borrowing') && !hasIn('rating_agency', 0, 2) && !hasIn('debt_sale')) return null
  const debtor = findDebtor(tags)
  if (debtor === undefined || companiesIn(tags).length > 0) return null
  const actor = debtor.country
  const rated = readRating(debtor, title)
  if (rated !== 0) return createEvent({ kind: 'fiscal', sign: rated, actor, isOutright: true })
  const sold = readSale(title) || readIssuance(title)
  return sold === 0 ? null : createEvent({ kind: 'fiscal', sign: sold, actor, roles: YIELDS_ONLY, isOutright: true })
}

/** "Moody's cuts Belgium by a notch". */
function readRating({ from }: Tag, { hasIn }: EventTitle): 1 | -1 | 0 {
  if (!hasIn('rating_agency', 0, 2)) return 0
  const start = Math.max(0, from - REACH)
  return hasIn('downgrading', start, from) ? -1 : hasIn('upgrading', start, from) ? 1 : 0
}

/** "Thin bidding at Tokyo's 40-year sale". */
function readSale({ words, hasIn }: EventTitle): 1 | -1 | 0 {
  const isWeak = hasIn('weak_sale')
  if (isWeak === hasIn('strong_sale') || !SALE.test(words.join(' ').replaceAll('-', ' '))) return 0
  return isWeak ? -1 : 1
}

/** "Debt office all but halts gilt sales": less of it is to be had. */
function readIssuance(title: EventTitle): 1 | -1 | 0 {
  const { words } = title
  if (SOLD.test(words.join(' '))) {
    const verb = title.tags.find((tag) => isVerb(tag, 'more', 'start', 'less', 'stop', 'end'))
    return verb === undefined ? 0 : isVerb(verb, 'more', 'start') ? -1 : 1
  }
  const isSupply = (tag: Tag) => isNoun(tag, 'borrowing') && SUPPLY.test(words.slice(tag.from, tag.to).join(' '))
  const told = findTopic(title, isSupply, 1)
  if (told?.clause.tags.some((tag) => isVerb(tag, 'stop', 'start') && follows(told.topic, tag)) !== true) return 0
  return told.sign < 0 ? 1 : -1
}
