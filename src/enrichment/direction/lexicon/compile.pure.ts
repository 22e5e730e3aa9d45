import type {
  AssetKind,
  DirectionLexicon,
  Move,
  PartOfSpeech,
  SemanticRole,
  VerbRow,
} from '../../vocabulary/direction-lexicon.pure.ts'
import { tokeniseWithNumbers } from '../parse/token.pure.ts'
import type { LexiconEntry } from './entry.pure.ts'
import { type IrregularVerbs, inflectNoun, inflectVerb, type SurfaceForm, type VerbForm } from './inflect.pure.ts'

/** A node of a trie of phrases, one word an edge. */
export interface PhraseNode<T> {
  next: Map<string, PhraseNode<T>> | null
  value: T | null
}

/** An empty trie. */
function createPhraseNode<T>(): PhraseNode<T> {
  return { next: null, value: null }
}

/** The node for a sequence of words, created where missing. */
function ensureNode<T>(root: PhraseNode<T>, words: readonly string[]): PhraseNode<T> {
  let node = root
  for (const word of words) {
    node.next ??= new Map()
    let child = node.next.get(word)
    if (child === undefined) {
      child = createPhraseNode()
      node.next.set(word, child)
    }
    node = child
  }
  return node
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

/** Asset kinds by the lower-case name of a commodity, currency or yield. */
export function compileAssetKinds(lexicon: DirectionLexicon): ReadonlyMap<string, AssetKind> {
  return new Map(lexicon.assets.map((row) => [row.term, row.kind]))
}

/** Compiles the direction lexicon into one trie of all inflected forms; the first row of a form wins. */
export function compileEntries(lexicon: DirectionLexicon): PhraseNode<LexiconEntry> {
  const root = createPhraseNode<LexiconEntry>()
  const irregular = indexIrregularVerbs(lexicon.verbs)
  for (const row of lexicon.terms) {
    for (const surface of inflectTerm(row.term, row.part, irregular)) {
      const entry = ensureEntry(root, surface.text, surface.form)
      if (row.part === 'verb') entry.verb ??= row
      else if (row.part === 'recommendation') entry.recommendation ??= row
      else if (row.part === 'stance') entry.stance ??= row
      else entry.noun ??= row
    }
  }
  for (const row of lexicon.moves) {
    const move: Move = { sign: row.way === 'up' ? 1 : -1, use: row.use, weight: row.weight }
    for (const surface of inflectTerm(row.term, row.part, irregular)) {
      const entry = ensureEntry(root, surface.text, surface.form)
      if (row.use === 'noun') entry.moveNoun ??= move
      else entry.move ??= move
    }
  }
  for (const row of lexicon.quantities) {
    for (const surface of inflectNoun(row.term)) ensureEntry(root, surface.text, null).quantity ??= row
  }
  for (const row of lexicon.modifiers) {
    for (const surface of inflectTerm(row.term, row.part, irregular)) {
      ensureEntry(root, surface.text, surface.form).modifier ??= row
    }
  }
  for (const row of lexicon.semanticRoles) {
    for (const surface of inflectTerm(row.term, row.part, irregular)) {
      ensureEntry(root, surface.text, surface.form).semanticRole ??= row.role
      // "Resumes production" is a recovery as "resumes" is.
      if (row.role === 'recovery') spreadSemanticRole(root, surface.text, row.role)
    }
  }
  return root
}

function ensureEntry(root: PhraseNode<LexiconEntry>, text: string, form: VerbForm | null): LexiconEntry {
  const words = tokeniseWithNumbers(text).words
  const node = ensureNode(root, words)
  node.value ??= {
    words: words.length,
    form: null,
    verb: null,
    noun: null,
    recommendation: null,
    stance: null,
    move: null,
    moveNoun: null,
    quantity: null,
    modifier: null,
    semanticRole: null,
  }
  if (form !== null && (node.value.form === null || node.value.form === 'base' || node.value.form === 'same'))
    node.value.form = form
  return node.value
}

/** Gives a semantic role to the phrases that begin with these words and have none. */
function spreadSemanticRole(root: PhraseNode<LexiconEntry>, text: string, role: SemanticRole): void {
  const open = [ensureNode(root, tokeniseWithNumbers(text).words)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.value !== null) node.value.semanticRole ??= role
    open.push(...(node.next?.values() ?? []))
  }
}
