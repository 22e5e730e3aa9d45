import { wordSet } from '../../text/word-set.pure.ts'
import { signOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const AGENCIES = /^(?:moody's|moodys|moody|fitch|dbrs|scope|s&p|kbra)$/
const LOWERED = /^(?:cuts?|lowers?|downgrades?|strips?|drops?|slashes|knocks|junks)$/
const RAISED = /^(?:raises?|lifts?|upgrades?|restores?|bumps?)$/
/** Tokens between the verb of an agency and the country. */
const REACH = 2

const SALE = /\b(?:auction|(?:bond|debt|gilt|bund|treasury|\d+ year) (?:sale|auction|offering|tap))\b/
const WEAK =
  /\b(?:thin|weak|weakest|tepid|poor|poorest|soft|softest|lacklustre|lowest|tail|tails|fails?|flops?|undersubscribed|uncovered)\b/
const STRONG = /\b(?:strong|strongest|solid|robust|record demand|highest|oversubscribed|snapped up)\b/
const SUPPLY = /^(?:gilt|bond|debt|treasury|bund|jgb|long bond) (?:sales?|issuance|supply|auctions?|offerings?)$/

/** Only the yields of a sale are told: nothing of how sound the state is. */
const YIELDS_ONLY = { currency: [], lender: [], haven: [] }

const OF_DEBT = wordSet(
  "moody's moodys moody fitch dbrs scope s&p kbra auction auctions sale sales offering tap issuance supply",
)

/** Reads what becomes of a state's debt: how it is rated, how a sale of it goes, how much is sold. */
export function readDebt(title: EventTitle): WorldEvent | null {
  const { tags, words, classes } = title
  if (!classes.has('borrowing') && !words.some((word) => OF_DEBT.has(word))) return null
  const named = tags.find((tag) => tag.country !== null && tag.country.rates.length > 0)
  if (named?.country == null || companiesIn(tags).length > 0) return null
  const rated = readRating(named, title)
  if (rated !== 0) return createEvent({ kind: 'fiscal', sign: rated, actor: named.country, isOutright: true })
  const sold = readSale(title) || readIssuance(title)
  return sold === 0
    ? null
    : createEvent({ kind: 'fiscal', sign: sold, actor: named.country, roles: YIELDS_ONLY, isOutright: true })
}

/** "Moody's cuts Belgium by a notch". */
function readRating({ from }: Tag, { words }: EventTitle): 1 | -1 | 0 {
  if (!words.slice(0, 2).some((word) => AGENCIES.test(word))) return 0
  const verb = words.findLastIndex(
    (word, at) => at < from && from - at <= REACH && (LOWERED.test(word) || RAISED.test(word)),
  )
  if (verb < 0) return 0
  return LOWERED.test(words[verb] ?? '') ? -1 : 1
}

/** "Thin bidding at Tokyo's 40-year sale". */
function readSale({ words }: EventTitle): 1 | -1 | 0 {
  const text = words.join(' ').replaceAll('-', ' ')
  if (!SALE.test(text) || WEAK.test(text) === STRONG.test(text)) return 0
  return WEAK.test(text) ? -1 : 1
}

const SOLD = /\b(?:auctions?|issuance|sales?|supply) of (?:\S+ ){0,5}(?:bonds?|gilts?|notes|debt|treasuries|bunds?)\b/
const LARGER = /^(?:enlarg|rais|increas|boost|lift|expand|step|ramp)/
const SMALLER = /^(?:trim|cut|reduc|halt|scal|shrink|shrank|pause|suspend|slow)/

/** "Debt office all but halts gilt sales": less of it is to be had. */
function readIssuance({ words, phrases }: EventTitle): 1 | -1 | 0 {
  if (SOLD.test(words.join(' '))) {
    const verb = words.find((word) => LARGER.test(word) || SMALLER.test(word))
    return verb === undefined ? 0 : LARGER.test(verb) ? -1 : 1
  }
  const isSupply = (tag: Tag) => isNoun(tag, 'borrowing') && SUPPLY.test(words.slice(tag.from, tag.to).join(' '))
  const clause = phrases.find((phrase) => phrase.tags.some(isSupply))
  const supply = clause?.tags.find(isSupply)
  if (
    clause === undefined ||
    supply === undefined ||
    !clause.tags.some((tag) => isVerb(tag, 'stop', 'start') && tag.to <= supply.from)
  )
    return 0
  return signOf(supply, 1, clause).sign < 0 ? 1 : -1
}
