import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'

/** The trend (tier 2) of a node. */
export function trendOf(nodeId: number): number {
  return nodeId - (nodeId % 10_000)
}

/** The family (tier 1) of a node. */
export function familyOf(nodeId: number): number {
  return nodeId - (nodeId % 1_000_000)
}

/** True of a node and of those above it: an id spells its place. */
export function isUnder(nodeId: number, upper: number): boolean {
  return nodeId === upper || trendOf(nodeId) === upper || familyOf(nodeId) === upper
}

/** Indexes the names and keywords of megatrends, and the plurals of those that have one, by the megatrends they name. */
export function indexThemeKeywords({ megatrends }: Knowledge): PhraseTrie<readonly number[]> {
  const trie = new PhraseTrie<readonly number[]>()
  for (const { nodeId, name, keywords } of megatrends) {
    for (const keyword of [...keywords, name.toLowerCase()]) {
      const hasPlural = /[a-z]{3}$/.test(keyword) && !keyword.endsWith('s')
      for (const phrase of hasPlural ? [keyword, `${keyword}s`] : [keyword]) {
        if (phrase.trim() !== '') trie.add(phrase, (old) => [...new Set([...(old ?? []), nodeId])])
      }
    }
  }
  return trie
}
