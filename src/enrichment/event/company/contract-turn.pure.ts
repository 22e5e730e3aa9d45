import { isDenied, isPassive } from '../clause/company-clause.pure.ts'
import type { EventClause, ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isVerb, type Tag } from '../title/tag.pure.ts'

/** Tokens between "in a blow to" and the name: "in blow to Japan's Sony". */
const REACH = 3
const MOVING = /^(?:switch|mov|shift|transfer|migrat|swap|divert|redirect|reassign|steer|chang|go|flip|turn|tak|hand)/
const TAKING =
  /^(?:tak|took|strik|struck|kick|pull|cut|knock|push|leav|left|drop|remov|delet|throw|threw|bump|boot|weed)/
const LISTS =
  /^(?:lists?|formulary|formularies|plans?|menus?|shel(?:f|ves)|platform|index|shortlist|network|coverage|race|running|tender|project|consortium|contest|panel|roster|stores?)$/
const CUTTING =
  /^(?:loosen|loos|cut|reduc|eas|end|sever|scrap|ditch|dump|terminat|curb|trim|lessen|weaken|break|shed|halv|slash|shrink|pull|drop|cancel|scal|paus|freez|chop)(?:s|es|ed|ing|ting|ping|ling|ched|ches)?$/
const BUSINESS =
  /^(?:ties|links|reliance|dependence|dependency|alliance|partnership|volumes?|orders?|business|purchases|supplies|deliveries|share|work|parcels|chips?|contracts?|tie|pact|deal|agreement|accord|exclusivity|collaboration)$/
const SHARE = /^(?:share|customers?|subscribers|users)$/
const LED = /^(?:diversif|mov|shift|pivot|turn|wean|steer|walk|pull|switch|migrat)/
const OUT: ReadonlySet<string> = new Set(['off', 'out', 'from'])
const OF_PEOPLE = ['post', 'leader', 'appoint'] as const

/** What names get by where they stand: "moves cards from Goldman to JPMorgan", "in blow to Sony", "loses contract to Mitie", "takes Zepbound off list". */
export function readTurns(clause: EventClause): ReadonlyMap<Tag, number> {
  const { tags, names } = clause
  const { words } = clause.title
  const turns = new Map<Tag, number>()
  const isOfPeople = tags.some((tag) => OF_PEOPLE.some((one) => hasClass(tag, one)))
  const isAfter = (name: Tag, preposition: string) =>
    words[name.from - 1] === preposition || words[name.from - 2] === preposition
  const sourcing = words.findIndex(
    (word, at) => at >= clause.from && /^sourc(?:e|ing)$/.test(word) && words[at - 1] !== 'open',
  )
  names.forEach((name, i) => {
    const next = names[i + 1]
    const isMoved = words.slice(clause.from, name.from).some((word) => MOVING.test(word))
    if (next !== undefined && isMoved && isAfter(name, 'from') && isAfter(next, 'to') && !isOfPeople) {
      turns.set(name, -1)
      turns.set(next, 1)
    }
    const losing = tags.find(
      (tag) => isVerb(tag, 'lose') && tag.to <= name.from && names.some((one) => one.to <= tag.from),
    )
    const to = words.lastIndexOf('to', name.from - 1)
    if (
      losing !== undefined &&
      !isPassive(losing, clause) &&
      !isDenied(losing, clause) &&
      to >= losing.to &&
      name.from - to <= REACH + 1
    )
      turns.set(name, 1)
    const share = words.slice(Math.max(clause.from, name.from - 4), name.from - 1).some((word) => SHARE.test(word))
    const taking = tags.find(
      (tag) => tag.to <= name.from && (isVerb(tag, 'win') || isVerb(tag, 'choose') || isVerb(tag, 'beat')),
    )
    const taker = names.find((one) => taking !== undefined && one.to <= taking.from)
    if (share && words[name.from - 1] === 'from' && taker !== undefined) {
      turns.set(name, -1)
      turns.set(taker, 1)
    }
    const isTaken = words.slice(Math.max(clause.from, name.from - 3), name.from).some((word) => TAKING.test(word))
    const isOff =
      OUT.has(words[name.to] ?? '') && words.slice(name.to + 1, name.to + 5).some((word) => LISTS.test(word))
    if (isTaken && isOff) turns.set(name, -1)
    // "Loosening Microsoft ties", "cutting UPS volumes".
    const isCut = words.slice(Math.max(clause.from, name.from - 3), name.from).some((word) => CUTTING.test(word))
    const own = words[name.to] === "'s" ? name.to + 1 : name.to
    if (isCut && BUSINESS.test(words[own] ?? '')) turns.set(name, -1)
    // "Shifts orders to Luxshare", "diversifies away from Foxconn".
    const isWorkMoved = isMoved && words.slice(clause.from, name.from).some((word) => BUSINESS.test(word))
    if (isWorkMoved && words[name.from - 1] === 'to') turns.set(name, 1)
    const isLeft =
      words[name.from - 1] === 'from' && /^(?:away|break|departure|shift|pivot)$/.test(words[name.from - 2] ?? '')
    if (isLeft && words.slice(clause.from, name.from).some((word) => LED.test(word) || /^(?:in|marking)$/.test(word)))
      turns.set(name, -1)
    // "At TSMC instead of Samsung".
    if (
      next !== undefined &&
      next.from - name.to === 2 &&
      /^(?:instead of|rather than)$/.test(words.slice(name.to, next.from).join(' '))
    ) {
      turns.set(name, 1)
      turns.set(next, -1)
    }
    if (isSupplying(name, clause)) turns.set(name, 1)
    // "To source batteries from CATL".
    if (sourcing >= 0 && sourcing < name.from && words[name.from - 1] === 'from') turns.set(name, 1)
    if (words[name.from - 1] === 'of' && /^favou?r$/.test(words[name.from - 2] ?? '')) turns.set(name, 1)
  })
  return turns
}

