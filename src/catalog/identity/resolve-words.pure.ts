import { editDistance } from '../../core/input/edit-distance.pure.ts'
import { lowerBound } from '../../core/sorted.pure.ts'

/** A vocabulary word that a query word may stand for; `quality` is 0 to 1. */
export interface WordMatch {
  readonly word: number
  readonly quality: number
}

/** The words of all names, searched exactly, by prefix or by edit distance. */
export interface Vocabulary {
  /** Number of the word, or -1. */
  idOf(word: string): number
  /** Words that begin with `beginning`, shortest first. */
  beginningWith(beginning: string): WordMatch[]
  /** Words at an edit distance of one or two, nearest first; none for words shorter than `lengthMin`. */
  findSimilar(word: string, lengthMin?: number): WordMatch[]
}

const BEGINNING_LENGTH_MIN = 4
const BEGINNING_WORDS_MAX = 24
const BEGINNING_QUALITY = 0.85
const SIMILAR_LENGTH_MIN = 4
const INDEXED_LETTERS_MIN = 2
const SIMILAR_WORDS_MAX = 6
/** Number of words, those with the most letter pairs in common, that are compared by edit distance. */
const COMPARED_WORDS_MAX = 32
const LETTERS = 38
const PAIRS = LETTERS * LETTERS
const INDEXED_LETTERS_MAX = 24

/** Maximum edit distance for a word of `length` letters. */
const errorsAllowed = (length: number) => (length < 7 ? 1 : 2)

/** Builds a vocabulary from distinct words, numbered in the order given. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const ids = new Map(words.map((word, index) => [word, index]))
  const alphabetical = words.map((_, index) => index).sort((a, b) => compare(words[a] ?? '', words[b] ?? ''))
  // Slots are ordered by word length, so that words of one length are adjacent in a posting list.
  const bySlot = words.map((_, index) => index).sort((a, b) => (words[a] ?? '').length - (words[b] ?? '').length)
  const firstSlotOfLength = slotStarts(words, bySlot)
  const postings = indexLetterPairs(words, bySlot)
  const shared = new Uint8Array(words.length)

  return {
    idOf: (word) => ids.get(word) ?? -1,
    beginningWith(beginning) {
      if (beginning.length < BEGINNING_LENGTH_MIN) return []
      const found: WordMatch[] = []
      for (let at = lowerBound(alphabetical.length, (i) => (words[alphabetical[i] ?? 0] ?? '') < beginning); ; at++) {
        const word = alphabetical[at]
        if (word === undefined || found.length === BEGINNING_WORDS_MAX || !(words[word] ?? '').startsWith(beginning))
          break
        found.push({ word, quality: BEGINNING_QUALITY })
      }
      return found
    },
    findSimilar(word, lengthMin = SIMILAR_LENGTH_MIN) {
      if (word.length < lengthMin || word.length > INDEXED_LETTERS_MAX) return []
      const errors = errorsAllowed(word.length)
      const from = firstSlotOfLength(word.length - errors)
      const to = firstSlotOfLength(word.length + errors + 1)
      const pairs = letterPairs(word)
      const touched: number[] = []
      for (const pair of pairs) {
        const end = postings.starts[pair + 1] ?? 0
        const start = postings.starts[pair] ?? 0
        const first = start + lowerBound(end - start, (i) => (postings.slots[start + i] ?? 0) < from)
        for (let at = first; at < end; at++) {
          const slot = postings.slots[at] ?? 0
          if (slot >= to) break
          const count = shared[slot] ?? 0
          if (count === 0) touched.push(slot)
          shared[slot] = count + 1
        }
      }
      // One typing error changes at most four of the letter pairs within a window of three letters.
      const needed = Math.max(1, Math.floor(pairs.length * 0.35))
      const near = touched.filter((slot) => (shared[slot] ?? 0) >= needed)
      near.sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b)
      const found: { word: number; quality: number }[] = []
      for (const slot of near.slice(0, COMPARED_WORDS_MAX)) {
        const id = bySlot[slot] ?? 0
        const distance = editDistance(word, words[id] ?? '', errors)
        if (distance > 0 && distance <= errors) found.push({ word: id, quality: 1 - (0.7 * distance) / word.length })
      }
      for (const slot of touched) shared[slot] = 0
      found.sort((a, b) => b.quality - a.quality || compare(words[a.word] ?? '', words[b.word] ?? ''))
      return found.slice(0, SIMILAR_WORDS_MAX)
    },
  }
}

/** Compares two strings by code unit, independent of the locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function slotStarts(words: readonly string[], bySlot: readonly number[]): (length: number) => number {
  return (length) => lowerBound(bySlot.length, (i) => (words[bySlot[i] ?? 0] ?? '').length < length)
}

interface PairPostings {
  readonly starts: Int32Array
  readonly slots: Int32Array
}

/** Builds the inverted index from letter pairs to word slots, ascending. */
function indexLetterPairs(words: readonly string[], bySlot: readonly number[]): PairPostings {
  const starts = new Int32Array(PAIRS + 1)
  const pairsOf = bySlot.map((id) => {
    const word = words[id] ?? ''
    return word.length < INDEXED_LETTERS_MIN || word.length > INDEXED_LETTERS_MAX ? [] : letterPairs(word)
  })
  for (const pairs of pairsOf) for (const pair of pairs) starts[pair + 1] = (starts[pair + 1] ?? 0) + 1
  for (let pair = 0; pair < PAIRS; pair++) starts[pair + 1] = (starts[pair + 1] ?? 0) + (starts[pair] ?? 0)
  const next = starts.slice()
  const slots = new Int32Array(starts[PAIRS] ?? 0)
  pairsOf.forEach((pairs, slot) => {
    for (const pair of pairs) {
      const at = next[pair] ?? 0
      slots[at] = slot
      next[pair] = at + 1
    }
  })
  return { starts, slots }
}

/** Distinct pairs of adjacent letters and of letters one apart, with the word's ends as a letter, so that a transposition keeps most pairs. */
function letterPairs(word: string): number[] {
  const codes = [0]
  for (let i = 0; i < word.length; i++) codes.push(letterCode(word.charCodeAt(i)))
  codes.push(0)
  const pairs: number[] = []
  for (let gap = 1; gap <= 2; gap++) {
    for (let i = 0; i + gap < codes.length; i++) {
      const pair = (codes[i] ?? 0) * LETTERS + (codes[i + gap] ?? 0)
      if (!pairs.includes(pair)) pairs.push(pair)
    }
  }
  return pairs
}

/** Maps a letter to 1-26 (a-z), 27-36 (digits) or 37 (other); 0 marks the end of a word. */
function letterCode(charCode: number): number {
  if (charCode >= 97 && charCode <= 122) return charCode - 96
  if (charCode >= 48 && charCode <= 57) return charCode - 21
  return 37
}
