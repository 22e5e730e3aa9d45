import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import { isDenied, isPassive } from '../clause/company-clause.pure.ts'
import type { EventClause, EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { follows, hasClass, isNoun, isVerb, type Tag } from '../title/tag.pure.ts'
import { type Gain, readBlows, readTurns } from './contract-turn.pure.ts'

/** A verb and what it brings to those before and after it: "beats", "is dropped by". */
interface Bringing {
  readonly tag: Tag
  readonly subject: number
  readonly object: number
}

const BRINGS: readonly (readonly [verb: EventWordClass, subject: number, object: number])[] = [
  ['beat', 1, -1],
  ['choose', 0, 1],
  ['win', 1, 0],
  ['drop', 0, -1],
  ['lose', -1, 0],
  ['serve', 1, 0],
]
/** Verbs that tell of an order only where one is named. */
const NEEDS_DEAL: readonly EventWordClass[] = ['serve', 'win', 'lose']

/** Walks the clauses and notes what each name gets by the verb before or after it. */
export function readGains(title: EventTitle, deal: Tag | undefined, isContested: boolean): readonly Gain[] {
  const gains: Gain[] = title.clauses.flatMap(readTurns)
  let last: Bringing | undefined
  for (const clause of title.clauses) {
    // A company drops or picks a place in a country, a state what is made there.
    const countries = clause.tags.filter(
      (tag) =>
        tag.country !== null &&
        !tag.isGovernment &&
        !title.isIn(clause.from, 'background') &&
        !clause.names.some((name) => name.to <= tag.from) &&
        !title.isIn(tag.from - 1, 'where'),
    )
    const names = [...clause.names, ...countries].toSorted((a, b) => a.from - b.from)
    const verbs = clause.tags.flatMap((tag) => readVerb(tag, clause, names, deal, isContested) ?? [])
    for (const name of names) {
      const isKnown = gains.some((one) => one.name.asset === name.asset && one.name.country === name.country)
      const value = isKnown
        ? 0
        : verbs.length === 0
          ? readListed(name, last, clause)
          : readName(name, clause, verbs, deal)
      if (value !== 0) gains.push({ name, sign: value })
    }
    // A list after a colon goes on with the last verb.
    last = verbs.at(-1)
  }
  return withBlows(gains, title)
}

/** Adds those to whom what another gets is told to be a blow or a boost. */
function withBlows(gains: readonly Gain[], { clauses }: EventTitle): readonly Gain[] {
  const blows = gains.length === 0 ? [] : clauses.flatMap(readBlows)
  return [...gains.filter(({ name }) => blows.every((one) => one.name !== name)), ...blows]
}

/** What a word of a clause brings; null where it is no such verb. */
function readVerb(
  tag: Tag,
  clause: EventClause,
  names: readonly Tag[],
  deal: Tag | undefined,
  isContested: boolean,
): Bringing | null {
  const { tags, title } = clause
  const { words, isIn } = title
  const isAfterTo = words[tag.from - 1] === 'to'
  // "Ends supply agreement".
  const isOfDeal =
    !isAfterTo &&
    tag.readings.every((one) => one.form !== 's') &&
    tags.some((one) => one.from === tag.to && hasClass(one, 'deal') && !isVerb(one, 'choose'))
  const after = names.filter((name) => name.from >= tag.to)
  // "Sales beat as shoppers return": nobody is beaten.
  const isAlone = isVerb(tag, 'beat') && after.length === 0 && !isPassive(tag, clause)
  // "Abandons bid to block".
  const isUndone =
    tags.some(
      (one) => one.from > tag.to && one.from - tag.to <= 3 && words[one.from - 1] === 'to' && hasClass(one, 'stop'),
    ) && tags.every((one) => one.asset === null || one.from > tag.from)
  // "Largest order", "orders Alibaba to stop".
  const isActor = tags.some(
    (one) => one.to === tag.from && (one.asset !== null || one.country !== null || hasClass(one, 'newcomer')),
  )
  const isOrderNoun = hasClass(tag, 'deal') && !isAfterTo && !isActor
  const word = words[tag.from] ?? ''
  // "Canberra orders exporters to hold back gas": what a government has others do.
  const isCommand = tags.some((one) => one.to === tag.from && one.isGovernment) && words.includes('to', tag.to)
  // "Orders flight cuts", "takes $2 billion hit on Ocado sites".
  const isOther = word.startsWith('order')
    ? isCommand || tags.some((one) => follows(one, tag, 2) && hasClass(one, 'stop', 'end'))
    : /^us(?:e[sd]?|ing)$/.test(word)
      ? // "To use Airbus fix", "uses Llama": only what it makes is bought.
        !after.some((name) => tags.some((one) => one.goods.length > 0 && one.from === name.to))
      : /^t(?:ak|ook)/.test(word) && words.slice(tag.to, tag.to + 5).includes('hit')
  const isIdle = isOfDeal || isAlone || isUndone || isOrderNoun || hasClass(tag, 'accuse')
  // "Cancels contract awarded to Microsoft": what was before.
  const isDoneBefore =
    deal !== undefined &&
    follows(tag, deal) &&
    tag.readings.some((one) => one.form === 'past') &&
    tags.some((one) => one.to <= deal.from && isVerb(one, 'drop', 'stop', 'end', 'walk', 'deny'))
  // "Giving Merck a hedge".
  if (isIdle || isOther || word === 'giving' || isDoneBefore) return null
  // "Northrop to build fighter as Boeing is passed over".
  const isTold = deal !== undefined || isContested
  const found = BRINGS.find(([verb]) => isVerb(tag, verb) && (isTold || !NEEDS_DEAL.includes(verb)))
  if (found !== undefined && !isNounBefore(tag, tags, title)) {
    const [verb, subject, object] = found
    // "Takes work from Serco"; not "wins order from", which names the customer.
    const isTaking = verb === 'choose' ? isIn(tag.from, 'taking') : verb === 'win' && isIn(tag.from, 'snatching')
    if (isTaking && after.some((name) => words[name.from - 1] === 'from')) return { tag, subject: 1, object: -1 }
    // "AST signs Verizon", a customer; "inks supply deal with": who supplies gains.
    const isSigned = word.startsWith('sign') && after.some((name) => name.from === tag.to)
    const isSupply = tags.some((one) => hasClass(one, 'deal') && words.slice(one.from - 1, one.to).includes('supply'))
    return isSigned || (verb === 'choose' && isSupply) ? { tag, subject: 1, object: 0 } : { tag, subject, object }
  }
  // "Suspends", "calls off" a contract; not "clears sale to customers".
  const isEnding = deal !== undefined && follows(deal, tag) && isVerb(tag, 'stop', 'end', 'walk')
  return isEnding && !hasClass(tag, 'approve') ? { tag, subject: 0, object: -1 } : null
}

/** True where a word that may be a verb is a noun: "under an order", "largest order". */
export function isNounBefore({ from, to }: Tag, tags: readonly Tag[], title: ListedTitle): boolean {
  const { words, shapes, isIn } = title
  const before = words[from - 1] ?? ''
  // "LG Energy Solution orders".
  if (tags.some((one) => one.to === from && one.asset !== null)) return false
  const isQualified = shapes[from - 1] === 'number' || /(?:est|ion|al)$/.test(before)
  return isQualified || isIn(from - 1, 'before_deal') || words[to] === 'of'
}

/** "Orders jets: 20 Airbus"; not who is passed over in a clause of his own. */
function readListed({ from, to }: Tag, last: Bringing | undefined, clause: EventClause): number {
  const { hasIn, words } = clause.title
  if (words[from - 1] === 'not' && (last?.object ?? 0) > 0) return -1
  // "Nvidia slips".
  if (clause.tags.some((tag) => tag.from === to && isVerb(tag, 'selfmove'))) return 0
  const object = last?.object ?? 0
  // "Rules out F-35, weighs Eurofighter", "leaving Eurofighter in frame".
  if (object < 0 && hasIn('weighing', clause.from, from)) return 1
  return object > 0 && hasIn('instead', Math.max(0, from - 3), from) ? -1 : object
}

/** What the verb before a name, else the one after it, brings to it. */
function readName(name: Tag, clause: EventClause, verbs: readonly Bringing[], deal: Tag | undefined): number {
  const before = verbs.findLast(({ tag }) => follows(name, tag))
  if (before !== undefined) {
    // "Airbus orders fix on A320s": its own product.
    const isOwn = clause.names.some((one) => one.asset === name.asset && follows(before.tag, one))
    return isOwn ? 0 : readObject(name, before, clause, deal)
  }
  const [after] = verbs
  if (after === undefined || name.country !== null) return 0
  const value = isPassive(after.tag, clause) ? after.object : after.subject
  return isDenied(after.tag, clause) ? -value : value
}

function readObject(name: Tag, verb: Bringing, clause: EventClause, deal: Tag | undefined): number {
  const { words, isIn, hasIn } = clause.title
  const { tag, subject, object } = verb
  const [from, to] = [tag.to, name.from]
  const word = words[tag.from] ?? ''
  const between = words.slice(from, to)
  const isNamedUntil = (end: number) => clause.names.some((one) => one.from >= from && one.to <= end)
  // "Rips up French order in favour of boats from Britain".
  if (object < 0 && hasIn('in_favour', clause.from, to)) return 1
  // "Hands out models with Mercedes first in line".
  if (deal === undefined && object > 0 && between.at(-1) === 'with') return 0
  const near = Math.max(from, to - 3)
  const isPassed = hasIn('instead', near, to) || hasIn('place_of', near, to)
  if (isPassive(tag, clause)) {
    // "Replaced by", "beaten by": who does it gains; a customer does not.
    if (between[0] === 'by' && subject !== 0) return subject
    // "Four carriers ordered from Samsung Heavy".
    return isPassed ? -1 : between[0] === 'from' && object > 0 ? 1 : 0
  }
  if (isPassed) return object > 0 || subject > 0 ? -1 : 0
  // "Buys NIBC from Blackstone".
  const isOfGoods = deal !== undefined || clause.tags.some(({ goods }) => goods.length > 0)
  if (!isOfGoods && words[to - 1] === 'from' && hasClass(tag, 'buy')) return 0
  // "Orders Gold Fields to vacate".
  if (words[name.to] === 'to' && word.startsWith('order')) return 0
  // "Breaks off talks with JD.com": only what is replaced is so with another.
  const turn = between.findLastIndex(
    (each, i) => isIn(from + i, 'to_other') && (each !== 'with' || /^(?:repl|sub|swap)/.test(word)),
  )
  const isSwap =
    object < 0 &&
    turn > 0 &&
    (deal === undefined || deal.from > name.to) &&
    // "Ditches Arca for Coca-Cola FEMSA": who is dropped need not be listed.
    (isNamedUntil(from + turn) || isSpelledAsName(from, from + turn, clause))
  // "Give Accenture fewer jobs".
  const isFewer = clause.tags.some((one) => one.from - name.to <= 1 && one.from >= name.to && isNoun(one, 'less'))
  const value = isSwap ? 1 : isFewer ? -object : object
  // "Stops taking deliveries".
  const isHalted = clause.tags.some((one) => one.to === tag.from && isVerb(one, 'end'))
  // "Ditches plan to buy F-35s", "drops proposal to use".
  const isGivenUp =
    words[tag.from - 1] === 'to' &&
    isIn(tag.from - 2, 'plan') &&
    clause.tags.some((one) => one.to <= tag.from - 2 && isVerb(one, 'drop', 'walk', 'deny', 'stop'))
  return isHalted || isGivenUp || isDenied(tag, clause) ? -value : value
}

function isSpelledAsName(from: number, to: number, { title: { casing, shapes } }: EventClause): boolean {
  return casing === 'sentence' && shapes.slice(from, to).includes('capital')
}
