/** The figure that a share of the others is below (nearest rank); NaN of none. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 0.5)
}
