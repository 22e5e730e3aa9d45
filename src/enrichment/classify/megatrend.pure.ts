import type { Knowledge, KnownMegatrend } from '../../catalog/knowledge.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { ThemeLexicon } from '../vocabulary/theme-business.pure.ts'
import type { TrendHit } from '../vocabulary/verdict.pure.ts'
import { createMemberBusiness, type ToldBusiness } from './member-business.pure.ts'
import { indexThemeKeywords, isUnder } from './theme.pure.ts'

const TITLE_WEIGHT = 0.7
const BODY_WEIGHT = 0.3
const MAX_TRENDS = 6
/** Words before and after a place where something merely happens: "demand in India", "its India business". */
const BEFORE_SCENE = wordSet('in across from to for of the')
const AFTER_SCENE = wordSet('business unit operations plant customers price')
const MIN_WEIGHT = 0.25

/** The megatrends of an article, most relevant first; of each branch only the most specific nodes. */
interface ArticleThemes {
  /** Those the article's words speak of. */
  readonly spoken: readonly TrendHit[]
  /** These and those whose own business a named core member has part in. */
  readonly all: readonly TrendHit[]
}

/** Indexes the keywords and memberships of the taxonomy; the returned function finds the megatrends of an article. */
export function createMegatrendFinder(
  knowledge: Knowledge,
  common: ReadonlySet<string>,
  lexicon: ThemeLexicon,
): (told: ToldBusiness) => ArticleThemes {
  const trie = indexThemeKeywords(knowledge)
  const findBusiness = createMemberBusiness(knowledge, lexicon, collectHintWords(knowledge.megatrends, common))
  const places = new Set(lexicon.businesses.flatMap((business) => business.places))
  const isMereScene = (tokens: TokenisedText, from: number, to: number): boolean =>
    (BEFORE_SCENE.has(tokens.words[from - 1]) || AFTER_SCENE.has(tokens.words[to])) &&
    places.has(tokens.words.slice(from, to).join(' '))

  const findSpoken = ({ title, body }: ToldBusiness): TrendHit[] => {
    const sums = new Map<number, number>()
    const add = (tokens: TokenisedText, weight: number) => {
      for (const hit of trie.findAll(tokens.words, tokens.breaks)) {
        if (isMereScene(tokens, hit.from, hit.to)) continue
        // Two words are more specific than one: "solar panel" against "solar".
        const gain = weight * (hit.to - hit.from > 1 ? 1 : 0.75)
        for (const nodeId of hit.value) sums.set(nodeId, (sums.get(nodeId) ?? 0) + gain)
      }
    }
    add(title, TITLE_WEIGHT)
    if (body !== null) add(body, BODY_WEIGHT)
    return [...sums]
      .filter(([, sum]) => sum >= MIN_WEIGHT)
      .map(([nodeId, sum]) => ({ nodeId, relevance: Math.round((1 - Math.exp(-1.4 * sum)) * 100) / 100 }))
  }

  return (told) => {
    const words = findSpoken(told)
    const known = new Set(words.map(({ nodeId }) => nodeId))
    const business = findBusiness(told, known).filter(({ nodeId }) => !known.has(nodeId))
    const spoken = choose(words)
    return { spoken, all: business.length === 0 ? spoken : choose([...words, ...business]) }
  }
}

/** The most relevant, without the nodes above others of them. */
function choose(hits: readonly TrendHit[]): readonly TrendHit[] {
  return hits
    .filter((upper) => !hits.some(({ nodeId }) => nodeId !== upper.nodeId && isUnder(nodeId, upper.nodeId)))
    .sort((a, b) => b.relevance - a.relevance || a.nodeId - b.nodeId)
    .slice(0, MAX_TRENDS)
}

/** Words that suggest a node when one of its members is named: those that few other nodes share. */
function collectHintWords(megatrends: readonly KnownMegatrend[], common: ReadonlySet<string>): Map<number, string[]> {
  const uses = new Map<string, number>()
  const wordsOf = new Map<number, Set<string>>()
  for (const { nodeId, keywords, name } of megatrends) {
    const words = new Set([...keywords, name.toLowerCase()].flatMap((phrase) => phrase.split(/[^\p{L}\p{N}]+/u)))
    wordsOf.set(nodeId, words)
    for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const isHint = (word: string) =>
    word.length > 2 && (uses.get(word) ?? 0) <= (common.has(word) ? 3 : 6) && !GENERIC_WORDS.has(word)
  return new Map([...wordsOf].map(([nodeId, words]) => [nodeId, [...words].filter(isHint)]))
}

const GENERIC_WORDS = wordSet(
  'and for the new high low market markets services service growth global demand price prices stock stocks shares company business sales deal deals product products industry reit reits',
)
