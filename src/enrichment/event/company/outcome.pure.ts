import type { EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import { isPassive, signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isNoun, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { createOutcome, isOpposed } from './outcome-role.pure.ts'

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
  const isLegal = isTagged(title.tags, 'claim', 'case') && isTagged(title.tags, 'authority')
  return isLegal ? null : readTopics(RECALLED, title, market)
}

/** Reads an approval or a case of law of a named company, and how it ends. */
export function readOutcome(title: EventTitle, market: Market): WorldEvent | null {
  return title.tags.some(isOfCommodity) ? null : readTopics(TOPICS, title, market)
}

/** Reads a stoppage where it is the main thing told. */
export function readSudden(title: EventTitle, market: Market): WorldEvent | null {
  const isMain = isTagged(title.clauses[0]?.tags ?? [], ...STOPPED)
  const isOther = title.tags.some((tag) => isOfCommodity(tag) || hasClass(tag, 'case', 'claim', 'deal'))
  return isMain && !isOther ? readStoppage(title, market) : null
}

function isOfCommodity({ place, goods }: Tag): boolean {
  return place !== null || goods.some(isTraded)
}

/** Reads a strike, an accident or an attack that a named company suffers, or its end. */
export function readStoppage(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses } = title
  // "Lemonade rockets", "BHP torpedoes": a verb beside its subject.
  const isMoving = ({ from, readings }: Tag) =>
    tags.some((name) => name.asset !== null && name.to === from) &&
    readings.some((one) => one.isVerb && one.form === 's' && (one.class === 'start' || one.class === 'walk'))
  if (tags.some((tag) => hasClass(tag, ...STOPPED) && isMoving(tag))) return null
  const event = readTopics(STOPPAGES, title, market)
  if (event === null) return null
  // "Denies leak".
  const isDenied = clauses.some(
    (clause) =>
      isTagged(clause.tags, ...STOPPED) && clause.tags.some((tag) => isNegated(tag, title) && !hasClass(tag, 'walk')),
  )
  if (event.sign < 0 && isDenied) return null
  // "Restarts shipments after cyberattack".
  const first = clauses[0]?.tags ?? []
  const isOver = !isTagged(first, ...STOPPED) && first.some((tag) => isVerb(tag, 'start') && !hasClass(tag, 'stop'))
  return isOver ? { ...event, sign: 1 } : event
}

/** The first topic that a clause tells, with what becomes of it. */
function readTopics(topics: readonly Topic[], title: EventTitle, market: Market): WorldEvent | null {
  const hasAuthority = title.tags.some((tag) => hasClass(tag, 'authority') || tag.isGovernment)
  for (const topic of topics) {
    for (const clause of title.clauses) {
      const isTopic = topic.isVerb ? isVerb : isNoun
      const found = clause.tags.find((tag) => tag.asset === null && isTopic(tag, topic.class))
      if (found === undefined) continue
      // "Unveils platform against ransomware".
      if (topic.kind === 'company_stop' && isOpposed(found, title)) continue
      // "Approved in the US": nobody says by whom.
      const isDecided = topic.isVerb && topic.class !== 'offend' && isPassive(found, clause)
      if (topic.needsAuthority === true && !hasAuthority && !isDecided) continue
      // Who pays to be rid of a case is not better off for sure.
      const isSettled = clause.tags.some((tag) => tag !== found && title.hasIn('settling', tag.from, tag.to))
      if ((topic.class === 'case' || topic.class === 'claim') && isSettled) return null
      const told = signOf(found, topic.base, clause)
      if (topic.class === 'drug' && !told.isStated) continue
      const isGuilt = topic.class === 'accuse' && !topic.isVerb
      const isDenied = clause.tags.some((tag) => isNegated(tag, title))
      const isEnding = topic.class === 'recall' || topic.kind === 'company_stop'
      const sign = isGuilt ? (isDenied ? 1 : -1) : isEnding ? readEnd(clause, found) : told.sign
      // What a drug or device is let do or kept from is news of the product.
      const isOfLaw = topic.kind !== 'legal' || topic.class === 'case' || topic.class === 'claim'
      const kind = isOfLaw || !isTagged(title.tags, 'drug') ? topic.kind : 'product'
      const event = createOutcome({ ...topic, kind }, sign, found, clause, title, market)
      if (event !== null) return event
    }
  }
  return null
}

/** A recall or strike is bad unless it is over: "ends strike", not "rejects deal to end strike". */
function readEnd({ tags, to, title }: EventClause, found: Tag): 1 | -1 {
  const negated = tags.filter((tag) => isNegated(tag, title))
  const isDenied = negated.some((tag) => tag.to <= found.from && found.from - tag.to <= 1)
  if (title.words[to - 1] === 'over' || isDenied) return 1
  const isEnded = tags.some(
    (tag) =>
      tag !== found &&
      hasClass(tag, 'end') &&
      (!hasClass(tag, 'stop') ||
        (isNoun(found, 'recall') && tag.to === found.from) ||
        (hasClass(found, 'strike') && Math.max(found.from - tag.to, tag.from - found.to) <= 2)),
  )
  return isEnded && negated.length === 0 ? 1 : -1
}
