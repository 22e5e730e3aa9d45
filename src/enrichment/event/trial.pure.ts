import type { EventClause, EventTitle } from './event-title.pure.ts'
import { hasClass, isMarked, isVerb, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createOutcome, isContest } from './outcome-role.pure.ts'
import type { WorldEvent } from './world-event.pure.ts'

const TRIAL = { class: 'trial', isVerb: false, base: 1, kind: 'product' } as const

/** Reads the trial of a drug of a named company: it has no sign by itself, its result is told. */
export function readTrial(title: EventTitle, market: Market): WorldEvent | null {
  const { marks, clauses } = title
  if (isMarked(marks, 'deal', 'hold', 'case', 'claim')) return null
  const isMedical = isMarked(marks, 'drug') || marks.some((mark) => mark.asset?.gics?.startsWith('35') === true)
  const isOfLaw = isMarked(marks, 'offend', 'plea')
  for (const clause of clauses) {
    const trial = clause.marks.find((mark) => hasClass(mark, 'trial'))
    const found = trial ?? clause.marks.find((mark) => hasClass(mark, 'disease'))
    if (found === undefined || ((isOfLaw || hasClass(found, 'disease')) && !isMedical)) continue
    const { sign, beating } = readResult(clause)
    // "Fails to beat Eliquis".
    const contest = beating ?? clause.marks.find((mark) => mark.asset === null && isContest(mark, title))
    const event = sign === 0 ? null : createOutcome(TRIAL, sign, contest ?? found, clause, title, market)
    if (event !== null) return event
  }
  return null
}

/** What a trial shows, and the verb by which one drug beats another. */
function readResult(clause: EventClause): { readonly sign: 1 | -1 | 0; readonly beating: Mark | undefined } {
  const { words } = clause.title
  const others = clause.marks.filter((mark) => mark.asset === null)
  const beating = others.find((mark) => isVerb(mark, 'beat'))
  // "Without harming the liver" is no failure.
  const failing = others.find(
    (mark) => hasClass(mark, 'fail') || (hasClass(mark, 'deny') && words[mark.from] !== 'without'),
  )
  const working = others.find((mark) => hasClass(mark, 'succeed') || isEasing(mark, clause))
  // "Succeeds where earlier trial failed".
  const isFirst =
    working !== undefined &&
    failing !== undefined &&
    isVerb(working, 'succeed') &&
    working.to <= failing.from &&
    !words.includes('but')
  if (failing !== undefined && !isFirst) return { sign: -1, beating }
  if (beating !== undefined || working !== undefined) return { sign: 1, beating }
  const isStopped = others.some((mark) => hasClass(mark, 'stop') && mark.readings.some((one) => one.isVerb))
  return { sign: isStopped ? -1 : 0, beating }
}

/** "Halves recurrence". */
function isEasing(mark: Mark, { marks }: EventClause): boolean {
  const isNamedAfter = (disease: Mark) =>
    marks.some((next) => next.from === disease.to && hasClass(next, 'drug', 'trial'))
  return (
    hasClass(mark, 'less', 'end', 'stop') &&
    marks.some((one) => hasClass(one, 'disease') && one.from >= mark.to && !isNamedAfter(one))
  )
}
