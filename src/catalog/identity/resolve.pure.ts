import { finish, type Pieces } from '../../core/pieces.pure.ts'
import { lowerBound } from '../../core/sorted.pure.ts'
import type { Synonym } from '../../embedding/embedding-words.pure.ts'
import { createEvidence, type Evidence, type MatchType } from './resolve-evidence.pure.ts'
import { createNameIndex, type NameIndex, selectNamingWords } from './resolve-index.pure.ts'
import { type NormalisedName, normaliseName } from './resolve-name.pure.ts'
import { createRanker } from './resolve-ranker.pure.ts'
import { createSemanticIndex, type SemanticIndex } from './resolve-semantic.pure.ts'
import { compare } from './resolve-words.pure.ts'
import { type TickerExchange, type TickerIndex, tickerIndexInPieces } from './ticker.pure.ts'

/** The fields of a listing that the resolver searches. */
export interface ResolvableListing {
  readonly id: number
  /** Canonical ticker, `SYMBOL.EXCHANGE`. */
  readonly ticker: string
  readonly symbol: string
  /** Listed name, "Apple Inc." */
  readonly name: string
  /** Names used in the press; of the share lines of one company only the most liquid has any. */
  readonly shortNames: readonly string[]
  readonly formerNames: readonly string[]
  /** Brands, subsidiaries, products, people, nicknames. */
  readonly aliases: readonly string[]
  readonly isin: string | null
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly type: string
  /** Exchange code of the ticker. */
  readonly exchange: string
  readonly marketCapUsd: number | null
  readonly description: string
}

/** A candidate listing. */
export interface ListingMatch {
  readonly id: number
  /** Similarity, 0 to 1, four decimals. */
  readonly similarity: number
  readonly matchType: MatchType
}

/** Result of one query; matches ordered by type, similarity, market capitalisation and ticker. */
export interface Resolution {
  /** `strong` = single match or clearly best candidate; `weak` = several similar candidates; `none` = no match. */
  readonly matchQuality: 'strong' | 'weak' | 'none'
  readonly matches: readonly ListingMatch[]
  /** Total number of candidates before paging. */
  readonly total: number
}

/** Filters, preferences and page of a query. */
export interface ResolveOptions {
  readonly limit: number
  /** Number of candidates to skip. */
  readonly offset?: number | undefined
  /** Preferred country (ISO 3166 alpha-2): listings of other countries lose a tenth of their similarity. */
  readonly country?: string | undefined
  /** Required country (ISO 3166 alpha-2). */
  readonly countryFilter?: string | undefined
  /** Required asset types; all when absent. */
  readonly types?: readonly string[] | undefined
}

/** Finds the listings that a query refers to. */
export type Resolver = (query: string, options: ResolveOptions) => Resolution

/** Reference data that the resolver takes with the listings. */
export interface ResolverReference {
  readonly exchanges?: readonly TickerExchange[] | undefined
  /** The index of the same listings, where there is one already; else one is built with `exchanges`. */
  readonly tickers?: TickerIndex | undefined
  readonly synonyms?: readonly Synonym[] | undefined
}

const QUERY_LENGTH_MAX = 200

/** Similarity by kind of evidence. */
const SIMILARITY = {
  ticker: 1,
  foreignNotation: 0.96,
  symbol: 0.93,
  isin: 1,
  isinPart: 0.9,
  name: 0.97,
  short: 0.97,
  byname: 0.91,
  word: 0.8,
  part: 0.77,
  /** Lower than `part`: "Cola" is a whole word of Coca-Cola before it is the beginning of Colas. */
  bynamePart: 0.73,
} as const
/** Evidence when the query equals a whole written form. */
const WHOLE = { symbol: 'exact', name: 'whole', short: 'alias', byname: 'alias' } as const
/** Minimum similarity of a match by words of a name. */
const NAME_SIMILARITY_MIN = 0.5
/** Factor for words of a name that also describe a kind of business. */
const DESCRIBED_FACTOR = 0.95
const SEMANTIC_SIMILARITY_MIN = 0.33
/** Similarity from which names are not searched word by word. */
const SURE_FORM = 0.9
/** Similarity below which typing errors and semantic search are tried too. */
const SURE_NAME = 0.72

/** An unknown `SYMBOL.SUFFIX` is never a description. */
const TICKER_LIKE = /^[A-Za-z0-9-]{1,12}\.[A-Za-z]{1,5}$/

type LookUp = (text: string, evidence: Evidence) => void

/** Builds a resolver over all listings; the result does not depend on their order. */
export function createResolver(unordered: readonly ResolvableListing[], reference: ResolverReference = {}): Resolver {
  return finish(resolverInPieces(unordered, reference))
}

