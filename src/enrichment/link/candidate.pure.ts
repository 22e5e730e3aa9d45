import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { isUnspaced } from '../text/character.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { createPairFinder } from './currency-pair.pure.ts'
import type { KnownName, NameIndex, NameKind } from './name-index.pure.ts'
import { createNameMatcher } from './name-match.pure.ts'
import { createIndexFinder } from './stock-index.pure.ts'
import { createTickerFinder, type TickerHit } from './ticker-mention.pure.ts'

/** A span of a text that names an asset. */
export interface ResolvedCandidate extends Pick<TickerHit, 'asset' | 'from' | 'to' | 'start' | 'end'> {
  /** The name where its words may mean something else; null for what needs no disambiguation. */
  readonly doubtful: KnownName | null
  readonly kind: NameKind | 'ticker'
  readonly isInverse: boolean
  /** The fund of the stock index that is meant where the name does not mean its company: "Dow". */
  readonly index?: KnownAsset
}

/** True of a name that is left out, told by the tokens and all names of a text. */
export type CandidateFilter = (
  named: ResolvedCandidate,
  tokens: TokenisedText,
  all: readonly ResolvedCandidate[],
) => boolean

const CERTAIN = { doubtful: null, isInverse: false } as const

/** Prepares names, tickers and pairs; the returned function takes the tokens of a text and gives all its candidates, in order. */
export function createCandidateFinder(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
  names: NameIndex,
): (tokens: TokenisedText) => ResolvedCandidate[] {
  const findTickers = createTickerFinder(knowledge, lexicon)
  const findPairAt = createPairFinder(knowledge, lexicon.pairLegs)
  const matchName = createNameMatcher(lexicon, names)
  const findIndexAt = createIndexFinder(knowledge, lexicon)

  return (tokens) => {
    const tickers = findTickers(tokens)
    const found: ResolvedCandidate[] = []
    for (let at = 0; at < tokens.words.length; ) {
      const ticker = tickers.find(({ from }) => from === at)
      const hit = findAt(tokens, at, ticker)
      if (hit === null) found.push(...findNativeNames(tokens, at))
      else if (hit.candidate !== null) found.push(hit.candidate)
      at = hit?.to ?? at + 1
    }
    return found
  }

  /** The pair, index, ticker or name that begins at a token and where it ends; the candidate is null for what is no asset of ours. */
  function findAt(
    tokens: TokenisedText,
    at: number,
    ticker: TickerHit | undefined,
  ): { readonly to: number; readonly candidate: ResolvedCandidate | null } | null {
    const linkTo = (
      { to, asset }: { readonly to: number; readonly asset: KnownAsset | null },
      kind: ResolvedCandidate['kind'],
      more: Partial<ResolvedCandidate> = {},
    ) => {
      const place = { from: at, to, start: tokens.starts[at] ?? 0, end: tokens.ends[to - 1] ?? 0 }
      return { to, candidate: asset && { ...place, asset, kind, ...CERTAIN, ...more } }
    }
    const pair = findPairAt(tokens, at)
    if (pair !== null) return linkTo(pair, 'ticker', { isInverse: pair.isInverse })
    const named = matchName(tokens, at)
    const index = findIndexAt(tokens, at)
    if (index !== null && index.to >= (named?.to ?? 0) && (named?.known.ambiguity ?? null) === null)
      return linkTo(index, 'alias')
    if (ticker !== undefined && (named === null || named.to <= ticker.to))
      return { to: ticker.to, candidate: { ...ticker, kind: 'ticker', ...CERTAIN } }
    if (named === null) return null
    const { known, to } = named
    const fund = index?.to === to ? index.asset : null
    return linkTo({ to, asset: known.asset }, known.kind, {
      doubtful: known.ambiguity && known,
      ...(fund && { index: fund }),
    })
  }

  /** The names in a script without spaces inside a token. */
  function findNativeNames({ text, starts, ends }: TokenisedText, at: number): ResolvedCandidate[] {
    const found: ResolvedCandidate[] = []
    let start = starts[at] ?? 0
    while (isUnspaced(text.charCodeAt(start)) && start < (ends[at] ?? 0)) {
      const hit = names.native.get(text.charAt(start))?.find(({ name }) => text.startsWith(name, start))
      const end = start + (hit?.name.length ?? 1)
      if (hit?.known.asset) {
        const { asset, kind } = hit.known
        found.push({ asset, kind, from: at, to: at + 1, start, end, ...CERTAIN })
      }
      start = end
    }
    return found
  }
}
