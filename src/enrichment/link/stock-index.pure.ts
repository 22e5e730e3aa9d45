import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { type TokenisedText, tokenise } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { LinkLexicon, StockIndex } from '../vocabulary/link-lexicon.pure.ts'
import { collectCues } from './cue.pure.ts'

/** A stock index named in a text. */
interface IndexHit {
  /** The fund that tracks it; null where the index is only the place of something: "joins the S&P 500", "in Nasdaq debut". */
  readonly asset: KnownAsset | null
  readonly to: number
}

/** Words between an index and what is said of it: "joins the benchmark S&P 500". */
const ATTRIBUTES = wordSet('the benchmark blue-chip broader tech-heavy composite')

/**
 * Prepares the names of stock indices. The returned function gives the longest that begins at a token, or null. A name that is also that
 * of a company or an outlet (Nasdaq the exchange, Dow the chemicals maker, S&P the rating agency, Nikkei the newspaper) is an index only
 * where the words beside it are said of indices: "Nasdaq slides", "lifts the Dow".
 */
export function createIndexFinder(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
): (tokens: TokenisedText, at: number) => IndexHit | null {
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  const trie = new PhraseTrie<StockIndex & { readonly fund: KnownAsset }>()
  /** Most tokens begin no name of an index. */
  const first = new Set<string | undefined>()
  for (const index of lexicon.indices) {
    const fund = byTicker.get(index.ticker)
    if (fund === undefined) continue
    trie.add(index.name, () => ({ ...index, fund }))
    first.add(tokenise(index.name).words[0] ?? '')
  }
  const { index_after, index_before, index_place_before, index_place_after } = collectCues(lexicon)

  return findAt

  function findAt(tokens: TokenisedText, at: number): IndexHit | null {
    const { words, shapes, breaks, casing } = tokens
    if (!first.has(words[at]) || (shapes[at] === 'lower' && casing !== 'small')) return null
    const hit = trie.findLongest(words, at, breaks)
    if (hit === null) return null
    let start = at
    while (breaks[start] !== true && ATTRIBUTES.has(words[start - 1])) start--
    const previous = breaks[start] === true ? '' : (words[start - 1] ?? '')
    const own = words[hit.to] === "'s" ? hit.to + 1 : hit.to
    const next = breaks[own] === true ? '' : (words[own] ?? '')
    const isWeighedOn = previous === 'on' && /^weigh/.test(words[start - 2] ?? '')
    const isPlace = index_place_after.has(next) || (index_place_before.has(previous) && !isWeighedOn)
    // "Dow, Nasdaq and S&P 500 fall" says the same of each.
    const beyond = words[own] === '&' ? own + 1 : own
    const isListed = (beyond > own || breaks[own] === true) && findAt(tokens, beyond)?.asset != null
    const isSaid = isListed || index_after.has(next) || index_before.has(previous) || isWeighedOn
    if (hit.value.needsEvidence && (isPlace || !isSaid)) return null
    return { asset: isPlace ? null : hit.value.fund, to: hit.to }
  }
}
