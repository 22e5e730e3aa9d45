import type { KnownName } from './company-name.math.ts'
import { type AmbiguousName, type CueRole, cuesOf, type LinkLexicon } from './link-lexicon.math.ts'
import { type TokenText, tokenise } from './token.math.ts'

/** A stretch of tokens that may name an asset. */
export interface Candidate {
  readonly known: KnownName
  readonly from: number
  readonly to: number
}

/** What else the article says that bears on a doubtful name. */
export interface Surroundings {
  /** The same asset is named beyond doubt elsewhere in the article. */
  readonly confirmed: boolean
  /** A certain name stands right beside it in a list: "Target, Walmart and Costco". */
  readonly listed: boolean
}

interface Pattern {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** No position: the words may stand anywhere. */
  readonly anywhere: readonly string[] | null
}

const BEFORE_GRADE: ReadonlySet<string> = new Set(['to', 'at', 'with', 'from'])
/** Outweighs the verb before the name, which stands as readily before "target". */
const RATED = 8

/** Decides whether a doubtful name means the company, by adding up points of evidence. */
export function createNameJudge(
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
): (candidate: Candidate, tokens: TokenText, around: Surroundings) => boolean {
  const cue = (role: CueRole) => cuesOf(lexicon, role)
  const companyAfter = cue('company_after')
  const companyBefore = cue('company_before')
  const companyNear = cue('company_near')
  const otherAfter = cue('other_after')
  const ratingVerb = cue('rating_verb')
  const ratingObject = cue('rating_object')
  const patterns = new Map<AmbiguousName, { against: readonly Pattern[]; evidence: readonly Pattern[] }>()
  const patternsOf = (doubt: AmbiguousName) => {
    let known = patterns.get(doubt)
    if (known === undefined) {
      known = { against: doubt.against.map(parsePattern), evidence: doubt.evidence.map(parsePattern) }
      patterns.set(doubt, known)
    }
    return known
  }

  return (candidate, tokens, around) => {
    const { known, from, to } = candidate
    const doubt = known.doubt
    if (doubt === null) return true
    const { words, shapes, casing, breaks } = tokens
    const shape = shapes[from]
    if (shape === 'lower' && !known.small && casing !== 'small') return false
    const { against, evidence } = patternsOf(doubt)
    const next = breaks[to] === true ? '' : (words[to] ?? '')
    const following = next === "'s" ? (words[to + 1] ?? '') : next
    const previous = breaks[from] === true ? '' : (words[from - 1] ?? '')
    let points = 0
    for (const pattern of against) if (fits(pattern, tokens, from, to)) points -= 4
    for (const pattern of evidence) if (fits(pattern, tokens, from, to)) points += 2
    if (around.confirmed) points += 4
    if (around.listed) points += 2
    if (casing === 'sentence' && from > 0 && shape !== 'lower') points++
    if (casing === 'small') points--
    if (next === "'s") points += 2
    if (companyAfter.has(following)) points += 2
    if (companyBefore.has(previous)) points += 2
    if (otherAfter.has(next)) points -= 4
    // "Cuts Target to underperform", "starts Unity at buy": only a share is rated.
    const grade = BEFORE_GRADE.has(next) ? words.slice(to + 1, to + 4) : []
    if (ratingVerb.has(previous) && grade.some((word) => ratingObject.has(word))) points += RATED
    if (points < doubt.need && words.some((word) => companyNear.has(word))) points++
    // "Gazprom-Shell" joins two names, "Harrison Ford" is one.
    const joined = (at: number) => '-\u2013'.includes(tokens.text.charAt((tokens.starts[at] ?? 0) - 1) || ' ')
    if (isStranger(tokens, from - 1, breaks[from] === true || joined(from), common)) points -= 2
    if (isStranger(tokens, to, breaks[to] === true || joined(to), common) && !companyAfter.has(next)) points -= 1
    return points >= doubt.need
  }
}

/** A capitalised word no one knows: the name beside it is probably longer than ours ("Harrison Ford"). */
export function isStranger(tokens: TokenText, at: number, cut: boolean, common: ReadonlySet<string>): boolean {
  if (cut || at < 0 || at >= tokens.words.length) return false
  const word = tokens.words[at] ?? ''
  return tokens.shapes[at] === 'capital' && word.length > 1 && !common.has(word)
}

function parsePattern(text: string): Pattern {
  const place = text.indexOf('_')
  if (place < 0) return { before: [], after: [], anywhere: tokenise(text).words }
  return { before: tokenise(text.slice(0, place)).words, after: tokenise(text.slice(place + 1)).words, anywhere: null }
}

function fits(pattern: Pattern, tokens: TokenText, from: number, to: number): boolean {
  const { words } = tokens
  if (pattern.anywhere !== null) return contains(words, pattern.anywhere)
  const { before, after } = pattern
  for (let i = 0; i < before.length; i++) if (words[from - before.length + i] !== before[i]) return false
  for (let i = 0; i < after.length; i++) if (words[to + i] !== after[i]) return false
  return true
}

function contains(words: readonly string[], phrase: readonly string[]): boolean {
  const first = phrase[0]
  for (let i = 0; i + phrase.length <= words.length; i++) {
    if (words[i] !== first) continue
    let same = true
    for (let k = 1; k < phrase.length && same; k++) same = words[i + k] === phrase[k]
    if (same) return true
  }
  return false
}
