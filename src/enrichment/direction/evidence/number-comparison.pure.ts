import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import { createEvidence, type Evidence } from './evidence.pure.ts'

/** Polarity of a rise or fall that only two numbers tell. */
const NUMBER_CHANGE = 0.9

/** Polarity of a swing between profit and loss. */
const SWING = 0.75

/** Tokens that introduce an earlier value: "compared to", "vs", "from", "as against". */
function findBaselines(parsed: ParsedText): number[] {
  const { words, kinds } = parsed.tokens
  const found: number[] = []
  words.forEach((word, at) => {
    if (kinds[at] === 'mark') {
      if (word === '(' && kinds[at - 1] === 'number' && findNumberAfter(parsed, at, 3) !== null) found.push(at)
    } else if (word === 'compared' || word === 'vs' || word === 'versus' || word === 'against' || word === 'from')
      found.push(at)
    else if (word === 'opposed' && words[at + 1] === 'to') found.push(at)
  })
  return found
}

/** Adds the evidence of numbers to that of words: signed percentages, and two values of one quantity compared. */
export function addComparisons(parsed: ParsedText, known: readonly Evidence[]): Evidence[] {
  const all = [...known]
  addSignedNumbers(parsed, all)
  for (const at of findBaselines(parsed)) {
    const found = readComparison(parsed, at, known)
    if (found === null) continue
    // "A loss of 0.3, down from a profit of 5.1": the swing is the news, not the smaller number.
    const replaced = all.findIndex((each) => each.anchorFrom === found.anchorFrom)
    if (replaced >= 0) all.splice(replaced, 1)
    all.push(found)
  }
  return all
}

function addSignedNumbers(parsed: ParsedText, found: Evidence[]): void {
  const { tokens, hits } = parsed
  tokens.kinds.forEach((kind, at) => {
    if (kind !== 'number' || tokens.signed[at] !== true || tokens.units[at] !== '%') return
    const value = tokens.values[at] ?? 0
    if (value === 0) return
    const quantity = hits.findLast((hit) => hit.to <= at && at - hit.to < 4 && hit.entry.quantity !== null)?.entry
      .quantity
    const weight = (quantity?.rising ?? 0.6) * Math.sign(value)
    found.push(
      createNumberEvidence(
        parsed,
        { from: at, to: at + 1 },
        at + 1,
        weight,
        quantity == null || quantity.kind === 'price',
      ),
    )
  })
}

/** "EUR 62 mn, compared with EUR 48 mn"; "a profit compared to a loss". Null when the words already say it. */
function readComparison(parsed: ParsedText, at: number, known: readonly Evidence[]): Evidence | null {
  const { hits, clauses, clauseAt, tokens } = parsed
  const sentence = clauses[clauseAt[at] ?? 0]?.sentence
  const inSentence = (token: number) => clauses[clauseAt[token] ?? 0]?.sentence === sentence
  const owner = hits.findLast((hit) => hit.to <= at && hit.entry.quantity !== null && inSentence(hit.from))
  if (owner === undefined || owner.entry.quantity === null) return null
  const rising = owner.entry.quantity.rising
  const earlier = hits.find(
    (hit) => hit.from > at && hit.from - at < 8 && hit.entry.quantity !== null && inSentence(hit.from),
  )
  const isSwing =
    earlier?.entry.quantity != null &&
    isResult(earlier) &&
    isResult(owner) &&
    earlier.entry.quantity.rising * rising < 0
  if (isSwing) return createNumberEvidence(parsed, owner, owner.to, Math.sign(rising) * SWING, false)
  if (known.some((each) => each.anchorFrom <= owner.from && each.anchorTo >= owner.to && each.verbFrom !== owner.from))
    return null
  if (known.some((each) => each.verbFrom > owner.to && each.verbFrom < at && Math.abs(each.subject) > 0.1)) return null
  const then = findNumberAfter(parsed, at, 6)
  const isFromTo = then !== null && (tokens.words[then + 1] === 'to' || tokens.words[then + 2] === 'to')
  const now = isFromTo && then !== null ? findNumberAfter(parsed, then, 5) : findNumberBefore(parsed, at, owner.to)
  if (then === null || now === null || tokens.units[now] !== tokens.units[then]) return null
  const change = (tokens.values[now] ?? 0) - (tokens.values[then] ?? 0)
  if (change === 0) return null
  const weight = rising * Math.sign(change) * NUMBER_CHANGE
  return createNumberEvidence(parsed, owner, Math.max(now + 1, owner.to), weight, false)
}

function isResult(hit: LexiconHit): boolean {
  const quantity = hit.entry.quantity
  return (
    quantity !== null && (quantity.kind === 'own' || quantity.kind === 'accounts') && Math.abs(quantity.rising) >= 0.6
  )
}

function findNumberAfter(parsed: ParsedText, at: number, reach: number): number | null {
  for (let i = at + 1; i <= at + reach && i < parsed.tokens.kinds.length; i++) {
    if (parsed.tokens.kinds[i] === 'number' && !isYear(parsed, i)) return i
  }
  return null
}

function findNumberBefore(parsed: ParsedText, at: number, from: number): number | null {
  for (let i = at - 1; i >= from; i--) if (parsed.tokens.kinds[i] === 'number' && !isYear(parsed, i)) return i
  return null
}

function isYear(parsed: ParsedText, at: number): boolean {
  return /^(?:19|20)\d\d$/.test(parsed.tokens.words[at] ?? '')
}

function createNumberEvidence(
  parsed: ParsedText,
  anchor: { readonly from: number; readonly to: number },
  to: number,
  polarity: number,
  isPrice: boolean,
): Evidence {
  return {
    ...createEvidence(parsed, anchor, anchor.from, polarity),
    to,
    construction: isPrice ? 'adjacent' : 'noun',
    isPrice,
  }
}
