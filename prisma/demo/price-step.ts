/** A bar with prices in the steps they are quoted in, the range kept around open and close. */
export function priced(listingId: number, day: number, open: number, high: number, low: number, close: number) {
  const digits = close >= 1_000 ? 1 : close >= 1 ? 2 : close >= 0.01 ? 4 : 8
  const least = 10 ** -digits
  const [o, c] = [Math.max(least, decimals(open, digits)), Math.max(least, decimals(close, digits))]
  return {
    listingId,
    day,
    open: o,
    high: Math.max(o, c, decimals(high, digits)),
    low: Math.min(o, c, Math.max(least, decimals(low, digits))),
    close: c,
  }
}

/** A value with so many decimals. */
export function decimals(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
