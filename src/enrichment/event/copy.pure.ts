import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { companiesIn, isPassive, splitCompanyClauses, tickersOf } from './company-clause.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** What lets a copy into the market, and what keeps it out. */
const OPENING: readonly EventWordClass[] = ['launch', 'approve', 'start']
const CLOSING: readonly EventWordClass[] = ['stop', 'walk', 'drop', 'barrier']
/** Words of the law decide who wins a case, not whether a copy is sold. */
const OTHER: readonly EventWordClass[] = ['case', 'bid', 'deal', 'recall', 'trial', 'guidance', 'strike']
/** Who competes is called so before its name. */
const COMPETING = /^(?:rival|competitor|challenger|peer)/
/** Tokens between the word of a copy and the original. */
const REACH = 3

/** Reads that a copy of a named product comes to the market or is kept from it: "generic Ozempic goes on sale", "court blocks copies of Eylea". */
export function readCopy(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  // "Off shelves" may be where a copy is kept.
  const isOther = (mark: Mark) => title.words[mark.from] !== 'off' && OTHER.some((one) => hasClass(mark, one))
  if (!marks.some((mark) => hasClass(mark, 'copy')) || marks.some(isOther)) return null
  const names = companiesIn(marks)
  for (const clause of splitCompanyClauses(marks, title)) {
    const copies = clause.marks.filter((mark) => mark.readings.some((one) => one.class === 'copy' && !one.isVerb))
    for (const copy of copies) {
      const original = clause.names.findLast((name) => isOriginal(name, copy, title))
      if (original === undefined) continue
      const isDone = (mark: Mark) =>
        mark.asset === null && mark !== copy && mark.readings.some((one) => one.isVerb) && mark.goods.length === 0
      // "FDA clears robot, rival to Intuitive".
      const within = clause.marks.some(isDone) ? clause.marks : marks
      const done = within.filter(isDone)
      const isVerbOf = (mark: Mark, classes: readonly EventWordClass[]) =>
        mark.readings.some((one) => one.isVerb && classes.includes(one.class))
      // What is "slashed" may be a price: only what is done to the copy counts.
      const isDoneTo = (mark: Mark) =>
        (mark.to <= copy.from && copy.from - mark.to <= 3) || (mark.from >= copy.to && isPassive(mark, clause, title))
      // "Keeps biosimilars of Eylea off shelves".
      const isKeptOff = (mark: Mark) =>
        mark.to <= copy.from &&
        hasClass(mark, 'keep') &&
        title.words.slice(original.to, clause.to).some((word) => word === 'off' || word === 'out')
      const closing = done.find(
        (mark) => isKeptOff(mark) || (isDoneTo(mark) && (isVerbOf(mark, CLOSING) || isNegated(mark, title))),
      )
      const opening = done.find((mark) => isVerbOf(mark, OPENING) && mark !== closing)
      if (closing === undefined && opening === undefined) continue
      const maker = names.find((name) => name.to <= copy.from && name.asset !== original.asset)
      // Who keeps the copies of others out is not who makes them.
      const isOwn = opening !== undefined && !isPassive(opening, clause, title) && closing === undefined
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
function isOriginal(name: Mark, copy: Mark, { words, breaks }: TokenisedText): boolean {
  const isApposition = copy.to === name.from && copy.to - copy.from === 1 && COMPETING.test(words[copy.from] ?? '')
  const isBefore = !isApposition && copy.to <= name.from && name.from - copy.to <= REACH && breaks[name.from] !== true
  const isAfter =
    name.to === copy.from &&
    (name.product !== null || name.goods.length > 0) &&
    words[name.to] !== "'s" &&
    words[name.to - 1] !== "'s"
  return isBefore || isAfter
}
