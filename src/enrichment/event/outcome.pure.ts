import type { EventEffectKind } from '../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import { isPassive, signOf } from './company-clause.pure.ts'
import type { EventClause, EventTitle, ListedTitle } from './event-title.pure.ts'
import { hasClass, isMarked, isNegated, isNoun, isTraded, isVerb, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createOutcome, isOpposed } from './outcome-role.pure.ts'
import type { WorldEvent } from './world-event.pure.ts'

/** What befalls a company: the class that tells it, as noun or verb, and whether that is good by itself. */
export interface Topic {
  readonly class: EventWordClass
  readonly isVerb: boolean
  readonly base: 1 | -1
  readonly kind: EventEffectKind
  /** Only where somebody who decides is named, or what is decided on. */
  readonly needsAuthority?: boolean
}

/** In the order in which they are looked for. */
const TOPICS: readonly Topic[] = [
  { class: 'accuse', isVerb: false, base: -1, kind: 'legal', needsAuthority: true },
  { class: 'hold', isVerb: false, base: -1, kind: 'product' },
  { class: 'case', isVerb: false, base: -1, kind: 'legal' },
  { class: 'claim', isVerb: false, base: -1, kind: 'legal', needsAuthority: true },
  { class: 'approval', isVerb: false, base: 1, kind: 'product' },
  { class: 'plea', isVerb: false, base: 1, kind: 'legal', needsAuthority: true },
  { class: 'offend', isVerb: true, base: -1, kind: 'legal', needsAuthority: true },
  { class: 'approve', isVerb: true, base: 1, kind: 'legal', needsAuthority: true },
  { class: 'accuse', isVerb: true, base: -1, kind: 'legal', needsAuthority: true },
  { class: 'drug', isVerb: false, base: 1, kind: 'product', needsAuthority: true },
]
const RECALLED: readonly Topic[] = [
  { class: 'recall', isVerb: false, base: -1, kind: 'product' },
  { class: 'recall', isVerb: true, base: -1, kind: 'product' },
]
const STOPPED = ['strike', 'accident', 'attack'] as const
const STOPPAGES = STOPPED.map((one): Topic => ({ class: one, isVerb: false, base: -1, kind: 'company_stop' }))

/** Reads that a product of a named company is recalled or found faulty, or that this is over. */
export function readRecall(title: EventTitle, market: Market): WorldEvent | null {
  const isLegal = isMarked(title.marks, 'claim', 'case') && isMarked(title.marks, 'authority')
  return isLegal ? null : readTopics(RECALLED, title, market)
}

/** Reads an approval or a case of law of a named company, and how it ends. */
export function readOutcome(title: EventTitle, market: Market): WorldEvent | null {
  return title.marks.some(isOfCommodity) ? null : readTopics(TOPICS, title, market)
}

/** Reads a stoppage where it is the main thing told. */
export function readSudden(title: EventTitle, market: Market): WorldEvent | null {
  const [first] = title.clauses
  const isMain = first?.marks.some((mark) => hasClass(mark, ...STOPPED) && !isOrdered(mark, first)) === true
  const isStrike = isMarked(first?.marks ?? [], 'strike')
  const isOther = title.marks.some(
    (mark) => isOfCommodity(mark) || hasClass(mark, 'case', 'claim') || (hasClass(mark, 'deal') && !isStrike),
  )
  return isMain && !isOther ? readStoppage(title, market) : null
}

function isOfCommodity({ place, goods }: Mark): boolean {
  return place !== null || goods.some(isTraded)
}

/** Reads a strike, an accident or an attack that a named company suffers, or its end. */
export function readStoppage(title: EventTitle, market: Market): WorldEvent | null {
  const { marks, clauses } = title
  // "Lemonade rockets", "BHP torpedoes": a verb beside its subject.
  const isMoving = ({ from, readings }: Mark) =>
    marks.some((name) => name.asset !== null && name.to === from) &&
    readings.some((one) => one.isVerb && one.form === 's' && (one.class === 'start' || one.class === 'walk'))
  if (marks.some((mark) => hasClass(mark, ...STOPPED) && isMoving(mark))) return null
  const event = readTopics(STOPPAGES, title, market)
  if (event === null) return null
  // "Denies leak".
  const isDenied = clauses.some(
    (clause) =>
      isMarked(clause.marks, ...STOPPED) &&
      clause.marks.some((mark) => isNegated(mark, title) && !hasClass(mark, 'walk')),
  )
  if (event.sign < 0 && isDenied) return null
  // "Restarts shipments after cyberattack".
  const first = clauses[0]?.marks ?? []
  const isOver = !isMarked(first, ...STOPPED) && first.some((mark) => isVerb(mark, 'start') && !hasClass(mark, 'stop'))
  return isOver ? { ...event, sign: 1 } : event
}

