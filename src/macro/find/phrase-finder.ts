import { readPhraseLexicon } from '../../embedding/phrase/phrase-lexicon.source.ts'
import { createPhraseRanker, type PhraseMatch, type Subject } from '../../embedding/phrase/phrase-ranker.pure.ts'

/** Something a phrase may mean. */
export interface Found<Entry> {
  readonly entry: Entry
  /** 0 to 1. */
  readonly score: number
  readonly matchType: PhraseMatch
}

/** Finds what a phrase of any language may mean, best first; `bias` adds to or takes from the score of an entry. */
export type PhraseFinder<Entry> = (phrase: string, bias?: (entry: Entry) => number) => Found<Entry>[]

/** What a step less prominent loses: enough to decide between names that fit alike. */
const PROMINENCE_STEP = 0.03

let lexicon: ReturnType<typeof readPhraseLexicon> | undefined

/** Prepares the names of entries at the first search. */
export function createPhraseFinder<Entry extends { readonly prominence: number }>(
  entries: readonly Entry[],
  subjectOf: (entry: Entry) => Subject & { readonly id: string },
): PhraseFinder<Entry> {
  let rank: ReturnType<typeof createPhraseRanker> | undefined
  const ids = entries.map((entry) => subjectOf(entry).id.toLowerCase())
  return (phrase, bias = () => 0) => {
    lexicon ??= readPhraseLexicon('macro-notions')
    rank ??= createPhraseRanker(entries.map(subjectOf), lexicon)
    const wanted = phrase.trim().toLowerCase()
    return rank(phrase)
      .flatMap(({ subject, score, matchType }) => {
        const entry = entries[subject]
        if (!entry) return []
        const isId = ids[subject] === wanted
        const given = isId ? 0 : bias(entry) - PROMINENCE_STEP * (entry.prominence - 1)
        return [{ entry, matchType, order: score + given }]
      })
      .sort((a, b) => b.order - a.order)
      .map(({ entry, matchType, order }) => ({
        entry,
        matchType,
        score: Math.round(Math.max(0, Math.min(1, order)) * 1e4) / 1e4,
      }))
  }
}
