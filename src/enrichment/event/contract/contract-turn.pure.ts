import { isDenied, isPassive } from '../clause/company-clause.pure.ts'
import type { EventClause } from '../title/event-title.pure.ts'
import { follows, hasClass, isNoun, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'

/** Who is named and whether he gets the order (1) or loses it (-1). */
export interface Gain {
  readonly name: Tag
  readonly sign: number
}

/** Tokens between "in a blow to" and the name: "in blow to Japan's Sony". */
const REACH = 3

/** What names get by where they stand: "moves cards from Goldman to JPMorgan", "loses contract to Mitie", "takes Zepbound off list". */
export function readTurns(clause: EventClause): Gain[] {
  const { names, tags, title } = clause
  const turns = new Map<Tag, number>()
  const isAfter = ({ from }: Tag, preposition: string) =>
    title.words[from - 1] === preposition || title.words[from - 2] === preposition
  const isOfPeople = isTagged(tags, 'post', 'leader', 'appoint')
  names.forEach((name, i) => {
    const next = names[i + 1]
    const isPair = next !== undefined && isAfter(name, 'from') && isAfter(next, 'to') && !isOfPeople
    if (isPair && title.hasIn('moving_business', clause.from, name.from)) turns.set(name, -1).set(next, 1)
    const sign = readPlacing(name, clause)
    if (sign !== 0) turns.set(name, sign)
  })
  return [...turns].map(([name, sign]) => ({ name, sign }))
}

/** What the words right before and after a name say that it gets. */
function readPlacing(name: Tag, clause: EventClause): number {
  const { words, isIn, hasIn } = clause.title
  const { from, to } = name
  const [before = '', behind = ''] = [words[from - 1], words[to]]
  const isSourced = before === 'from' && hasIn('sourcing', clause.from, from)
  if (isSourced || isSupplying(name, clause)) return 1
  const isLeft =
    // "Diversifies away from Foxconn", "contract snatched from Serco".
    (before === 'from' && isIn(from - 2, 'parting_from') && hasIn('turning', clause.from, from)) ||
    (before === 'from' && isIn(from - 2, 'taken_from')) ||
    // "To use ROHM chips, with STMicro losing the socket".
    (before === 'with' && isIn(to, 'left_out')) ||
    // "Hands chip to Alchip, leaving Marvell out".
    (/^leav(?:es|ing)$/.test(before) && isIn(to, 'left_out')) ||
    // "Ending run at CVS".
    (/^(?:at|with)$/.test(before) && words.slice(Math.max(clause.from, from - 4), from).includes('ending'))
  if (isLeft) return -1
  // "Shifts orders to Luxshare".
  if (before === 'to' && hasIn('moving_business', clause.from, from) && hasIn('dealings', clause.from, from)) return 1
  const isOff = /^(?:off|out|from)$/.test(behind) && hasIn('list_of_buyer', to + 1, to + 5)
  if (isOff && hasIn('taking_off', Math.max(clause.from, from - 3), from)) return -1
  return isLostTo(name, clause) ? 1 : 0
}

/** "Loses contract to Mitie". */
function isLostTo(name: Tag, clause: EventClause): boolean {
  const losing = clause.tags.find(
    (tag) => isVerb(tag, 'lose') && follows(name, tag) && clause.names.some((one) => follows(tag, one)),
  )
  if (losing === undefined || isPassive(losing, clause) || isDenied(losing, clause)) return false
  const to = clause.title.words.lastIndexOf('to', name.from - 1)
  return to >= losing.to && name.from - to <= REACH + 1
}

/** "To make image sensors for Apple", "to build AI servers for OpenAI": whom it serves is named. */
function isSupplying(name: Tag, { tags, title: { words } }: EventClause): boolean {
  const verb = tags.find((tag) => follows(tag, name) && tag.asset === null && tag.readings.length > 0)
  if (verb === undefined || !isVerb(verb, 'serve') || !WILL.test(words[verb.from - 1] ?? '') || verb.from - name.to > 2)
    return false
  const customer = tags.find(
    (tag) =>
      tag.from > verb.to &&
      (tag.asset?.type === 'stock' ? tag.asset !== name.asset : hasClass(tag, 'newcomer')) &&
      /^(?:for|to)$/.test(words[tag.from - 1] ?? ''),
  )
  return (
    customer !== undefined && tags.some((tag) => follows(tag, verb) && follows(customer, tag) && tag.goods.length > 0)
  )
}

const WILL = /^(?:to|will|starts|begins)$/

/** Who an order for another is a blow to, or a boost: "in blow to", "boost for". */
export function readBlows({ tags, names, title: { words } }: EventClause): Gain[] {
  const isToward = (tag: Tag) => tag.to - tag.from > 1 && /^(?:to|for)$/.test(words[tag.to - 1] ?? '')
  return names.flatMap((name) => {
    const told = tags.find(
      (tag) => tag.asset === null && follows(name, tag, REACH) && isToward(tag) && isNoun(tag, 'lose', 'win'),
    )
    return told === undefined ? [] : { name, sign: hasClass(told, 'lose') ? -1 : 1 }
  })
}
