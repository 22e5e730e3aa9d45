import type { EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import { isPassive, signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { findAdoption } from '../title/adoption.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import {
  companiesIn,
  follows,
  hasClass,
  isNegated,
  isNoun,
  isTagged,
  isTraded,
  isVerb,
  type Tag,
} from '../title/tag.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { createOutcome, isMedical, isOpposed } from './outcome-role.pure.ts'
import { readPlea } from './ruling.pure.ts'

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
  { class: 'deny', isVerb: true, base: -1, kind: 'product', needsAuthority: true },
]
const RECALLED: readonly Topic[] = [
  { class: 'recall', isVerb: false, base: -1, kind: 'product' },
  { class: 'recall', isVerb: true, base: -1, kind: 'product' },
]
const STOPPED = ['strike', 'accident', 'attack'] as const
const STOPPAGES = STOPPED.map((one): Topic => ({ class: one, isVerb: false, base: -1, kind: 'company_stop' }))

/** Reads that a product of a named company is recalled or found faulty, or that this is over. */
export function readRecall(title: EventTitle, market: Market): WorldEvent | null {
  if (!title.classes.has('recall')) return null
  if (isTagged(title.tags, 'claim', 'case', 'plea') && isTagged(title.tags, 'authority')) return null
  const event = readTopics(RECALLED, title, market)
  if (event === null) return null
  // "Resumes flights after grounding".
  const first = title.clauses[0]?.tags ?? []
  const isOver = !isTagged(first, 'recall', 'case', 'approval', 'accuse') && first.some((tag) => isVerb(tag, 'start'))
  return isOver ? { ...event, sign: 1 } : event
}

/** Reads an approval or a case of law of a named company, and how it ends. */
export function readOutcome(title: EventTitle, market: Market): WorldEvent | null {
  return title.tags.some(isOfCommodity) ? null : (readPlea(title) ?? readTopics(TOPICS, title, market))
}

/** Reads a strike, an accident or an attack that a named company suffers, or its end, where that is the main thing told. */
export function readStoppage(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses } = title
  const [first] = clauses
  const main = first?.tags.filter((tag) => hasClass(tag, ...STOPPED) && !isWeaponOrdered(tag, first)) ?? []
  // "Court holds BHP responsible for collapse": who answers for it, not what stands still.
  if (main.length === 0 || (isTagged(tags, 'accuse') && isTagged(tags, 'authority'))) return null
  const isStrike = isTagged(first?.tags ?? [], 'strike')
  const isOther = (tag: Tag) =>
    isOfCommodity(tag) || hasClass(tag, 'case', 'claim', 'plea') || (hasClass(tag, 'deal') && !isStrike)
  // "BHP torpedoes": a verb beside its subject.
  const isMoving = (tag: Tag) => isVerb(tag, 'walk') && tags.some((name) => name.asset && name.to === tag.from)
  if (tags.some((tag) => isOther(tag) || (hasClass(tag, ...STOPPED) && isMoving(tag)))) return null
  const event = readTopics(STOPPAGES, title, market)
  // "Denies leak".
  const isDenied = clauses.some(
    (clause) => isTagged(clause.tags, ...STOPPED) && clause.tags.some((tag) => isNegated(tag, title)),
  )
  return event !== null && event.sign < 0 && isDenied ? null : event
}

function isOfCommodity({ place, goods }: Tag): boolean {
  return place !== null || goods.some(isTraded)
}

/** The first topic that a clause tells, with what becomes of it. */
function readTopics(topics: readonly Topic[], title: EventTitle, market: Market): WorldEvent | null {
  const hasAuthority = title.tags.some((tag) => isState(tag) || isDecidingCountry(tag, title))
  const adoption = findAdoption(title)
  for (const topic of topics) {
    if (!title.classes.has(topic.class)) continue
    for (const clause of title.clauses) {
      const isTopic = topic.isVerb ? isVerb : isNoun
      const found = clause.tags.find((tag) => isTopic(tag, topic.class))
      if (found === undefined) continue
      // "Appeals court upholds ban".
      if (topic.class === 'plea' && title.words[found.to] === 'court') continue
      // "Unveils platform against ransomware".
      if (topic.kind === 'company_stop' && isOpposed(found, title)) continue
      // "Approved in the US": nobody says by whom.
      const isDecided = topic.class !== 'offend' && isPassive(found, clause)
      const isOrderedTo = title.isIn(found.from, 'ordered_to')
      if (topic.needsAuthority === true && !hasAuthority && !isOrderedTo && !isDecided) continue
      // Who pays to be rid of a case is not better off for sure.
      const isOfLaw = topic.class === 'case' || topic.class === 'claim'
      if (isOfLaw && clause.tags.some((tag) => title.hasIn('settling', tag.from, tag.to))) return null
      if (isAnnulment(found, title)) {
        const event = createOutcome({ ...topic, kind: 'legal' }, 1, found, clause, title, market)
        if (event !== null) return { ...event, isOutright: true }
      }
      // "Hit by rejection".
      const isRefused = topic.class === 'approval' && hasClass(found, 'deny')
      const base = isRefused || adoption === found.from ? -1 : topic.base
      const told = signOf(found, base, clause)
      // "Recommends against Kisunla".
      const isOnDrug = clause.names.some((name) => follows(name, found, 1) && isMedical(name.asset))
      if (topic.class === 'deny' && !isOnDrug) continue
      // "After security review".
      if ((topic.class === 'drug' || hasClass(found, 'fear')) && !told.isStated) continue
      const isGuilt = topic.class === 'accuse' && !topic.isVerb
      const isDenied = clause.tags.some((tag) => isNegated(tag, title))
      const isEnding = topic.class === 'recall' || topic.kind === 'company_stop'
      const end = isGuilt ? (isDenied ? 1 : -1) : isEnding ? readEnd(clause, found) : told.sign
      const sign = isLostToState(clause) ? -1 : end
      // What a drug or device is let do or kept from is news of the product.
      const isOfProduct = isBarred(found, clause, title) || (!isOfLaw && isTagged(title.tags, 'drug'))
      const kind = isOfProduct ? 'product' : topic.kind
      const event = createOutcome({ ...topic, kind }, sign, found, clause, title, market)
      if (event !== null) return event
    }
  }
  return null
}

