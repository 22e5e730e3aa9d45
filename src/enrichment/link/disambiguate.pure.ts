import { findPhrase } from '../text/find-phrase.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { collectCues } from './cue.pure.ts'
import type { KnownName } from './name-index.pure.ts'

/** A span of tokens that may name an asset. */
export interface Candidate {
  readonly known: KnownName
  readonly from: number
  readonly to: number
}

/** What the rest of the article says about an ambiguous name. */
interface NameContext {
  /** The same asset is named with certainty elsewhere in the article. */
  readonly isConfirmed: boolean
  /** A certain name stands right beside it in a list: "Target, Walmart and Costco". */
  readonly isListed: boolean
}

interface Pattern {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** No position: the words may stand anywhere. */
  readonly anywhere: readonly string[] | null
}

const BEFORE_GRADE = wordSet('to at with from')
/** Points for a rating after the name; they outweigh "cuts target", said of price targets too. */
const RATED_POINTS = 8

/** The returned function decides whether an ambiguous name means the asset, by a sum of points from its context. */
export function createDisambiguator(
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
): (candidate: Candidate, tokens: TokenisedText, context: NameContext) => boolean {
  const cues = collectCues(lexicon)
  const patterns = new Map(
    lexicon.ambiguous.map((one) => [one, [one.against.map(parsePattern), one.evidence.map(parsePattern)]]),
  )

  return (candidate, tokens, context) => {
    const { known, from, to } = candidate
    const { ambiguity } = known
    if (ambiguity === null) return true
    const { words, shapes, casing, breaks } = tokens
    const shape = shapes[from]
    if (shape === 'lower' && !known.mayBeLowercase && casing !== 'small') return false
    const [against = [], evidence = []] = patterns.get(ambiguity) ?? []
    const next = breaks[to] === true ? '' : (words[to] ?? '')
    const following = next === "'s" ? (words[to + 1] ?? '') : next
    const previous = breaks[from] === true ? '' : (words[from - 1] ?? '')
    let points = 0
    for (const pattern of against) if (matchesPattern(pattern, tokens, from, to)) points -= 4
    for (const pattern of evidence) if (matchesPattern(pattern, tokens, from, to)) points += 2
    if (context.isConfirmed) points += 4
    if (context.isListed) points += 2
    if (casing === 'sentence' && from > 0 && shape !== 'lower') points++
    if (casing === 'small') points--
    if (next === "'s") points += 2
    if (cues.company_after.has(following)) points += 2
    // "SoftBank Group won regulatory approval": what stands before companies speaks for no currency.
    if (cues.company_before.has(previous) && known.asset?.type !== 'forex') points += 2
    if (cues.other_after.has(next)) points -= 4
    // "Cuts Target to underperform", "starts Unity at buy": only a stock is rated.
    const gradeWords = BEFORE_GRADE.has(next) ? words.slice(to + 1, to + 4) : []
    if (cues.rating_verb.has(previous) && gradeWords.some((word) => cues.rating_object.has(word)))
      points += RATED_POINTS
    if (points < ambiguity.need && words.some((word) => cues.company_near.has(word))) points++
    // "Gazprom-Shell" joins two names, "Harrison Ford" is one.
    const isJoined = (at: number) => '-\u2013'.includes(tokens.text.charAt((tokens.starts[at] ?? 0) - 1) || ' ')
    if (isUnknownName(tokens, from - 1, breaks[from] === true || isJoined(from), common)) points -= 2
    if (isUnknownName(tokens, to, breaks[to] === true || isJoined(to), common) && !cues.company_after.has(next))
      points -= 1
    return points >= ambiguity.need
  }
}

/** True for a capitalised word outside the common words: the name beside it is probably part of a longer one, "Harrison Ford". */
export function isUnknownName(tokens: TokenisedText, at: number, isCut: boolean, common: ReadonlySet<string>): boolean {
  if (isCut || at < 0 || at >= tokens.words.length) return false
  const word = tokens.words[at] ?? ''
  return tokens.shapes[at] === 'capital' && word.length > 1 && !common.has(word)
}

function parsePattern(text: string): Pattern {
  const place = text.indexOf('_')
  if (place < 0) return { before: [], after: [], anywhere: tokenise(text).words }
  return { before: tokenise(text.slice(0, place)).words, after: tokenise(text.slice(place + 1)).words, anywhere: null }
}

function matchesPattern(pattern: Pattern, tokens: TokenisedText, from: number, to: number): boolean {
  const { words } = tokens
  if (pattern.anywhere !== null) return findPhrase(words, pattern.anywhere) >= 0
  const { before, after } = pattern
  return (
    before.every((word, i) => words[from - before.length + i] === word) &&
    after.every((word, i) => words[to + i] === word)
  )
}