/** The same, made piece by piece. */
export function* resolverInPieces(
  unordered: readonly ResolvableListing[],
  reference: ResolverReference,
): Pieces<Resolver> {
  const listings = unordered.toSorted((a, b) => compare(a.ticker, b.ticker) || a.id - b.id)
  yield
  const names = yield* createNameIndex(listings)
  const meanings = yield* createSemanticIndex(listings, reference.synonyms ?? [])
  const tickers = reference.tickers ?? (yield* tickerIndexInPieces(listings, reference.exchanges ?? []))
  const noteTicker = createTickerLookUp(listings, tickers)
  yield
  const noteIsin = createIsinLookUp(listings)
  yield
  const ranker = createRanker(listings)
  yield
  const evidence = createEvidence(listings.length)

  return (query, options) => {
    const text = query.slice(0, QUERY_LENGTH_MAX).trim()
    const asked = normaliseName(text)
    const { words } = asked
    evidence.start((listing) => ranker.admits(listing, options))
    noteTicker(text, evidence)
    noteIsin(text, evidence)
    const naming = selectNamingWords(words)
    const describes = meanings.describes(naming)
    noteForms(names, asked, describes, evidence)
    if (evidence.best() < SURE_FORM) {
      const trust = describes ? DESCRIBED_FACTOR : 1
      noteWords(names, words, { forgiving: false, trust }, evidence)
      if (evidence.best() < SURE_NAME) noteWords(names, words, { forgiving: true, trust }, evidence)
      // "Shipping company" describes a business although it may also be part of a name.
      if ((describes || evidence.best() < SURE_NAME) && !TICKER_LIKE.test(text))
        noteMeaning(meanings, naming.join(' '), evidence)
    }
    return ranker.rank(evidence, options, asked)
  }
}

/** Builds the look-up of tickers, canonical or in other vendors' notation. */
function createTickerLookUp(listings: readonly ResolvableListing[], tickers: TickerIndex): LookUp {
  const places = new Map(listings.map(({ id }, place) => [id, place]))
  return (text, evidence) => {
    const canonical = places.get(tickers.find(text) ?? -1)
    if (canonical !== undefined) evidence.note(canonical, 'exact', SIMILARITY.ticker)
    else {
      const translated = places.get(tickers.translate(text) ?? -1)
      if (translated !== undefined) evidence.note(translated, 'exact', SIMILARITY.foreignNotation)
    }
  }
}

/** Builds the look-up of whole ISINs and of prefixes of at least six characters. */
function createIsinLookUp(listings: readonly ResolvableListing[]): LookUp {
  const isins = listings
    .flatMap(({ isin }, listing) => (isin === null || isin === '' ? [] : [{ isin: isin.toUpperCase(), listing }]))
    .sort((a, b) => compare(a.isin, b.isin) || a.listing - b.listing)
  return (text, evidence) => {
    if (!/^[A-Za-z]{2}[A-Za-z0-9]{4,10}$/.test(text)) return
    const beginning = text.toUpperCase()
    for (let at = lowerBound(isins.length, (i) => (isins[i]?.isin ?? '') < beginning); at < isins.length; at++) {
      const entry = isins[at]
      if (!entry?.isin.startsWith(beginning)) break
      evidence.note(entry.listing, 'isin', entry.isin === beginning ? SIMILARITY.isin : SIMILARITY.isinPart)
    }
  }
}

/** Records symbols and names that equal or begin with the query; prefixes of aliases are ignored when the query describes a business. */
function noteForms(
  names: NameIndex,
  { written, words, squashed: named }: NormalisedName,
  describes: boolean,
  evidence: Evidence,
): void {
  for (const squashed of new Set([written, named, selectNamingWords(words).join('')])) {
    names.beginningWith(squashed, (listing, kind, coverage) => {
      // Only the query as written can be a symbol: "Fox Corporation" is not FOX.
      if (kind === 'symbol' && squashed !== written) return
      if (coverage === 'whole') return evidence.note(listing, WHOLE[kind], SIMILARITY[kind])
      // A query without its descriptive words must match whole: "car maker" does not match names that begin with "car".
      if (squashed !== written && squashed !== named) return
      // "Chip" describes a business; it is not a prefix of Chip Wilson.
      if (describes && kind === 'byname') return
      const similarity = kind === 'byname' && coverage === 'part' ? SIMILARITY.bynamePart : SIMILARITY[coverage]
      evidence.note(listing, kind === 'symbol' || kind === 'name' ? 'beginning' : 'name', similarity)
    })
  }
}

/** Records names that share words with the query; with `forgiving`, also similar words. */
function noteWords(
  names: NameIndex,
  words: readonly string[],
  { forgiving, trust }: { forgiving: boolean; trust: number },
  evidence: Evidence,
): void {
  names.sharingWords(words, forgiving, (listing, wordSimilarity) => {
    const similarity = trust * wordSimilarity
    if (similarity >= NAME_SIMILARITY_MIN) evidence.note(listing, 'name', similarity)
  })
}

/** Records listings whose description matches the query; similarity is rounded to one decimal, ties go to market capitalisation. */
function noteMeaning(meanings: SemanticIndex, text: string, evidence: Evidence): void {
  meanings.search(text, (listing, similarity) => {
    if (similarity >= SEMANTIC_SIMILARITY_MIN) evidence.note(listing, 'semantic', Math.round(similarity * 10) / 10)
  })
}
