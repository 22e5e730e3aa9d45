import { tokenise } from './token.pure.ts'

interface Node<T> {
  /** The first child and its word: most nodes of names have no other, and tens of thousands of maps would be memory for nothing. */
  word: string | null
  child: Node<T> | null
  /** Further children. */
  next: Map<string, Node<T>> | null
  /** Children by prefix, "acquir*", by its first character; tried when no exact child fits. */
  stems: Map<string, { readonly stem: string; readonly node: Node<T> }[]> | null
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
  readonly #root: Node<T> = createNode()

  /** The value stored under exactly these words. */
  get(words: readonly string[]): T | undefined {
    let node: Node<T> | undefined = this.#root
    for (const word of words) node = node && exactChild(node, word)
    return node?.value
  }

  /** Stores a value under exactly these words. */
  set(words: readonly string[], value: T): void {
    if (words.length === 0) return
    let node = this.#root
    for (const word of words) node = ensureExactChild(node, word)
    node.value = value
  }

  /** Adds a phrase as written in a lexicon; a word ending in `*` matches every word that begins so. */
  add(phrase: string, merge: (old: T | undefined) => T): void {
    let node = this.#root
    const starred = phrase.trim().split(/\s+/)
    for (const piece of starred) {
      const stemmed = piece.endsWith('*')
      for (const word of tokenise(piece).words) {
        node = stemmed ? ensureStemChild(node, word) : ensureExactChild(node, word)
      }
    }
    if (node !== this.#root) node.value = merge(node.value)
  }

  /** The longest phrase that begins at token `from`, ends before `stop` and crosses no break. */
  findLongest(
    words: readonly string[],
    from: number,
    breaks: readonly boolean[],
    stop = words.length,
  ): PhraseHit<T> | null {
    let node = followWord(this.#root, words[from] ?? '')
    let best: PhraseHit<T> | null = null
    let at = from + 1
    while (node !== undefined) {
      if (node.value !== undefined) best = { value: node.value, from, to: at }
      if (at >= stop || breaks[at] === true) break
      node = followWord(node, words[at] ?? '')
      at++
    }
    return best
  }

  /** All phrases in a text: longest first, not overlapping. */
  findAll(words: readonly string[], breaks: readonly boolean[]): PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = []
    let at = 0
    while (at < words.length) {
      const hit = this.findLongest(words, at, breaks)
      if (hit === null) at++
      else {
        hits.push(hit)
        at = hit.to
      }
    }
    return hits
  }
}

function createNode<T>(): Node<T> {
  return { word: null, child: null, next: null, stems: null, value: undefined }
}

function exactChild<T>(node: Node<T>, word: string): Node<T> | undefined {
  if (node.word === word && node.child !== null) return node.child
  return node.next === null ? undefined : node.next.get(word)
}

function ensureExactChild<T>(node: Node<T>, word: string): Node<T> {
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

function ensureStemChild<T>(node: Node<T>, stem: string): Node<T> {
  node.stems ??= new Map()
  const alike = node.stems.get(stem.charAt(0)) ?? []
  node.stems.set(stem.charAt(0), alike)
  const known = alike.find((entry) => entry.stem === stem)
  if (known !== undefined) return known.node
  const child = createNode<T>()
  alike.push({ stem, node: child })
  return child
}

function followWord<T>(node: Node<T>, word: string): Node<T> | undefined {
  const exact = exactChild(node, word)
  if (exact !== undefined || node.stems === null) return exact
  const alike = node.stems.get(word.charAt(0))
  if (alike === undefined) return undefined
  // Every token of every text comes here: a loop without a closure.
  for (const { stem, node: child } of alike) if (word.startsWith(stem)) return child
  return undefined
}
