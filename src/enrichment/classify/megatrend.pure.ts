import type { Knowledge, KnownMegatrend, KnownMembership } from '../../catalog/knowledge.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { TrendHit } from '../vocabulary/verdict.pure.ts'

const TITLE_WEIGHT = 0.7
const BODY_WEIGHT = 0.3
const MEMBER_WEIGHT = 0.35
const MAX_TRENDS = 6
const MIN_WEIGHT = 0.25

/** Finds the megatrends of articles. */
export interface MegatrendFinder {
  /** Takes title, body and ids of the named assets and gives megatrends, most relevant first, only the most specific node of a branch. */
  readonly find: (title: TokenisedText, body: TokenisedText | null, named: readonly number[]) => TrendHit[]
  /** The ancestors of a node, nearest first. */
  readonly ancestors: (nodeId: number) => readonly number[]
}

/** Indexes the keywords and memberships of the taxonomy. */
export function createMegatrendFinder(knowledge: Knowledge, common: ReadonlySet<string>): MegatrendFinder {
  const nodes = new Map(knowledge.megatrends.map((node) => [node.nodeId, node]))
  const trie = new PhraseTrie<readonly number[]>()
  for (const node of knowledge.megatrends) {
    for (const keyword of [...node.keywords, node.name.toLowerCase()]) {
      if (keyword.trim() !== '') trie.add(keyword, (old) => [...new Set([...(old ?? []), node.nodeId])])
      const plural = `${keyword}s`
      if (/[a-z]{3}$/.test(keyword) && !keyword.endsWith('s')) {
        trie.add(plural, (old) => [...new Set([...(old ?? []), node.nodeId])])
      }
    }
  }
  const hints = collectHintWords(knowledge.megatrends, common)
  const memberOf = new Map<number, KnownMembership[]>()
  for (const membership of knowledge.memberships) {
    if (membership.exposure !== 'core') continue
    const list = memberOf.get(membership.assetId) ?? []
    list.push(membership)
    memberOf.set(membership.assetId, list)
  }
  const chains = new Map<number, readonly number[]>()
  const ancestors = (nodeId: number): readonly number[] => {
    const known = chains.get(nodeId)
    if (known !== undefined) return known
    const chain: number[] = []
    let parent = nodes.get(nodeId)?.parentId ?? null
    while (parent !== null && chain.length < 4) {
      chain.push(parent)
      parent = nodes.get(parent)?.parentId ?? null
    }
    chains.set(nodeId, chain)
    return chain
  }

  const find: MegatrendFinder['find'] = (title, body, named) => {
    const sums = new Map<number, number>()
    const add = (tokens: TokenisedText, weight: number) => {
      for (const hit of trie.findAll(tokens.words, tokens.breaks)) {
        // Two words are more specific than one: "solar panel" against "solar".
        const gain = weight * (hit.to - hit.from > 1 ? 1 : 0.75)
        for (const nodeId of hit.value) sums.set(nodeId, (sums.get(nodeId) ?? 0) + gain)
      }
    }
    add(title, TITLE_WEIGHT)
    if (body !== null) add(body, BODY_WEIGHT)
    if (named.length > 0) {
      const said = new Set(title.words)
      if (body !== null) for (const word of body.words.slice(0, 80)) said.add(word)
      for (const assetId of named) {
        for (const { nodeId } of memberOf.get(assetId) ?? []) {
          const words = hints.get(nodeId)
          if (words?.some((word) => said.has(word))) sums.set(nodeId, (sums.get(nodeId) ?? 0) + MEMBER_WEIGHT)
        }
      }
    }
    if (sums.size === 0) return []
    const above = new Set<number>()
    for (const nodeId of sums.keys()) for (const parent of ancestors(nodeId)) above.add(parent)
    return [...sums]
      .filter(([nodeId, sum]) => !above.has(nodeId) && sum >= MIN_WEIGHT)
      .map(([nodeId, sum]) => ({ nodeId, relevance: Math.round((1 - Math.exp(-1.4 * sum)) * 100) / 100 }))
      .sort((a, b) => b.relevance - a.relevance || a.nodeId - b.nodeId)
      .slice(0, MAX_TRENDS)
  }
  return { find, ancestors }
}

/** Words that suggest a node when one of its members is named: those that few other nodes share. */
function collectHintWords(megatrends: readonly KnownMegatrend[], common: ReadonlySet<string>): Map<number, string[]> {
  const uses = new Map<string, number>()
  const wordsOf = new Map<number, Set<string>>()
  for (const node of megatrends) {
    const words = new Set(
      [...node.keywords, node.name.toLowerCase()].flatMap((phrase) => phrase.split(/[^\p{L}\p{N}]+/u)),
    )
    wordsOf.set(node.nodeId, words)
    for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const hints = new Map<number, string[]>()
  for (const [nodeId, words] of wordsOf) {
    hints.set(
      nodeId,
      [...words].filter(
        (word) => word.length > 2 && (uses.get(word) ?? 0) <= (common.has(word) ? 3 : 6) && !GENERIC_WORDS.has(word),
      ),
    )
  }
  return hints
}

const GENERIC_WORDS: ReadonlySet<string> = new Set([
  'and',
  'for',
  'the',
  'new',
  'high',
  'low',
  'market',
  'markets',
  'services',
  'service',
  'growth',
  'global',
  'demand',
  'price',
  'prices',
  'stock',
  'stocks',
  'shares',
  'company',
  'business',
  'sales',
  'deal',
  'deals',
  'product',
  'products',
  'industry',
])
