import { editDistance } from '../core/edit-distance.math.ts'

/** A word of the vocabulary that a written word may mean; `quality` 0-1. */
export interface MeantWord {
  readonly word: number
  readonly quality: number
}

/** The words of all names, looked up exactly, by beginning or by likeness. */
export interface Vocabulary {
  /** Number of the word, or -1. */
  idOf(word: string): number
  /** Words that begin with `beginning`, shortest first. */
  beginningWith(beginning: string): MeantWord[]
  /** Words one or two typing errors away, nearest first; words under `lengthMin` letters are like nothing. */
  like(word: string, lengthMin?: number): MeantWord[]
}

const BEGINNING_LENGTH_MIN = 4
const BEGINNING_WORDS_MAX = 24
const BEGINNING_QUALITY = 0.85
const LIKE_LENGTH_MIN = 4
const INDEXED_LETTERS_MIN = 2
const LIKE_WORDS_MAX = 6
/** So many words with the most letter pairs in common are compared letter by letter. */
const COMPARED_WORDS_MAX = 32
const LETTERS = 38
const PAIRS = LETTERS * LETTERS
const INDEXED_LETTERS_MAX = 24

/** How many typing errors a word of `length` letters may hold. */
const errorsAllowed = (length: number) => (length < 7 ? 1 : 2)

/** Builds a vocabulary; `words` must be distinct and is numbered in the order given. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const ids = new Map(words.map((word, index) => [word, index]))
  const alphabetical = words.map((_, index) => index).sort((a, b) => compare(words[a] ?? '', words[b] ?? ''))
  // Slots are numbered by length, so that a posting list holds all words of one length side by side.
  const bySlot = words.map((_, index) => index).sort((a, b) => (words[a] ?? '').length - (words[b] ?? '').length)
  const firstSlotOfLength = slotStarts(words, bySlot)
  const postings = pairPostings(words, bySlot)
  const shared = new Uint8Array(words.length)

  return {
    idOf: (word) => ids.get(word) ?? -1,
    beginningWith(beginning) {
      if (beginning.length < BEGINNING_LENGTH_MIN) return []
      const found: MeantWord[] = []
      for (let at = lowerBound(alphabetical.length, (i) => (words[alphabetical[i] ?? 0] ?? '') < beginning); ; at++) {
        const word = alphabetical[at]
        if (word === undefined || found.length === BEGINNING_WORDS_MAX || !(words[word] ?? '').startsWith(beginning))
          break
        found.push({ word, quality: BEGINNING_QUALITY })
      }
      return found
    },
    like(word, lengthMin = LIKE_LENGTH_MIN) {
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
      // An error spoils at most four of the letter pairs within a window of three letters.
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
      return found.slice(0, LIKE_WORDS_MAX)
    },
  }
}

/** First index for which `isBefore` no longer holds, in 0..length. */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Order of two strings by code unit, the same on every machine. */
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

/** For each letter pair, the slots of the words that hold it, ascending. */
function pairPostings(words: readonly string[], bySlot: readonly number[]): PairPostings {
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

/** Distinct pairs of letters that stand side by side or one apart, the word's ends counting as a letter: a swap keeps most. */
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

/** 1-26 for a-z, 27-36 for digits, 37 for every other letter; 0 is the end of a word. */
function letterCode(charCode: number): number {
  if (charCode >= 97 && charCode <= 122) return charCode - 96
  if (charCode >= 48 && charCode <= 57) return charCode - 21
  return 37
}
