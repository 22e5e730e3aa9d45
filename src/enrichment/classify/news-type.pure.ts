import type { AssetType } from '../../catalog/knowledge.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordList } from '../text/word-set.pure.ts'

/** The 18 news types, as contract section 4 spells them. */
export const NEWS_TYPES = wordList(
  'product_tech ma_partnership industry_thematic earnings_results corporate_action management_governance analyst_rating analyst_forecast macro_economic geopolitics commodity_supply regulatory_legal cybersecurity_digital_trust digital_finance_tokenization price_action_technical crypto_related forex_related noise_other',
)
/** One of those. */
export type NewsType = (typeof NEWS_TYPES)[number]

/** A news type with the weight of its cues (1 = one phrase of it is enough). */
export interface WeightedNewsType {
  readonly type: NewsType
  readonly weight: number
}

/** A cue phrase of a news type. */
export interface TypePhrase extends WeightedNewsType {
  readonly phrase: string
}

/** Least weight of a type. */
const MIN_WEIGHT = 0.7
/** Least weight of the likeliest type where none reaches MIN_WEIGHT and an asset is named. */
const MIN_LIKELY_WEIGHT = 0.3
const MAX_TYPES = 4
/** Weight of phrases of advice: "should you buy". */
const ADVICE_WEIGHT = 3
/** Factor on phrases of the body. */
const BODY_WEIGHT = 0.35
const BODY_TOKENS = 120
/** "Cuts Nestle to sell" is a rating and no sale. */
const RATED =
  /\b(?:upgrade|downgrade|cut|raise|lift|lower|rate|start|initiate)[sd]?\b.* (?:to|at) (?:an? )?(?:strong )?(?:buy|sell|hold|neutral|overweight|underweight|outperform|underperform|equal[ -]?weight|market perform|reduce|accumulate)\b/i

/** Prepares the phrases; the returned function gives the news types of title, body and hints, heaviest first, at least one. */
export function createNewsTypeClassifier(
  phrases: readonly TypePhrase[],
): (
  title: TokenisedText,
  body: TokenisedText | null,
  hints: readonly WeightedNewsType[],
  hasNamedAsset: boolean,
) => WeightedNewsType[] {
  const trie = new PhraseTrie<readonly WeightedNewsType[]>()
  for (const { type, phrase, weight } of phrases) trie.add(phrase, (old) => [...(old ?? []), { type, weight }])

  return (title, body, hints, hasNamedAsset) => {
    const sums = new Map<NewsType, number>()
    const add = (type: NewsType, weight: number) => sums.set(type, (sums.get(type) ?? 0) + weight)
    for (const { type, weight } of findPhrases(trie, title)) add(type, weight)
    if (body !== null) for (const { type, weight } of findPhrases(trie, body)) add(type, weight * BODY_WEIGHT)
    for (const { type, weight } of hints) add(type, weight)
    if (RATED.test(title.text)) {
      add('analyst_rating', 2)
      add('ma_partnership', -1.2)
    }
    const noise = sums.get('noise_other') ?? 0
    sums.delete('noise_other')
    const all = [...sums]
      .map(([type, weight]) => ({ type, weight }))
      .sort((a, b) => b.weight - a.weight || NEWS_TYPES.indexOf(a.type) - NEWS_TYPES.indexOf(b.type))
    const certain = all.filter((entry) => entry.weight >= MIN_WEIGHT)
    const ranked =
      certain.length > 0
        ? certain
        : all.filter((entry) => hasNamedAsset && entry.weight >= MIN_LIKELY_WEIGHT).slice(0, 1)
    const best = ranked[0]?.weight ?? 0
    const kept = ranked.filter((entry) => entry.weight >= best * 0.45).slice(0, MAX_TYPES)
    const isNoise = kept.length === 0 || noise > best
    // Advice and lists are what they are, whatever they name.
    if (isNoise) kept.splice(noise >= ADVICE_WEIGHT ? 0 : kept.length, 0, { type: 'noise_other', weight: noise })
    return kept
  }
}

/** The weights of every phrase; phrases may overlap ("cuts profit forecast" holds "profit forecast"). */
function findPhrases(trie: PhraseTrie<readonly WeightedNewsType[]>, tokens: TokenisedText): WeightedNewsType[] {
  const found: WeightedNewsType[] = []
  const seen = new Set<readonly WeightedNewsType[]>()
  const stop = Math.min(tokens.words.length, BODY_TOKENS)
  let covered = 0
  for (let i = 0; i < stop; i++) {
    const hit = trie.findLongest(tokens.words, i, tokens.breaks)
    // A phrase inside a longer one that was counted already adds nothing; the same phrase twice neither.
    if (hit === null || hit.to <= covered || seen.has(hit.value)) continue
    covered = hit.to
    seen.add(hit.value)
    found.push(...hit.value)
  }
  return found
}

/** News types that the types of the named assets suggest. */
export function collectTypeHints(assetTypes: Iterable<AssetType>): WeightedNewsType[] {
  const hints: WeightedNewsType[] = []
  const types = new Set(assetTypes)
  if (types.has('crypto')) hints.push({ type: 'crypto_related', weight: 1.5 })
  if (types.has('forex')) hints.push({ type: 'forex_related', weight: 1.5 })
  if (types.has('commodity')) hints.push({ type: 'commodity_supply', weight: 1 })
  if (types.has('bond') || types.has('money_market')) hints.push({ type: 'macro_economic', weight: 1 })
  return hints
}
