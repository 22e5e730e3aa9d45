import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass, Good } from '../vocabulary/event-lexicon.pure.ts'
import {
  type CompanyClause,
  companiesIn,
  isDenied,
  isOfTrade,
  isPassive,
  isVerb,
  segmentsIn,
  splitCompanyClauses,
  tickersOf,
} from './company-clause.pure.ts'
import { readBlows, readTurns } from './contract-turn.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** What a verb brings to those before and after it: "beats", "is dropped by". */
const BRINGS: readonly (readonly [verb: EventWordClass, subject: number, object: number])[] = [
  ['beat', 1, -1],
  ['choose', 0, 1],
  ['win', 1, 0],
  ['drop', 0, -1],
  ['lose', -1, 0],
  ['serve', 1, 0],
]
/** Words before the one who is passed over. */
const INSTEAD: ReadonlySet<string> = new Set(['over', 'instead', 'ahead', 'rather', 'than', 'bypassing'])
/** "In place of Patriot", "at the expense of Boeing". */
const PLACE_OF: ReadonlySet<string> = new Set(['place', 'expense', 'exclusion', 'lieu'])
const INSTEAD_OF = /(?:in place of|instead of|rather than|at the expense of|ahead of)$/
/** "Catering held by Sodexo": who had it. */
const HELD = /^(?:held|run|operated|served|supplied|managed|owned|handled|provided|staffed|serviced|maintained) by$/
/** "That Siemens had counted on": who hoped for it. */
const HOPED =
  /^(?:had |once |long |previously |also )*(?:counted on|hoped|wanted|coveted|expected|sought|held|eyed|chased|bid for|vied|courted|run|used to)/
const WATCHING: ReadonlySet<string> = new Set(['sees', 'saw', 'watches', 'watched'])
/** Words before what takes the place of what is dropped. */
const TURN: ReadonlySet<string> = new Set(['for', 'to', 'with', 'by', 'favour', 'favor'])
/** Most rivals of the one who wins or loses. */
const MAX_RIVALS = 7
const MAX_SUPPLIERS = 5

