/** `a` is at or below `b` on the bar before and above it on this one. */
export function findCrossovers(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  let below = false
  for (let index = 0; index < out.length; index++) {
    const left = a[index] ?? Number.NaN
    const right = b[index] ?? Number.NaN
    out[index] = below && left > right ? 1 : 0
    below = left <= right
  }
}

/** Net change of the close over the last `window` bars as a fraction: at least `minimum`, and above zero. */
export function findNetChange(
  close: Float64Array,
  window: number,
  minimum: number,
  sign: 1 | -1,
  out: Uint8Array,
): void {
  for (let index = window; index < out.length; index++) {
    const before = close[index - window] ?? Number.NaN
    const change = before > 0 ? (sign * ((close[index] ?? Number.NaN) - before)) / before : Number.NaN
    out[index] = change > 0 && change >= minimum ? 1 : 0
  }
}

/** The squeeze is on where its depth is above zero; a start or an end needs both bars to be known. */
export function findSqueezeStarts(depth: Float64Array, out: Uint8Array): void {
  for (let index = 1; index < out.length; index++)
    out[index] = (depth[index] ?? Number.NaN) > 0 && (depth[index - 1] ?? Number.NaN) <= 0 ? 1 : 0
}

/** First bar after a squeeze; with a sign, where the momentum has it. */
export function findSqueezeEnds(
  depth: Float64Array,
  momentum: Float64Array | null,
  sign: number,
  out: Uint8Array,
): void {
  for (let index = 1; index < out.length; index++) {
    const fired = (depth[index] ?? Number.NaN) <= 0 && (depth[index - 1] ?? Number.NaN) > 0
    out[index] = fired && (momentum === null || sign * (momentum[index] ?? Number.NaN) > 0) ? 1 : 0
  }
}

/** Bars on either side of a pivot. */
const PIVOT_BARS = 5
const CLOSEST = 5
const FARTHEST = 60

/** What a divergence compares between two neighbouring pivots of the oscillator. */
export interface DivergenceShape {
  /** 1: pivots are highs; -1: they are lows. */
  readonly side: 1 | -1
  /** Sign of the price's change from the earlier pivot to the later one; the oscillator's is the opposite. */
  readonly price: 1 | -1
}

/**
 * Divergences between the price and an oscillator: a pivot of the oscillator is strictly beyond its 5 neighbours on both sides; it is
 * compared with the pivot before it, 5-60 bars earlier, and the divergence fires 5 bars after the later one, when that is known to be a
 * pivot. Regular and hidden divergences after Brown, "Technical Analysis for the Trading Professional" (1999).
 */
export function findDivergences(
  price: Float64Array,
  oscillator: Float64Array,
  { side, price: priceSign }: DivergenceShape,
  out: Uint8Array,
): void {
  let earlier = -1
  for (let pivot = PIVOT_BARS; pivot + PIVOT_BARS < out.length; pivot++) {
    if (!isPivot(oscillator, pivot, side)) continue
    const apart = pivot - earlier
    if (earlier >= 0 && apart >= CLOSEST && apart <= FARTHEST) {
      const priceChange = priceSign * ((price[pivot] ?? Number.NaN) - (price[earlier] ?? Number.NaN))
      const oscillatorChange = -priceSign * ((oscillator[pivot] ?? Number.NaN) - (oscillator[earlier] ?? Number.NaN))
      if (priceChange > 0 && oscillatorChange > 0) out[pivot + PIVOT_BARS] = 1
    }
    earlier = pivot
  }
}

function isPivot(oscillator: Float64Array, pivot: number, side: 1 | -1): boolean {
  const value = side * (oscillator[pivot] ?? Number.NaN)
  for (let away = 1; away <= PIVOT_BARS; away++) {
    if (!(value > side * (oscillator[pivot - away] ?? Number.NaN))) return false
    if (!(value > side * (oscillator[pivot + away] ?? Number.NaN))) return false
  }
  return true
}
