import { isPassive, tickersOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between the word of a copy and the original. */
const REACH = 3

/** Reads that a copy of a named product comes to the market or is kept from it: "generic Ozempic goes on sale", "court blocks copies of Eylea". */
export function readCopy(title: EventTitle): WorldEvent | null {
  const { tags, classes, clauses, words } = title
  // Words of the law decide who wins a case, not whether a copy is sold; "off shelves" may be where a copy is kept.
  const isOther = (tag: Tag) =>
    words[tag.from] !== 'off' && hasClass(tag, 'case', 'bid', 'deal', 'recall', 'trial', 'guidance', 'strike')
  if (!classes.has('copy') || tags.some(isOther)) return null
  for (const clause of clauses) {
    for (const copy of clause.tags.filter((tag) => isNoun(tag, 'copy'))) {
      const original = clause.names.findLast((name) => isOriginal(name, copy, title))
      if (original === undefined) continue
      const isDone = (tag: Tag) =>
        tag.asset === null && tag !== copy && tag.readings.some((one) => one.isVerb) && tag.goods.length === 0
      // "FDA clears robot, rival to Intuitive".
      const done = (clause.tags.some(isDone) ? clause.tags : tags).filter(isDone)
      // What is "slashed" may be a price: only what is done to the copy counts.
      const isDoneTo = (tag: Tag) =>
        (tag.to <= copy.from && copy.from - tag.to <= 3) || (tag.from >= copy.to && isPassive(tag, clause))
      const isStopping = (tag: Tag) => isVerb(tag, 'stop', 'walk', 'drop', 'barrier') || isNegated(tag, title)
      // "Keeps biosimilars of Eylea off shelves".
      const isKeptOff = words.slice(original.to, clause.to).some((word) => word === 'off' || word === 'out')
      const closing = done.find(
        (tag) => (isKeptOff && tag.to <= copy.from && hasClass(tag, 'keep')) || (isDoneTo(tag) && isStopping(tag)),
      )
      // "Gets nod for".
      const isLetting = (tag: Tag) => isNoun(tag, 'approval') && !hasClass(tag, 'deny')
      const opening =
        done.find((tag) => isVerb(tag, 'launch', 'approve', 'start') && tag !== closing) ?? clause.tags.find(isLetting)
      if (closing === undefined && opening === undefined) continue
      const maker = companiesIn(tags).findLast((name) => name.to <= copy.from && name.asset !== original.asset)
      return createEvent({
        kind: 'launch',
        sign: closing === undefined ? 1 : -1,
        goods: copy.goods,
        roles: { opponent: tickersOf([original]), launcher: maker === undefined ? [] : tickersOf([maker]) },
      })
    }
  }
  return null
}

/** "Copies of Eylea", "generic Ozempic"; or "Eylea biosimilar"; not "Bet365 rival Entain". */
function isOriginal(name: Tag, copy: Tag, { words, breaks, isIn }: EventTitle): boolean {
  const isApposition = copy.to === name.from && copy.to - copy.from === 1 && isIn(copy.from, 'competitor')
  const isBefore = !isApposition && copy.to <= name.from && name.from - copy.to <= REACH && breaks[name.from] !== true
  const isAfter =
    name.to === copy.from &&
    (name.product !== null || name.goods.length > 0) &&
    words[name.to] !== "'s" &&
    words[name.to - 1] !== "'s"
  return isBefore || isAfter
}
