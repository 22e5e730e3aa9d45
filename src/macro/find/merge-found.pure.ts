import type { PhraseMatch } from '../../embedding/phrase/phrase-ranker.pure.ts'

/** An entry of a catalogue that a phrase may mean. */
export type Candidate<Entry> = Entry & {
  /** 0 to 1. */
  readonly score: number
  readonly matchType: PhraseMatch
}

/** Candidates of several catalogues as one list, best first, each id once: the first catalogue that has it counts. */
export function mergeFound<Entry>(
  idOf: (entry: Entry) => string,
  lists: readonly (readonly Candidate<Entry>[])[],
): Candidate<Entry>[] {
  const byId = new Map<string, Candidate<Entry>>()
  for (const one of lists.flat()) if (!byId.has(idOf(one))) byId.set(idOf(one), one)
  return [...byId.values()].sort((a, b) => b.score - a.score)
}
