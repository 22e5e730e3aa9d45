import { Prepared } from '../../core/call/prepared.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { createPhraseRanker, type PhraseMatch } from '../../embedding/phrase/phrase-ranker.pure.ts'
import { CONCEPTS, type Concept } from './concept.source.ts'
import type { Statement } from './concept-kind.pure.ts'
import { CONCEPT_DESCRIPTIONS, CONCEPT_NAMES, PHRASE_LEXICON } from './concept-label.source.ts'
import { subjectOf } from './phrase-names.ts'

/** A concept that a phrase may mean. */
export interface ConceptMatch {
  readonly concept: Concept
  /** 0 to 1. */
  readonly score: number
  readonly matchType: PhraseMatch
}

/** Concepts that one phrase may mean, best first. */
export interface ConceptMatches extends Page<ConceptMatch> {
  readonly query: string
}

/** What narrows a search for concepts. */
interface ConceptSearch {
  /** Only figures of this statement. */
  readonly statement?: Statement | undefined
  readonly limit: number
}

/** Prepared ahead, or at the first search: commands that search nothing need not wait for it. */
const ranker = new Prepared(() =>
  createPhraseRanker(
    CONCEPTS.map(({ key, aliases }) => subjectOf(CONCEPT_NAMES, key, aliases, CONCEPT_DESCRIPTIONS.get(key) ?? '')),
    PHRASE_LEXICON,
  ),
)

/** Prepares the search now, so that no request waits for it. */
export function warmConceptFinder(): Promise<void> {
  return ranker.prepare()
}

/** Finds the concepts that a phrase of any language may mean. */
export function findConcepts(query: string, { statement, limit }: ConceptSearch): ConceptMatches {
  const admits = (position: number) => statement === undefined || CONCEPTS[position]?.statement === statement
  const found = ranker.value(query, { admits })
  const rows = found.slice(0, limit).flatMap(({ subject, ...match }) => {
    const concept = CONCEPTS[subject]
    return concept ? [{ ...match, concept }] : []
  })
  return { query, rows, total: found.length, limit, offset: 0, all: false }
}

/** Finds concepts for each of several phrases, in their order. */
export function findConceptsOfEach(queries: readonly string[], search: ConceptSearch): Page<ConceptMatches> {
  const rows = queries.map((query) => findConcepts(query, search))
  return { rows, total: rows.length, limit: rows.length, offset: 0, all: false }
}
