import { type IrregularVerbs, nounForms, type Surface, type VerbForm, verbForms } from './direction-inflect.math.ts'
import type { AssetKind, Entry, Lexicon, Move, NounPart, Part, VerbRow } from './direction-lexicon.math.ts'
import { tokensOf } from './direction-token.math.ts'

/** One word's step in a trie of phrases. */
export interface PhraseNode<T> {
  next: Map<string, PhraseNode<T>> | null
  value: T | null
}

/** An empty trie. */
export function phraseNode<T>(): PhraseNode<T> {
  return { next: null, value: null }
}

/** The node reached by these words, made when missing. */
export function grow<T>(root: PhraseNode<T>, words: readonly string[]): PhraseNode<T> {
  let node = root
  for (const word of words) {
    node.next ??= new Map()
    let child = node.next.get(word)
    if (child === undefined) {
      child = phraseNode()
      node.next.set(word, child)
    }
    node = child
  }
  return node
}

/** Irregular verbs by base form. */
export function irregularVerbs(rows: readonly VerbRow[]): IrregularVerbs {
  return new Map(rows.map((row) => [row.verb, [row.past, row.participle]]))
}

/** The written forms of a term by its part of speech. */
export function surfacesOf(term: string, part: Part, irregular: IrregularVerbs): Surface[] {
  if (part === 'verb') return verbForms(term, irregular)
  if (part === 'noun') return nounForms(term)
  return [{ text: term, form: null }]
}

/** Names of commodities, currencies and yields, as the text writes them. */
export function compileAssets(lexicon: Lexicon): ReadonlyMap<string, AssetKind> {
  return new Map(lexicon.assets.map((row) => [row.term, row.kind]))
}

/** Compiles the direction files into one trie of all written forms; the first row of a form wins. */
export function compileEntries(lexicon: Lexicon): PhraseNode<Entry> {
  const root = phraseNode<Entry>()
  const irregular = irregularVerbs(lexicon.verbs)
  for (const row of lexicon.terms) {
    for (const surface of surfacesOf(row.term, row.part, irregular)) {
      const entry = entryFor(root, surface.text, surface.form)
      if (row.part === 'verb') entry.verb ??= row
      else if (row.part === 'call') entry.call ??= row
      else if (row.part === 'tail') entry.tail ??= row
      else entry.noun ??= row
    }
  }
  for (const row of lexicon.moves) {
    const move: Move = { way: row.way === 'up' ? 1 : -1, use: row.use, weight: row.weight }
    for (const surface of surfacesOf(row.term, row.part, irregular)) {
      const entry = entryFor(root, surface.text, surface.form)
      if (row.use === 'noun') entry.moveNoun ??= move
      else entry.move ??= move
    }
  }
  for (const row of lexicon.quantities) {
    for (const surface of nounForms(row.term)) entryFor(root, surface.text, null).quantity ??= row
  }
  for (const row of lexicon.modifiers) {
    for (const surface of surfacesOf(row.term, row.part, irregular)) {
      entryFor(root, surface.text, surface.form).modifier ??= row
    }
  }
  for (const row of lexicon.parts) {
    for (const surface of surfacesOf(row.term, row.part, irregular)) {
      entryFor(root, surface.text, surface.form).part ??= row.plays
      // "Resumes production" mends as "resumes" does.
      if (row.plays === 'mender') lend(root, surface.text, row.plays)
    }
  }
  return root
}

function entryFor(root: PhraseNode<Entry>, text: string, form: VerbForm | null): Entry {
  const words = tokensOf(text).words
  const node = grow(root, words)
  node.value ??= {
    words: words.length,
    form: null,
    verb: null,
    noun: null,
    call: null,
    tail: null,
    move: null,
    moveNoun: null,
    quantity: null,
    modifier: null,
    part: null,
  }
  if (form !== null && (node.value.form === null || node.value.form === 'base' || node.value.form === 'same'))
    node.value.form = form
  return node.value
}

/** Gives a part to the phrases that begin with these words and have none. */
function lend(root: PhraseNode<Entry>, text: string, part: NounPart): void {
  const open = [grow(root, tokensOf(text).words)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.value !== null) node.value.part ??= part
    open.push(...(node.next?.values() ?? []))
  }
}
