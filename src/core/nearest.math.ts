import { editDistance } from './edit-distance.math.ts'

/** The candidate closest to `given`, letter case aside; null when none is near enough to be what was meant. */
export function nearest(given: string, candidates: readonly string[]): string | null {
  const wanted = given.slice(0, 64).toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(wanted.length / 2)) + 1
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase()
    const shorter = Math.min(wanted.length, lower.length)
    const begins = shorter >= 3 && wanted.slice(0, shorter) === lower.slice(0, shorter)
    const distance = begins ? 1 : editDistance(wanted, lower, bestDistance - 1)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}
