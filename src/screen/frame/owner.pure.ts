/** Listings come to workers in groups of this many slots, in turn, so that each has its share of every market. */
const GROUP = 64

/** The slots that one of several workers looks after: only it computes and keeps what is known of them. */
export interface Ownership {
  readonly worker: number
  readonly workers: number
}

/** Place of an own slot among all own slots. */
export function placeOf(slot: number, { workers }: Ownership): number {
  return Math.floor(slot / (GROUP * workers)) * GROUP + (slot % GROUP)
}

/** Number of places that the own slots of `size` slots need. */
export function placesOf(size: number, { workers }: Ownership): number {
  return Math.ceil(size / (GROUP * workers)) * GROUP
}

/** Calls `visit` with every own slot that is in the set, in order. */
export function eachOwn(
  set: Uint32Array,
  size: number,
  { worker, workers }: Ownership,
  visit: (slot: number) => void,
): void {
  for (let first = worker * GROUP; first < size; first += GROUP * workers) {
    for (let word = first >> 5; word < (first + GROUP) >> 5; word++) {
      let bits = set[word] ?? 0
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits)
        bits &= bits - 1
        const slot = word * 32 + bit
        if (slot < size) visit(slot)
      }
    }
  }
}