/** Reads which company gets an order and which loses it: "picks Saab over Naval", "tears up deal with LG", "hands card to Synchrony". */
export function readContract(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const gained = new Map<Mark, number>()
  const isWon = (mark: Mark) => marks.some((one) => one.to <= mark.from && isVerb(one, 'win'))
  const deal =
    marks.find(
      (mark) => hasClass(mark, 'deal') && (!isVerb(mark, 'choose') || isNounBefore(mark, marks, title) || isWon(mark)),
    ) ?? marks.find((mark) => WORK.has(title.words[mark.from] ?? '') && marks.some((one) => isMoving(one, mark)))
  const clauses = splitCompanyClauses(marks, title)
  const isOrdered = clauses.some((clause) => clause.names.some((name) => isModifier(name, clause, title)))
  const goods = segmentsIn(marks, null)
  const parties =
    companiesIn(marks).length +
    marks.filter((mark) => hasClass(mark, 'newcomer') || mark.goods.length > 0 || mark.country !== null).length
  if (deal === undefined && !isOrdered && parties < 2) return null
  const isLegal =
    marks.some((mark) => hasClass(mark, 'case')) ||
    (marks.some((mark) => hasClass(mark, 'claim')) &&
      marks.some((mark) => hasClass(mark, 'authority') || mark.isGovernment))
  // A tariff or sanction is no order.
  const isReason = ({ from }: Mark) =>
    REASON.has(title.words[from - 1] ?? '') || REASON.has(title.words[from - 2] ?? '')
  if (isLegal || marks.some((mark) => hasClass(mark, 'leader') || (isOfTrade(mark) && !isReason(mark)))) return null
  const isContested =
    companiesIn(marks).length > 1 &&
    (title.words.some((word, i) => HELD.test(`${word} ${title.words[i + 1] ?? ''}`)) ||
      companiesIn(marks).some(({ from }) =>
        INSTEAD_OF.test(title.words.slice(Math.max(0, from - 4), from).join(' ')),
      ) ||
      clauses.some((clause) => clause.marks.some((mark) => isVerb(mark, 'drop') && isPassive(mark, clause, title))))
  for (const clause of clauses) for (const [name, value] of readTurns(clause, title)) gained.set(name, value)
  let last: Bringing | undefined
  for (const clause of clauses) last = readParties(clause, title, deal, last, gained, isContested)
  const told = [...gained].filter(([, sign]) => sign !== 0)
  for (const clause of clauses)
    for (const [name, value] of readBlows(clause, title))
      if (told.some(([one]) => one !== name)) gained.set(name, value)
  // "Undercuts rivals with insulin pens" is no order.
  const isBeating = marks.some((mark) => isVerb(mark, 'beat') && hasClass(mark, 'copy'))
  const isOrder = marks.some((mark) => isVerb(mark, 'choose') && !hasClass(mark, 'deal'))
  if (isBeating && !isOrder && (deal === undefined || segmentsIn(marks, null).some((good) => good.isSegment === true)))
    return null
  const moved = [...gained].filter(([, sign]) => sign !== 0)
  const won = moved.filter(([, sign]) => sign > 0).map(([mark]) => mark)
  const lost = moved.filter(([, sign]) => sign < 0).map(([mark]) => mark)
  const tickers = (some: readonly Mark[]) => [
    ...new Set(some.flatMap((mark) => (mark.asset === null ? makersIn(mark, goods, market) : tickersOf([mark])))),
  ]
  const [winner, loser] = [tickers(won), tickers(lost)]
  const isGain = winner.length > 0
  const [main] = market.assetsOf(isGain ? winner : loser)
  const shutOut = main === undefined ? findShutOut(marks) : undefined
  if (shutOut !== undefined) {
    const others = market.makersOf(goods).filter(({ asset }) => asset.country !== 'CN')
    if (others.length === 0) return null
    const cast = { winner: others.slice(0, MAX_SUPPLIERS).map(({ asset }) => asset.ticker) }
    return createEvent({ kind: 'contract', sign: 1, goods, cast })
  }
  // "Airbus orders fix on A320s".
  if (
    main === undefined ||
    (marks[0]?.asset === main.asset &&
      isGain &&
      won.every((mark) => mark.asset === main.asset) &&
      deal === undefined &&
      won[0] !== marks[0])
  )
    return null
  const named = marks.flatMap((mark) => mark.asset ?? [])
  // "Google's AI chips".
  const own = marks.filter(
    (mark) =>
      mark.asset === null &&
      marks.some((name) => name.asset === main.asset && mark.from >= name.to && mark.from - name.to <= 1),
  )
  const makers = market.makersOf(segmentsIn(own, null)).map(({ asset }) => asset)
  const others = makers.filter((one) => one !== main.asset && !named.includes(one)).map((one) => one.ticker)
  const rivals = (others.length > 0 ? others : market.rivalsOf(main.asset, goods, named)).slice(0, MAX_RIVALS)
  const suppliers = market.neighboursOf(main.asset, 'supplier').slice(0, MAX_SUPPLIERS)
  return createEvent({
    kind: 'contract',
    sign: isGain ? 1 : -1,
    goods,
    cast: isGain
      ? { winner, loser: [...loser, ...rivals.filter((one) => !winner.includes(one))], supplier: suppliers }
      : { winner: loser, loser: rivals.filter((one) => !loser.includes(one)), supplier: suppliers },
  })
}

/** "Amid tariff row". */
const REASON: ReadonlySet<string> = new Set(['amid', 'over', 'after', 'despite'])

/** "Strip Huawei from networks": those who are listed may take its place. */
function findShutOut(marks: readonly Mark[]): Mark | undefined {
  return marks.find(
    (mark) =>
      hasClass(mark, 'newcomer') &&
      marks.some((one) => one.to <= mark.from && mark.from - one.to <= 2 && isVerb(one, 'drop')),
  )
}