/** The first topic that a clause tells, with what becomes of it. */
function readTopics(topics: readonly Topic[], title: EventTitle, market: Market): WorldEvent | null {
  const hasAuthority = title.marks.some((mark) => hasClass(mark, 'authority') || mark.isGovernment)
  for (const topic of topics) {
    for (const clause of title.clauses) {
      const isTopic = topic.isVerb ? isVerb : isNoun
      const found = clause.marks.find((mark) => mark.asset === null && isTopic(mark, topic.class))
      if (found === undefined || (topic.class === 'attack' && isOrdered(found, clause))) continue
      // "Unveils platform against ransomware".
      if (topic.kind === 'company_stop' && isOpposed(found, title)) continue
      // "Approved in the US": nobody says by whom.
      const isDecided = topic.isVerb && topic.class !== 'offend' && isPassive(found, clause)
      if (topic.needsAuthority === true && !hasAuthority && !isDecided) continue
      // Who pays to be rid of a case is not better off for sure.
      const isSettled = clause.marks.some((mark) => mark !== found && title.hasIn('settling', mark.from, mark.to))
      if ((topic.class === 'case' || topic.class === 'claim') && isSettled) return null
      const told = signOf(found, topic.base, clause)
      if (topic.class === 'drug' && !told.isStated) continue
      const isGuilt = topic.class === 'accuse' && !topic.isVerb
      const isDenied = clause.marks.some((mark) => isNegated(mark, title))
      const isEnding = topic.class === 'recall' || topic.kind === 'company_stop'
      const isPaid = clause.names.some((name) => isPaying(name, title))
      const contest = isPaid ? -1 : topic.kind === 'legal' ? readContest(clause) : 0
      const end = isGuilt ? (isDenied ? 1 : -1) : isEnding ? readEnd(clause, found) : told.sign
      const sign = contest === 0 ? end : contest
      // What a drug or device is let do or kept from is news of the product.
      const isOfLaw = topic.kind !== 'legal' || topic.class === 'case' || topic.class === 'claim'
      const isOfProduct = isBarred(topic, found, clause, title) || (!isOfLaw && isMarked(title.marks, 'drug'))
      const kind = isOfProduct ? 'product' : topic.kind
      const event = createOutcome({ ...topic, kind }, sign, found, clause, title, market)
      if (event !== null) return event
    }
  }
  return null
}

/** "Wins $634 million from Apple". */
function isPaying({ from }: Mark, { words, hasIn }: EventTitle): boolean {
  return words[from - 1] === 'from' && hasIn('winning', 0, from)
}

/** "Bars BYD": what a government does to a company before what it sells. */
function isBarred(
  { class: of, isVerb: isDone }: Topic,
  found: Mark,
  { names }: EventClause,
  { marks }: EventTitle,
): boolean {
  return (
    of === 'accuse' &&
    isDone &&
    hasClass(found, 'drop', 'stop') &&
    marks.some((mark) => mark.isGovernment && mark.to <= found.from) &&
    names.some((name) => name.from >= found.to && name.from - found.to <= 2)
  )
}

/** "Beats Lockheed to build fighter": a weapon that is sold strikes nobody. */
function isOrdered({ from, to }: Mark, { marks, names, title }: EventClause): boolean {
  const isOrder = (mark: Mark) => isVerb(mark, 'beat', 'choose', 'serve', 'win', 'lose', 'drop')
  const isWeapon = to - from === 1 && title.isIn(from, 'weapon')
  return (
    isWeapon && marks.some((mark) => mark.to <= from && isOrder(mark) && names.some((name) => name.to <= mark.from))
  )
}

/** Who wins where a state and a company stand against each other: "FTC loses bid to unwind purchase" is 1 for the company, 0 where it is not told so. */
function readContest({ marks, names }: EventClause): 1 | -1 | 0 {
  const state = marks.find((mark) => mark.isGovernment || hasClass(mark, 'authority'))
  const [name] = names
  if (state === undefined || name === undefined) return 0
  const does = (subject: Mark, wanted: EventWordClass) =>
    marks.some(
      (mark) => mark.asset === null && mark.from >= subject.to && mark.from - subject.to <= 2 && isVerb(mark, wanted),
    )
  if (state.from > name.from) return does(name, 'beat') ? 1 : 0
  if (names.some((one) => one.to <= state.from)) return 0
  return does(state, 'lose') ? 1 : does(state, 'beat') ? -1 : 0
}

/** A recall or strike is bad unless it is over: "ends strike", not "rejects deal to end strike". */
function readEnd(clause: EventClause, found: Mark): 1 | -1 {
  const { marks, to, title } = clause
  const negated = marks.filter((mark) => isNegated(mark, title))
  const isDenied = negated.some((mark) => mark.to <= found.from && found.from - mark.to <= 1)
  if (title.words[to - 1] === 'over' || isDenied) return 1
  const isEnded = marks.some(
    (mark) =>
      mark !== found &&
      hasClass(mark, 'end') &&
      !isTransitive(mark, found, title) &&
      (!hasClass(mark, 'stop') ||
        (isNoun(found, 'recall') && mark.to === found.from) ||
        (hasClass(found, 'strike') && isDoneTo(mark, found, clause))),
  )
  return isEnded && negated.length === 0 ? 1 : -1
}

/** "Halts strike", "strike is suspended"; not "strike halts production". */
function isDoneTo(mark: Mark, found: Mark, clause: EventClause): boolean {
  if (mark.to <= found.from) return found.from - mark.to <= (clause.title.words[mark.to] === 'to' ? 5 : 2)
  return mark.from - found.to <= 2 && (isPassive(mark, clause) || mark.to >= clause.to)
}

/** "Outage knocks Snapchat offline": what befell goes on. */
function isTransitive(mark: Mark, found: Mark, { words, breaks, isIn }: ListedTitle): boolean {
  if (mark.from < found.to || !mark.readings.some((one) => one.isVerb && one.form === 's')) return false
  return mark.to < words.length && breaks[mark.to] !== true && !isIn(mark.to, 'following')
}
