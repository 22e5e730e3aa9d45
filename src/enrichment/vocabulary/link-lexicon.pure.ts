import { wordList } from '../text/word-set.pure.ts'

/** The lexicon of entity linking, from prisma/reference/lexicon. */
export interface LinkLexicon {
  readonly ambiguous: readonly AmbiguousName[]
  /** Words near a name that tell what it is. */
  readonly cues: readonly { readonly role: (typeof CUE_ROLES)[number]; readonly phrase: string }[]
  /** Stock indices by the names the press uses. */
  readonly indices: readonly StockIndex[]
  /** Longer phrases that contain a name but mean something else: "dow jones", "amazon rainforest". */
  readonly notNames: readonly string[]
  /** Suffixes of legal names: "Inc", which the press leaves out `always`, and "Group", which it leaves out or keeps. */
  readonly legalSuffixes: readonly { readonly suffix: string; readonly kind: 'always' | 'maybe' }[]
  /** Capitalised words that are no ticker although one is spelt so: "CEO", "IPO". */
  readonly tickerStopwords: readonly string[]
  /** Names in scripts without spaces: トヨタ, 삼성전자, 台積電. */
  readonly nativeNames: readonly { readonly name: string; readonly ticker: string }[]
  /** How vendors write an exchange, as suffix or prefix of a symbol: `T` -> `JP`, `NASDAQ` -> `US`. */
  readonly vendorCodes: readonly { readonly written: string; readonly code: string }[]
  /** Legs of quoted pairs: `yen` for JPY, `XAU` for gold. */
  readonly pairLegs: readonly PairLeg[]
  /** Ordinary lower-case words; a capitalised word outside this list is probably part of a name. */
  readonly commonWords: readonly string[]
}

/** An ambiguous name, also a word, a place or a person, and the context that disambiguates it. */
export interface AmbiguousName {
  readonly name: string
  /** The asset that bears the name, where the listings do not give it; else empty. */
  readonly ticker: string
  /** Points of evidence needed: 0 = the company unless the context contradicts, 3 = only with strong proof. */
  readonly need: number
  /** Phrases with `_` for the name ("price _", "_ date") or without (anywhere in the text). */
  readonly against: readonly string[]
  readonly evidence: readonly string[]
}

/** A name of a stock index and the fund that tracks it. */
export interface StockIndex {
  readonly name: string
  readonly ticker: string
  /** True for a name that means something else too: "Dow", "Nikkei". */
  readonly needsEvidence: boolean
}

/** What a word near a name tells about it, as written in cues.csv. */
export const CUE_ROLES = wordList(
  'company_after company_before company_near other_after trader_after rating_noun rating_verb rating_object rating_own own_target say_verb say_own market_word adviser_verb media_verb amount date trade source_name flow_after exchange_after product_after index_after index_before index_place_before index_place_after',
)

/** A leg of a quoted pair as texts write it and its code: `yen` is JPY, `XAU` is gold, `XBT` is bitcoin. */
export interface PairLeg {
  readonly word: string
  /** ISO 4217 code, or the symbol of an asset priced in currencies. */
  readonly code: string
  /** Ticker of what is priced where the leg is no currency: XAU means GOLD.COMM; else empty. */
  readonly ticker: string
}
