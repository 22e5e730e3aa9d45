import type { TokenisedText } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { collectCues } from './cue.pure.ts'
import { type Candidate, isUnknownName } from './disambiguate.pure.ts'
import type { KnownName, NameIndex } from './name-index.pure.ts'

const YEAR = /^20\d\d$/

/** The returned function gives the longest known name that begins at a token with the capitals of a name, or null. */
export function createNameMatcher(
  lexicon: LinkLexicon,
  { common, trie }: NameIndex,
): (tokens: TokenisedText, at: number) => Candidate | null {
  const { date: dates, amount: amounts, trade: trades, trader_after: traders } = collectCues(lexicon)
  return matchLongest

  function matchLongest(tokens: TokenisedText, at: number, stop?: number): Candidate | null {
    const { words, breaks, shapes, casing } = tokens
    let hit = trie.findLongest(words, at, breaks, stop)
    if (hit === null) {
      // Plural of a one-word name: "Teslas", "iPhones".
      const word = words[at] ?? ''
      if (word.length < 6 || !word.endsWith('s') || shapes[at] === 'lower') return null
      const known = trie.get([word.slice(0, -1)])
      if (known === undefined || known.asset === null || (known.ambiguity?.need ?? 0) > 0) return null
      hit = { value: known, from: at, to: at + 1 }
    }
    const known: KnownName = hit.value
    if (known.asset === null) return { known, from: at, to: hit.to }
    // "China steel curbs" are no news of China Steel.
    if (hit.to - at > 1 && casing === 'sentence' && isPartlyLowercase(tokens, at, hit.to, known))
      return matchLongest(tokens, at, hit.to - 1)
    const inBrackets = matchBracketed(tokens, at, hit.to)
    if (inBrackets !== null) return inBrackets
    const shape = shapes[at]
    if (hit.to - at === 1) {
      if (known.needsCapitals && shape !== 'upper' && shape !== 'number' && shape !== 'mixed') return null
      // The "BoE" is no BOE.
      if (known.needsCapitals && shape === 'mixed' && !/\d/.test(words[at] ?? '')) return null
      if (known.mayBeLowercase) {
        // "Buys 4,980 bitcoin" is news of bitcoin, "4,980 yen" none of the yen.
        if (known.asset.type !== 'crypto' && isAmount(tokens, at)) return null
        // "Tullow Oil" is a company, whatever oil does.
        if (shape === 'capital' && isUnknownName(tokens, at - 1, breaks[at] === true, common)) return null
        if (continuesName(tokens, at)) return null
        // "Bitcoin miners slump" is news of miners.
        if (breaks[hit.to] !== true && traders.has(words[hit.to])) return null
      } else if (shape === 'lower' && casing !== 'small') {
        const word = words[at] ?? ''
        if (known.ambiguity !== null || word.length < 5 || common.has(word)) return null
      }
    } else if (!known.mayBeLowercase && shape === 'lower' && casing !== 'small' && shapes[hit.to - 1] === 'lower')
      return null
    return { known, from: at, to: hit.to }
  }

  /** "Delta Electronics (Thailand)": a longer name whose last word stands in brackets. */
  function matchBracketed(tokens: TokenisedText, at: number, to: number): Candidate | null {
    const before = tokens.text.charAt((tokens.starts[to] ?? 0) - 1)
    if (before !== '(' || tokens.text.charAt(tokens.ends[to] ?? 0) !== ')') return null
    const known = trie.get(tokens.words.slice(at, to + 1))
    return known === undefined || known.asset === null ? null : { known, from: at, to: to + 1 }
  }

  /** True for a name with a common noun in lower case inside it. */
  function isPartlyLowercase(tokens: TokenisedText, at: number, to: number, known: KnownName): boolean {
    if (known.mayBeLowercase || known.kind === 'alias' || known.kind === 'person' || tokens.shapes[at] !== 'capital')
      return false
    return tokens.words.slice(at + 1, to).some((word, i) => tokens.shapes[at + 1 + i] === 'lower' && trades.has(word))
  }

  /** "Gold Fields buys": true in sentence case for a capitalised word before another unknown one, which makes one name of both. */
  function continuesName(tokens: TokenisedText, at: number): boolean {
    const next = at + 1
    if (tokens.casing !== 'sentence' || tokens.shapes[at] !== 'capital' || tokens.shapes[next] !== 'capital')
      return false
    if (tokens.breaks[next] === true || tokens.text.charAt(tokens.ends[at] ?? 0) !== ' ') return false
    return trie.findLongest(tokens.words, next, tokens.breaks) === null && !dates.has(tokens.words[next])
  }

  /** "100 billion yen" and "$5" are amounts, not news about the currency. */
  function isAmount(tokens: TokenisedText, at: number): boolean {
    const previous = tokens.words[at - 1] ?? ''
    if (at === 0 || tokens.breaks[at] === true || YEAR.test(previous)) return false
    return tokens.shapes[at - 1] === 'number' || /^\d/.test(previous) || amounts.has(previous)
  }
}
