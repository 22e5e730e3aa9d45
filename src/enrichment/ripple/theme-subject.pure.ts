import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { indexThemeKeywords } from '../classify/theme-keyword.pure.ts'
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

/** Prepares the keywords. The returned function gives the megatrend a title itself is about; null where it is about a listed company or somebody whose name is not known. */
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
    const named = mentions.filter(({ field }) => field === 'title')
    const hit = trie.findAll(title.words, title.breaks).find(({ from, to }) => {
      const [start, end] = [title.starts[from] ?? 0, title.ends[to - 1] ?? 0]
      return named.every((mention) => mention.end <= start || mention.start >= end)
    })
    if (hit === undefined) return null
    const start = title.starts[hit.from] ?? 0
    const end = title.ends[hit.to - 1] ?? 0
    // Whoever is named before acts; who is named after a theme at the beginning is an example of it.
    if (named.some((mention) => mention.start < start || hit.from > 0)) return null
    const isStranger = (place: number): boolean => {
      const word = title.words[place] ?? ''
      if (common.has(word) || places.has(word) || /\d/.test(word)) return false
      if (place >= hit.from && place < hit.to) return false
      if (
        named.some((mention) => (title.starts[place] ?? 0) < mention.end && mention.start < (title.ends[place] ?? 0))
      ) {
        return false
      }
      const isCapital = title.shapes[place] !== 'lower' && title.shapes[place] !== 'sign'
      // Where every word has a capital, a name that is not known can only stand before the theme.
      return isCapital && (title.casing === 'sentence' || place < hit.from)
    }
    if (title.words.some((_, place) => isStranger(place))) return null
    const words = title.words.slice(hit.from, hit.to)
    return { nodeIds: hit.value, words, isFirst: hit.from === 0, mention: { key: 'theme', field: 'title', start, end } }
  }
}
