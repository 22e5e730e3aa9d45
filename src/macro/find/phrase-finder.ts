import { Prepared } from '../../core/call/prepared.ts'
import { readPhraseLexicon } from '../../embedding/phrase/phrase-lexicon.source.ts'
import { createPhraseRanker, type PhraseMatch, type Subject } from '../../embedding/phrase/phrase-ranker.pure.ts'

/** Something a phrase may mean. */
export interface Found<Entry> {
  readonly entry: Entry
  /** 0 to 1. */
  readonly score: number
  readonly matchType: PhraseMatch
}

/** Finds what phrases of any language may mean. */
export interface PhraseFinder<Entry> {
  /** Best first; `bias` adds to or takes from the score of an entry. */
  find(phrase: string, bias?: (entry: Entry) => number): Found<Entry>[]
  /** Prepares the names now, so that no search waits for it. */
  prepare(): Promise<void>
}

/** What a step less prominent loses: enough to decide between names that fit alike. */
const PROMINENCE_STEP = 0.03

let lexicon: ReturnType<typeof readPhraseLexicon> | undefined

/** The names of entries are prepared ahead, or at the first search. */
export function createPhraseFinder<Entry extends { readonly prominence: number }>(
  entries: readonly Entry[],
  subjectOf: (entry: Entry) => Subject & { readonly id: string },
): PhraseFinder<Entry> {
  const rank = new Prepared(() => {
    lexicon ??= readPhraseLexicon('macro-notions')
    return createPhraseRanker(entries.map(subjectOf), lexicon)
  })
  const ids = entries.map((entry) => subjectOf(entry).id.toLowerCase())
  const find: PhraseFinder<Entry>['find'] = (phrase, bias = () => 0) => {
    const wanted = phrase.trim().toLowerCase()
    return rank
      .value(phrase)
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
  return { find, prepare: () => rank.prepare() }
}
