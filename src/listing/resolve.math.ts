import type { Synonym } from '../core/embedding-words.math.ts'
import { createEvidence, type Evidence, type MatchType } from './resolve-evidence.math.ts'
import { createNameIndex, type NameIndex, namingWords } from './resolve-index.math.ts'
import { createJudge } from './resolve-judge.math.ts'
import { type NameWords, nameWords } from './resolve-name.math.ts'
import { createSemanticIndex } from './resolve-semantic.math.ts'
import { compare, lowerBound } from './resolve-words.math.ts'
import { createTickerIndex, type TickerExchange } from './ticker.math.ts'

/** What the resolver knows of one listing. */
export interface ResolvableListing {
  readonly id: number
  /** Canonical ticker, `SYMBOL.EXCHANGE`. */
  readonly ticker: string
  readonly symbol: string
  /** Listed name, "Apple Inc." */
  readonly name: string
  /** Names the press uses; of several lines of one company only the most liquid has any. */
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

/** One candidate. */
export interface ListingMatch {
  readonly id: number
  /** 0-1, four decimals. */
  readonly similarity: number
  readonly matchType: MatchType
}

/** The answer to one query; matches by type, then similarity, then market cap, then ticker. */
export interface Resolution {
  /** `strong` = single match or clear leader; `weak` = several similar candidates; `none` = no match. */
  readonly matchQuality: 'strong' | 'weak' | 'none'
  readonly matches: readonly ListingMatch[]
}

/** What narrows or leans a resolution. */
export interface ResolveOptions {
  readonly limit: number
  /** ISO-2 country to lean to: listings elsewhere lose a tenth of their similarity. */
  readonly country?: string | undefined
  /** ISO-2 country to keep to. */
  readonly countryFilter?: string | undefined
  /** Types to keep to; all when absent. */
  readonly types?: readonly string[] | undefined
}

/** Finds the listings a query means. */
export type Resolver = (query: string, options: ResolveOptions) => Resolution

/** Reference data beside the listings. */
export interface ResolverReference {
  readonly exchanges?: readonly TickerExchange[] | undefined
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
  /** "Cola" may be the beginning of Colas, but is a word of Coca-Cola. */
  bynamePart: 0.73,
} as const
/** What it proves when the query is the whole of a form. */
const WHOLE = { symbol: 'exact', name: 'whole', short: 'alias', byname: 'alias' } as const
const NAME_FLOOR = 0.5
/** What words in a name are worth when they describe a kind of business. */
const DESCRIBED_FACTOR = 0.95
const SEMANTIC_FLOOR = 0.33
/** From this similarity on the names need not be searched word by word. */
const SURE_FORM = 0.9
/** Below this the best name may not be what was meant: typos and meaning are tried too. */
const SURE_NAME = 0.72

/** An unknown `SYMBOL.SUFFIX` describes nothing. */
const TICKER_LIKE = /^[A-Za-z0-9-]{1,12}\.[A-Za-z]{1,5}$/

type LookUp = (text: string, evidence: Evidence) => void

/** Builds a resolver over all listings; the order in which they are given never shows in an answer. */
export function createResolver(unordered: readonly ResolvableListing[], reference: ResolverReference = {}): Resolver {
  const listings = unordered.toSorted((a, b) => compare(a.ticker, b.ticker) || a.id - b.id)
  const names = createNameIndex(listings)
  const meanings = createSemanticIndex(listings, reference.synonyms ?? [])
  const noteTicker = tickerLookUp(listings, reference.exchanges ?? [])
  const noteIsin = isinLookUp(listings)
  const judge = createJudge(listings)
  const evidence = createEvidence(listings.length)

  return (query, options) => {
    const text = query.slice(0, QUERY_LENGTH_MAX).trim()
    const asked = nameWords(text)
    const { words } = asked
    evidence.start((listing) => judge.admits(listing, options))
    noteTicker(text, evidence)
    noteIsin(text, evidence)
    const naming = namingWords(words)
    const describes = meanings.describes(naming)
    noteForms(names, asked, describes, evidence)
    if (evidence.best() < SURE_FORM) {
      const trust = describes ? DESCRIBED_FACTOR : 1
      noteWords(names, words, { forgiving: false, trust }, evidence)
      if (evidence.best() < SURE_NAME) noteWords(names, words, { forgiving: true, trust }, evidence)
      // "Shipping company" is a kind of business before it is the middle of a name.
      if ((describes || evidence.best() < SURE_NAME) && !TICKER_LIKE.test(text))
        noteMeaning(meanings, naming.join(' '), evidence)
    }
    return judge.judge(evidence, options, asked)
  }
}

/** Looks up a query as a ticker, canonical or as other vendors write it. */
function tickerLookUp(listings: readonly ResolvableListing[], exchanges: readonly TickerExchange[]): LookUp {
  const tickers = createTickerIndex(
    listings.map(({ ticker, marketCapUsd }, id) => ({ id, ticker, marketCapUsd })),
    exchanges,
  )
  return (text, evidence) => {
    const canonical = tickers.find(text)
    if (canonical !== null) evidence.note(canonical, 'exact', SIMILARITY.ticker)
    else {
      const translated = tickers.translate(text)
      if (translated !== null) evidence.note(translated, 'exact', SIMILARITY.foreignNotation)
    }
  }
}

/** Looks up a query as an ISIN or as the first six characters of one or more. */
function isinLookUp(listings: readonly ResolvableListing[]): LookUp {
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

/** Notes symbols and names that are, or begin with, the query; of a query that describes, a person's first name or the like is no match. */
function noteForms(
  names: NameIndex,
  { written, words, squashed: named }: NameWords,
  describes: boolean,
  evidence: Evidence,
): void {
  for (const squashed of new Set([written, named, namingWords(words).join('')])) {
    names.beginningWith(squashed, (listing, kind, reach) => {
      // Only what was written can be a symbol: "Fox Corporation" is not FOX.
      if (kind === 'symbol' && squashed !== written) return
      if (reach === 'whole') return evidence.note(listing, WHOLE[kind], SIMILARITY[kind])
      // "Car maker" has said all of its name: what goes on after "car" is another.
      if (squashed !== written && squashed !== named) return
      // "Chip" is what many make before it is Chip Wilson.
      if (describes && kind === 'byname') return
      const similarity = kind === 'byname' && reach === 'part' ? SIMILARITY.bynamePart : SIMILARITY[reach]
      evidence.note(listing, kind === 'symbol' || kind === 'name' ? 'beginning' : 'name', similarity)
    })
  }
}

/** Notes names that share words with the query; with `forgiving`, also words that look like them. */
function noteWords(
  names: NameIndex,
  words: readonly string[],
  { forgiving, trust }: { forgiving: boolean; trust: number },
  evidence: Evidence,
): void {
  names.sharingWords(words, forgiving, (listing, likeness) => {
    const similarity = trust * likeness
    if (similarity >= NAME_FLOOR) evidence.note(listing, 'name', similarity)
  })
}

/** Notes listings whose business the query describes; likeness of meaning is good for one decimal, then market cap decides. */
function noteMeaning(meanings: ReturnType<typeof createSemanticIndex>, text: string, evidence: Evidence): void {
  meanings.search(text, (listing, similarity) => {
    if (similarity >= SEMANTIC_FLOOR) evidence.note(listing, 'semantic', Math.round(similarity * 10) / 10)
  })
}
