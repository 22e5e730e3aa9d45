import type { TokenisedText } from '../text/token.pure.ts'
import {
  type CompanyClause,
  isDenied,
  isPassive,
  isVerb,
  segmentsIn,
  splitCompanyClauses,
  tickersOf,
} from './company-clause.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import type { Market } from './market.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

const MAX_RIVALS = 6
const MAX_PEERS = 9
/** Tokens between a seller and its buyers: "loses thousands of young subscribers". */
const REACH = 5

/** Reads that buyers leave a named company or come to it: "customers flee", "loses subscribers", "boycott of Bud Light". */
export function readBuyers(marks: readonly Mark[], title: TokenisedText, market: Market): WorldEvent | null {
  const rush = readRush(marks, title, market)
  if (rush !== null) return rush
  if (!marks.some((mark) => hasClass(mark, 'buyer') || hasClass(mark, 'flee') || isShare(mark, title))) return null
  if (marks.some((mark) => mark.place !== null || hasClass(mark, 'case') || hasClass(mark, 'authority'))) return null
  const clauses = splitCompanyClauses(marks, title)
  const bought = readBought(marks, title, market)
  if (bought !== null) return bought
  for (const clause of clauses) {
    const found = readClause(clause, title)
    if (found === null || found.name.asset === null) continue
    const { name, sign } = found
    const named = marks.flatMap((mark) => mark.asset ?? [])
    const goods = segmentsIn(marks, null).filter(
      (good) => good.words[0] !== 'retailer' && good.words[0] !== 'cybersecurity',
    )
    const close = market.rivalsOf(found.name.asset, goods, named).slice(0, MAX_RIVALS)
    return createEvent({ kind: 'buyers', sign, goods, cast: { struck: tickersOf([name]), rival: close } })
  }
  return readAll(clauses, title, market)
}

/** "Users buy fewer snacks": less is sold of the good, whoever says so. */
function readBought(marks: readonly Mark[], { words }: TokenisedText, market: Market): WorldEvent | null {
  const buyer = marks.find((mark) => hasClass(mark, 'buyer'))
  const verb = words.findIndex((word, i) => buyer !== undefined && i >= buyer.to && BUYING.test(word))
  const amount = words.findIndex(
    (word, i) => verb >= 0 && i > verb && i - verb <= 2 && (LESS.has(word) || word === 'more'),
  )
  const good = marks.find(
    (mark) => amount >= 0 && mark.from > amount && mark.from - amount <= 3 && mark.goods.length > 0,
  )
  if (good === undefined || good.asset !== null || good.goods.some(({ commodities }) => commodities.length > 0))
    return null
  const peer = market.makersOf(good.goods).map(({ asset }) => asset.ticker)
  const cast = { struck: [], rival: [], peer: peer.slice(0, MAX_PEERS) }
  return createEvent({ kind: 'buyers', sign: words[amount] === 'more' ? 1 : -1, goods: good.goods, cast })
}

/** "Scramble for gas turbines": more is wanted of what has no market of its own. */
function readRush(marks: readonly Mark[], { words }: TokenisedText, market: Market): WorldEvent | null {
  const at = words.findIndex((word, i) => RUSH.test(word) && words[i + 1] === 'for')
  if (at < 0) return null
  const good = marks.find((mark) => mark.from >= at + 2 && mark.from - at <= 4 && mark.goods.length > 0)
  if (good === undefined || good.asset !== null || good.goods.some(({ commodities }) => commodities.length > 0))
    return null
  const peer = market.makersOf(good.goods).map(({ asset }) => asset.ticker)
  const cast = { struck: [], rival: [], peer: peer.slice(0, MAX_PEERS) }
  return createEvent({
    kind: 'buyers',
    sign: words.some((word) => FADING.test(word)) ? -1 : 1,
    goods: good.goods,
    cast,
  })
}

const RUSH = /^(?:scramble|rush|dash|stampede|clamou?r|appetite|hunger|thirst|craze|mania|frenzy|race)$/
const FADING =
  /^(?:fad(?:es?|ed|ing)|cool(?:s|ed|ing)?|wan(?:es?|ed|ing)|eas(?:es|ed|ing)|slow(?:s|ed|ing)?|dries|dry|evaporat(?:es?|ed|ing)|fizzl(?:es?|ed|ing)|weak(?:ens|ened|ening)?|sour(?:s|ed|ing)?)$/
