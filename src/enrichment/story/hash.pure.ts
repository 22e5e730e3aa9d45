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
