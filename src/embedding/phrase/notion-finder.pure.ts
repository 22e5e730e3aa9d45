import { foldPhrase } from './fold-phrase.pure.ts'

/** A notion that financial terms are made of, such as sales or margin, with the words for it in every language. */
export interface Notion {
  readonly notion: string
  readonly terms: readonly string[]
}

/** Latin terms of fewer letters count as whole words only; longer ones are found in compounds too (Eigenkapitalrendite). */
const COMPOUND_LENGTH_MIN = 5
const LATIN = /[\p{Script=Latin}\p{N}]/u

interface Term {
  readonly text: string
  readonly notions: string[]
  readonly wholeWord: boolean
}

/** Prepares the look-up of the notions that a folded phrase names, each once; of terms that overlap, the longer one counts. */
export function createNotionFinder(notions: readonly Notion[]): (text: string) => string[] {
  const byText = new Map<string, Term>()
  for (const { notion, terms } of notions) {
    for (const text of terms.map(foldPhrase)) {
      const term = byText.get(text) ?? { text, notions: [], wholeWord: isShortLatin(text) }
      term.notions.push(notion)
      byText.set(text, term)
    }
  }
  const byFirst = new Map<string, Term[]>()
  for (const term of byText.values())
    byFirst.set(term.text.charAt(0), [...(byFirst.get(term.text.charAt(0)) ?? []), term])
  for (const terms of byFirst.values()) terms.sort((a, b) => b.text.length - a.text.length)

  return (text) => {
    const found = new Set<string>()
    for (let at = 0; at < text.length; ) {
      const term = byFirst.get(text.charAt(at))?.find((candidate) => standsAt(text, at, candidate))
      for (const notion of term?.notions ?? []) found.add(notion)
      at += term?.text.length ?? 1
    }
    return [...found]
  }
}

function isShortLatin(text: string): boolean {
  return LATIN.test(text) && text.length < COMPOUND_LENGTH_MIN
}

function standsAt(text: string, at: number, { text: term, wholeWord }: Term): boolean {
  if (!text.startsWith(term, at)) return false
  return !wholeWord || !(LATIN.test(text.charAt(at - 1)) || LATIN.test(text.charAt(at + term.length)))
}
