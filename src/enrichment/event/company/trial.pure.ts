import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { createOutcome, isContest } from './outcome-role.pure.ts'

const TRIAL = { class: 'trial', isVerb: false, base: 1, kind: 'product' } as const

/** Reads the trial of a drug of a named company: it has no sign by itself, its result is told. */
export function readTrial(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes, clauses, words, isIn } = title
  if (!classes.has('trial') && !classes.has('disease')) return null
  if (isTagged(tags, 'deal', 'hold', 'case', 'claim')) return null
  const isMedical = isTagged(tags, 'drug') || tags.some((tag) => tag.asset?.gics?.startsWith('35') === true)
  const isOfLaw = isTagged(tags, 'offend', 'plea')
  for (const clause of clauses) {
    const trial = clause.tags.find((tag) => hasClass(tag, 'trial'))
    const found = trial ?? clause.tags.find((tag) => hasClass(tag, 'disease'))
    if (found === undefined || ((isOfLaw || hasClass(found, 'disease')) && !isMedical)) continue
    // "Revokes cancer patent".
    if (trial === undefined && words.includes('patent')) continue
    const told = readResult(clause)
    const [first = clause] = clauses
    // "Beats chemotherapy as lung cancer treatment in study".
    const isEarlier = told.sign === 0 && isMedical && !isTagged(first.tags, 'guidance', 'demand')
    const { sign, beating } = isEarlier ? readResult(first) : told
    // "Licence trial" is one of law.
    if (!isMedical && isIn(found.from, 'court_trial')) continue
    // "Fails to beat Eliquis".
    const contest = beating ?? clause.tags.find((tag) => tag.asset === null && isContest(tag, title))
    const event = sign === 0 ? null : createOutcome(TRIAL, sign, contest ?? found, clause, title, market)
    if (event !== null) return event
  }
  return null
}

/** What a trial shows, and the verb by which one drug beats another. */
function readResult(clause: EventClause): { readonly sign: 1 | -1 | 0; readonly beating: Tag | undefined } {
  const { words } = clause.title
  const others = clause.tags.filter((tag) => tag.asset === null)
  const beating = others.find((tag) => isVerb(tag, 'beat'))
  // "Without harming the liver" is no failure.
  const failing = others.find(
    (tag) => hasClass(tag, 'fail') || (hasClass(tag, 'deny') && words[tag.from] !== 'without'),
  )
  const working = others.find((tag) => hasClass(tag, 'succeed') || isEasing(tag, clause) || isReaching(tag, clause))
  // "Succeeds where earlier trial failed".
  if (failing !== undefined && (working === undefined || !words.slice(working.to, failing.from).includes('where')))
    return { sign: -1, beating }
  if (beating !== undefined || working !== undefined) return { sign: 1, beating }
  const isStopped = others.some((tag) => hasClass(tag, 'stop') && tag.readings.some((one) => one.isVerb))
  return { sign: isStopped ? -1 : 0, beating }
}

/** "Hits every endpoint". */
function isReaching({ from, to }: Tag, { title: { words, isIn } }: EventClause): boolean {
  return isIn(from, 'reaching') && words.slice(to, to + 4).some((word) => /^(?:endpoint|goal)s?$/.test(word))
}

/** "Halves recurrence"; not "suspends shot on clot fears". */
function isEasing(tag: Tag, { tags }: EventClause): boolean {
  const [next] = tags.filter((one) => one.from >= tag.to && (one.asset !== null || hasClass(one, 'disease', 'drug')))
  return hasClass(tag, 'less', 'end', 'stop') && next !== undefined && hasClass(next, 'disease')
}