const BUYING =
  /^(?:buy|buys|buying|bought|eat|eats|eating|ate|drink|drinks|drinking|order|ordering|spend|spends|spending|consume|consuming|purchase|purchasing)$/
const LESS: ReadonlySet<string> = new Set(['less', 'fewer'])

/** "LVMH returns to growth as Chinese shoppers come back": those in the same business live of the same buyers. */
function readAll(clauses: readonly CompanyClause[], { words }: TokenisedText, market: Market): WorldEvent | null {
  const [name] = clauses.flatMap((clause) => clause.names)
  const told = clauses.find(({ from, names }) => names.length === 0 && CAUSE.has(words[from] ?? ''))
  if (name?.asset == null || told === undefined) return null
  const buyer = told.marks.find((mark) => hasClass(mark, 'buyer'))
  const moving = told.marks.find(
    (mark) => buyer !== undefined && mark.from >= buyer.to && mark.from - buyer.to <= 2 && wayOf(mark) !== 0,
  )
  if (moving === undefined) return null
  const cast = { struck: tickersOf([name]), rival: [], peer: market.peersOf(name.asset).slice(0, MAX_PEERS) }
  return createEvent({ kind: 'buyers', sign: wayOf(moving) < 0 ? -1 : 1, cast })
}

const CAUSE: ReadonlySet<string> = new Set(['as', 'after', 'amid', 'while', 'when', 'because'])

function readClause(clause: CompanyClause, title: TokenisedText): { name: Mark; sign: 1 | -1 } | null {
  const { marks, names } = clause
  const isBuyer = (mark: Mark) => mark.asset === null && hasClass(mark, 'buyer')
  for (const name of names) {
    // "Boycott of Tesla", "Target boycott".
    const boycott = marks.find(
      (mark) =>
        mark.readings.some((one) => one.class === 'flee' && !one.isVerb) &&
        (mark.from === name.to || (name.from - mark.to <= 2 && name.from >= mark.to)),
    )
    if (boycott !== undefined) return { name, sign: isOver(boycott, marks) ? 1 : -1 }
    const before = marks.find((mark) => isBuyer(mark) && mark.to <= name.from)
    const moving = marks.find(
      (mark) =>
        before !== undefined &&
        mark.from >= before.to &&
        mark.to <= name.from &&
        name.from - mark.to <= 2 &&
        wayOf(mark) !== 0,
    )
    if (moving !== undefined) return { name, sign: turn(wayOf(moving), isDenied(moving, clause)) }
    const own = marks.find((mark) => isBuyer(mark) && mark.from >= name.to && mark.from - name.to <= 1)
    const left = marks.find(
      (mark) => own !== undefined && mark.from >= own.to && mark.from - own.to <= 3 && wayOf(mark) !== 0,
    )
    if (left !== undefined) return { name, sign: turn(wayOf(left), isDenied(left, clause)) }
    const verb = marks.find(
      (mark) =>
        mark.from >= name.to &&
        mark.from - name.to <= 2 &&
        (isVerb(mark, 'lose') || isVerb(mark, 'win')) &&
        !isPassive(mark, clause, title),
    )
    const after = marks.find(
      (mark) =>
        verb !== undefined &&
        mark.from >= verb.to &&
        mark.from - verb.to <= REACH &&
        (isBuyer(mark) || isShare(mark, title)),
    )
    if (verb !== undefined && after !== undefined)
      return { name, sign: turn(isVerb(verb, 'lose') ? -1 : 1, isDenied(verb, clause)) }
  }
  return null
}

function isShare({ from }: Mark, { words }: TokenisedText): boolean {
  return words[from] === 'market' && words[from + 1] === 'share'
}

function turn(way: number, isTurned: boolean): 1 | -1 {
  return way < 0 !== isTurned ? -1 : 1
}

/** -1: they leave, 1: they come. */
function wayOf(mark: Mark): 1 | -1 | 0 {
  if (mark.asset !== null) return 0
  if (isVerb(mark, 'flock')) return 1
  return isVerb(mark, 'flee') ? -1 : 0
}

function isOver(boycott: Mark, marks: readonly Mark[]): boolean {
  return marks.some(
    (mark) =>
      mark !== boycott && Math.abs(mark.from - boycott.to) <= 3 && hasClass(mark, 'end') && !hasClass(mark, 'start'),
  )
}
