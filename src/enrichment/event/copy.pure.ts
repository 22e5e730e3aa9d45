import { isPassive, tickersOf } from './company-clause.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isNegated, isNoun, isVerb, type Mark } from './mark.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Tokens between the word of a copy and the original. */
const REACH = 3

/** Reads that a copy of a named product comes to the market or is kept from it: "generic Ozempic goes on sale", "court blocks copies of Eylea". */
export function readCopy(title: EventTitle): WorldEvent | null {
  const { marks, clauses, words } = title
  // Words of the law decide who wins a case, not whether a copy is sold; "off shelves" may be where a copy is kept.
  const isOther = (mark: Mark) =>
    words[mark.from] !== 'off' && hasClass(mark, 'case', 'bid', 'deal', 'recall', 'trial', 'guidance', 'strike')
  if (!isMarked(marks, 'copy') || marks.some(isOther)) return null
  for (const clause of clauses) {
    for (const copy of clause.marks.filter((mark) => isNoun(mark, 'copy'))) {
      const original = clause.names.findLast((name) => isOriginal(name, copy, title))
      if (original === undefined) continue
      const isDone = (mark: Mark) =>
        mark.asset === null && mark !== copy && mark.readings.some((one) => one.isVerb) && mark.goods.length === 0
      // "FDA clears robot, rival to Intuitive".
      const done = (clause.marks.some(isDone) ? clause.marks : marks).filter(isDone)
      // What is "slashed" may be a price: only what is done to the copy counts.
      const isDoneTo = (mark: Mark) =>
        (mark.to <= copy.from && copy.from - mark.to <= 3) || (mark.from >= copy.to && isPassive(mark, clause))
      const isStopping = (mark: Mark) => isVerb(mark, 'stop', 'walk', 'drop', 'barrier') || isNegated(mark, title)
      // "Keeps biosimilars of Eylea off shelves".
      const isKeptOff = words.slice(original.to, clause.to).some((word) => word === 'off' || word === 'out')
      const closing = done.find(
        (mark) => (isKeptOff && mark.to <= copy.from && hasClass(mark, 'keep')) || (isDoneTo(mark) && isStopping(mark)),
      )
      const opening = done.find((mark) => isVerb(mark, 'launch', 'approve', 'start') && mark !== closing)
      if (closing === undefined && opening === undefined) continue
      const maker = companiesIn(marks).find((name) => name.to <= copy.from && name.asset !== original.asset)
      // Who keeps the copies of others out is not who makes them.
      const isOwn = opening !== undefined && !isPassive(opening, clause) && closing === undefined
      return createEvent({
        kind: 'launch',
        sign: closing === undefined ? 1 : -1,
        cast: { opponent: tickersOf([original]), launcher: isOwn && maker !== undefined ? tickersOf([maker]) : [] },
      })
    }
  }
  return null
}

/** "Copies of Eylea", "generic Ozempic"; or "Eylea biosimilar"; not "Bet365 rival Entain". */
function isOriginal(name: Mark, copy: Mark, { words, breaks, isIn }: EventTitle): boolean {
  const isApposition = copy.to === name.from && isIn(copy.from, 'competitor')
  const isBefore = !isApposition && copy.to <= name.from && name.from - copy.to <= REACH && breaks[name.from] !== true
  const isAfter =
    name.to === copy.from &&
    (name.product !== null || name.goods.length > 0) &&
    words[name.to] !== "'s" &&
    words[name.to - 1] !== "'s"
  return isBefore || isAfter
}
