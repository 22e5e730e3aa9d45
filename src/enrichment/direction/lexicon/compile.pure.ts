import { PhraseTrie } from '../../text/phrase-trie.pure.ts'
import type {
  DirectionLexicon,
  Modifier,
  Move,
  PartOfSpeech,
  PolarTerm,
  Quantity,
  SemanticRole,
  VerbRow,
} from '../../vocabulary/direction-lexicon.pure.ts'
import { tokeniseWithNumbers } from '../parse/token.pure.ts'
import { type IrregularVerbs, inflectNoun, inflectVerb, type SurfaceForm, type VerbForm } from './inflect.pure.ts'

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

/** Irregular verbs by base form. */
export function indexIrregularVerbs(rows: readonly VerbRow[]): IrregularVerbs {
  return new Map(rows.map((row) => [row.verb, [row.past, row.participle]]))
}

/** The written forms of a term by its part of speech. */
export function inflectTerm(term: string, part: PartOfSpeech, irregular: IrregularVerbs): SurfaceForm[] {
  if (part === 'verb') return inflectVerb(term, irregular)
  if (part === 'noun') return inflectNoun(term)
  return [{ text: term, form: null }]
}

/** Compiles the direction lexicon into one trie of all inflected forms; the first row of a form wins. */
export function compileEntries(lexicon: DirectionLexicon): PhraseTrie<LexiconEntry> {
  const entries = new Map<string, LexiconEntry>()
  const irregular = indexIrregularVerbs(lexicon.verbs)
  const entriesOf = (term: string, part: PartOfSpeech) =>
    inflectTerm(term, part, irregular).map((surface) => ensureEntry(entries, surface))
  for (const row of lexicon.terms) {
    const { part } = row
    const sense = part === 'verb' || part === 'recommendation' || part === 'stance' ? part : 'noun'
    for (const { entry } of entriesOf(row.term, part)) entry[sense] ??= row
  }
  for (const { term, part, way, use, weight } of lexicon.moves) {
    const move: Move = { sign: way === 'up' ? 1 : -1, use, weight }
    for (const { entry } of entriesOf(term, part)) entry[use === 'noun' ? 'moveNoun' : 'move'] ??= move
  }
  for (const row of lexicon.quantities) {
    for (const { entry } of entriesOf(row.term, 'noun')) entry.quantity ??= row
  }
  for (const row of lexicon.modifiers) {
    for (const { entry } of entriesOf(row.term, row.part)) entry.modifier ??= row
  }
  for (const { term, part, role } of lexicon.semanticRoles) {
    for (const { phrase, entry } of entriesOf(term, part)) {
      entry.semanticRole ??= role
      // "Resumes production" is a recovery as "resumes" is.
      if (role !== 'recovery') continue
      for (const [longer, other] of entries) if (longer.startsWith(`${phrase} `)) other.semanticRole ??= role
    }
  }
  const trie = new PhraseTrie<LexiconEntry>()
  for (const [phrase, entry] of entries) trie.set(phrase.split(' '), entry)
  return trie
}

function ensureEntry(entries: Map<string, LexiconEntry>, { text, form }: SurfaceForm) {
  const phrase = tokeniseWithNumbers(text).words.join(' ')
  const entry: LexiconEntry = entries.get(phrase) ?? {
    form: null,
    ...{ verb: null, noun: null, recommendation: null, stance: null },
    ...{ move: null, moveNoun: null, quantity: null, modifier: null, semanticRole: null },
  }
  entries.set(phrase, entry)
  if (form !== null && (entry.form === null || entry.form === 'base' || entry.form === 'same')) entry.form = form
  return { phrase, entry }
}
