import type { LinkedText } from '../link/entity-link.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { ScopePhrase } from '../vocabulary/lexicons.pure.ts'
import type { WeightedNewsType } from './news-type.pure.ts'

/** How far a story reaches: one company, its industry, or whole markets. */
export type Reach = 'company' | 'industry' | 'systemic'

/** Prepares the phrases; the returned function takes the linked text and its news types and gives the reach. */
export function createReachClassifier(
  phrases: readonly ScopePhrase[],
): (linked: LinkedText, types: readonly WeightedNewsType[]) => Reach {
  const trie = new PhraseTrie<ScopePhrase['scope']>()
  for (const { phrase, scope } of phrases) trie.add(phrase, () => scope)

  return (linked, types) => {
    const hits = trie.findAll(linked.title.words, linked.title.breaks)
    if (hits.some(({ value }) => value === 'systemic')) return 'systemic'
    const top = types[0]?.type
    if (top === 'macro_economic' || top === 'geopolitics') {
      return linked.mentions.some((mention) => mention.asset.type === 'stock') ? 'industry' : 'systemic'
    }
    return top === 'industry_thematic' || hits.length > 0 ? 'industry' : 'company'
  }
}
