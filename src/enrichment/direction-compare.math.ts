import type { Evidence } from './direction-event.math.ts'
import type { Hit, Reading } from './direction-reading.math.ts'

const NONE: ReadonlyMap<string, number> = new Map()

/** Strength of a change that only two numbers tell. */
const TOLD_BY_NUMBERS = 0.9
/** Strength of a swing between profit and loss. */
const SWING = 0.75

/** Where a text turns to the earlier value: "compared to", "vs", "from", "as against". One token index each. */
function baselinesOf(reading: Reading): number[] {
  const { words, kinds } = reading.tokens
  const found: number[] = []
  words.forEach((word, at) => {
    if (kinds[at] === 'mark') {
      if (word === '(' && kinds[at - 1] === 'number' && numberAfter(reading, at, 3) !== null) found.push(at)
    } else if (word === 'compared' || word === 'vs' || word === 'versus' || word === 'against' || word === 'from')
      found.push(at)
    else if (word === 'opposed' && words[at + 1] === 'to') found.push(at)
  })
  return found
}

/** Adds evidence from numbers: signed percentages, and two values of one quantity held against each other. */
export function withComparisons(reading: Reading, told: readonly Evidence[]): Evidence[] {
  const all = [...told]
  signedNumbers(reading, all)
  for (const at of baselinesOf(reading)) {
    const found = comparison(reading, at, told)
    if (found === null) continue
    // "A loss of 0.3, down from a profit of 5.1": the swing is the news, not the smaller number.
    const overruled = all.findIndex((each) => each.anchorFrom === found.anchorFrom)
    if (overruled >= 0) all.splice(overruled, 1)
    all.push(found)
  }
  return all
}

function signedNumbers(reading: Reading, found: Evidence[]): void {
  const { tokens, hits, clauseAt } = reading
  tokens.kinds.forEach((kind, at) => {
    if (kind !== 'number' || tokens.signed[at] !== true || tokens.units[at] !== '%') return
    const value = tokens.values[at] ?? 0
    if (value === 0) return
    const quantity = hits.findLast((hit) => hit.to <= at && at - hit.to < 4 && hit.entry.quantity !== null)?.entry
      .quantity
    const weight = (quantity?.rising ?? 0.6) * Math.sign(value)
    found.push(near(at, at + 1, at + 1, clauseAt[at] ?? 0, weight, quantity == null || quantity.kind === 'price'))
  })
}

/** "EUR 62 mn, compared with EUR 48 mn"; "a profit compared to a loss". Null when a move verb already told it. */
function comparison(reading: Reading, at: number, told: readonly Evidence[]): Evidence | null {
  const { hits, clauses, clauseAt, tokens } = reading
  const sentence = clauses[clauseAt[at] ?? 0]?.sentence
  const inSentence = (token: number) => clauses[clauseAt[token] ?? 0]?.sentence === sentence
  const owner = hits.findLast((hit) => hit.to <= at && hit.entry.quantity !== null && inSentence(hit.from))
  if (owner === undefined || owner.entry.quantity === null) return null
  const rising = owner.entry.quantity.rising
  const earlier = hits.find(
    (hit) => hit.from > at && hit.from - at < 8 && hit.entry.quantity !== null && inSentence(hit.from),
  )
  const opposite =
    earlier?.entry.quantity != null &&
    isResult(earlier) &&
    isResult(owner) &&
    earlier.entry.quantity.rising * rising < 0
  const clause = clauseAt[owner.from] ?? 0
  if (opposite) return near(owner.from, owner.to, owner.to, clause, Math.sign(rising) * SWING, false)
  if (told.some((each) => each.anchorFrom <= owner.from && each.anchorTo >= owner.to && each.verbFrom !== owner.from))
    return null
  if (told.some((each) => each.verbFrom > owner.to && each.verbFrom < at && Math.abs(each.subject) > 0.1)) return null
  const then = numberAfter(reading, at, 6)
  const fromTo = then !== null && (tokens.words[then + 1] === 'to' || tokens.words[then + 2] === 'to')
  const now = fromTo && then !== null ? numberAfter(reading, then, 5) : numberBefore(reading, at, owner.to)
  if (then === null || now === null || tokens.units[now] !== tokens.units[then]) return null
  const change = (tokens.values[now] ?? 0) - (tokens.values[then] ?? 0)
  if (change === 0) return null
  const weight = rising * Math.sign(change) * TOLD_BY_NUMBERS
  return near(owner.from, owner.to, Math.max(now + 1, owner.to), clause, weight, false)
}

function isResult(hit: Hit): boolean {
  const quantity = hit.entry.quantity
  return (
    quantity !== null && (quantity.kind === 'own' || quantity.kind === 'accounts') && Math.abs(quantity.rising) >= 0.6
  )
}

function numberAfter(reading: Reading, at: number, reach: number): number | null {
  for (let i = at + 1; i <= at + reach && i < reading.tokens.kinds.length; i++) {
    if (reading.tokens.kinds[i] === 'number' && !isYear(reading, i)) return i
  }
  return null
}

function numberBefore(reading: Reading, at: number, from: number): number | null {
  for (let i = at - 1; i >= from; i--) if (reading.tokens.kinds[i] === 'number' && !isYear(reading, i)) return i
  return null
}

function isYear(reading: Reading, at: number): boolean {
  return /^(?:19|20)\d\d$/.test(reading.tokens.words[at] ?? '')
}

function near(from: number, anchorTo: number, to: number, clause: number, weight: number, price: boolean): Evidence {
  return {
    from,
    to,
    anchorFrom: from,
    anchorTo,
    verbFrom: from,
    clause,
    shape: price ? 'near' : 'noun',
    passive: false,
    subject: weight,
    object: null,
    others: NONE,
    assets: NONE,
    price,
    described: null,
    accounts: false,
    tone: weight,
  }
}
