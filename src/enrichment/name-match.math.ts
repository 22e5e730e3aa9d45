import type { KnownName, NameIndex } from './company-name.math.ts'
import { type CueRole, cuesOf, type LinkLexicon } from './link-lexicon.math.ts'
import { type Candidate, isStranger } from './name-evidence.math.ts'
import type { TokenText } from './token.math.ts'

const YEAR = /^20\d\d$/

/** Matches the longest known name that begins at a token and is written as a name is. */
export function createNameMatcher(
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
  names: NameIndex,
): (tokens: TokenText, at: number) => Candidate | null {
  const cue = (role: CueRole) => cuesOf(lexicon, role)
  const [dates, amounts, trades, traders] = [cue('date'), cue('amount'), cue('trade'), cue('trader_after')]
  return longest

  /** The longest usable name from a token on, or null. */
  function longest(tokens: TokenText, at: number, stop?: number): Candidate | null {
    const { words, breaks, shapes, casing } = tokens
    let hit = names.trie.longest(words, at, breaks, stop)
    if (hit === null) {
      // Plural of a one-word name: "Teslas", "iPhones".
      const word = words[at] ?? ''
      if (word.length < 6 || !word.endsWith('s') || shapes[at] === 'lower') return null
      const known = names.trie.get([word.slice(0, -1)])
      if (known === undefined || known.asset === null || (known.doubt?.need ?? 0) > 0) return null
      hit = { value: known, from: at, to: at + 1 }
    }
    const known: KnownName = hit.value
    if (known.asset === null) return { known, from: at, to: hit.to }
    // "China steel curbs" are no news of China Steel.
    if (hit.to - at > 1 && casing === 'sentence' && isHalfWritten(tokens, at, hit.to, known))
      return longest(tokens, at, hit.to - 1)
    const inBrackets = bracketed(tokens, at, hit.to)
    if (inBrackets !== null) return inBrackets
    const shape = shapes[at]
    if (hit.to - at === 1) {
      if (known.capitals && shape !== 'upper' && shape !== 'number' && shape !== 'mixed') return null
      // The "BoE" is no BOE.
      if (known.capitals && shape === 'mixed' && !/\d/.test(words[at] ?? '')) return null
      if (known.small) {
        // "Buys 4,980 bitcoin" is news of bitcoin, "4,980 yen" none of the yen.
        if (known.asset.type !== 'crypto' && isAmount(tokens, at)) return null
        // "Tullow Oil" is a company, whatever oil does.
        if (shape === 'capital' && isStranger(tokens, at - 1, breaks[at] === true, common)) return null
        if (beginsName(tokens, at)) return null
        // "Bitcoin miners slump" is news of miners.
        if (breaks[hit.to] !== true && traders.has(words[hit.to] ?? '')) return null
      } else if (shape === 'lower' && casing !== 'small') {
        const word = words[at] ?? ''
        if (known.doubt !== null || word.length < 5 || common.has(word)) return null
      }
    } else if (!known.small && shape === 'lower' && casing !== 'small' && shapes[hit.to - 1] === 'lower') return null
    return { known, from: at, to: hit.to }
  }

  /** "Delta Electronics (Thailand)": a longer name whose last word stands in brackets. */
  function bracketed(tokens: TokenText, at: number, to: number): Candidate | null {
    const start = tokens.starts[to]
    if (
      start === undefined ||
      tokens.text.charAt(start - 1) !== '(' ||
      tokens.text.charAt(tokens.ends[to] ?? 0) !== ')'
    )
      return null
    const known = names.trie.get(tokens.words.slice(at, to + 1))
    return known === undefined || known.asset === null ? null : { known, from: at, to: to + 1 }
  }

  /** A trade written small inside a name that has it large. */
  function isHalfWritten(tokens: TokenText, at: number, to: number, known: KnownName): boolean {
    if (known.small || known.kind === 'alias' || known.kind === 'person' || tokens.shapes[at] !== 'capital')
      return false
    for (let i = at + 1; i < to; i++) {
      if (tokens.shapes[i] === 'lower' && trades.has(tokens.words[i] ?? '')) return true
    }
    return false
  }

  /** "Gold Fields buys": in a sentence, a capital right behind a capital makes one name of both. */
  function beginsName(tokens: TokenText, at: number): boolean {
    const next = at + 1
    if (tokens.casing !== 'sentence' || tokens.shapes[at] !== 'capital' || tokens.shapes[next] !== 'capital')
      return false
    if (tokens.breaks[next] === true || tokens.text.charAt(tokens.ends[at] ?? 0) !== ' ') return false
    return names.trie.longest(tokens.words, next, tokens.breaks) === null && !dates.has(tokens.words[next] ?? '')
  }

  /** "100 billion yen" and "$5" are amounts, not news about the currency. */
  function isAmount(tokens: TokenText, at: number): boolean {
    const previous = tokens.words[at - 1] ?? ''
    if (at === 0 || tokens.breaks[at] === true || YEAR.test(previous)) return false
    return tokens.shapes[at - 1] === 'number' || /^\d/.test(previous) || amounts.has(previous)
  }
}
