/** A set of small whole numbers, 32 to a word: of listings by their index, so that the legs of a screen can be intersected. */
export type Bitset = Uint32Array<ArrayBuffer>

/** An empty set for the numbers from 0 to `size` - 1. */
export function emptyBitset(size: number): Bitset {
  return new Uint32Array((size + 31) >>> 5)
}

/** The set of these numbers; `size` is one more than the largest there can be. */
export function bitsetOf(size: number, members: Iterable<number>): Bitset {
  const bits = emptyBitset(size)
  for (const member of members) addTo(bits, member)
  return bits
}

/** Puts a number into a set. */
export function addTo(bits: Bitset, member: number): void {
  const word = member >>> 5
  bits[word] = (bits[word] ?? 0) | (1 << (member & 31))
}

/** Whether a number is in a set. */
export function isIn(bits: Bitset, member: number): boolean {
  return (((bits[member >>> 5] ?? 0) >>> (member & 31)) & 1) === 1
}

/** The numbers in both of two sets of one size. */
export function intersection(one: Bitset, other: Bitset): Bitset {
  return one.map((word, place) => word & (other[place] ?? 0))
}

/** How many numbers a set holds. */
export function sizeOfBitset(bits: Bitset): number {
  let count = 0
  for (const word of bits) count += onesIn(word)
  return count
}

/** The numbers of a set, ascending. */
export function membersOf(bits: Bitset): Int32Array<ArrayBuffer> {
  const members = new Int32Array(sizeOfBitset(bits))
  let count = 0
  for (let place = 0; place < bits.length; place++) {
    for (let word = bits[place] ?? 0; word !== 0; word &= word - 1) {
      members[count++] = place * 32 + 31 - Math.clz32(word & -word)
    }
  }
  return members
}

/** Calls `visit` with each number of a set, ascending; unlike `membersOf` it takes no memory. */
export function eachMember(bits: Bitset, visit: (member: number) => void): void {
  for (let place = 0; place < bits.length; place++) {
    for (let word = bits[place] ?? 0; word !== 0; word &= word - 1) visit(place * 32 + 31 - Math.clz32(word & -word))
  }
}

/** Ones of a word, by adding neighbours (Hacker's Delight, 5-1). */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
