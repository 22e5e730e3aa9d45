import type { EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import { isPassive, signOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { findAdoption } from '../title/adoption.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNegated, isNoun, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { createOutcome, isOpposed, isPayment } from './outcome-role.pure.ts'
import { readPlea } from './plea.pure.ts'

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
  const isOfLaw = isTagged(title.tags, 'claim', 'case', 'plea') && isTagged(title.tags, 'authority')
  const isLegal = isOfLaw || title.tags.some((tag) => hasClass(tag, 'accuse') && isPayment(tag, title))
  const event = isLegal ? null : readTopics(RECALLED, title, market)
  return event !== null && isOvercome(title, 'recall', 'case', 'approval', 'accuse') ? { ...event, sign: 1 } : event
}

/** "Restarts shipments after cyberattack", "cleared to fly after grounding"; not "struggles to restart". */
function isOvercome({ clauses, words, hasIn }: EventTitle, ...mishaps: EventWordClass[]): boolean {
  const [first, ...others] = clauses
  if (first === undefined || others.length === 0 || isTagged(first.tags, ...mishaps)) return false
  const isBack = (tag: Tag) =>
    isVerb(tag, 'start') || (isVerb(tag, 'approve') && (isPassive(tag, first) || words[tag.to - 1] === 'to'))
  return first.tags.some((tag) => isBack(tag) && !hasClass(tag, 'stop') && !hasIn('hindered', 0, tag.from))
}

/** Reads an approval or a case of law of a named company, and how it ends. */
export function readOutcome(title: EventTitle, market: Market): WorldEvent | null {
  return title.tags.some(isOfCommodity) ? null : (readPlea(title) ?? readTopics(TOPICS, title, market))
}

/** Reads a stoppage where it is the main thing told. */
export function readSudden(title: EventTitle, market: Market): WorldEvent | null {
  if (!STOPPED.some((one) => title.classes.has(one))) return null
  const [first] = title.clauses
  const isMain = first?.tags.some((tag) => hasClass(tag, ...STOPPED) && !isOrdered(tag, first)) === true
  const isStrike = isTagged(first?.tags ?? [], 'strike')
  // "Court holds BHP responsible for collapse": who answers for it, not what stands still.
  if (isTagged(title.tags, 'accuse') && isTagged(title.tags, 'authority')) return null
  const isOther = title.tags.some(
    (tag) => isOfCommodity(tag) || hasClass(tag, 'case', 'claim', 'plea') || (hasClass(tag, 'deal') && !isStrike),
  )
  return isMain && !isOther ? readStoppage(title, market) : null
}

function isOfCommodity({ place, goods }: Tag): boolean {
  return place !== null || goods.some(isTraded)
}

/** Reads a strike, an accident or an attack that a named company suffers, or its end. */
function readStoppage(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, classes, clauses } = title
  if (!STOPPED.some((one) => classes.has(one))) return null
  // "Lemonade rockets", "BHP torpedoes": a verb beside its subject.
  const isMoving = (tag: Tag) => isVerb(tag, 'start', 'walk') && tags.some((name) => name.asset && name.to === tag.from)
  if (tags.some((tag) => hasClass(tag, ...STOPPED) && isMoving(tag))) return null
  const event = readTopics(STOPPAGES, title, market)
  if (event === null) return null
  // "Denies leak".
  const isDenied = clauses.some(
    (clause) =>
      isTagged(clause.tags, ...STOPPED) && clause.tags.some((tag) => isNegated(tag, title) && !hasClass(tag, 'walk')),
  )
  if (event.sign < 0 && isDenied) return null
  if (isOvercome(title, ...STOPPED)) return { ...event, sign: 1 }
  // "Tailings dam bursts": what it digs gets scarcer.
  const dug = event.sign > 0 ? [] : tags.filter((tag) => hasClass(tag, 'facility')).flatMap((tag) => tag.goods)
  const goods = dug.filter((good) => isTraded(good) && good.makers.some((one) => event.roles.struck?.includes(one)))
  if (goods.length === 0) return event
  return createEvent({ kind: 'supply', sign: -1, goods, roles: { struck: event.roles.struck ?? [] } })
}

