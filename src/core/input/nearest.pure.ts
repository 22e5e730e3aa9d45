import { editDistance } from './edit-distance.pure.ts'

/** Characters of what was given that are compared; more would only take time. */
const COMPARED_MAX = 64

/** The candidate closest to `given`, letter case aside; null when none is near enough to be what was meant. */
export function nearest(given: string, candidates: readonly string[]): string | null {
  const wanted = given.slice(0, COMPARED_MAX).toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(wanted.length / 2)) + 1
  for (const candidate of candidates) {
    const distance = distanceBetween(wanted, candidate.toLowerCase(), bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The candidates most like `given`, letter case aside, the closest first, however far they are. */
export function nearestFew(given: string, candidates: readonly string[], count: number): string[] {
  const wanted = given.slice(0, COMPARED_MAX).toLowerCase()
  return candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, candidate.toLowerCase(), COMPARED_MAX) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Edits from one text to the other, both in lower case; less than one where they begin alike. */
function distanceBetween(wanted: string, candidate: string, distanceMax: number): number {
  if (wanted === candidate) return 0
  const shorter = Math.min(wanted.length, candidate.length)
  const begins = shorter >= 3 && wanted.slice(0, shorter) === candidate.slice(0, shorter)
  // Of two that begin alike, the longer one fits more of what was given.
  return begins ? 1 - shorter / 100 : editDistance(wanted, candidate, distanceMax)
}
