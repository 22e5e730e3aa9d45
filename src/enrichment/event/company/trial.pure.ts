import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { follows, hasClass, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { createOutcome, isContest, isMedical } from './outcome-role.pure.ts'

const TRIAL = { class: 'trial', isVerb: false, base: 1, kind: 'product' } as const

/** Reads the trial of a drug of a named company: it has no sign by itself, its result is told. */
export function readTrial(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes, clauses, isIn } = title
  if (!classes.has('trial') && !classes.has('disease')) return null
  if (isTagged(tags, 'deal', 'case', 'claim')) return null
  const isOfMedicine = isTagged(tags, 'drug') || tags.some(({ asset }) => isMedical(asset))
  for (const clause of clauses) {
    const trial = clause.tags.find((tag) => hasClass(tag, 'trial'))
    const found = trial ?? clause.tags.find((tag) => hasClass(tag, 'disease'))
    if (found === undefined || (hasClass(found, 'disease') && !isOfMedicine)) continue
    const told = readResult(clause)
    const [first = clause] = clauses
    // "Beats chemotherapy as lung cancer treatment in study".
    const { sign, beating } = told.sign === 0 && isOfMedicine ? readResult(first) : told
    // "Licence trial" is one of law.
    if (!isOfMedicine && isIn(found.from, 'court_trial')) continue
    // "Fails to beat Eliquis".
    const contest = beating ?? clause.tags.find((tag) => isContest(tag, title))
    const event = sign === 0 ? null : createOutcome(TRIAL, sign, contest ?? found, clause, title, market)
    if (event !== null) return event
  }
  return null
}

/** What a trial shows, and the verb by which one drug beats another. */
function readResult(clause: EventClause): { readonly sign: 1 | -1 | 0; readonly beating: Tag | undefined } {
  const { tags, title } = clause
  const beating = tags.find((tag) => isVerb(tag, 'beat'))
  // "Without harming the liver" is no failure.
  const isFailing = (tag: Tag) =>
    hasClass(tag, 'fail') || (hasClass(tag, 'deny') && title.words[tag.from] !== 'without')
  if (tags.some(isFailing)) return { sign: -1, beating }
  const isWorking = (tag: Tag) => hasClass(tag, 'succeed') || isEasing(tag, clause) || isReaching(tag, clause)
  if (beating !== undefined || tags.some(isWorking)) return { sign: 1, beating }
  return { sign: tags.some((tag) => isVerb(tag, 'stop')) ? -1 : 0, beating }
}

/** "Hits every endpoint". */
function isReaching({ from, to }: Tag, { title: { words, isIn } }: EventClause): boolean {
  return isIn(from, 'reaching') && words.slice(to, to + 4).some((word) => /^(?:endpoint|goal)s?$/.test(word))
}

/** "Halves recurrence"; not "suspends shot on clot fears". */
function isEasing(tag: Tag, { tags }: EventClause): boolean {
  const next = tags.find((one) => follows(one, tag) && (one.asset !== null || hasClass(one, 'disease')))
  return hasClass(tag, 'less', 'end', 'stop') && next !== undefined && hasClass(next, 'disease')
}
