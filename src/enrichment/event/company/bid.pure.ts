import { isDenied, isPassive, tickersOf } from '../clause/company-clause.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
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
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between "buy", or "offer for", and the company that is meant. */
const REACH = 8

interface Sides {
  /** The words say who buys whom; else the smaller one is bought. */
  readonly isTold: boolean
  readonly target: Tag
  readonly bidder: Tag | undefined
}

/** Reads a bid of one company for another, and what becomes of it. */
export function readBid(title: EventTitle): WorldEvent | null {
  const { tags, classes, words } = title
  if (!classes.has('bid') && !classes.has('buy')) return null
  // "Buys F-35s", "Morocco buys Apaches": a product that is ordered is no target.
  const isState = tags[0]?.country != null
  const names = companiesIn(tags).filter((tag) => tag.product === null || (tag.goods.length === 0 && !isState))
  // "Buys copper mine", "Boeing E-7 purchase" is no bid, "buys gold miner" is one.
  const isOther = tags.some((tag) =>
    tag.goods.some(isTraded)
      ? !isTagged(tags, 'buy')
      : (tag.goods.length > 0 || tag.product !== null) &&
        tags.some((one) => follows(one, tag, 2) && isNoun(one, 'buy')),
  )
  if (isOther || tags.some((tag) => tag.place !== null)) return null
  const all = tags.flatMap((tag) =>
    hasClass(tag, 'bid', 'buy') &&
    words[tag.from] !== 'spin' &&
    // "Loses bid to cancel licence": an attempt, no purchase.
    !(words[tag.to] === 'to' && /^bids?$/.test(words[tag.from] ?? '')) &&
    (names.length > 1 || !hasClass(tag, 'walk'))
      ? (findSides(tag, names, title) ?? [])
      : [],
  )
  const [sides] = all
  if (sides === undefined) return null
  const { target, bidder, isTold } = sides
  // "Launches bid, challenging Netflix deal": what is done to others does not end it.
  const isOfThird = (tag: Tag) =>
    words[tag.from]?.endsWith('ing') === true &&
    names.some((name) => follows(name, tag, 1) && name.asset !== bidder?.asset)
  const end = tags.find((tag) => (isNegated(tag, title) || hasClass(tag, 'walk', 'drop', 'fail')) && !isOfThird(tag))
  // "Abandons bid to block", "declines to block": who opposes it gives up.
  const isLet = (tag: Tag) =>
    hasClass(tag, 'stop') && words[tag.from - 1] === 'to' && end !== undefined && follows(tag, end)
  const isApproved = tags.some((tag) => (hasClass(tag, 'approve') && !isDenied(tag, title)) || isLet(tag))
  const createBid = (sign: 1 | -1, buyer: Tag | undefined) =>
    createEvent({
      kind: 'bid',
      sign,
      roles: { bid_target: tickersOf([target]), bidder: tickersOf(buyer ? [buyer] : []) },
    })
  if (end === undefined || isApproved)
    return !isApproved && isTagged(tags, 'stop') ? null : createBid(1, isTold ? bidder : undefined)
  // A target that refuses may get more, and its suitor no order.
  const [first] = names
  const isOwnEnd = isTold && bidder?.asset === first?.asset
  const isRebuff = hasClass(end, 'walk') && hasClass(end, 'deny') && !isOwnEnd
  // "Shareholders snub offer": those who decide.
  const isRefused = first !== undefined && first.to <= end.from && !title.hasIn('holders', first.to, end.from)
  if (isRebuff && isRefused && names.some((name) => follows(name, end)))
    return createEvent({ kind: 'bid', sign: 1, roles: {} })
  const quitter = names.find(
    (name) =>
      name.to <= end.from && name.asset !== target.asset && words[name.to] !== '&' && words[name.from - 1] !== '&',
  )
  const buyer = isTold ? bidder : quitter
  // Who is kept from buying does not save the money gladly; nor did who "fails in bid" or is "rejected by" choose to keep it.
  const isBlocked = tags.some((tag) => tag.to <= end.from && (hasClass(tag, 'authority') || tag.isGovernment))
  const isFailing = hasClass(end, 'fail') && hasClass(end, 'deny') && buyer?.to === end.from
  return createBid(-1, isBlocked || isFailing || words[end.to] === 'by' ? undefined : buyer)
}

