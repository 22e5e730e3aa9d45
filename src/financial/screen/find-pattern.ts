import { Prepared } from '../../core/call/prepared.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { createPhraseRanker, type PhraseMatch } from '../../embedding/phrase/phrase-ranker.pure.ts'
import { PATTERN_NAMES, PHRASE_LEXICON } from '../concept/concept-label.source.ts'
import { subjectOf } from '../concept/phrase-names.ts'
import { FUNDAMENTAL_PATTERN, type FundamentalPattern, OPTIONAL, REQUIRED } from './pattern.pure.ts'

/** A pattern that a phrase may mean. */
export interface PatternMatch {
  readonly pattern: FundamentalPattern
  /** 0 to 1. */
  readonly score: number
  readonly matchType: PhraseMatch
}

/** Patterns that one phrase may mean, best first. */
export interface PatternMatches extends Page<PatternMatch> {
  readonly query: string
}

/** Prepared ahead, or at the first search: commands that search nothing need not wait for it. */
const ranker = new Prepared(() =>
  createPhraseRanker(
    FUNDAMENTAL_PATTERN.tokens.map((pattern) =>
      subjectOf(PATTERN_NAMES, pattern, [], FUNDAMENTAL_PATTERN.values[pattern]),
    ),
    PHRASE_LEXICON,
  ),
)

/** Prepares the search now, so that no request waits for it. */
export function warmPatternFinder(): Promise<void> {
  return ranker.prepare()
}

/** Finds the patterns of the fundamental leg that a phrase of any language may mean. */
export function findPatterns(query: string, { limit }: { readonly limit: number }): PatternMatches {
  const found = ranker.value(query)
  const rows = found.slice(0, limit).flatMap(({ subject, ...match }) => {
    const pattern = FUNDAMENTAL_PATTERN.tokens[subject]
    return pattern ? [{ ...match, pattern }] : []
  })
  return { query, rows, total: found.length, limit, offset: 0, all: false }
}

/** Finds patterns for each of several phrases, in their order. */
export function findPatternsOfEach(
  queries: readonly string[],
  search: { readonly limit: number },
): Page<PatternMatches> {
  const rows = queries.map((query) => findPatterns(query, search))
  return { rows, total: rows.length, limit: rows.length, offset: 0, all: false }
}

/** What a pattern takes beside the figure, by the names conditions are written with; the optional ones last. */
export function parametersOf(pattern: FundamentalPattern): string[] {
  const parameters = [...(REQUIRED[pattern] ?? []), ...(OPTIONAL[pattern] ?? [])]
  return parameters.map((parameter) => (parameter === 'years' ? 'N' : parameter))
}
