/** Optimal string alignment distance (Damerau-Levenshtein without repeated edits): insertions, deletions, substitutions, swaps. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((last[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}

/** The candidate closest to `given`, letter case aside; null when none is near enough to be what was meant. */
export function nearest(given: string, candidates: readonly string[]): string | null {
  const wanted = given.slice(0, 64).toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(wanted.length / 2)) + 1
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase()
    const shorter = Math.min(wanted.length, lower.length)
    const begins = shorter >= 3 && wanted.slice(0, shorter) === lower.slice(0, shorter)
    const distance = begins ? 1 : editDistance(wanted, lower)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}
