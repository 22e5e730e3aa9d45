import { type Bitset, isIn, sizeOfBitset } from '../../core/bitset.pure.ts'

/** Sorts listings, given by ascending index, by a column; unknown figures come last in either direction, equal ones stay in order. */
export function sortListings(listings: Int32Array, column: Float64Array, direction: 'asc' | 'desc'): Int32Array {
  const at = (index: number) => column[index] ?? Number.NaN
  const sorted = new Int32Array(listings.length)
  let [known, unknown] = [0, 0]
  for (const index of listings) if (!Number.isNaN(at(index))) sorted[known++] = index
  for (const index of listings) if (Number.isNaN(at(index))) sorted[known + unknown++] = index
  sorted.subarray(0, known).sort(direction === 'asc' ? (a, b) => at(a) - at(b) : (a, b) => at(b) - at(a))
  return sorted
}

/** Those members of a set that stand at places `offset` to `offset + limit` among all its members in an order. */
export function takeInOrder(order: Int32Array, members: Bitset, offset: number, limit: number): number[] {
  const taken: number[] = []
  let before = 0
  for (let place = 0; place < order.length && taken.length < limit; place++) {
    const index = order[place] ?? 0
    if (isIn(members, index) && before++ >= offset) taken.push(index)
  }
  return taken
}

/** The members of a set sorted by a small whole number of each; those with the same stay in the given order. */
export function sortByCount(
  order: Int32Array,
  members: Bitset,
  countOf: (index: number) => number,
  direction: 'asc' | 'desc',
): Int32Array {
  // Loops over columns: the lists that filter and map make on the way are more garbage than the rest of a screen.
  const size = sizeOfBitset(members)
  const kept = new Int32Array(size)
  const counts = new Int32Array(size)
  let [found, largest] = [0, 0]
  for (let place = 0; place < order.length; place++) {
    const index = order[place] ?? 0
    if (!isIn(members, index)) continue
    const count = countOf(index)
    if (count > largest) largest = count
    kept[found] = index
    counts[found++] = count
  }
  const rankOf = (count: number) => (direction === 'asc' ? count : largest - count)
  /** Where the next index of each rank goes. */
  const next = new Int32Array(largest + 2)
  for (let place = 0; place < found; place++) {
    const after = rankOf(counts[place] ?? 0) + 1
    next[after] = (next[after] ?? 0) + 1
  }
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const sorted = new Int32Array(found)
  for (let place = 0; place < found; place++) {
    const rank = rankOf(counts[place] ?? 0)
    const at = next[rank] ?? 0
    next[rank] = at + 1
    sorted[at] = kept[place] ?? 0
  }
  return sorted
}
