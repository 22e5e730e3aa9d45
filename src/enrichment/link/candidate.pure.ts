import type { Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { isUnspaced } from '../text/character.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { createPairFinder } from './currency-pair.pure.ts'
import type { Candidate } from './disambiguate.pure.ts'
import type { KnownName, NameIndex, NameKind } from './name-index.pure.ts'
import { createNameMatcher } from './name-match.pure.ts'
import { createIndexFinder, type IndexHit } from './stock-index.pure.ts'
import { createTickerFinder } from './ticker-mention.pure.ts'

/** A candidate with the asset it names; `isCertain` when it needs no disambiguation. */
export interface ResolvedCandidate extends Candidate {
  readonly asset: KnownAsset
  readonly kind: NameKind | 'ticker'
  readonly start: number
  readonly end: number
  readonly isCertain: boolean
  readonly isInverse: boolean
  /** The fund of the stock index that is meant where the name does not mean its company: "Dow". */
  readonly index?: KnownAsset
}

const TICKER: KnownName = { asset: null, kind: 'short', ambiguity: null, needsCapitals: true, mayBeLowercase: false }

function toIndexCandidate(
  { starts, ends }: TokenisedText,
  { from, to }: IndexHit,
  asset: KnownAsset,
): ResolvedCandidate {
  const place = { from, to, start: starts[from] ?? 0, end: ends[to - 1] ?? 0 }
  return {
    ...place,
    asset,
    known: { ...TICKER, asset, kind: 'alias' },
    kind: 'alias',
    isCertain: true,
    isInverse: false,
  }
}

const QUOTED: KnownName = { ...TICKER, mayBeLowercase: true }

/** Prepares names, tickers and pairs; the returned function takes the tokens of a text and gives all its candidates, in order. */
export function createCandidateFinder(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
  names: NameIndex,
): (tokens: TokenisedText) => ResolvedCandidate[] {
  const findTickers = createTickerFinder(knowledge, lexicon)
  const findPairAt = createPairFinder(knowledge, lexicon.pairLegs)
  const matchName = createNameMatcher(lexicon, common, names)
  const findIndexAt = createIndexFinder(knowledge, lexicon)
  return findCandidates

  /** All pairs, tickers and known names of a text, in order. */
  function findCandidates(tokens: TokenisedText): ResolvedCandidate[] {
    const { words, starts, ends, shapes, breaks } = tokens
    const found: ResolvedCandidate[] = []
    const hits = findTickers(tokens)
    let nextTicker = 0
    let at = 0
    while (at < words.length) {
      while ((hits[nextTicker]?.from ?? Infinity) < at) nextTicker++
      const ticker = hits[nextTicker]
      const pair = findPairAt(tokens, at)
      if (pair !== null) {
        at = pair.to
        if (pair.asset === null) continue
        const place = { start: starts[pair.from] ?? 0, end: ends[pair.to - 1] ?? 0 }
        found.push({ ...pair, ...place, asset: pair.asset, known: QUOTED, kind: 'ticker', isCertain: true })
        continue
      }
      const named = matchName(tokens, at)
      const index = findIndexAt(tokens, at)
      if (index !== null && index.to >= (named?.to ?? 0) && (named?.known.ambiguity ?? null) === null) {
        at = index.to
        if (index.fund !== null) found.push(toIndexCandidate(tokens, index, index.fund))
        continue
      }
      if (ticker?.from === at && (named === null || named.to <= ticker.to)) {
        const known = named?.known ?? TICKER
        found.push({ ...ticker, known, kind: 'ticker', isCertain: true, isInverse: false })
        at = ticker.to
        continue
      }
      if (named !== null) {
        const { known, to } = named
        at = to
        if (known.asset === null) continue
        const start = starts[named.from] ?? 0
        const end = ends[to - 1] ?? start
        const isCertain = known.ambiguity === null
        found.push({
          known,
          asset: known.asset,
          kind: known.kind,
          from: named.from,
          to,
          start,
          end,
          isCertain,
          isInverse: false,
          ...(index?.to === to && index.fund !== null ? { index: index.fund } : {}),
        })
        continue
      }
      const start = starts[at] ?? 0
      if (shapes[at] === 'lower' || breaks[at] === true || at === 0) {
        if (isUnspaced(tokens.text.charCodeAt(start))) addNativeNames(tokens, at, found)
      } else if (isUnspaced(tokens.text.charCodeAt(start))) addNativeNames(tokens, at, found)
      at++
    }
    return found
  }

  /** Adds the names in a script without spaces inside a token. */
  function addNativeNames(tokens: TokenisedText, at: number, found: ResolvedCandidate[]): void {
    const end = tokens.ends[at] ?? 0
    let start = tokens.starts[at] ?? 0
    while (start < end) {
      const hit = names.native
        .get(tokens.text.charAt(start))
        ?.find((entry) => tokens.text.startsWith(entry.name, start))
      const asset = hit?.known.asset
      if (hit === undefined || asset === undefined || asset === null) start++
      else {
        const stop = start + hit.name.length
        found.push({
          known: hit.known,
          asset,
          kind: hit.known.kind,
          from: at,
          to: at + 1,
          start,
          end: stop,
          isCertain: true,
          isInverse: false,
        })
        start = stop
      }
    }
  }
}
