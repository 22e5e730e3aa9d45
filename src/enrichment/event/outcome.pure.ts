import type { TokenisedText } from '../text/token.pure.ts'
import type { EventEffectKind, EventWordClass, Good } from '../vocabulary/event-lexicon.pure.ts'
import {
  type CompanyClause,
  companiesIn,
  isOfTrade,
  isPassive,
  isVerb,
  segmentsIn,
  signOf,
  splitCompanyClauses,
  tickersOf,
} from './company-clause.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** What befalls a company: the class that tells it, as noun or verb, and whether that is good by itself. */
interface Topic {
  readonly class: EventWordClass
  readonly isVerb: boolean
  readonly base: 1 | -1
  readonly kind: EventEffectKind
  /** Only where somebody who decides is named, or what is decided on. */
  readonly needs?: EventWordClass
}

/** In the order in which they are looked for. */
const TOPICS: readonly Topic[] = [
  { class: 'accuse', isVerb: false, base: -1, kind: 'legal', needs: 'authority' },
  { class: 'hold', isVerb: false, base: -1, kind: 'product' },
  { class: 'case', isVerb: false, base: -1, kind: 'legal' },
  { class: 'claim', isVerb: false, base: -1, kind: 'legal', needs: 'authority' },
  { class: 'approval', isVerb: false, base: 1, kind: 'product' },
  { class: 'plea', isVerb: false, base: 1, kind: 'legal', needs: 'authority' },
  { class: 'offend', isVerb: true, base: -1, kind: 'legal', needs: 'authority' },
  { class: 'approve', isVerb: true, base: 1, kind: 'legal', needs: 'authority' },
  { class: 'accuse', isVerb: true, base: -1, kind: 'legal', needs: 'authority' },
  { class: 'drug', isVerb: false, base: 1, kind: 'product', needs: 'authority' },
]
const RECALLED: readonly Topic[] = [
  { class: 'recall', isVerb: false, base: -1, kind: 'product' },
  { class: 'recall', isVerb: true, base: -1, kind: 'product' },
]
const STOPPED: readonly Topic[] = [
  { class: 'strike', isVerb: false, base: -1, kind: 'company_stop' },
  { class: 'accident', isVerb: false, base: -1, kind: 'company_stop' },
  { class: 'attack', isVerb: false, base: -1, kind: 'company_stop' },
]

const MONOPOLY = /^(?:monopol|antitrust|dominance)/

const MAX_RIVALS = 5
const MAX_NEIGHBOURS = 5

/** Reads that a product of a named company is recalled or found faulty, or that this is over. */
export function readRecall(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const isLegal =
    marks.some((mark) => hasClass(mark, 'accuse') && isPayment(mark, title)) ||
    (marks.some((mark) => hasClass(mark, 'claim') || hasClass(mark, 'case')) &&
      marks.some((mark) => hasClass(mark, 'authority')))
  return isLegal ? null : readTopics(RECALLED, marks, title, market)
}

/** Reads a trial, an approval, a recall or a case of law of a named company, and how it ends. */
export function readOutcome(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  if (marks.some((mark) => mark.place !== null || mark.goods.some(isTraded))) return null
  return readTopics(TOPICS, marks, title, market)
}

/** Reads such a stoppage where it is the main thing told. */
export function readSudden(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const [first] = splitCompanyClauses(marks, title)
  const isMain = first?.marks.some(
    (mark) => STOPPED.some((topic) => hasClass(mark, topic.class)) && !isOrdered(mark, first, title),
  )
  const isOther = marks.some(
    (mark) =>
      mark.place !== null ||
      mark.goods.some(isTraded) ||
      hasClass(mark, 'case') ||
      hasClass(mark, 'claim') ||
      (hasClass(mark, 'deal') && !first?.marks.some((one) => hasClass(one, 'strike'))),
  )
  return isMain === true && !isOther ? readStoppage(marks, title, market) : null
}

