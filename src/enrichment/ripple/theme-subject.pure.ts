import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { indexThemeKeywords } from '../classify/theme.pure.ts'
import type { LinkedText } from '../link/entity-link.pure.ts'
import type { EventCountry } from '../vocabulary/event-lexicon.pure.ts'
import type { Mention } from '../vocabulary/verdict.pure.ts'

/** A megatrend that a title is about itself, with the words that name it. */
export interface ThemeSubject {
  readonly nodeIds: readonly number[]
  readonly mention: Mention
  /** The words that name it. */
  readonly words: readonly string[]
  /** True where the title begins with it. */
  readonly isFirst: boolean
}

/** The returned function gives the megatrend a title itself is about; null where it is about a company or somebody not known. */
export function createThemeSubject(
  knowledge: Knowledge,
  common: ReadonlySet<string>,
  countries: readonly EventCountry[],
): (linked: LinkedText) => ThemeSubject | null {
  const trie = indexThemeKeywords(knowledge)
  const places = new Set(
    countries.flatMap(({ names, government }) => [...names, ...government]).flatMap((name) => name.split(' ')),
  )

  return ({ title, mentions }) => {
    const { words, starts, ends, shapes, breaks, casing } = title
    const named = mentions.filter(({ field }) => field === 'title')
    const isNamed = (from: number, to: number) =>
      named.some((one) => one.start < (ends[to - 1] ?? 0) && (starts[from] ?? 0) < one.end)
    // "China ends subsidies": where, not what.
    const isPlace = (from: number, to: number) => words.slice(from, to).every((word) => places.has(word))
    const hit = trie.findAll(words, breaks).find(({ from, to }) => !isNamed(from, to) && !isPlace(from, to))
    if (hit === undefined) return null
    const { value: nodeIds, from, to } = hit
    const start = starts[from] ?? 0
    // Whoever is named before acts; who is named after a theme at the beginning is an example of it.
    if (named.length > 0 && from > 0) return null
    const isStranger = (word: string, at: number): boolean => {
      if (common.has(word) || places.has(word) || /\d/.test(word)) return false
      if ((at >= from && at < to) || isNamed(at, at + 1)) return false
      const isCapital = shapes[at] !== 'lower' && shapes[at] !== 'sign'
      // Where every word has a capital, a name that is not known can only stand before the theme.
      return isCapital && (casing === 'sentence' || at < from)
    }
    if (words.some(isStranger)) return null
    const mention: Mention = { key: 'theme', field: 'title', start, end: ends[to - 1] ?? 0 }
    return { nodeIds, words: words.slice(from, to), isFirst: from === 0, mention }
  }
}
