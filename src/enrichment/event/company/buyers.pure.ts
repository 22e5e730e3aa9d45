import { isDenied, isPassive, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { hasClass, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

const MAX_RIVALS = 6
const MAX_PEERS = 9
/** Tokens between a seller and its buyers: "loses thousands of young subscribers". */
const REACH = 5

/** Reads that buyers leave a named company or come to it: "customers flee", "loses subscribers", "boycott of Bud Light". */
export function readBuyers(title: EventTitle, market: Market): WorldEvent | null {
  const { tags } = title
  const rush = readRush(title, market)
  if (rush !== null) return rush
  if (!tags.some((tag) => hasClass(tag, 'buyer', 'flee') || isShare(tag, title))) return null
  if (tags.some((tag) => tag.place !== null || hasClass(tag, 'case') || hasClass(tag, 'authority'))) return null
  const { clauses } = title
  const bought = readBought(title, market)
  if (bought !== null) return bought
  for (const clause of clauses) {
    const found = readClause(clause, title)
    if (found === null || found.name.asset === null) continue
    const { name, sign } = found
    const named = tags.flatMap((tag) => tag.asset ?? [])
    const goods = segmentsIn(tags, null).filter(
      (good) => good.words[0] !== 'retailer' && good.words[0] !== 'cybersecurity',
    )
    const close = market.rivalsOf(found.name.asset, goods, named).slice(0, MAX_RIVALS)
    return createEvent({ kind: 'buyers', sign, goods, roles: { struck: tickersOf([name]), rival: close } })
  }
  return readAll(clauses, title, market)
}

/** "Users buy fewer snacks": less is sold of the good, whoever says so. */
function readBought({ tags, words }: EventTitle, market: Market): WorldEvent | null {
  const buyer = tags.find((tag) => hasClass(tag, 'buyer'))
  const verb = words.findIndex((word, i) => buyer !== undefined && i >= buyer.to && BUYING.test(word))
  const amount = words.findIndex(
    (word, i) => verb >= 0 && i > verb && i - verb <= 2 && (LESS.has(word) || word === 'more'),
  )
  const good = tags.find((tag) => amount >= 0 && tag.from > amount && tag.from - amount <= 3 && tag.goods.length > 0)
  return castMakers(good, words[amount] === 'more' ? 1 : -1, market)
}

/** "Scramble for gas turbines": more is wanted of what has no market of its own. */
function readRush({ tags, words, isIn, hasIn }: EventTitle, market: Market): WorldEvent | null {
  const at = words.findIndex((_, i) => words[i + 1] === 'for' && isIn(i, 'rush'))
  const good = tags.find((tag) => at >= 0 && tag.from >= at + 2 && tag.from - at <= 4 && tag.goods.length > 0)
  return castMakers(good, hasIn('cooling') ? -1 : 1, market)
}

/** Those who make what is bought; nobody of what is traded as a commodity. */
function castMakers(good: Tag | undefined, sign: 1 | -1, market: Market): WorldEvent | null {
  if (good === undefined || good.asset !== null || good.goods.some(isTraded)) return null
  const peer = market.makersOf(good.goods).map(({ asset }) => asset.ticker)
  const roles = { struck: [], rival: [], peer: peer.slice(0, MAX_PEERS) }
  return createEvent({ kind: 'buyers', sign, goods: good.goods, roles })
}

const BUYING =
  /^(?:buy|buys|buying|bought|eat|eats|eating|ate|drink|drinks|drinking|order|ordering|spend|spends|spending|consume|consuming|purchase|purchasing)$/
const LESS: ReadonlySet<string> = new Set(['less', 'fewer'])

/** "LVMH returns to growth as Chinese shoppers come back": those in the same business live of the same buyers. */
function readAll(clauses: readonly EventClause[], { words }: EventTitle, market: Market): WorldEvent | null {
  const [name] = clauses.flatMap((clause) => clause.names)
  const told = clauses.find(({ from, names }) => names.length === 0 && CAUSE.has(words[from] ?? ''))
  if (name?.asset == null || told === undefined) return null
  const buyer = told.tags.find((tag) => hasClass(tag, 'buyer'))
  const moving = told.tags.find(
    (tag) => buyer !== undefined && tag.from >= buyer.to && tag.from - buyer.to <= 2 && wayOf(tag) !== 0,
  )
  if (moving === undefined) return null
  const roles = { struck: tickersOf([name]), rival: [], peer: market.peersOf(name.asset).slice(0, MAX_PEERS) }
  return createEvent({ kind: 'buyers', sign: wayOf(moving) < 0 ? -1 : 1, roles })
}

const CAUSE: ReadonlySet<string> = new Set(['as', 'after', 'amid', 'while', 'when', 'because'])

function readClause(clause: EventClause, title: EventTitle): { name: Tag; sign: 1 | -1 } | null {
  const { tags, names } = clause
  const isBuyer = (tag: Tag) => tag.asset === null && hasClass(tag, 'buyer')
  for (const name of names) {
    // "Boycott of Tesla", "Target boycott".
    const boycott = tags.find(
      (tag) =>
        tag.readings.some((one) => one.class === 'flee' && !one.isVerb) &&
        (tag.from === name.to || (name.from - tag.to <= 2 && name.from >= tag.to)),
    )
    if (boycott !== undefined) return { name, sign: isOver(boycott, tags) ? 1 : -1 }
    const before = tags.find((tag) => isBuyer(tag) && tag.to <= name.from)
    const moving = tags.find(
      (tag) =>
        before !== undefined &&
        tag.from >= before.to &&
        tag.to <= name.from &&
        name.from - tag.to <= 2 &&
        wayOf(tag) !== 0,
    )
    if (moving !== undefined) return { name, sign: turn(wayOf(moving), isDenied(moving, clause)) }
    const own = tags.find((tag) => isBuyer(tag) && tag.from >= name.to && tag.from - name.to <= 1)
    const left = tags.find(
      (tag) => own !== undefined && tag.from >= own.to && tag.from - own.to <= 3 && wayOf(tag) !== 0,
    )
    if (left !== undefined) return { name, sign: turn(wayOf(left), isDenied(left, clause)) }
    const verb = tags.find(
      (tag) =>
        tag.from >= name.to &&
        tag.from - name.to <= 2 &&
        (isVerb(tag, 'lose') || isVerb(tag, 'win')) &&
        !isPassive(tag, clause),
    )
    const after = tags.find(
      (tag) =>
        verb !== undefined &&
        tag.from >= verb.to &&
        tag.from - verb.to <= REACH &&
        (isBuyer(tag) || isShare(tag, title)),
    )
    if (verb !== undefined && after !== undefined)
      return { name, sign: turn(isVerb(verb, 'lose') ? -1 : 1, isDenied(verb, clause)) }
  }
  return null
}

function isShare({ from }: Tag, { words }: EventTitle): boolean {
  return words[from] === 'market' && words[from + 1] === 'share'
}

function turn(way: number, isTurned: boolean): 1 | -1 {
  return way < 0 !== isTurned ? -1 : 1
}

/** -1: they leave, 1: they come. */
function wayOf(tag: Tag): 1 | -1 | 0 {
  if (tag.asset !== null) return 0
  if (isVerb(tag, 'flock')) return 1
  return isVerb(tag, 'flee') ? -1 : 0
}

function isOver(boycott: Tag, tags: readonly Tag[]): boolean {
  return tags.some(
    (tag) => tag !== boycott && Math.abs(tag.from - boycott.to) <= 3 && hasClass(tag, 'end') && !hasClass(tag, 'start'),
  )
}