/** Reads a strike, an accident or an attack that a named company suffers, or its end. */
export function readStoppage(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  // "Lemonade rockets", "BHP torpedoes": a verb beside its subject.
  const isMoving = ({ from, readings }: Mark) =>
    marks.some((name) => name.asset !== null && name.to === from) &&
    readings.some((one) => one.isVerb && one.form === 's' && (one.class === 'start' || one.class === 'walk'))
  const event = marks.some((mark) => isMoving(mark) && STOPPED.some((topic) => hasClass(mark, topic.class)))
    ? null
    : readTopics(STOPPED, marks, title, market)
  // "Restarts shipments after cyberattack", "denies leak".
  const first = splitCompanyClauses(marks, title)[0]
  const isTopic = (mark: Mark) => STOPPED.some((topic) => hasClass(mark, topic.class))
  const isOver =
    first !== undefined &&
    !first.marks.some(isTopic) &&
    first.marks.some((mark) => isVerb(mark, 'start') && !hasClass(mark, 'stop'))
  // "Denies leak".
  const isDenied = splitCompanyClauses(marks, title).some(
    (clause) =>
      clause.marks.some(isTopic) && clause.marks.some((mark) => isNegated(mark, title) && !hasClass(mark, 'walk')),
  )
  return event === null || (event.sign < 0 && isDenied) ? null : isOver ? { ...event, sign: 1 } : event
}

function readTopics(
  topics: readonly Topic[],
  marks: readonly Mark[],
  title: TokenisedText,
  market: Market,
): WorldEvent | null {
  const hasAuthority = marks.some((mark) => hasClass(mark, 'authority') || mark.isGovernment)
  const clauses = splitCompanyClauses(marks, title)
  for (const topic of topics) {
    const isTold =
      hasAuthority ||
      topic.needs === undefined ||
      topic.class === 'approve' ||
      (topic.class === 'accuse' && topic.isVerb)
    if (!isTold) continue
    for (const clause of clauses) {
      const found = clause.marks.find(
        (mark) =>
          mark.asset === null && mark.readings.some((one) => one.class === topic.class && one.isVerb === topic.isVerb),
      )
      if (found === undefined || (topic.class === 'attack' && isOrdered(found, clause, title))) continue
      // "Unveils platform against ransomware".
      if (topic.kind === 'company_stop' && isOpposed(found, title.words)) continue
      // "Approved in the US": nobody says by whom.
      const isOrderedTo = /^(?:ordered|told|must)$/.test(title.words[found.from] ?? '')
      if (topic.needs !== undefined && !hasAuthority && !isOrderedTo && !isPassive(found, clause, title)) continue
      // Who pays to be rid of a case is not better off for sure.
      if (
        (topic.class === 'case' || topic.class === 'claim') &&
        clause.marks.some(
          (mark) => mark !== found && title.words.slice(mark.from, mark.to).some((word) => word.startsWith('settl')),
        )
      )
        return null
      if (topic.class === 'drug' && !signOf(found, topic.base, clause, title).isStated) continue
      const isGuilt = topic.class === 'accuse' && !topic.isVerb
      const contest = topic.kind === 'legal' ? readContest(clause) : 0
      const sign = clause.names.some((name) => isPaying(name, title.words))
        ? -1
        : contest !== 0
          ? contest
          : isGuilt
            ? clause.marks.some((mark) => isNegated(mark, title))
              ? 1
              : -1
            : topic.class === 'recall' || topic.kind === 'company_stop'
              ? readEnd(clause, found, title)
              : signOf(found, topic.base, clause, title).sign
      // What a drug or device is let do or kept from is news of the product.
      const isBarred =
        topic.class === 'accuse' &&
        topic.isVerb &&
        (hasClass(found, 'drop') || hasClass(found, 'stop')) &&
        marks.some((mark) => mark.isGovernment && mark.to <= found.from) &&
        clause.names.some((name) => name.from >= found.to && name.from - found.to <= 2)
      const kind = isBarred
        ? 'product'
        : topic.kind === 'legal' &&
            topic.class !== 'case' &&
            topic.class !== 'claim' &&
            marks.some((mark) => hasClass(mark, 'drug'))
          ? 'product'
          : topic.kind
      const event = castOutcome({ ...topic, kind }, sign, found, clause, marks, title, market)
      if (event !== null) return event
    }
  }
  return null
}

