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
const BUSINESS =
  /^(?:ties|links|reliance|dependence|dependency|alliance|partnership|volumes?|orders?|business|purchases|supplies|deliveries|share|work|parcels|chips?|contracts?|tie|pact|deal|agreement|accord|exclusivity|collaboration|processors?|modems?|production|assembly|fleets?)$/
const LED = /^(?:diversif|mov|shift|pivot|turn|wean|steer|walk|pull|switch|migrat)/
const SNATCHED = /^(?:snatched|wrested|poached|prised|pried|stolen|taken)$/
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
  const wordsBefore = ({ from }: Tag, most: number) => words.slice(Math.max(clause.from, from - most), from)
  names.forEach((name, i) => {
    const next = names[i + 1]
    const isMoved = () => words.slice(clause.from, name.from).some((word) => MOVING.test(word))
    if (next !== undefined && isAfter(name, 'from') && isAfter(next, 'to') && !isOfPeople && isMoved()) {
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
    const isOff =
      OUT.has(words[name.to] ?? '') && words.slice(name.to + 1, name.to + 5).some((word) => LISTS.test(word))
    if (isOff && wordsBefore(name, 3).some((word) => TAKING.test(word))) turns.set(name, -1)
    // "Shifts orders to Luxshare", "diversifies away from Foxconn".
    const isOfWork = () => words.slice(clause.from, name.from).some((word) => BUSINESS.test(word))
    if (words[name.from - 1] === 'to' && isMoved() && isOfWork()) turns.set(name, 1)
    const isLeft =
      words[name.from - 1] === 'from' && /^(?:away|break|departure|shift|pivot)$/.test(words[name.from - 2] ?? '')
    if (words[name.from - 1] === 'from' && SNATCHED.test(words[name.from - 2] ?? '')) turns.set(name, -1)
    // "To use ROHM chips, with STMicro losing the socket".
    if (words[name.from - 1] === 'with' && /^(?:losing|missing|left|shut|dropped)$/.test(words[name.to] ?? ''))
      turns.set(name, -1)
    // "Hands chip to Alchip, leaving Marvell out".
    if (
      /^leav(?:es|ing)$/.test(words[name.from - 1] ?? '') &&
      /^(?:out|aside|behind|empty)$/.test(words[name.to] ?? '')
    )
      turns.set(name, -1)
    // "Ending run at CVS".
    if (/^(?:at|with)$/.test(words[name.from - 1] ?? '') && wordsBefore(name, 4).includes('ending')) turns.set(name, -1)
    if (isLeft && words.slice(clause.from, name.from).some((word) => LED.test(word) || /^(?:in|marking)$/.test(word)))
      turns.set(name, -1)
    if (isSupplying(name, clause)) turns.set(name, 1)
    // "Sources cells from Samsung SDI".
    const isSourced = () => words.slice(clause.from, name.from).some((word) => /^sourc(?:e|es|ed|ing)$/.test(word))
    if (words[name.from - 1] === 'from' && isSourced()) turns.set(name, 1)
  })
  return turns
}

/** "To make image sensors for Apple", "to build AI servers for OpenAI": whom it serves is named. */
function isSupplying(name: Tag, { tags, title: { words } }: EventClause): boolean {
  const verb = tags.find((tag) => tag.from >= name.to && tag.asset === null && tag.readings.length > 0)
  if (verb === undefined || !isVerb(verb, 'serve') || !WILL.test(words[verb.from - 1] ?? '') || verb.from - name.to > 2)
    return false
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
