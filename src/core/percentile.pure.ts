/**
 * The percentile of sorted values by linear interpolation between order statistics: definition 7 of Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages" (1996), what R, NumPy and SQL's percentile_cont compute. NaN without values.
 */
export function percentileOf(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  const part = at - Math.floor(at)
  return part === 0 ? below : below * (1 - part) + above * part
}