/** "Beats Lockheed to build fighter": a weapon that is sold strikes nobody. */
function isOrdered(weapon: Mark, { marks, names }: CompanyClause, { words }: TokenisedText): boolean {
  return (
    WEAPON.test(words[weapon.from] ?? '') &&
    weapon.to - weapon.from === 1 &&
    marks.some(
      (mark) =>
        mark.to <= weapon.from &&
        names.some((name) => name.to <= mark.from) &&
        ORDERED.some((one) => isVerb(mark, one)),
    )
  )
}

const WEAPON = /^(?:drone|fighter|missile|rocket|torpedo|warship|bomb)/
const ORDERED = ['beat', 'choose', 'serve', 'win', 'lose', 'drop'] as const

/** Who wins where a state and a company stand against each other: "FTC loses bid to unwind purchase" is 1 for the company, 0 where it is not told so. */
function readContest({ marks, names }: CompanyClause): 1 | -1 | 0 {
  const state = marks.find((mark) => mark.isGovernment || hasClass(mark, 'authority'))
  const [name] = names
  if (state === undefined || name === undefined) return 0
  const isAfter = (mark: Mark, subject: Mark) => mark.from >= subject.to && mark.from - subject.to <= 2
  const told = (subject: Mark, wanted: readonly EventWordClass[]) =>
    marks.some((mark) => mark.asset === null && isAfter(mark, subject) && wanted.some((one) => isVerb(mark, one)))
  if (state.from < name.from && !names.some((one) => one.to <= state.from)) {
    if (told(state, ['lose'])) return 1
    return told(state, ['beat']) ? -1 : 0
  }
  return state.from > name.from && told(name, ['beat']) ? 1 : 0
}

function isTraded({ commodities }: Good): boolean {
  return commodities.length > 0
}

/** A recall or strike is bad unless it is over: "ends strike", not "rejects deal to end strike". */
function readEnd({ marks, to }: CompanyClause, found: Mark, title: TokenisedText): number {
  const isDenied = marks.some((mark) => mark.to <= found.from && found.from - mark.to <= 1 && isNegated(mark, title))
  if (title.words[to - 1] === 'over' || isDenied) return 1
  const isEnded = marks.some(
    (mark) =>
      mark !== found &&
      hasClass(mark, 'end') &&
      !isTransitive(mark, found, title) &&
      (!hasClass(mark, 'stop') ||
        (found.readings.some((one) => one.class === 'recall' && !one.isVerb) && mark.to === found.from) ||
        (hasClass(found, 'strike') &&
          Math.max(found.from - mark.to, mark.from - found.to) <= (title.words[mark.to] === 'to' ? 5 : 2))),
  )
  return isEnded && !marks.some((mark) => isNegated(mark, title)) ? 1 : -1
}

/** "Outage knocks Snapchat offline": what befell goes on. */
function isTransitive(mark: Mark, found: Mark, { words, breaks }: TokenisedText): boolean {
  if (mark.from < found.to || !mark.readings.some((one) => one.isVerb && one.form === 's')) return false
  return mark.to < words.length && breaks[mark.to] !== true && !FOLLOWING.has(words[mark.to] ?? '')
}

const FOLLOWING: ReadonlySet<string> = new Set(
  'after as with in on at by following amid when while for early today & over to'.split(' '),
)

