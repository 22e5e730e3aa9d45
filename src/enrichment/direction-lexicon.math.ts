import type { VerbForm } from './direction-inflect.math.ts'
import type { Aspect, AssetType } from './knowledge.math.ts'

/** Asset kinds whose own price may answer a word the other way round than a company does. */
export type AssetKind = 'commodity' | 'currency' | 'yield' | 'crypto'

/** Asset kinds by the type of a listing; companies and funds have none. */
export const KIND_OF_TYPE: Readonly<Partial<Record<AssetType, AssetKind>>> = {
  commodity: 'commodity',
  forex: 'currency',
  bond: 'yield',
  crypto: 'crypto',
}

/** Weights by preposition or by asset kind. */
export type Weights = ReadonlyMap<string, number>

/** A word or phrase that is good or bad for those it concerns. */
export interface Term {
  readonly part: 'verb' | 'noun' | 'adj' | 'phrase' | 'call' | 'tail'
  /** Effect on the subject (of a verb) or holder (of a noun), -1..1. */
  readonly subject: number
  /** Effect on the object; null when the verb says nothing of it. */
  readonly object: number | null
  /** Effect on a name after a preposition: from, to, with, on; `do`: on an object that is made to do something. */
  readonly others: Weights
  readonly assets: Weights
}

/** A word that says something went up or down. */
export interface Move {
  readonly way: 1 | -1
  readonly use: 'intransitive' | 'transitive' | 'both' | 'noun' | 'adverb' | 'measure'
  /** Effect on the subject when the text names no quantity. */
  readonly weight: number
}

/** Something that can go up or down. */
export interface Quantity {
  /** Effect of a rise, -1..1. */
  readonly rising: number
  /** Effect of merely being stated: "posts a loss". */
  readonly stated: number
  /** Whose it is: its holder's own, in a company's accounts, the one talked about (price target), its price, or the market's. */
  readonly kind: 'own' | 'accounts' | 'target' | 'price' | 'market'
  readonly assets: Weights
}

/** A word that turns, weakens or strengthens evidence near it. */
interface Modifier {
  readonly kind: 'negator' | 'reverser' | 'remover' | 'denier' | 'hedge' | 'intensifier' | 'turner' | 'upholder'
  readonly factor: number
}

/** Everything the lexicon says of one written form. */
export interface Entry {
  readonly words: number
  form: VerbForm | null
  verb: Term | null
  noun: Term | null
  /** "Buy ONGC": a call at the head of a clause. */
  call: Term | null
  /** "$TSLA long": a word right after a name. */
  tail: Term | null
  move: Move | null
  moveNoun: Move | null
  quantity: Quantity | null
  modifier: Modifier | null
  part: NounPart | null
}

/** The part a word plays between others: `counter` ("against") stands before what an `offering` ("platform") helps against;
 * `given` ("order") is what a `getter` ("wins") gets from a customer and not from a loser; a `role` ("supplier") between two names
 * makes the first a mere description of the second. */
export type NounPart = 'counter' | 'offering' | 'given' | 'getter' | 'role' | 'mender'

/** Part of speech of a lexicon row; decides which written forms it has. */
export type Part = 'verb' | 'noun' | 'adj' | 'adverb' | 'phrase' | 'call' | 'tail'

interface TermRow {
  readonly term: string
  readonly part: Term['part']
  readonly subject: number
  readonly object: number | null
  readonly others: Weights
  readonly assets: Weights
}

interface MoveRow {
  readonly term: string
  readonly part: 'verb' | 'noun' | 'adverb'
  readonly way: 'up' | 'down'
  readonly use: Move['use']
  readonly weight: number
}

interface QuantityRow extends Quantity {
  readonly term: string
}

interface ModifierRow extends Modifier {
  readonly term: string
  readonly part: Part
}

export interface VerbRow {
  readonly verb: string
  readonly past: string
  readonly participle: string
}

interface AssetRow {
  readonly term: string
  readonly kind: AssetKind
}

interface PartRow {
  readonly term: string
  readonly part: Part
  readonly plays: NounPart
}

interface AspectRow {
  readonly term: string
  readonly part: Part
  readonly aspect: Aspect
  readonly weight: number
}

/** The lexicon as its CSV files have it, one array a file. */
export interface Lexicon {
  readonly terms: readonly TermRow[]
  readonly moves: readonly MoveRow[]
  readonly quantities: readonly QuantityRow[]
  readonly modifiers: readonly ModifierRow[]
  readonly verbs: readonly VerbRow[]
  readonly assets: readonly AssetRow[]
  readonly parts: readonly PartRow[]
  readonly aspects: readonly AspectRow[]
}
