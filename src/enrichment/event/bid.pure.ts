import type { TokenisedText } from '../text/token.pure.ts'
import { companiesIn, isPassive, splitCompanyClauses, tickersOf } from './company-clause.pure.ts'
import { hasClass, isNegated, type Mark } from './mark.pure.ts'
import { createEvent, type WorldEvent } from './world-event.pure.ts'

/** Words after a name that leave it whole: not "buys a Lilly plant". */
const AFTER_TARGET: ReadonlySet<string> = new Set([
  ...[
    'for',
    'in',
    'at',
    'to',
    'after',
    'as',
    'with',
    'on',
    'from',
    'by',
    'over',
    'takeover',
    'bid',
    'offer',
    'deal',
    'merger',
  ],
  ...[
    'owner',
    'parent',
    'group',
    'shares',
    'talks',
    'pursuit',
    'holders',
    'investors',
    'report',
    'is',
    'was',
    'would',
    '&',
  ],
])
/** Words before the one who is bid for. */
const BEFORE_TARGET: ReadonlySet<string> = new Set(['for', 'of', 'with', 'on', 'at', 'to', 'in', 'over'])
const ABOUT: ReadonlySet<string> = new Set(['on', 'over', 'about'])
const SHARE = /^(?:share|customers?|business|market|orders?|work|subscribers|users|staff|talent)$/
/** Tokens between "buy", or "offer for", and the company that is meant. */
const REACH = 7

interface Sides {
  /** The words say who buys whom; else the smaller one is bought. */
  readonly isTold: boolean
  readonly target: Mark
  readonly bidder: Mark | undefined
}

/** Reads a bid of one company for another, and what becomes of it. */
export function readBid(marks: readonly Mark[], title: TokenisedText): WorldEvent | null {
  const names = companiesIn(marks)
  if (
    marks.some(
      (mark) =>
        mark.place !== null ||
        hasClass(mark, 'strike') ||
        mark.goods.some(
          (good) => good.commodities.length > 0 && marks.every((one) => one === mark || !hasClass(one, 'buy')),
        ),
    )
  )
    return null
  const bids = marks.filter(
    (mark) => mark.asset === null && !isAttempt(mark, marks, title) && (hasClass(mark, 'bid') || hasClass(mark, 'buy')),
  )
  const sides = bids
    .flatMap((mark) => findSides(mark, names, marks, title) ?? [])
    .toSorted((a, b) => Number(b.isTold) - Number(a.isTold))[0]
  if (sides === undefined) return null
  const { target, bidder } = sides
  const others = marks.filter((mark) => mark.asset === null && mark.country === null)
  const end = others.find(
    (mark) =>
      isNegated(mark, title) ||
      hasClass(mark, 'walk') ||
      hasClass(mark, 'drop') ||
      (hasClass(mark, 'fail') && !hasClass(mark, 'less')),
  )
  // "Abandons bid to block": who opposes it gives up.
  const isFreed = others.some(
    (mark) =>
      hasClass(mark, 'walk') &&
      title.words[mark.from - 1] === 'to' &&
      mark.from <= target.from &&
      mark !== others.find((one) => hasClass(one, 'walk')),
  )
  const isApproved =
    isFreed ||
    others.some(
      (mark) =>
        hasClass(mark, 'approve') && mark.readings.some((one) => one.isVerb) && !isLettingLapse(mark, end, title),
    )
  if (end !== undefined && !isApproved) {
    const [first] = names
    // A target that refuses may get more.
    const isRebuff =
      hasClass(end, 'walk') &&
      hasClass(end, 'deny') &&
      !hasClass(end, 'fail') &&
      !(sides.isTold && bidder?.asset === first?.asset)
    if (
      isRebuff &&
      first !== undefined &&
      first.to <= end.from &&
      names.some((name) => name.asset !== first.asset && name.from >= end.to)
    )
      return null
    // Who is kept from buying does not save the money gladly.
    const isBlocked = marks.some((mark) => mark.to <= end.from && (hasClass(mark, 'authority') || mark.isGovernment))
    const quitter = names.find(
      (name) =>
        name.to <= end.from &&
        name.asset !== target.asset &&
        title.words[name.to] !== '&' &&
        title.words[name.from - 1] !== '&',
    )
    const buyer = sides.isTold ? bidder : quitter
    // Who "fails in bid" or is sent back did not choose to keep the money.
    const isChosen =
      !(hasClass(end, 'fail') && hasClass(end, 'deny') && buyer?.to === end.from) && !isSentBack(end, title)
    const freed = buyer === undefined || isBlocked || !isChosen ? [] : [buyer]
    return createEvent({ kind: 'bid', sign: -1, cast: { bid_target: tickersOf([target]), bidder: tickersOf(freed) } })
  }
  if (!isApproved && others.some((mark) => hasClass(mark, 'stop'))) return null
  const paying = bidder === undefined || !sides.isTold ? [] : [bidder]
  return createEvent({ kind: 'bid', sign: 1, cast: { bid_target: tickersOf([target]), bidder: tickersOf(paying) } })
}

