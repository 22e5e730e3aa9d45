import { isConnective } from '../direction/parse/clause.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'

/** A stretch of a title between punctuation and connectives: tokens `from` (included) to `to` (excluded). */
interface Phrase {
  readonly from: number
  readonly to: number
}

/** Connectives that also are prepositions: "curbs on exports". */
const PREPOSITIONS: ReadonlySet<string> = new Set(['on', 'since', 'even'])

/** Splits a title where its punctuation or a connective opens a new clause. */
export function splitPhrases({ words, breaks }: TokenisedText): Phrase[] {
  const phrases: Phrase[] = []
  let from = 0
  words.forEach((word, at) => {
    if (at === 0 || (breaks[at] !== true && (!isConnective(word) || PREPOSITIONS.has(word)))) return
    phrases.push({ from, to: at })
    from = at
  })
  if (words.length > from) phrases.push({ from, to: words.length })
  return phrases
}
