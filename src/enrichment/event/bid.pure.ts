import { isPassive, tickersOf } from './company-clause.pure.ts'
import type { EventTitle } from './event-title.pure.ts'
import { companiesIn, hasClass, isMarked, isNegated, isNoun, isTraded, isVerb, type Mark } from './mark.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Tokens between "buy", or "offer for", and the company that is meant. */
const REACH = 8

interface Sides {
  /** The words say who buys whom; else the smaller one is bought. */
  readonly isTold: boolean
  readonly target: Mark
  readonly bidder: Mark | undefined
}

/** Reads a bid of one company for another, and what becomes of it. */
export function readBid(title: EventTitle): WorldEvent | null {
  const { marks, words } = title
  const names = companiesIn(marks)
  // "Buys copper mine" is no bid, "buys gold miner" is one.
  const isOther = marks.some(
    (mark) => mark.goods.some(isTraded) && marks.every((one) => one === mark || !hasClass(one, 'buy')),
  )
  if (isOther || marks.some((mark) => mark.place !== null || hasClass(mark, 'strike'))) return null
  const all = marks.flatMap((mark) =>
    mark.asset === null && hasClass(mark, 'bid', 'buy') ? (findSides(mark, names, title) ?? []) : [],
  )
  const sides = all.find(({ isTold }) => isTold) ?? all[0]
  if (sides === undefined) return null
  const { target, bidder, isTold } = sides
  const others = marks.filter((mark) => mark.asset === null && mark.country === null)
  const end = others.find(
    (mark) =>
      isNegated(mark, title) || hasClass(mark, 'walk', 'drop') || (hasClass(mark, 'fail') && !hasClass(mark, 'less')),
  )
  // "Abandons bid to block": who opposes it gives up.
  const [, ...furtherWalks] = others.filter((mark) => hasClass(mark, 'walk'))
  const isFreed = furtherWalks.some((mark) => words[mark.from - 1] === 'to' && mark.from <= target.from)
  // "Lets offer lapse".
  const isLapsing = ({ from }: Mark) => end !== undefined && end.from > from && title.isIn(from, 'letting')
  const isApproved =
    isFreed ||
    others.some((mark) => hasClass(mark, 'approve') && mark.readings.some((one) => one.isVerb) && !isLapsing(mark))
  const createBid = (sign: 1 | -1, buyer: Mark | undefined) =>
    createEvent({
      kind: 'bid',
      sign,
      cast: { bid_target: tickersOf([target]), bidder: tickersOf(buyer ? [buyer] : []) },
    })
  if (end === undefined || isApproved)
    return !isApproved && isMarked(others, 'stop') ? null : createBid(1, isTold ? bidder : undefined)
  // A target that refuses may get more.
  const [first] = names
  const isOwnEnd = isTold && bidder?.asset === first?.asset
  const isRebuff = hasClass(end, 'walk') && hasClass(end, 'deny') && !hasClass(end, 'fail') && !isOwnEnd
  const isRefused = first !== undefined && first.to <= end.from
  if (isRebuff && isRefused && names.some((name) => name.asset !== first.asset && name.from >= end.to)) return null
  const quitter = names.find(
    (name) =>
      name.to <= end.from && name.asset !== target.asset && words[name.to] !== '&' && words[name.from - 1] !== '&',
  )
  const buyer = isTold ? bidder : quitter
  // Who is kept from buying does not save the money gladly; nor did who "fails in bid" or is sent back choose to keep it.
  const isBlocked = marks.some((mark) => mark.to <= end.from && (hasClass(mark, 'authority') || mark.isGovernment))
  const isFailing = hasClass(end, 'fail') && hasClass(end, 'deny') && buyer?.to === end.from
  return createBid(-1, isBlocked || isFailing || isSentBack(end, title) ? undefined : buyer)
}