/** "Loses bid to cancel licence": an attempt, no purchase. */
function isAttempt({ from, to }: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  if (!/^bids?$/.test(words[from] ?? '') || words[to] !== 'to') return false
  return (
    !marks.some((one) => one.from === to + 1 && (hasClass(one, 'buy') || hasClass(one, 'bid'))) &&
    !/^(?:buy|acquire|take|merge|own|control)$/.test(words[to + 1] ?? '')
  )
}

/** Who is bid for and who bids, by what stands around the word of the bid. */
function findSides(bid: Mark, names: readonly Mark[], marks: readonly Mark[], title: TokenisedText): Sides | null {
  const before = names.filter((name) => name.to <= bid.from)
  const after = names.filter((name) => name.from >= bid.to)
  const last = before.at(-1)
  const isVerb = bid.readings.some((one) => (one.class === 'buy' || one.class === 'bid') && one.isVerb)
  const clause = splitCompanyClauses(marks, title).find((one) => bid.from >= one.from && bid.to <= one.to)
  if (isVerb && last !== undefined && clause?.names.includes(last) === true && isPassive(bid, clause, title)) {
    return { isTold: true, target: last, bidder: after[0] }
  }
  const object = after.find(
    (name) =>
      name.asset !== last?.asset &&
      // "Agrees to be swallowed by KKR".
      !(isVerb && title.words[name.from - 1] === 'by') &&
      isObject(bid, name, marks, title) &&
      isWhole(name, title),
  )
  if (object !== undefined) {
    const buyer = after.find((name) => name !== object && title.words[name.from - 1] === 'to')
    return { isTold: true, target: object, bidder: buyer ?? before.find((name) => name.asset !== object.asset) }
  }
  const isNoun =
    title.words[bid.from - 1] !== 'to' &&
    bid.readings.some((one) => one.class === 'bid' && !one.isVerb) &&
    bid.readings.every((one) => one.form === null || one.form === 'base' || one.form === 'same')
  if (!isNoun) return null
  const [first, second] = [...new Map(names.map((name) => [name.asset, name])).values()]
  if (first !== undefined && second !== undefined) {
    // "Fails to win over holders" beats nobody.
    if (marks.some((mark) => hasClass(mark, 'beat')) && !marks.some((mark) => hasClass(mark, 'fail'))) return null
    // "BBVA's bid".
    const owner = before.find((name) => name.from < bid.from && bid.from - name.to <= 3 && isPossessive(name, title))
    const other = names.find((name) => owner !== undefined && name.asset !== owner.asset)
    if (other !== undefined) return { isTold: true, target: other, bidder: owner }
    // "Qualcomm sounds out Intel on takeover".
    const isAsked = second.to < bid.from && ABOUT.has(title.words[second.to] ?? '')
    if (isAsked) return { isTold: true, target: second, bidder: first }
    const size = (name: Mark) => name.asset?.marketCapUsd ?? 0
    return size(first) < size(second)
      ? { isTold: false, target: first, bidder: second }
      : { isTold: false, target: second, bidder: first }
  }
  const isNear =
    last !== undefined && bid.from - last.to <= 1 && title.breaks[last.to] !== true && !isPossessive(last, title)
  return isNear && !hasClass(bid, 'buy') ? { isTold: false, target: last, bidder: undefined } : null
}

/** True where nothing that is told stands between: "offer for ailing Puma". */
function isObject(bid: Mark, name: Mark, marks: readonly Mark[], { words }: TokenisedText): boolean {
  const between = marks.filter((one) => one.from >= bid.to && one.to <= name.from)
  if (!between.every((one) => one.readings.length === 0 || one.goods.length > 0 || hasClass(one, 'bid'))) return false
  const reach = name.from - bid.to
  // "Grabs server share from Intel".
  if (words[name.from - 1] === 'from' && words.slice(bid.to, name.from).some((word) => SHARE.test(word))) return false
  return (
    reach <= REACH + 1 &&
    (hasClass(bid, 'buy') || words.slice(bid.to - 1, name.from).some((word) => BEFORE_TARGET.has(word)))
  )
}

function isPossessive({ to }: Mark, { words }: TokenisedText): boolean {
  return words[to] === "'s" || words[to - 1] === "'s"
}

function isWhole({ to }: Mark, { words, breaks }: TokenisedText): boolean {
  // "7-Eleven's Japanese owner".
  const isOwner = words.slice(to, to + 3).some((word) => word === 'owner' || word === 'parent')
  return to >= words.length || breaks[to] === true || isOwner || AFTER_TARGET.has(words[to] ?? '')
}

/** "Sent back as incomplete", "rejected by": another decides. */
function isSentBack({ readings, to }: Mark, { words }: TokenisedText): boolean {
  const isPast = readings.some((one) => one.form === 'past' || one.form === 'participle')
  return isPast && (words[to] === 'as' || words[to] === 'by')
}

/** "Lets offer lapse". */
function isLettingLapse({ from }: Mark, end: Mark | undefined, { words }: TokenisedText): boolean {
  return end !== undefined && end.from > from && /^(?:let|allow|permit)/.test(words[from] ?? '')
}
