import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { type CompanyClause, companiesIn, isDenied, isPassive, isVerb, segmentsIn, splitCompanyClauses } from './company-clause.pure.ts'
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
/** Words before what takes the place of what is dropped. */
const TURN: ReadonlySet<string> = new Set(['for', 'to', 'with', 'by', 'favour', 'favor'])
/** Most rivals of the one who wins or loses. */
const MAX_RIVALS = 5
const MAX_SUPPLIERS = 5

/** Reads which company gets an order and which loses it: "picks Saab over Naval", "tears up deal with LG", "hands card to Synchrony". */
export function readContract(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const gained = new Map<Mark, number>()
  const deal = marks.find((mark) => hasClass(mark, 'deal') && (!isVerb(mark, 'choose') || isNounBefore(mark, title)))
  const clauses = splitCompanyClauses(marks, title)
  const isOrdered = clauses.some((clause) => clause.names.some((name) => isModifier(name, clause, title)))
  if (deal === undefined && !isOrdered && companiesIn(marks).length + segmentsIn(marks, null).length < 2) return null
  let last: Bringing | undefined
  for (const clause of clauses) last = readParties(clause, title, deal, last, gained)
  const parties = [...gained].filter(([, sign]) => sign !== 0)
  const won = parties.filter(([, sign]) => sign > 0).map(([mark]) => mark)
  const lost = parties.filter(([, sign]) => sign < 0).map(([mark]) => mark)
  const [main] = won.length > 0 ? won : lost
  if (main?.asset == null) return null
  const goods = segmentsIn(marks, null)
  const named = marks.flatMap((mark) => mark.asset ?? [])
  const rivals = market.rivalsOf(main.asset, goods, named).slice(0, MAX_RIVALS)
  const suppliers = market.neighboursOf(main.asset, 'supplier').slice(0, MAX_SUPPLIERS)
  const tickers = (some: readonly Mark[]) => [...new Set(some.flatMap((mark) => mark.asset?.ticker ?? []))]
  const isWon = won.length > 0
  return createEvent({
    kind: 'contract',
    sign: isWon ? 1 : -1,
    goods,
    cast: isWon
      ? { winner: tickers(won), loser: [...tickers(lost), ...rivals], supplier: suppliers }
      : { winner: tickers(lost), loser: rivals, supplier: suppliers },
  })
}

const NOUN_BEFORE: ReadonlySet<string> = new Set(['a', 'an', 'the', 'of', 'its', 'their', 'in', 'on', 'under', 'for', "'s"])

/** True where a word that may be a verb is a noun: "under an order", "largest order". */
function isNounBefore({ from }: Mark, { words, shapes }: TokenisedText): boolean {
  const before = words[from - 1] ?? ''
  return NOUN_BEFORE.has(before) || shapes[from - 1] === 'number' || /(?:est|ion|al)$/.test(before)
}

/** Walks a clause and notes what each name gets by the verb before or after it; gives the last verb, which a list after a colon goes on. */
function readParties(
  clause: CompanyClause,
  title: TokenisedText,
  deal: Mark | undefined,
  last: Bringing | undefined,
  gained: Map<Mark, number>,
): Bringing | undefined {
  const { marks, names } = clause
  const verbs = marks.flatMap((mark): Bringing[] => {
    const found = BRINGS.find(([verb]) => isVerb(mark, verb) && (verb !== 'serve' || deal !== undefined))
    if (found !== undefined && !isNounBefore(mark, title)) return [{ mark, subject: found[1], object: found[2] }]
    // "Suspends", "calls off" a contract.
    const isEnding = deal !== undefined && deal.from >= mark.to && ENDING.some((one) => isVerb(mark, one))
    return isEnding ? [{ mark, subject: 0, object: -1 }] : []
  })
  for (const name of names) {
    const before = verbs.findLast((verb) => verb.mark.to <= name.from)
    const after = verbs.find((verb) => verb.mark.from >= name.to)
    const value =
      verbs.length === 0
        ? (last?.object ?? 0)
        : before === undefined
          ? readSubject(after, clause, title)
          : readObject(name, before, clause, title, deal)
    if (value !== 0 && !gained.has(name)) gained.set(name, value)
  }
  return verbs.at(-1)
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
  const isPassed = between.some((word, i) => INSTEAD.has(word) && i >= between.length - 3)
  if (isPassive(verb.mark, clause, title)) {
    // "Replaced by", "beaten by": who does it gains; a customer does not.
    return verb.object < 0 && between[0] === 'by' && verb.subject !== 0 ? 1 : isPassed ? -1 : 0
  }
  if (isPassed) return verb.object > 0 || verb.subject > 0 ? -1 : 0
  const turn = between.findLastIndex((word) => TURN.has(word))
  const isSwap = verb.object < 0 && turn > 0 && (deal === undefined || deal.from < verb.mark.from || deal.from > name.to)
  const value = isSwap && clause.names.some((one) => one.from >= verb.mark.to && one.to <= verb.mark.to + turn) ? 1 : verb.object
  return isDenied(verb.mark, clause) ? -value : value
}

/** "28 Boeing wide-bodies": what is ordered is a product of the company. */
function isModifier({ to }: Mark, clause: CompanyClause, { words, breaks, shapes }: TokenisedText): boolean {
  return to < clause.to && breaks[to] !== true && shapes[to] === 'lower' && /s$/.test(words[to] ?? '') && words[to] !== "'s"
}