const WORK: ReadonlySet<string> = new Set(['work', 'job'])

/** "Wrests cloud work", "stripped of housing work": the work is a contract. */
function isMoving(verb: Mark, work: Mark): boolean {
  return (
    verb.to <= work.from && (['win', 'lose', 'drop'] as const).some((one) => isVerb(verb, one)) && !isVerb(verb, 'walk')
  )
}

/** "Swedish submarines": those who make them there. */
function makersIn({ country }: Mark, goods: readonly Good[], { makersOf }: Market): string[] {
  const there = makersOf(goods).filter(({ asset }) => asset.country === country?.code)
  return there.slice(0, 2).map(({ asset }) => asset.ticker)
}

/** Words before the place where it happens. */
const WHERE: ReadonlySet<string> = new Set(['in', 'to', 'from', 'at', 'across', 'into'])

const NOUN_BEFORE: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'of',
  'its',
  'their',
  'in',
  'on',
  'under',
  'for',
  "'s",
  'become',
  'becomes',
  'as',
  'remain',
  'remains',
])

/** True where a word that may be a verb is a noun: "under an order", "largest order". */
function isNounBefore({ from, to }: Mark, marks: readonly Mark[], { words, shapes }: TokenisedText): boolean {
  const before = words[from - 1] ?? ''
  // "LG Energy Solution orders".
  if (marks.some((one) => one.to === from && one.asset !== null && (before !== "'s" || words[one.to - 1] === "'s")))
    return false
  return (
    NOUN_BEFORE.has(before) || words[to] === 'of' || shapes[from - 1] === 'number' || /(?:est|ion|al)$/.test(before)
  )
}