/** A trial has no sign by itself: its result is told. */
export function readTrial(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const topic = { class: 'trial', isVerb: false, base: 1, kind: 'product' } as const
  for (const clause of splitCompanyClauses(marks, title)) {
    const found =
      clause.marks.find((mark) => hasClass(mark, 'trial')) ?? clause.marks.find((mark) => hasClass(mark, 'disease'))
    if (
      found === undefined ||
      marks.some(
        (mark) => hasClass(mark, 'deal') || hasClass(mark, 'hold') || hasClass(mark, 'case') || hasClass(mark, 'claim'),
      )
    )
      continue
    const isMedical = marks.some((mark) => hasClass(mark, 'drug') || mark.asset?.gics?.startsWith('35') === true)
    const isOfLaw = marks.some((mark) => hasClass(mark, 'offend') || hasClass(mark, 'plea'))
    if ((hasClass(found, 'disease') || isOfLaw) && !isMedical) continue
    // "Licence trial" is one of law.
    if (!isMedical && /^trials?$/.test(title.words[found.from] ?? '')) continue
    const others = clause.marks.filter((mark) => mark.asset === null)
    const beating = others.find((mark) => isVerb(mark, 'beat'))
    // "Without harming the liver" is no failure.
    const failing = others.find(
      (mark) => hasClass(mark, 'fail') || (hasClass(mark, 'deny') && title.words[mark.from] !== 'without'),
    )
    // "Denies failing test".
    const denied = others.find(
      (mark) => mark !== failing && hasClass(mark, 'fail') && failing !== undefined && mark.from >= failing.to,
    )
    if (denied !== undefined && failing !== undefined && isVerb(failing, 'deny') && !hasClass(failing, 'fail')) continue
    // "Halves recurrence".
    const isEased = (mark: Mark) => (['less', 'end', 'stop'] as const).some((one) => hasClass(mark, one))
    const working = others.find(
      (mark) =>
        hasClass(mark, 'succeed') ||
        (isEased(mark) &&
          clause.marks.some(
            (one) =>
              hasClass(one, 'disease') &&
              one.from >= mark.to &&
              !clause.marks.some((next) => next.from === one.to && (hasClass(next, 'drug') || hasClass(next, 'trial'))),
          )),
    )
    const stopping = others.find((mark) => hasClass(mark, 'stop') && mark.readings.some((one) => one.isVerb))
    // "Succeeds where earlier trial failed".
    const isFirst =
      working !== undefined &&
      failing !== undefined &&
      isVerb(working, 'succeed') &&
      working.to <= failing.from &&
      !title.words.includes('but')
    const isGood = beating !== undefined || working !== undefined
    const sign = failing !== undefined && !isFirst ? -1 : isGood ? 1 : stopping !== undefined ? -1 : 0
    if (sign === 0) continue
    // "Fails to beat Eliquis".
    const contest = beating ?? others.find((mark) => isContest(mark, title))
    const event = castOutcome(topic, sign, contest ?? found, clause, marks, title, market)
    if (event !== null) return event
  }
  return null
}

