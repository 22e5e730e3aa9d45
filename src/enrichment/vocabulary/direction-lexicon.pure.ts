import type { AssetType } from '../../catalog/knowledge.pure.ts'
import type { Aspect } from './verdict.pure.ts'

/** Asset kinds whose price may react to a word differently from a company's share. */
export type AssetKind = 'commodity' | 'currency' | 'yield' | 'crypto'

/** Asset kind by listing type; companies and funds have none. */
export const ASSET_KIND_BY_TYPE: Readonly<Partial<Record<AssetType, AssetKind>>> = {
  commodity: 'commodity',
  forex: 'currency',
  bond: 'yield',
  crypto: 'crypto',
}

/** Weights by preposition or by asset kind, -1..1. */
export type Weights = ReadonlyMap<string, number>

/**
 * Part of speech of a lexicon row; it decides which inflected forms the row has. Two are positions rather than parts of speech:
 * a `recommendation` opens a clause ("Buy ONGC"), a `stance` follows a name ("$TSLA long").
 */
export type PartOfSpeech = 'verb' | 'noun' | 'adj' | 'adverb' | 'phrase' | 'recommendation' | 'stance'

/** A word or phrase that is good or bad for those it concerns: direction-terms.csv. */
export interface PolarTerm {
  readonly part: Exclude<PartOfSpeech, 'adverb'>
  /** Polarity for the subject of a verb or the holder of a noun, -1..1. */
  readonly subject: number
  /** Polarity for the object; null when the verb says nothing about it. */
  readonly object: number | null
  /** Polarity for a name after a preposition (from, to, with, on); `do` for an object that is made to do something. */
  readonly byPreposition: Weights
  /** Polarity for an asset of a kind, where it differs from a company's. */
  readonly byAssetKind: Weights
}

/** A word that says something went up or down. */
export interface Move {
  /** 1 up, -1 down. */
  readonly sign: 1 | -1
  /** Syntax of the word; `measure` is an adjective of degree: "higher", "weaker". */
  readonly use: 'intransitive' | 'transitive' | 'both' | 'noun' | 'adverb' | 'measure'
  /** Polarity for the subject when the text names no quantity, -1..1. */
  readonly weight: number
}

/** Something that can go up or down, "profit", "costs", "price target": direction-quantities.csv. */
export interface Quantity {
  /** Polarity of a rise, -1..1. */
  readonly rising: number
  /** Polarity of being stated at all, -1..1: "posts a loss". */
  readonly stated: number
  /** Whose quantity it is: its holder's own, a line of a company's accounts, the rated company's (price target), a price, or the whole market's. */
  readonly kind: 'own' | 'accounts' | 'target' | 'price' | 'market'
  /** Polarity of a rise for who gets it, "deliveries to Nvidia"; null where nobody does. */
  readonly receiver: number | null
  /** Polarity of a rise for an asset of a kind, where it differs from a company's. */
  readonly byAssetKind: Weights
}

/**
 * What a modifier does to the polarity of words near it (Polanyi and Zaenen, "Contextual Valence Shifters", 2006; the split of
 * shifters follows Wilson, Wiebe and Hoffmann, 2005):
 * - `negator` before it, "not"; `postposed_negator` after it, "rally in doubt";
 * - `shifter` turns good into bad and bad into good, "fails to", "cancels"; `positive_shifter` only bad into good, "avoids", "settles";
 * - `denial` says that it is not so, "denies"; `affirmation` that it stays so, "is upheld";
 * - `hedge` weakens, "may"; `intensifier` strengthens, "sharply".
 */
export type ModifierKind =
  | 'negator'
  | 'postposed_negator'
  | 'shifter'
  | 'positive_shifter'
  | 'denial'
  | 'affirmation'
  | 'hedge'
  | 'intensifier'

/** A word that multiplies the polarity of words near it: direction-modifiers.csv. */
export interface Modifier {
  readonly kind: ModifierKind
  /** -1..2; negative flips the polarity. */
  readonly factor: number
}

/**
 * The semantic role of a word in a frame of several words: direction-parts.csv.
 * - `protection` ("against") stands before the threat that a `product` ("platform") mitigates;
 * - `award` ("order") is what an `obtaining_verb` ("wins") obtains from a customer;
 * - `relational_noun` ("supplier") between two names makes the first a modifier of the second;
 * - `recovery` ("resumes") ends an earlier trouble.
 */
export type SemanticRole = 'protection' | 'product' | 'award' | 'obtaining_verb' | 'relational_noun' | 'recovery'

/** The irregular forms of a verb: direction-verbs.csv. */
export interface VerbRow {
  readonly verb: string
  readonly past: string
  readonly participle: string
}

interface Row {
  readonly term: string
  readonly part: PartOfSpeech
}

/** The direction lexicon, one array per CSV file. */
export interface DirectionLexicon {
  readonly terms: readonly (PolarTerm & Pick<Row, 'term'>)[]
  readonly moves: readonly (Row & Pick<Move, 'use' | 'weight'> & { readonly way: 'up' | 'down' })[]
  readonly quantities: readonly (Quantity & Pick<Row, 'term'>)[]
  readonly modifiers: readonly (Modifier & Row)[]
  readonly verbs: readonly VerbRow[]
  readonly assets: readonly { readonly term: string; readonly kind: AssetKind }[]
  readonly semanticRoles: readonly (Row & { readonly role: SemanticRole })[]
  readonly aspects: readonly (Row & { readonly aspect: Aspect; readonly weight: number })[]
}
