/** The value below which a share of the sorted values lies, linear between neighbours; NaN of none. */
export function percentileOf(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (low === undefined || high === undefined) return Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}