/** Walks a clause and notes what each name gets by the verb before or after it; gives the last verb, which a list after a colon goes on. */
function readParties(
  clause: CompanyClause,
  title: TokenisedText,
  deal: Mark | undefined,
  last: Bringing | undefined,
  gained: Map<Mark, number>,
  isContested: boolean,
): Bringing | undefined {
  const { marks } = clause
  // "Northrop to build fighter as Boeing is passed over".
  const isTold = deal !== undefined || isContested
  const countries = marks.filter(
    (mark) => mark.country !== null && !mark.isGovernment && !WHERE.has(title.words[mark.from - 1] ?? ''),
  )
  const names = [...clause.names, ...countries].toSorted((a, b) => a.from - b.from)
  const verbs = marks.flatMap((mark): Bringing[] => {
    const needsDeal = ['serve', 'win', 'lose']
    if (hasClass(mark, 'accuse')) return []
    // "Ends supply agreement".
    const isOfDeal =
      title.words[mark.from - 1] !== 'to' &&
      !mark.readings.some((one) => one.form === 's') &&
      marks.some((one) => one.from === mark.to && one !== mark && hasClass(one, 'deal') && !isVerb(one, 'choose'))
    if (isOfDeal) return []
    // "Buying fewer snacks".
    const isLess = marks.some((one) => one.from >= mark.to && one.from - mark.to <= 1 && hasClass(one, 'less'))
    if (isVerb(mark, 'choose') && hasClass(mark, 'buy') && isLess) return []
    // "Sales beat as shoppers return": nobody is beaten.
    const isAlone =
      isVerb(mark, 'beat') && !names.some((name) => name.from >= mark.to) && !isPassive(mark, clause, title)
    if (isAlone) return []
    const found = BRINGS.find(([verb]) => isVerb(mark, verb) && (isTold || !needsDeal.includes(verb)))
    // "Largest order", "orders Alibaba to stop".
    const isActor = marks.some(
      (one) => one.to === mark.from && (one.asset !== null || one.country !== null || hasClass(one, 'newcomer')),
    )
    // "Abandons bid to block".
    const isUndone = marks.some(
      (one) =>
        one.from > mark.to && one.from - mark.to <= 3 && title.words[one.from - 1] === 'to' && hasClass(one, 'stop'),
    )
    if (isUndone && marks.every((one) => one.asset === null || one.from > mark.from)) return []
    const isBase = mark.readings.some((one) => one.form === 'base')
    const isOpening = mark.from === clause.from && mark.readings.some((one) => one.form === 's')
    if (hasClass(mark, 'deal') && (isBase || !(isActor || isOpening)) && title.words[mark.from - 1] !== 'to') return []
    // "Takes work from Serco".
    const isTaken =
      (found?.[0] === 'choose' ? TAKING : SNATCHING).test(title.words[mark.from] ?? '') &&
      (found?.[0] === 'choose' || found?.[0] === 'win') &&
      names.some((name) => name.from >= mark.to && (title.words[name.from - 1] === 'from' || isShareOf(name, title)))
    if (found !== undefined && !isNounBefore(mark, marks, title)) {
      if (isTaken) return [{ mark, subject: 1, object: -1 }]
      // "Inks supply deal with": who supplies gains.
      const isSupplier = found[0] === 'choose' && isSupply(mark, clause, title)
      return [{ mark, subject: isSupplier ? 1 : found[1], object: isSupplier ? 0 : found[2] }]
    }
    // "Suspends", "calls off" a contract.
    const isWith = names.some((name) => name.from > mark.to && title.words[name.from - 1] === 'with')
    // "Clears sale to customers".
    const isLet = hasClass(mark, 'approve') && hasClass(mark, 'start')
    const isEnding =
      deal !== undefined && !isLet && (deal.from >= mark.to || isWith) && ENDING.some((one) => isVerb(mark, one))
    return isEnding ? [{ mark, subject: 0, object: -1 }] : []
  })
  for (const name of names) {
    if (gained.size > 0 && HOPED.test(title.words.slice(name.to, name.to + 3).join(' ')) && !gained.has(name))
      gained.set(name, -1)
    // "Capita sees contract go to TCS".
    const isWatching = WATCHING.has(title.words[name.to] ?? '')
    if (isWatching && deal !== undefined && verbs.some(({ mark, object }) => object > 0 && mark.from >= deal.to))
      gained.set(name, -1)
    if (title.words[name.from - 2] === 'instead' && !gained.has(name)) gained.set(name, -1)
    const before = verbs.findLast((verb) => verb.mark.to <= name.from)
    const after = verbs.find((verb) => verb.mark.from >= name.to)
    const value =
      verbs.length === 0
        ? readListed(name, last, title)
        : before === undefined
          ? name.country === null
            ? readSubject(after, clause, title)
            : 0
          : readObject(name, before, clause, title, deal)
    const isKnown = [...gained.keys()].some((one) => one.asset === name.asset && one.country === name.country)
    if (value !== 0 && !isKnown) gained.set(name, value)
  }
  return verbs.at(-1)
}

const WEIGHING =
  /^(?:weighs?|weighing|eyes?|eyeing|considers?|considering|mulls?|mulling|favou?rs?|explores?|wants?|seeks?|courts?)$/

/** "Orders jets: 20 Airbus"; not who is passed over in a clause of his own. */
function readListed({ from }: Mark, last: Bringing | undefined, { words }: TokenisedText): number {
  const object = last?.object ?? 0
  // "Rules out F-35, weighs Eurofighter".
  if (object < 0 && words.slice(Math.max(0, from - 2), from).some((word) => WEIGHING.test(word))) return 1
  return object > 0 && words.slice(Math.max(0, from - 3), from).some((word) => INSTEAD.has(word)) ? -1 : object
}

interface Bringing {
  readonly mark: Mark
  readonly subject: number
  readonly object: number
}

const ENDING = ['stop', 'end', 'walk'] as const

