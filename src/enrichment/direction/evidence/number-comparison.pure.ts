import { wordSet } from '../../text/word-set.pure.ts'
import type { LexiconHit, ParsedText } from '../parse/parsed-text.pure.ts'
import { createEvidence, type Evidence } from './evidence.pure.ts'

/** Polarity of a rise or fall that only two numbers tell. */
const NUMBER_CHANGE = 0.9

/** Polarity of a swing between profit and loss. */
const SWING = 0.75

/** Words that introduce an earlier value. */
const BASELINES = wordSet('compared opposed vs versus against from')

/** Adds the evidence of numbers to that of words: signed percentages, and two values of one quantity compared. */
export function addComparisons(parsed: ParsedText, known: readonly Evidence[]): Evidence[] {
  const { words, kinds } = parsed.tokens
  let all = [...known, ...readSignedNumbers(parsed)]
  words.forEach((word, at) => {
    const isBracket = word === '(' && kinds[at - 1] === 'number' && findNumber(parsed, at, at + 3) !== undefined
    if (!isBracket && !BASELINES.has(word)) return
    const found = readComparison(parsed, at, known)
    if (found === null) return
    // "A loss of 0.3, down from a profit of 5.1": the swing is the news, not the smaller number.
    const replaced = all.find((each) => each.anchorFrom === found.anchorFrom)
    all = [...all.filter((each) => each !== replaced), found]
  })
  return all
}

function readSignedNumbers(parsed: ParsedText): Evidence[] {
  const { tokens, hits, nameAt } = parsed
  return [...tokens.values.entries()].flatMap(([at, value]) => {
    // "Shares off 4%".
    const isOff =
      tokens.words[at - 1] === 'off' && (nameAt[at - 2] ?? hits.find(({ to }) => to === at - 1)) !== undefined
    if (!(isOff || tokens.signed[at]) || tokens.units[at] !== '%' || value === 0) return []
    const owner = hits.findLast((hit) => hit.to <= at && at - hit.to < 4 && hit.entry.quantity !== null)
    const quantity = owner?.entry.quantity
    const isPrice = quantity == null || quantity.kind === 'price'
    const polarity = (quantity?.rising ?? 0.6) * (isOff ? -1 : Math.sign(value))
    const construction = isPrice ? 'adjacent' : 'noun'
    return createEvidence(parsed, { from: at, to: at + 1 }, at, polarity, { construction, isPrice })
  })
}

/** "EUR 62 mn, compared with EUR 48 mn"; "a profit compared to a loss". Null when the words already say it. */
function readComparison(parsed: ParsedText, at: number, known: readonly Evidence[]): Evidence | null {
  const { hits, clauseAt, tokens } = parsed
  const isQuantity = ({ from, entry }: LexiconHit) =>
    entry.quantity !== null && clauseAt[from]?.sentence === clauseAt[at]?.sentence
  const owner = hits.findLast((hit) => hit.to <= at && isQuantity(hit))
  if (owner === undefined) return null
  const rising = owner.entry.quantity?.rising ?? 0
  const earlier = hits.find((hit) => hit.from > at && hit.from - at < 8 && isQuantity(hit))
  const isSwing = earlier !== undefined && readResult(earlier) * readResult(owner) < 0
  if (isSwing) return createEvidence(parsed, owner, owner.from, Math.sign(rising) * SWING)
  const isSaid = known.some(
    ({ anchorFrom, anchorTo, verbFrom, subject }) =>
      (anchorFrom <= owner.from && anchorTo >= owner.to && verbFrom !== owner.from) ||
      (verbFrom > owner.to && verbFrom < at && Math.abs(subject) > 0.1),
  )
  const then = findNumber(parsed, at, at + 6)
  if (isSaid || then === undefined) return null
  const isFromTo = tokens.words[then + 1] === 'to' || tokens.words[then + 2] === 'to'
  const now = isFromTo ? findNumber(parsed, then, then + 5) : findNumber(parsed, owner.to - 1, at - 1, true)
  if (now === undefined || tokens.units[now] !== tokens.units[then]) return null
  const change = (tokens.values[now] ?? 0) - (tokens.values[then] ?? 0)
  if (change === 0) return null
  const polarity = rising * Math.sign(change) * NUMBER_CHANGE
  return createEvidence(parsed, owner, owner.from, polarity, { to: Math.max(now + 1, owner.to) })
}

/** The polarity of a rise of profits or losses; 0 for other quantities. */
function readResult({ entry: { quantity } }: LexiconHit): number {
  const isOfCompany = quantity?.kind === 'own' || quantity?.kind === 'accounts'
  return isOfCompany && Math.abs(quantity.rising) >= 0.6 ? quantity.rising : 0
}

/** The first, or the last, token of a number that is no year, after one token and up to another. */
function findNumber({ tokens }: ParsedText, after: number, upTo: number, isLast = false): number | undefined {
  const numbers = tokens.kinds
    .keys()
    .filter((i) => i > after && i <= upTo && tokens.kinds[i] === 'number')
    .filter((i) => !/^(?:19|20)\d\d$/.test(tokens.words[i] ?? ''))
    .toArray()
  return numbers.at(isLast ? -1 : 0)
}
