import { tokenise } from '../text/token.pure.ts'

/** Hash functions for the body's MinHash (Broder, "On the resemblance and containment of documents", 1997). */
const BODY_HASHES = 16
const BODY_WORDS = 120
const SHINGLE_WORDS = 4

/** FNV-1a, cut to 31 bits, which V8 keeps without a box. */
export function hashWord(word: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193)
  return value >>> 1
}

/** A further hash of a hash, different for every seed (the finaliser of MurmurHash3). */
export function rehash(value: number, seed: number): number {
  let h = value ^ Math.imul(seed + 1, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** MinHash of the four-word shingles of a body's beginning; empty for a body that is too short. */
export function computeMinHash(text: string | undefined): number[] {
  if (text === undefined || text.length < 120) return []
  const { words } = tokenise(text.slice(0, 1200))
  const stop = Math.min(words.length, BODY_WORDS) - SHINGLE_WORDS
  if (stop < 8) return []
  const hashes = words.slice(0, stop + SHINGLE_WORDS).map(hashWord)
  const minima: number[] = new Array(BODY_HASHES).fill(0x7fffffff)
  for (let i = 0; i <= stop; i++) {
    let shingle = 0
    for (let k = i; k < i + SHINGLE_WORDS; k++) shingle = rehash(shingle ^ (hashes[k] ?? 0), 7)
    for (let k = 0; k < BODY_HASHES; k++) {
      const value = rehash(shingle, k) >>> 1
      if (value < (minima[k] ?? 0)) minima[k] = value
    }
  }
  return minima
}

/** Estimates the resemblance (Jaccard similarity) of two bodies by their MinHashes, 0-1; 0 where one is empty. */
export function estimateResemblance(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0
  let same = 0
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) same++
  return same / a.length
}
