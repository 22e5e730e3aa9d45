import { tokenise } from './token.pure.ts'

/** A node of a trie of phrases; `value` is what is stored under the words that lead to it. */
interface PhraseNode<T> {
  /** The first child and its word: most nodes of names have no other, and tens of thousands of maps would be memory for nothing. */
  word: string | null
  child: PhraseNode<T> | null
  /** Further children. */
  next: Map<string, PhraseNode<T>> | null
  /** Children by prefix, "acquir*", by its first character; tried when no exact child fits. */
  stems: Map<string, { readonly stem: string; readonly node: PhraseNode<T> }[]> | null
  value: T | undefined
}

/** Where a phrase was found: tokens `from` (included) to `to` (excluded). */
export interface PhraseHit<T> {
  readonly value: T
  readonly from: number
  readonly to: number
}

/** A trie of phrases, one word an edge: the time to search a text does not depend on the number of phrases. */
export class PhraseTrie<T> {
  /** Where every phrase begins. */
  readonly root: PhraseNode<T> = createNode()

  /** The node that a word leads to. */
  follow(node: PhraseNode<T>, word = ''): PhraseNode<T> | undefined {
    const exact = exactChild(node, word)
    if (exact !== undefined || node.stems === null) return exact
    return node.stems.get(word.charAt(0))?.find(({ stem }) => word.startsWith(stem))?.node
  }

  /** The value stored under exactly these words. */
  get(words: readonly string[]): T | undefined {
    let node: PhraseNode<T> | undefined = this.root
    for (const word of words) node = node && exactChild(node, word)
    return node?.value
  }

  /** Stores a value under exactly these words. */
  set(words: readonly string[], value: T): void {
    if (words.length === 0) return
    let node = this.root
    for (const word of words) node = ensureExactChild(node, word)
    node.value = value
  }

  /** Adds a phrase as written in a lexicon; a word ending in `*` matches every word that begins so. */
  add(phrase: string, merge: (old: T | undefined) => T): void {
    let node = this.root
    for (const piece of phrase.trim().split(/\s+/)) {
      const ensure = piece.endsWith('*') ? ensureStemChild<T> : ensureExactChild<T>
      for (const word of tokenise(piece).words) node = ensure(node, word)
    }
    if (node !== this.root) node.value = merge(node.value)
  }

  /** The longest phrase that begins at token `from`, ends before `stop` and crosses no break. */
  findLongest(
    words: readonly string[],
    from: number,
    breaks: readonly boolean[],
    stop = words.length,
  ): PhraseHit<T> | null {
    let node = this.follow(this.root, words[from])
    let best: PhraseHit<T> | null = null
    for (let to = from + 1; node !== undefined; to++) {
      if (node.value !== undefined) best = { value: node.value, from, to }
      if (to >= stop || breaks[to] === true) break
      node = this.follow(node, words[to])
    }
    return best
  }

  /** All phrases in a text: longest first, not overlapping. */
  findAll(words: readonly string[], breaks: readonly boolean[]): PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = []
    for (let at = 0; at < words.length; ) {
      const hit = this.findLongest(words, at, breaks)
      if (hit !== null) hits.push(hit)
      at = hit?.to ?? at + 1
    }
    return hits
  }
}

function createNode<T>(): PhraseNode<T> {
  return { word: null, child: null, next: null, stems: null, value: undefined }
}

function exactChild<T>(node: PhraseNode<T>, word: string): PhraseNode<T> | undefined {
  return node.word === word && node.child !== null ? node.child : node.next?.get(word)
}

function ensureExactChild<T>(node: PhraseNode<T>, word: string): PhraseNode<T> {
  const known = exactChild(node, word)
  if (known !== undefined) return known
  const child = createNode<T>()
  if (node.child === null) {
    node.word = word
    node.child = child
  } else {
    node.next ??= new Map()
    node.next.set(word, child)
  }
  return child
}

function ensureStemChild<T>(node: PhraseNode<T>, stem: string): PhraseNode<T> {
  node.stems ??= new Map()
  const alike = node.stems.get(stem.charAt(0)) ?? []
  node.stems.set(stem.charAt(0), alike)
  const known = alike.find((entry) => entry.stem === stem)
  if (known !== undefined) return known.node
  const child = createNode<T>()
  alike.push({ stem, node: child })
  return child
}
