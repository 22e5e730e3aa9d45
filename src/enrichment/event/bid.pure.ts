import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, isPassive, splitCompanyClauses, tickersOf } from './company-clause.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Words after a name that leave it whole: not "buys a Lilly plant". */
const AFTER_TARGET: ReadonlySet<string> = new Set([
  ...['for', 'in', 'at', 'to', 'after', 'as', 'with', 'on', 'from', 'by', 'over', 'takeover', 'bid', 'offer', 'deal', 'merger'],
  ...['owner', 'parent', 'group', 'shares', 'talks', 'pursuit', 'holders', 'investors', 'report', 'is', 'was', 'would', '&', "'s"],
])
/** Words before the one who is bid for. */
const BEFORE_TARGET: ReadonlySet<string> = new Set(['for', 'of', 'with', 'on', 'at', 'to', 'in', 'over'])
/** Tokens between "buy", or "offer for", and the company that is meant. */
const REACH = 5

interface Sides {
  readonly target: Mark
  readonly bidder: Mark | undefined
}

/** Reads a bid of one company for another, and what becomes of it. */
export function readBid(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const names = companiesIn(marks)
  const bids = marks.filter((mark) => mark.asset === null && (hasClass(mark, 'bid') || hasClass(mark, 'buy')))
  const sides = bids.map((mark) => findSides(mark, names, marks, title)).find((one) => one !== null)
  if (sides == null || bids.length === 0) return null
  const { target, bidder } = sides
  const others = marks.filter((mark) => mark.asset === null && mark.country === null)
  const end = others.find(
    (mark) => isNegated(mark, title) || hasClass(mark, 'walk') || (hasClass(mark, 'fail') && !hasClass(mark, 'less')),
  )
  const isApproved = others.some((mark) => hasClass(mark, 'approve') && mark.readings.some((one) => one.isVerb))
  if (end !== undefined && !isApproved) {
    const [first] = names
    // A target that refuses may get more.
    if (first?.asset === target.asset && first.to <= end.from && bidder !== undefined && bidder.from > end.to) return null
    return createEvent({ kind: 'bid', sign: -1, cast: { bid_target: tickersOf([target]), bidder: tickersOf(bidder ? [bidder] : []) } })
  }
  if (others.some((mark) => hasClass(mark, 'drop') || (hasClass(mark, 'stop') && !isApproved))) return null
  return createEvent({ kind: 'bid', sign: 1, cast: { bid_target: tickersOf([target]), bidder: tickersOf(bidder ? [bidder] : []) } })
}

/** Who is bid for and who bids, by what stands around the word of the bid. */
function findSides(bid: Mark, names: readonly Mark[], marks: readonly Mark[], title: TokenisedText): Sides | null {
  const before = names.filter((name) => name.to <= bid.from)
  const after = names.filter((name) => name.from >= bid.to)
  const last = before.at(-1)
  const isVerb = bid.readings.some((one) => (one.class === 'buy' || one.class === 'bid') && one.isVerb)
  const clause = splitCompanyClauses(marks, title).find((one) => bid.from >= one.from && bid.to <= one.to)
  if (isVerb && last !== undefined && clause !== undefined && isPassive(bid, clause, title)) {
    return { target: last, bidder: after[0] }
  }
  const object = after.find((name) => name.asset !== last?.asset && isObject(bid, name, marks, title) && isWhole(name, title))
  if (object !== undefined) return { target: object, bidder: before.find((name) => name.asset !== object.asset) }
  if (!hasClass(bid, 'bid') || last === undefined) return null
  const isOwn = title.words[last.to] === "'s" || title.words[last.to - 1] === "'s"
  const other = before.find((name) => name.asset !== last.asset)
  // "Rio and Glencore tie-up": the smaller one is bought.
  if (other !== undefined && title.words[last.from - 1] === '&') {
    const size = (name: Mark) => name.asset?.marketCapUsd ?? 0
    return size(other) < size(last) ? { target: other, bidder: last } : { target: last, bidder: other }
  }
  if (isOwn) return after[0] === undefined ? null : { target: after[0], bidder: last }
  return bid.from - last.to <= 1 && !hasClass(bid, 'buy') ? { target: last, bidder: other } : null
}

/** True where nothing that is told stands between: "offer for ailing Puma". */
function isObject(bid: Mark, name: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  const between = marks.filter((one) => one.from >= bid.to && one.to <= name.from)
  if (!between.every((one) => one.readings.length === 0 || one.goods.length > 0 || hasClass(one, 'bid'))) return false
  const reach = name.from - bid.to
  return reach <= REACH + 1 && (hasClass(bid, 'buy') || reach === 0 || words.slice(bid.to, name.from).some((word) => BEFORE_TARGET.has(word)))
}

function isWhole({ to }: Mark, { words, breaks }: TokenisedText): boolean {
  return to >= words.length || breaks[to] === true || AFTER_TARGET.has(words[to] ?? '')
}
