/** Distance between strikes at a price, as exchanges list them. */
export function strikeStepOf(spot: number): number {
  if (spot < 10) return 0.5
  if (spot < 30) return 1
  if (spot < 100) return 2.5
  if (spot < 250) return 5
  return spot < 1000 ? 10 : 50
}
