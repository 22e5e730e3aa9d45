/** Longest text that is compared; longer ones are never typos of a name. */
const DISTANCE_LENGTH_MAX = 64

const ROW = DISTANCE_LENGTH_MAX + 2
const rows = [new Uint8Array(ROW), new Uint8Array(ROW), new Uint8Array(ROW)] as const

/**
 * Optimal string alignment distance (insertions, deletions, substitutions and swaps of neighbours; Damerau 1964),
 * or `max + 1` as soon as it is known to be larger than `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  const tooFar = max + 1
  if (Math.abs(a.length - b.length) > max) return tooFar
  if (a.length > DISTANCE_LENGTH_MAX || b.length > DISTANCE_LENGTH_MAX) return a === b ? 0 : tooFar
  let [before, previous, current]: [Uint8Array, Uint8Array, Uint8Array] = [rows[0], rows[1], rows[2]]
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    let least = i
    current[0] = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (letter === other ? 0 : 1),
      )
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2)) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      }
      current[j] = cost
      if (cost < least) least = cost
    }
    if (least > max) return tooFar
    ;[before, previous, current] = [previous, current, before]
  }
  return Math.min(previous[b.length] ?? tooFar, tooFar)
}
