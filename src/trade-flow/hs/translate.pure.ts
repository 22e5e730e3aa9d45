import { foldText } from '../../embedding/embedding-words.pure.ts'

/** An English name of goods or services with words for it in other languages. */
export interface ForeignWords {
  readonly english: string
  readonly words: readonly string[]
}

/** Puts a phrase into English as far as its words are foreign; `isKnown` tells the English words that are looked for. */
export type Translate = (phrase: string, isKnown: (word: string) => boolean) => string

interface Term {
  readonly text: string
  readonly english: string
  /** Written without spaces between words. */
  readonly isUnspaced: boolean
}

const SPACED = /^[\p{Script=Latin}\p{N}\s'’.&-]+$/u
const LETTER = /[\p{L}\p{N}]/u

/** Prepares translation; of terms that overlap, the longest counts. */
export function createTranslator(rows: readonly ForeignWords[]): Translate {
  const terms = rows
    .flatMap(({ english, words }) =>
      words.map((word): Term => ({ text: foldText(word), english, isUnspaced: !SPACED.test(word) })),
    )
    .sort((a, b) => b.text.length - a.text.length)
  return (phrase, isKnown) => {
    const folded = foldText(phrase).trim()
    const whole = terms.find(({ text }) => text === folded)
    if (whole) return whole.english
    let text = folded
    let isForeign = false
    for (const term of terms) {
      const at = placeOf(term, text)
      if (at < 0) continue
      // A word that English has too is taken for English.
      if (!term.isUnspaced && term.text.split(/[\s-]+/).every((word) => isKnown(word))) continue
      text = `${text.slice(0, at)} ${term.english} ${text.slice(at + term.text.length)}`
      isForeign = true
    }
    return isForeign ? text : phrase
  }
}

function placeOf({ text, isUnspaced }: Term, phrase: string): number {
  for (let at = phrase.indexOf(text); at >= 0; at = phrase.indexOf(text, at + 1)) {
    if (isUnspaced) return at
    if (!LETTER.test(phrase.charAt(at - 1)) && !LETTER.test(phrase.charAt(at + text.length))) return at
  }
  return -1
}
