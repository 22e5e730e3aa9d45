import { tokenise } from '../../embedding/embedding-words.pure.ts'

/** An entry with the likeness of its title to a phrase. */
export interface WordMatch<Entry> {
  readonly entry: Entry
  /** 0 to 1; 1 = the id. */
  readonly score: number
}

/** Finds entries by the words of their titles, best first. */
export type WordFinder<Entry> = (phrase: string) => WordMatch<Entry>[]

/** The best score of a title: names of the shipped catalogue, of which more is known, come first. */
const TITLE_SCORE = 0.9

/** Prepares ids and titles of many entries, of which nothing else is known: shared words, the rare ones counting more. */
export function createWordFinder<Entry>(
  entries: readonly Entry[],
  namesOf: (entry: Entry) => readonly [id: string, title: string],
): WordFinder<Entry> {
  const words = entries.map((entry) => new Set(tokenise(namesOf(entry)[1])))
  const holders = new Map<string, number[]>()
  words.forEach((own, place) => {
    for (const word of own) holders.set(word, [...(holders.get(word) ?? []), place])
  })
  const weightOf = (word: string) => Math.log(1 + entries.length / (holders.get(word)?.length ?? 0.5)) ** 2
  const lengths = words.map((own) => Math.sqrt([...own].reduce((sum, word) => sum + weightOf(word), 0)))
  const byId = new Map(entries.map((entry, place) => [namesOf(entry)[0].toLowerCase(), place]))
  return (phrase) => {
    const wanted = new Set(tokenise(phrase))
    const length = Math.sqrt([...wanted].reduce((sum, word) => sum + weightOf(word), 0))
    const scores = new Map<number, number>()
    for (const word of wanted) {
      for (const place of holders.get(word) ?? []) {
        scores.set(place, (scores.get(place) ?? 0) + weightOf(word) / ((lengths[place] ?? 1) * length))
      }
    }
    const exact = byId.get(phrase.trim().toLowerCase())
    if (exact !== undefined) scores.set(exact, 1 / TITLE_SCORE)
    return Array.from(scores, ([place, score]) => ({ place, score: Math.round(score * TITLE_SCORE * 1e4) / 1e4 }))
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .flatMap(({ place, score }) => {
        const entry = entries[place]
        return entry ? [{ entry, score: Math.min(1, score) }] : []
      })
  }
}