/** Whom it befalls, who opposes them, and who gains or loses by it. */
function castOutcome(
  topic: Topic,
  sign: number,
  found: Mark,
  clause: CompanyClause,
  marks: readonly Mark[],
  title: TokenisedText,
  market: Market,
): WorldEvent | null {
  const isAll = clause.names.length === 0 || topic.kind === 'company_stop'
  const names = isAll ? companiesIn(marks) : clause.names
  const { struck, opponent } = partRoles(topic, found, names, clause, title)
  const [main] = struck
  const goods = segmentsIn(marks, found)
  if (main?.asset == null && opponent.length > 0 && topic.class === 'accuse')
    return createEvent({ kind: 'legal', sign: sign < 0 ? -1 : 1, goods, cast: { opponent: tickersOf(opponent) } })
  if (main?.asset == null) {
    // "Court sides with lenders in car loan case".
    const where = marks.flatMap((mark) => mark.country?.code ?? [])
    const makers = market.makersOf(goods).filter(({ asset }) => where.length === 0 || where.includes(asset.country))
    // "FCC approves SpaceX phone service".
    if (topic.class === 'approve' && makers.length > 0 && clause.marks.some((mark) => hasClass(mark, 'newcomer'))) {
      const rival = makers.slice(0, MAX_RIVALS).map(({ asset }) => asset.ticker)
      return createEvent({ kind: 'launch', sign: sign < 0 ? -1 : 1, goods, cast: { rival } })
    }
    if (topic.kind !== 'legal' || makers.length === 0 || names.length > 0 || marks.some(isOfTrade)) return null
    const cast = { struck: makers.slice(0, MAX_RIVALS).map(({ asset }) => asset.ticker) }
    // "Sides with Cox over music labels".
    const isLost =
      topic.class === 'approve' &&
      clause.marks.some((mark) => mark.goods.length > 0 && mark.from >= found.to && isOpposed(mark, title.words))
    return createEvent({ kind: 'legal', sign: sign < 0 !== isLost ? -1 : 1, goods, cast })
  }
  const named = marks.flatMap((mark) => mark.asset ?? [])
  const owner = main.asset.ticker
  const users = marks.flatMap(({ product }) => (product?.owners[0] === owner ? product.users : []))
  // Who alone sells a drug abroad shares its fate.
  const isDrug = topic.class === 'trial' && main.asset.gics?.startsWith('35') === true
  const partners = isDrug ? market.neighboursOf(main.asset, 'partner') : []
  const partner = partners.length === 1 ? partners : []
  const isProduct = topic.kind === 'product'
  // What becomes of a takeover is no matter of products.
  const isOfBid = marks.some((mark) => hasClass(mark, 'buy') || hasClass(mark, 'bid'))
  const close = isOfBid
    ? []
    : market.rivalsOf(main.asset, topic.kind === 'company_stop' ? [] : goods, named).slice(0, MAX_RIVALS)
  const isLegal = topic.kind === 'legal'
  // Data that are lost move no buyers to a rival, work that stops does.
  const isIdle = marks.some(
    (mark) =>
      mark !== found && mark.asset === null && IDLING.some((one) => hasClass(mark, one)) && !hasClass(mark, 'start'),
  )
  const isIntrusion = found.goods.some((good) => good.words[0] === 'cybersecurity') && !isIdle
  // What a monopolist loses by law its rivals gain.
  const isMonopoly = goods.length > 0 && title.words.some((word) => MONOPOLY.test(word))
  return createEvent({
    kind: topic.kind,
    sign: sign < 0 ? -1 : 1,
    goods,
    cast: {
      struck: tickersOf(struck),
      opponent: [...tickersOf(opponent), ...(isLegal && isMonopoly ? close : [])],
      rival:
        isLegal || isIntrusion ? [] : close.filter((one) => !tickersOf(struck).includes(one) && !partner.includes(one)),
      partner,
      // What a person is accused of is no practice of the trade.
      peer:
        isLegal &&
        !isMonopoly &&
        !marks.some((mark) => hasClass(mark, 'leader')) &&
        goods.length > 0 &&
        opponent.length === 0
          ? close
          : [],
      customer: [
        ...new Set([
          ...users,
          ...(isProduct && topic.class === 'recall' ? market.neighboursOf(main.asset, 'customer') : []),
        ]),
      ].slice(0, MAX_NEIGHBOURS),
    },
  })
}

/** "Ordered to pay". */
function isPayment({ from, to }: Mark, { words }: TokenisedText): boolean {
  return PAYING.test(words.slice(from, to).join(' '))
}

