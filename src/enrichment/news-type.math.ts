import { PhraseTrie } from './phrase-trie.math.ts'
import type { TokenText } from './token.math.ts'

/** The 18 kinds of news, as contract section 4 spells them. */
export const NEWS_TYPES = [
  'product_tech',
  'ma_partnership',
  'industry_thematic',
  'earnings_results',
  'corporate_action',
  'management_governance',
  'analyst_rating',
  'analyst_forecast',
  'macro_economic',
  'geopolitics',
  'commodity_supply',
  'regulatory_legal',
  'cybersecurity_digital_trust',
  'digital_finance_tokenization',
  'price_action_technical',
  'crypto_related',
  'forex_related',
  'noise_other',
] as const
type NewsType = (typeof NEWS_TYPES)[number]

/** A phrase and how strongly it speaks for a kind of news (1 = one such phrase is enough). */
export interface TypePhrase {
  readonly type: NewsType
  readonly phrase: string
  readonly weight: number
}

/** A kind of news with the weight that speaks for it. */
export interface TypedNews {
  readonly type: NewsType
  readonly weight: number
}

type Weights = readonly (readonly [NewsType, number])[]

const ENOUGH = 0.7
/** What a single kind must weigh where none weighs enough: better a likely kind than none. */
const LIKELY = 0.3
const MOST = 4
/** A phrase in the body says less about the story than one in the headline. */
const BODY_WEIGHT = 0.35
const BODY_TOKENS = 120

/** Tells the kinds of news an article is, best first; `hints` adds weight that other steps
 * found (a named coin, a pair); where an asset is `named`, the likeliest kind is taken even when little speaks for it. */
export function createNewsTyper(
  phrases: readonly TypePhrase[],
): (title: TokenText, body: TokenText | null, hints: readonly TypedNews[], named: boolean) => TypedNews[] {
  const trie = new PhraseTrie<Weights>()
  for (const { type, phrase, weight } of phrases) trie.add(phrase, (old) => [...(old ?? []), [type, weight]])

  return (title, body, hints, named) => {
    const sums = new Map<NewsType, number>()
    const add = (tokens: TokenText, factor: number) => {
      for (const hit of overlapping(trie, tokens)) {
        for (const [type, weight] of hit) sums.set(type, (sums.get(type) ?? 0) + weight * factor)
      }
    }
    add(title, 1)
    if (body !== null) add(body, BODY_WEIGHT)
    for (const { type, weight } of hints) sums.set(type, (sums.get(type) ?? 0) + weight)
    const noise = sums.get('noise_other') ?? 0
    sums.delete('noise_other')
    const all = [...sums]
      .map(([type, weight]) => ({ type, weight }))
      .sort((a, b) => b.weight - a.weight || NEWS_TYPES.indexOf(a.type) - NEWS_TYPES.indexOf(b.type))
    const sure = all.filter((entry) => entry.weight >= ENOUGH)
    const ranked = sure.length > 0 ? sure : all.filter((entry) => named && entry.weight >= LIKELY).slice(0, 1)
    const best = ranked[0]?.weight ?? 0
    const kept = ranked.filter((entry) => entry.weight >= best * 0.45).slice(0, MOST)
    if (kept.length === 0 || noise > best) kept.push({ type: 'noise_other', weight: noise })
    return kept
  }
}

/** The weights of every phrase; phrases may overlap ("cuts profit forecast" holds "profit forecast"). */
function overlapping(trie: PhraseTrie<Weights>, tokens: TokenText): Weights[] {
  const found: Weights[] = []
  const seen = new Set<Weights>()
  const stop = Math.min(tokens.words.length, BODY_TOKENS)
  let covered = 0
  for (let i = 0; i < stop; i++) {
    const hit = trie.longest(tokens.words, i, tokens.breaks)
    // A phrase inside a longer one that was counted already adds nothing; the same phrase twice neither.
    if (hit === null || hit.to <= covered || seen.has(hit.value)) continue
    covered = hit.to
    seen.add(hit.value)
    found.push(hit.value)
  }
  return found
}