/** The first topic that a clause tells, with what becomes of it. */
function readTopics(topics: readonly Topic[], title: EventTitle, market: Market): WorldEvent | null {
  const hasAuthority = title.tags.some((tag) => isState(tag) || isDecidingCountry(tag, title))
  const adoption = findAdoption(title)
  for (const topic of topics) {
    if (!title.classes.has(topic.class)) continue
    for (const clause of title.clauses) {
      const isTopic = topic.isVerb ? isVerb : isNoun
      const found = clause.tags.find((tag) => tag.asset === null && isTopic(tag, topic.class))
      if (found === undefined || (topic.class === 'attack' && isOrdered(found, clause))) continue
      // "Import ban on Chinese phone screens": of all who make them there.
      if (topic.class === 'case' && clause.names.length === 0 && isOfCountry(found, title)) continue
      // "Appeals court upholds ban".
      if (topic.class === 'plea' && title.words[found.to] === 'court') continue
      // "Unveils platform against ransomware".
      if (topic.kind === 'company_stop' && isOpposed(found, title)) continue
      // "Approved in the US": nobody says by whom.
      const isDecided = topic.isVerb && topic.class !== 'offend' && isPassive(found, clause)
      const isOrderedTo = title.isIn(found.from, 'ordered_to')
      if (topic.needsAuthority === true && !hasAuthority && !isOrderedTo && !isDecided) continue
      // Who pays to be rid of a case is not better off for sure.
      const isSettled = clause.tags.some((tag) => tag !== found && title.hasIn('settling', tag.from, tag.to))
      if ((topic.class === 'case' || topic.class === 'claim') && isSettled) return null
      if (topic.class === 'accuse' && isAnnulment(found, title)) {
        const event = createOutcome({ ...topic, kind: 'legal' }, 1, found, clause, title, market)
        if (event !== null) return { ...event, isOutright: true }
      }
      // "Hit by rejection".
      const isRefused = topic.class === 'approval' && hasClass(found, 'deny')
      const base = isRefused || (topic.class === 'approve' && adoption === found.from) ? -1 : topic.base
      const told = signOf(found, base, clause)
      // "Recommends against Kisunla".
      const isOnDrug = ({ asset, from }: Tag) => asset?.gics?.startsWith('35') === true && from - found.to <= 1
      if (topic.class === 'deny' && !clause.names.some((name) => name.from >= found.to && isOnDrug(name))) continue
      // "After security review".
      if ((topic.class === 'drug' || hasClass(found, 'fear')) && !told.isStated) continue
      const isGuilt = topic.class === 'accuse' && !topic.isVerb
      const isDenied = clause.tags.some((tag) => isNegated(tag, title))
      const isEnding = topic.class === 'recall' || topic.kind === 'company_stop'
      const isPaid = clause.names.some((name) => isPaying(name, title))
      const contest = isPaid ? -1 : topic.kind === 'legal' ? readContest(clause) : 0
      const end = isGuilt ? (isDenied ? 1 : -1) : isEnding ? readEnd(clause, found) : told.sign
      const sign = contest === 0 ? end : contest
      // What a drug or device is let do or kept from is news of the product.
      const isOfLaw = topic.kind !== 'legal' || topic.class === 'case' || topic.class === 'claim'
      const isOfProduct = isBarred(topic, found, clause, title) || (!isOfLaw && isTagged(title.tags, 'drug'))
      const kind = isOfProduct ? 'product' : topic.kind
      const event = createOutcome({ ...topic, kind }, sign, found, clause, title, market)
      if (event !== null) return event
    }
  }
  return null
}

function isOfCountry({ to }: Tag, { tags, words }: EventTitle): boolean {
  return (
    words[to] === 'on' && words[to - 1] === 'ban' && tags.some((tag) => tag.from === to + 1 && tag.country !== null)
  )
}

/** "Work-visa fee was unlawful, court finds": a burden that goes. */
function isAnnulment({ from, to }: Tag, { words }: EventTitle): boolean {
  return (
    words.slice(from, to).some((word) => UNLAWFUL.test(word)) &&
    words.slice(Math.max(0, from - RULE_REACH), from).some((word) => RULE.test(word))
  )
}

const UNLAWFUL = /^(?:unlawful|illegal|unconstitutional|invalid)$/
const RULE =
  /^(?:fee|fees|tax|ban|cap|levy|tariff|tariffs|rule|rules|order|curb|curbs|limit|limits|freeze|restriction|restrictions)$/
const RULE_REACH = 4

/** "Wins $634 million from Apple". */
function isPaying({ from }: Tag, { words, hasIn }: EventTitle): boolean {
  return words[from - 1] === 'from' && hasIn('winning', 0, from)
}

