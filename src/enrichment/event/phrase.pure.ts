import { isConnective } from '../direction/parse/clause.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'

/** A stretch of a title between punctuation and connectives: tokens `from` (included) to `to` (excluded). */
interface Phrase {
  readonly from: number
  readonly to: number
}

/** Connectives that also are prepositions: "curbs on exports". */
const PREPOSITIONS: ReadonlySet<string> = new Set(['on', 'since', 'even'])

/** Quotation marks around a word part no clauses: its "lollipop" reduction. */
function isOnlyQuoted({ text, starts, ends }: TokenisedText, at: number): boolean {
  return /^\s*["\u201c\u201d]\s*$|^\s+["\u201c]$|^["\u201d]\s+$/.test(text.slice(ends[at - 1], starts[at]))
}

/** Splits a title where its punctuation or a connective opens a new clause. */
export function splitPhrases(title: TokenisedText): Phrase[] {
  const { words, breaks } = title
  const phrases: Phrase[] = []
  let from = 0
  words.forEach((word, at) => {
    if (
      at === 0 ||
      ((breaks[at] !== true || isOnlyQuoted(title, at)) && (!isConnective(word) || PREPOSITIONS.has(word)))
    )
      return
    phrases.push({ from, to: at })
    from = at
  })
  if (words.length > from) phrases.push({ from, to: words.length })
  return phrases
}