const PAYING = /\b(?:pay|compensate|refund|repay)$/
const FIGHTING = /^(?:fight|dispute|row|battle|spat|clash|case|feud|lawsuit|suit|trial|arbitration|tussle|quarrel)$/
const WINNING = /^(?:win|wins|won|award|awarded|secures?|secured|extracts?|gets?)$/
const IDLING = ['stop', 'shortage', 'lose', 'accident', 'recall'] as const
const AGAINST: ReadonlySet<string> = new Set(['against', 'versus', 'vs', 'over', 'than'])

/** Who is struck and who stands on the other side: the accused and the accuser, the drug and the one it is compared with. */
function partRoles(
  topic: Topic,
  found: Mark,
  names: readonly Mark[],
  clause: CompanyClause,
  title: TokenisedText,
): { struck: readonly Mark[]; opponent: readonly Mark[] } {
  const { words } = title
  const before = names.filter((name) => name.to <= found.from)
  const after = names.filter((name) => name.from >= found.to)
  // "Nokia patent case": whose patent it is.
  const owner = before.find((name) => found.from - name.to <= 2 && words.slice(name.to, found.to).includes('patent'))
  if (owner !== undefined && before.some((name) => name.asset !== owner.asset)) {
    return { struck: before.filter((name) => name.asset !== owner.asset), opponent: [owner] }
  }
  if (before.length === 0 && topic.class === 'accuse' && isPayment(found, title))
    return { struck: [], opponent: after.filter((name) => name.from - found.to <= 1) }
  if (before.length === 0 || after.length === 0) {
    const all = before.length > 0 ? before : after
    // "Bins class action against Tesla".
    if ((topic.class === 'case' || topic.class === 'claim') && all.every((name) => isOpposed(name, words)))
      return { struck: all, opponent: [] }
    return {
      struck: all.filter((name) => !isOpposed(name, words)),
      opponent: all.filter((name) => isOpposed(name, words)),
    }
  }
  // "Founder arrested over servers of Nvidia".
  if (topic.class === 'accuse' && topic.isVerb && isPassive(found, clause, title)) {
    const isBy = words[found.to] === 'by'
    return { struck: before, opponent: isBy ? after.slice(0, 1) : [] }
  }
  // "Recalls cars over LG battery fault".
  if (topic.class === 'recall')
    return { struck: [...before, ...after.filter((name) => isOpposed(name, words))], opponent: [] }
  // "Ordered to pay Energy Transfer".
  const paid = after.find((name) => name.from - found.to <= 1 && isPayment(found, title))
  if (paid !== undefined) return { struck: before, opponent: [paid] }
  if (topic.kind !== 'legal')
    return {
      struck: before,
      opponent: after.filter((name) => isOpposed(name, words) || isVerb(found, 'beat') || isContest(found, title)),
    }
  const isAccused = after.some((name) => isOpposed(name, words)) || (topic.isVerb && !isPassive(found, clause, title))
  const wins =
    topic.class === 'offend' ||
    clause.marks.some((mark) => mark.to <= found.from && (isVerb(mark, 'win') || isVerb(mark, 'lose')))
  if (wins) return { struck: before, opponent: after }
  return isAccused ? { struck: after, opponent: before } : { struck: before, opponent: [] }
}

/** "Fails to beat", "does no better than". */
function isContest({ from, to }: Mark, { words }: TokenisedText): boolean {
  return (
    to - from > 1 &&
    /\b(?:beat|outdo|outperform|top|match|best|better|rival|than)\b/.test(words.slice(from + 1, to).join(' '))
  )
}

/** "Wins $634 million from Apple". */
function isPaying({ from }: Mark, words: readonly string[]): boolean {
  return words[from - 1] === 'from' && words.slice(0, from).some((word) => WINNING.test(word))
}

function isOpposed({ from }: Mark, words: readonly string[]): boolean {
  // "In fight with Exxon".
  if (words[from - 1] === 'with' && FIGHTING.test(words[from - 2] ?? '')) return true
  return AGAINST.has(words[from - 1] ?? '') || AGAINST.has(words[from - 2] ?? '')
}