/** "Bars BYD": what a government does to a company before what it sells. */
function isBarred(
  { class: of, isVerb: isDone }: Topic,
  found: Tag,
  { names }: EventClause,
  { tags }: EventTitle,
): boolean {
  return (
    of === 'accuse' &&
    isDone &&
    hasClass(found, 'drop', 'stop') &&
    tags.some((tag) => (tag.isGovernment || tag.country !== null) && tag.to <= found.from) &&
    names.some((name) => name.from >= found.to && name.from - found.to <= 2)
  )
}

/** "Beats Lockheed to build fighter": a weapon that is sold strikes nobody. */
function isOrdered({ from, to }: Tag, { tags, title }: EventClause): boolean {
  const isOrder = (tag: Tag) => isVerb(tag, 'beat', 'choose', 'serve', 'win', 'lose', 'drop')
  const isWeapon = to - from === 1 && title.isIn(from, 'weapon')
  const isBuyer = (tag: Tag) => tag.asset?.type === 'stock' || tag.country !== null
  return (
    isWeapon &&
    tags.some((tag) => tag.to <= from && isOrder(tag) && tags.some((one) => isBuyer(one) && one.to <= tag.from))
  )
}

/** Who wins where a state and a company stand against each other: "FTC loses bid to unwind purchase" is 1 for the company, 0 where it is not told so. */
function readContest({ tags, names, title }: EventClause): 1 | -1 | 0 {
  // "Court sides with FDA".
  const isBacked = ({ from }: Tag) =>
    tags.some((tag) => tag.to === from && isVerb(tag, 'approve') && title.words[from - 1] === 'with')
  if (tags.some((tag) => isState(tag) && isBacked(tag))) return -1
  const state = tags.find(isState)
  const [name] = names
  if (state === undefined || name === undefined) return 0
  const does = (subject: Tag, wanted: EventWordClass) =>
    tags.some(
      (tag) => tag.asset === null && tag.from >= subject.to && tag.from - subject.to <= 2 && isVerb(tag, wanted),
    )
  if (state.from > name.from) return does(name, 'beat') ? 1 : 0
  return does(state, 'lose') ? 1 : does(state, 'beat') ? -1 : 0
}

function isState(tag: Tag): boolean {
  return tag.isGovernment || hasClass(tag, 'authority')
}

/** "China bars Micron"; not "Australia bans social media". */
function isDecidingCountry({ country, to }: Tag, { tags }: EventTitle): boolean {
  const isOnName = (verb: Tag) => companiesIn(tags).some(({ from }) => from >= verb.to && from - verb.to <= 1)
  return country !== null && tags.some((tag) => tag.from === to && isVerb(tag, 'accuse') && isOnName(tag))
}

/** A recall or strike is bad unless it is over: "ends strike", not "rejects deal to end strike". */
function readEnd(clause: EventClause, found: Tag): 1 | -1 {
  const { tags, to, title } = clause
  const negated = tags.filter((tag) => isNegated(tag, title))
  const isDenied = negated.some((tag) => tag.to <= found.from && found.from - tag.to <= 1)
  if (title.words[to - 1] === 'over' || isDenied) return 1
  // "Fixes trucks over defect", "removes from shelves", "breaches deal over crashes" end nothing.
  const ends = tags.filter((tag) => tag !== found && hasClass(tag, 'end') && !title.hasIn('in_row', tag.to, found.from))
  const isEnded = ends.some((tag) => {
    if ((!hasClass(tag, 'stop') || hasClass(found, 'strike')) && isDoneTo(tag, found, clause)) return true
    return hasClass(tag, 'stop')
      ? isNoun(found, 'recall') && found.from - tag.to <= 1 && tag.to <= found.from
      : isVerb(tag, 'end') && tag.to <= found.from
  })
  return isEnded && negated.length === 0 ? 1 : -1
}

/** "Halts strike", "strike is suspended"; not "strike halts production", "recalls pills over lapses". */
function isDoneTo(tag: Tag, found: Tag, clause: EventClause): boolean {
  if (tag.to <= found.from) return found.from - tag.to <= (clause.title.words[tag.to] === 'to' ? 5 : 2)
  // "Stop-sale order lifted on Bronco".
  const isOff = isPassive(tag, clause) || clause.title.words[tag.to] === 'on'
  return tag.from - found.to <= 2 && (isOff || tag.to >= clause.to)
}