function readSubject(verb: Bringing | undefined, clause: CompanyClause, title: TokenisedText): number {
  if (verb === undefined) return 0
  const value = isPassive(verb.mark, clause, title) ? verb.object : verb.subject
  return isDenied(verb.mark, clause) ? -value : value
}

function readObject(
  name: Mark,
  verb: Bringing,
  clause: CompanyClause,
  title: TokenisedText,
  deal: Mark | undefined,
): number {
  const between = title.words.slice(verb.mark.to, name.from)
  const isPassed = between.some(
    (word, i) => i >= between.length - 3 && (INSTEAD.has(word) || (PLACE_OF.has(word) && between[i + 1] === 'of')),
  )
  // "Turns its back on Rolls and hangs GE engines": another verb may stand after "and".
  const joint = between.lastIndexOf('&')
  const isJoint =
    joint < 0 ||
    joint === between.length - 1 ||
    clause.names.some((one) => one.from >= verb.mark.to && one.to <= verb.mark.to + joint)
  if (!isJoint && verb.object < 0) return 0
  if (HELD.test(between.slice(-2).join(' '))) return -1
  // "Hands out models with Mercedes first in line".
  if (deal === undefined && verb.object > 0 && between.at(-1) === 'with') return 0
  if (isPassive(verb.mark, clause, title)) {
    // "Replaced by", "beaten by": who does it gains; a customer does not.
    if (verb.object < 0 && between.some((word) => word === 'favour' || word === 'favor')) return 1
    return verb.object < 0 && between[0] === 'by' && verb.subject !== 0 ? 1 : isPassed ? -1 : 0
  }
  if (isPassed) return verb.object > 0 || verb.subject > 0 ? -1 : 0
  const turn = between.findLastIndex((word) => TURN.has(word))
  const isSwap =
    verb.object < 0 && turn > 0 && (deal === undefined || deal.from < verb.mark.from || deal.from > name.to)
  // "Orders Nvidia to stop", "tells AeroVironment to stop work".
  const isStopped = clause.marks.some(
    (mark) => mark.from === name.to + 1 && title.words[name.to] === 'to' && hasClass(mark, 'stop'),
  )
  if (isStopped) return -1
  const value =
    isSwap && clause.names.some((one) => one.from >= verb.mark.to && one.to <= verb.mark.to + turn) ? 1 : verb.object
  return isDenied(verb.mark, clause) ? -value : value
}

/** Not "wins order from", which names the customer. */
const SNATCHING = /^(?:wrest|snatch|poach|steal|stole|prise|pry|pries|swipe)/
const TAKING = /^(?:tak|took|grab|snatch|poach|steal|stole|wrest|win|won|pinch)/
const SHARES_OF: ReadonlySet<string> = new Set([
  'share',
  'contract',
  'place',
  'role',
  'slot',
  'deal',
  'order',
  'work',
  'customers',
])

/** "Takes over Nokia's share". */
function isShareOf({ to }: Mark, { words }: TokenisedText): boolean {
  return words[to] === "'s" && SHARES_OF.has(words[to + 1] ?? '')
}

function isSupply({ to }: Mark, { marks, names }: CompanyClause, { words }: TokenisedText): boolean {
  const isDeal = (mark: Mark) => hasClass(mark, 'deal') && words.slice(mark.from - 1, mark.to).includes('supply')
  // Not "hires Broadcom to build".
  const serve = marks.find((mark) => mark.from >= to && isVerb(mark, 'serve') && words[mark.from - 1] === 'to')
  return marks.some(isDeal) || (serve !== undefined && !names.some((name) => name.from >= to && name.to <= serve.from))
}

/** "28 Boeing wide-bodies": what is ordered is a product of the company. */
function isModifier({ to }: Mark, clause: CompanyClause, { words, breaks, shapes }: TokenisedText): boolean {
  return (
    to < clause.to && breaks[to] !== true && shapes[to] === 'lower' && /s$/.test(words[to] ?? '') && words[to] !== "'s"
  )
}
