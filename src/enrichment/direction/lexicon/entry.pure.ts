import type { Modifier, Move, PolarTerm, Quantity, SemanticRole } from '../../vocabulary/direction-lexicon.pure.ts'
import type { VerbForm } from './inflect.pure.ts'

/** Everything the direction lexicon says about one written form; a form may have several senses. */
export interface LexiconEntry {
  form: VerbForm | null
  verb: PolarTerm | null
  noun: PolarTerm | null
  /** "Buy ONGC": advice at the head of a clause. */
  recommendation: PolarTerm | null
  /** "$TSLA long": a word right after a name. */
  stance: PolarTerm | null
  move: Move | null
  moveNoun: Move | null
  quantity: Quantity | null
  modifier: Modifier | null
  semanticRole: SemanticRole | null
}