/** Who is bid for and who bids, by what stands around the word of the bid. */
function findSides(bid: Tag, names: readonly Tag[], title: EventTitle): Sides | null {
  const { words, breaks, clauses, isIn } = title
  const before = names.filter((name) => name.to <= bid.from)
  const after = names.filter((name) => name.from >= bid.to)
  const last = before.at(-1)
  const clause = clauses.find((one) => one.tags.includes(bid))
  // "Sweetened offer for" is no passive.
  const isDone = isVerb(bid, 'buy', 'bid') && !/^(?:offers?|bids?|proposals?)$/.test(words[bid.to - 1] ?? '')
  if (isDone && last !== undefined && clause?.names.includes(last) === true && isPassive(bid, clause))
    return { isTold: true, target: last, bidder: after[0] }
  const object = after.find(
    (name) =>
      name.asset !== last?.asset &&
      // "Agrees to be swallowed by KKR", "buys Boyd from Goldman".
      !(!hasClass(bid, 'walk') && /^(?:by|from)$/.test(words[name.from - 1] ?? '')) &&
      isObject(bid, name, title) &&
      isWhole(name, title),
  )
  if (object !== undefined) {
    const buyer = after.find((name) => name !== object && words[name.from - 1] === 'to')
    return { isTold: true, target: object, bidder: buyer ?? before.find((name) => name.asset !== object.asset) }
  }
  const isBase = bid.readings.every((one) => one.form === null || one.form === 'base')
  if (words[bid.from - 1] === 'to' || !isNoun(bid, 'bid') || !isBase) return null
  const [first, second] = [...new Map(names.map((name) => [name.asset, name])).values()]
  if (first === undefined || second === undefined) {
    const isNear = last !== undefined && bid.from - last.to <= 1 && breaks[last.to] !== true && !isOwner(last, title)
    return isNear && !hasClass(bid, 'buy') ? { isTold: false, target: last, bidder: undefined } : null
  }
  if (isTagged(title.tags, 'beat')) return null
  // "BBVA's bid", "Keurig's JDE Peet's bid".
  const owners = before.filter((name) => isOwner(name, title))
  const owner = owners.find((name) => owners.length > 1 || bid.from - name.to <= 3)
  const other = names.find((name) => owner !== undefined && name.asset !== owner.asset)
  if (other !== undefined) return { isTold: true, target: other, bidder: owner }
  // "Qualcomm sounds out Intel on takeover".
  if (isIn(second.to, 'about')) return { isTold: true, target: second, bidder: first }
  const sizeOf = (name: Tag) => name.asset?.marketCapUsd ?? 0
  return sizeOf(first) < sizeOf(second)
    ? { isTold: false, target: first, bidder: second }
    : { isTold: false, target: second, bidder: first }
}

/** True where nothing that is told stands between: "offer for ailing Puma". */
function isObject(bid: Tag, name: Tag, { tags, words, hasIn }: EventTitle): boolean {
  // "Grabs server share from Intel".
  if (words[name.from - 1] === 'from' && hasIn('business', bid.to, name.from)) return false
  const isMeant = hasClass(bid, 'buy', 'walk') || hasIn('before_target', bid.to - 1, name.from)
  const isTelling = (one: Tag) =>
    follows(one, bid) && follows(name, one) && one.readings.length > 0 && one.goods.length === 0
  return isMeant && name.from - bid.to <= REACH && !tags.some(isTelling)
}

/** "BBVA's". */
function isOwner({ to }: Tag, { words }: EventTitle): boolean {
  return words[to] === "'s" || words[to - 1] === "'s"
}

/** True for a company that is bought itself. */
function isWhole({ to }: Tag, { words, breaks, isIn }: EventTitle): boolean {
  return to >= words.length || breaks[to] === true || isIn(to, 'after_target')
}