/** Tokens between "fee" and "unlawful". */
const RULE_REACH = 4

/** "Work-visa fee was unlawful, court finds": a burden that goes. */
function isAnnulment({ from, to }: Tag, { hasIn }: EventTitle): boolean {
  return hasIn('unlawful', from, to) && hasIn('rule', Math.max(0, from - RULE_REACH), from)
}

/** "Bars BYD": what a government does to a company before what it sells. */
function isBarred(found: Tag, { names }: EventClause, { tags }: EventTitle): boolean {
  return (
    hasClass(found, 'accuse') &&
    hasClass(found, 'stop') &&
    tags.some((tag) => (tag.isGovernment || tag.country !== null) && follows(found, tag)) &&
    names.some((name) => follows(name, found, 2))
  )
}

/** "Beats Lockheed to build fighter": a weapon that is sold strikes nobody. */
function isWeaponOrdered({ from }: Tag, { tags, title }: EventClause): boolean {
  const isOrder = (tag: Tag) => isVerb(tag, 'beat', 'choose', 'win', 'lose', 'drop')
  return title.isIn(from, 'weapon') && tags.some((tag) => tag.to <= from && isOrder(tag))
}

/** "FTC wins case against Meta", "court sides with FDA". */
function isLostToState({ tags, names: [name], title: { words } }: EventClause): boolean {
  const state = tags.find((tag) => isState(tag) && words[tag.from - 1] === 'with') ?? tags.find(isState)
  if (
    state !== undefined &&
    tags.some((tag) => tag.to === state.from && words[tag.to - 1] === 'with' && isVerb(tag, 'approve'))
  )
    return true
  if (state === undefined || name === undefined || state.from > name.from) return false
  return tags.some((tag) => follows(tag, state, 2) && isVerb(tag, 'beat'))
}

function isState(tag: Tag): boolean {
  return tag.isGovernment || hasClass(tag, 'authority')
}

/** "China bars Micron"; not "Australia bans social media". */
function isDecidingCountry({ country, to }: Tag, { tags }: EventTitle): boolean {
  const isOnName = (verb: Tag) => companiesIn(tags).some((name) => follows(name, verb, 1))
  return country !== null && tags.some((tag) => tag.from === to && isVerb(tag, 'accuse') && isOnName(tag))
}

/** A recall or strike is bad unless it is over: "ends strike", not "rejects deal to end strike". */
function readEnd(clause: EventClause, found: Tag): 1 | -1 {
  const { tags, to, title } = clause
  const negated = tags.filter((tag) => isNegated(tag, title))
  const isDenied = negated.some((tag) => follows(found, tag, 1))
  if (title.words[to - 1] === 'over' || isDenied) return 1
  // "Fixes trucks over defect", "removes from shelves", "breaches deal over crashes" end nothing.
  const isEnded = tags.some((tag) => {
    if (!hasClass(tag, 'end')) return false
    if (hasClass(tag, 'stop'))
      return hasClass(found, 'strike')
        ? isDoneTo(tag, found, clause)
        : isNoun(found, 'recall') && follows(found, tag, 1)
    return follows(found, tag) || isDoneTo(tag, found, clause)
  })
  return isEnded && negated.length === 0 ? 1 : -1
}

/** "Halts strike", "strike is suspended"; not "strike halts production", "recalls pills over lapses". */
function isDoneTo(tag: Tag, found: Tag, clause: EventClause): boolean {
  if (follows(found, tag)) return found.from - tag.to <= 2
  // "Stop-sale order lifted on Bronco".
  const isOff = isPassive(tag, clause) || clause.title.words[tag.to] === 'on'
  return tag.from - found.to <= 2 && (isOff || tag.to >= clause.to)
}
