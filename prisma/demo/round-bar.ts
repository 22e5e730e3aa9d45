import { roundTo } from '../../src/core/round.pure.ts'
import type { DayBar } from '../../src/market/bars/bars.pure.ts'

/** Creates a bar with prices rounded to typical tick sizes, keeping open and close within the range. */
export function roundBar({ listingId, day, open, high, low, close, volume }: DayBar): DayBar {
  const digits = close >= 1_000 ? 1 : close >= 1 ? 2 : close >= 0.01 ? 4 : 8
  const least = 10 ** -digits
  const [o, c] = [Math.max(least, roundTo(open, digits)), Math.max(least, roundTo(close, digits))]
  return {
    listingId,
    day,
    open: o,
    high: Math.max(o, c, roundTo(high, digits)),
    low: Math.min(o, c, Math.max(least, roundTo(low, digits))),
    close: c,
    volume,
  }
}
