import { isDenied, isPassive } from '../clause/company-clause.pure.ts'
import type { EventClause, ListedTitle } from '../title/event-title.pure.ts'
import { isVerb, type Tag } from '../title/tag.pure.ts'

/** Tokens between "in a blow to" and the name: "in blow to Japan's Sony". */
const REACH = 3
const MOVING = /^(?:switch|mov|shift|transfer|migrat|swap|divert|redirect|reassign|steer|chang|go|flip|turn|tak|hand)/
const BUSINESS =
  /^(?:ties|links|reliance|dependence|dependency|alliance|partnership|volumes?|orders?|business|purchases|supplies|deliveries|share|work|parcels|chips?|contracts?|tie|pact|deal|agreement|accord|exclusivity|collaboration|processors?|modems?|production|assembly|fleets?)$/
const LED = /^(?:diversif|mov|shift|pivot|turn|wean|steer|walk|pull|switch|migrat)/

/** What names get by where they stand: "moves cards from Goldman to JPMorgan", "in blow to Sony", "loses contract to Mitie", "takes Zepbound off list". */
export function readTurns(clause: EventClause): ReadonlyMap<Tag, number> {
  const { tags, names } = clause
  const { words } = clause.title
  const turns = new Map<Tag, number>()
  const isAfter = (name: Tag, preposition: string) => words[name.from - 1] === preposition
  const wordsBefore = ({ from }: Tag, most: number) => words.slice(Math.max(clause.from, from - most), from)
  names.forEach((name, i) => {
    const next = names[i + 1]
    const isMoved = () => words.slice(clause.from, name.from).some((word) => MOVING.test(word))
    if (next !== undefined && isAfter(name, 'from') && isAfter(next, 'to') && isMoved()) {
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
    // "Shifts orders to Luxshare", "diversifies away from Foxconn".
    const isOfWork = () => words.slice(clause.from, name.from).some((word) => BUSINESS.test(word))
    if (words[name.from - 1] === 'to' && isMoved() && isOfWork()) turns.set(name, 1)
    const isLeft =
      words[name.from - 1] === 'from' && /^(?:away|break|departure|shift|pivot)$/.test(words[name.from - 2] ?? '')
    // "Ending run at CVS".
    if (/^(?:at|with)$/.test(words[name.from - 1] ?? '') && wordsBefore(name, 4).includes('ending')) turns.set(name, -1)
    if (isLeft && words.slice(clause.from, name.from).some((word) => LED.test(word))) turns.set(name, -1)
    // "Sources cells from Samsung SDI".
    const isSourced = () => words.slice(clause.from, name.from).some((word) => /^sourc(?:e|es|ed|ing)$/.test(word))
    if (words[name.from - 1] === 'from' && isSourced()) turns.set(name, 1)
  })
  return turns
}

/** Who an order for another is a blow to, or a boost. */
export function readBlows({ tags, names, title }: EventClause): ReadonlyMap<Tag, number> {
  const blows = new Map<Tag, number>()
  for (const name of names) {
    const told = tags.find(
      (tag) => tag.asset === null && tag.to <= name.from && name.from - tag.to <= REACH && isToward(tag, title),
    )
    if (told !== undefined) blows.set(name, -1)
  }
  return blows
}

/** "In blow to", "boost for". */
function isToward(tag: Tag, { words }: ListedTitle): boolean {
  const isPhrase = tag.to - tag.from > 1 && words[tag.to - 1] === 'to'
  return isPhrase && tag.readings.some((one) => !one.isVerb && one.class === 'lose')
}