/** Who is bid for and who bids, by what stands around the word of the bid. */
function findSides(bid: Mark, names: readonly Mark[], title: EventTitle): Sides | null {
  const { words, breaks, clauses, isIn } = title
  const before = names.filter((name) => name.to <= bid.from)
  const after = names.filter((name) => name.from >= bid.to)
  const last = before.at(-1)
  const isDone = isVerb(bid, 'buy', 'bid')
  const clause = clauses.find((one) => bid.from >= one.from && bid.to <= one.to)
  if (isDone && last !== undefined && clause?.names.includes(last) === true && isPassive(bid, clause))
    return { isTold: true, target: last, bidder: after[0] }
  const object = after.find(
    (name) =>
      name.asset !== last?.asset &&
      // "Agrees to be swallowed by KKR".
      !(isDone && words[name.from - 1] === 'by') &&
      isObject(bid, name, title) &&
      isWhole(name, title),
  )
  if (object !== undefined) {
    const buyer = after.find((name) => name !== object && words[name.from - 1] === 'to')
    return { isTold: true, target: object, bidder: buyer ?? before.find((name) => name.asset !== object.asset) }
  }
  const isBase = bid.readings.every((one) => one.form === null || one.form === 'base' || one.form === 'same')
  if (words[bid.from - 1] === 'to' || !isNoun(bid, 'bid') || !isBase) return null
  const [first, second] = [...new Map(names.map((name) => [name.asset, name])).values()]
  if (first === undefined || second === undefined) {
    const isNear = last !== undefined && bid.from - last.to <= 1 && breaks[last.to] !== true && !isOwner(last, title)
    return isNear && !hasClass(bid, 'buy') ? { isTold: false, target: last, bidder: undefined } : null
  }
  // "Fails to win over holders" beats nobody.
  if (isMarked(title.marks, 'beat') && !isMarked(title.marks, 'fail')) return null
  // "BBVA's bid".
  const owner = before.find((name) => bid.from - name.to <= 3 && isOwner(name, title))
  const other = names.find((name) => owner !== undefined && name.asset !== owner.asset)
  if (other !== undefined) return { isTold: true, target: other, bidder: owner }
  // "Qualcomm sounds out Intel on takeover".
  if (second.to < bid.from && isIn(second.to, 'about')) return { isTold: true, target: second, bidder: first }
  const sizeOf = (name: Mark) => name.asset?.marketCapUsd ?? 0
  return sizeOf(first) < sizeOf(second)
    ? { isTold: false, target: first, bidder: second }
    : { isTold: false, target: second, bidder: first }
}

/** True where nothing that is told stands between: "offer for ailing Puma". */
function isObject(bid: Mark, name: Mark, { marks, words, hasIn }: EventTitle): boolean {
  // "Grabs server share from Intel".
  if (words[name.from - 1] === 'from' && hasIn('business', bid.to, name.from)) return false
  const isBetween = (one: Mark) => one.from >= bid.to && one.to <= name.from
  const isTelling = (one: Mark) => one.readings.length > 0 && one.goods.length === 0 && !hasClass(one, 'bid')
  const isMeant = hasClass(bid, 'buy') || hasIn('before_target', bid.to - 1, name.from)
  return isMeant && name.from - bid.to <= REACH && !marks.some((one) => isBetween(one) && isTelling(one))
}

/** "BBVA's". */
function isOwner({ to }: Mark, { words }: EventTitle): boolean {
  return words[to] === "'s" || words[to - 1] === "'s"
}

/** True for a company that is bought itself; "7-Eleven's Japanese owner" is. */
function isWhole({ to }: Mark, { words, breaks, isIn, hasIn }: EventTitle): boolean {
  return to >= words.length || breaks[to] === true || isIn(to, 'after_target') || hasIn('owner', to, to + 3)
}

/** "Sent back as incomplete", "rejected by": another decides. */
function isSentBack({ readings, to }: Mark, { words }: EventTitle): boolean {
  const isPast = readings.some((one) => one.form === 'past' || one.form === 'participle')
  return isPast && (words[to] === 'as' || words[to] === 'by')
}