/** "To make image sensors for Apple", "to build AI servers for OpenAI": whom it serves is named. */
function isSupplying(name: Tag, { tags, title: { words } }: EventClause): boolean {
  const verb = tags.find((tag) => tag.from >= name.to && tag.asset === null && tag.readings.length > 0)
  if (verb === undefined || !isVerb(verb, 'serve') || !WILL.test(words[verb.from - 1] ?? '') || verb.from - name.to > 2)
    return false
  // "To build OpenAI device".
  const isBefore = tags.some(
    ({ from, readings }) => from === verb.to && readings.some((one) => one.class === 'newcomer'),
  )
  if (isBefore) return true
  const customer = tags.find(
    (tag) =>
      tag.from > verb.to &&
      (tag.asset?.type === 'stock' ? tag.asset !== name.asset : hasClass(tag, 'newcomer')) &&
      /^(?:for|to)$/.test(words[tag.from - 1] ?? ''),
  )
  return (
    customer !== undefined && tags.some((tag) => tag.from >= verb.to && tag.to <= customer.from && tag.goods.length > 0)
  )
}

const WILL = /^(?:to|will|starts|begins)$/

/** Who an order for another is a blow to, or a boost. */
export function readBlows({ tags, names, title }: EventClause): ReadonlyMap<Tag, number> {
  const blows = new Map<Tag, number>()
  for (const name of names) {
    const told = tags.find(
      (tag) => tag.asset === null && tag.to <= name.from && name.from - tag.to <= REACH && isToward(tag, title),
    )
    if (told !== undefined) blows.set(name, hasClass(told, 'lose') ? -1 : 1)
  }
  return blows
}

/** "In blow to", "boost for". */
function isToward(tag: Tag, { words }: ListedTitle): boolean {
  const isPhrase = tag.to - tag.from > 1 && (words[tag.to - 1] === 'to' || words[tag.to - 1] === 'for')
  return isPhrase && tag.readings.some((one) => !one.isVerb && (one.class === 'lose' || one.class === 'win'))
}
