import type { Places } from './day-bars.pure.ts'
import type { CompactSegment, Segment } from './segment.pure.ts'

/**
 * Writes the highest high and the lowest low of `period` bars that end at each of the last `count` bars of a listing, of which there are
 * no more than `period`, to the indexes from `at` on; NaN where there are fewer bars. What all these windows have in common is looked at
 * once, and in a compact segment only what is written is divided: whole numbers are in the same order as their quotients.
 */
export function writeExtremes(
  { segment, first, end, decimals }: Places,
  period: number,
  count: number,
  highest: Float64Array,
  lowest: Float64Array,
  at: number,
): void {
  const begin = Math.max(first, end - count)
  const from = Math.max(begin, first + period - 1)
  const shift = at - begin
  highest.fill(Number.NaN, at, Math.min(from, end) + shift)
  lowest.fill(Number.NaN, at, Math.min(from, end) + shift)
  if (from >= end) return
  let high = highestOf(segment, end - period, from)
  let low = lowestOf(segment, end - period, from)
  for (let bar = end - 1; bar >= from; bar--) {
    highest[bar + shift] = high
    lowest[bar + shift] = low
    if (bar === from) break
    high = Math.max(high, highAt(segment, bar - period))
    low = Math.min(low, lowAt(segment, bar - period))
  }
  high = Number.NEGATIVE_INFINITY
  low = Number.POSITIVE_INFINITY
  const scale = segment.isCompact ? 10 ** decimals : 1
  for (let bar = from; bar < end; bar++) {
    high = Math.max(high, highAt(segment, bar))
    low = Math.min(low, lowAt(segment, bar))
    highest[bar + shift] = Math.max(high, highest[bar + shift] ?? 0) / scale
    lowest[bar + shift] = Math.min(low, lowest[bar + shift] ?? 0) / scale
  }
}

/** Highest high of the places from `first` to `last`, in the numbers of the segment. */
function highestOf(segment: Segment, first: number, last: number): number {
  if (segment.isCompact) return highestUnits(segment, first, last)
  let high = Number.NEGATIVE_INFINITY
  for (let place = first; place <= last; place++) high = Math.max(high, segment.high[place] ?? 0)
  return high
}

/** Lowest low of the places from `first` to `last`, in the numbers of the segment. */
function lowestOf(segment: Segment, first: number, last: number): number {
  if (segment.isCompact) return lowestUnits(segment, first, last)
  let low = Number.POSITIVE_INFINITY
  for (let place = first; place <= last; place++) low = Math.min(low, segment.low[place] ?? 0)
  return low
}

// Whole numbers in functions of their own: they stay such in compiled code.

function highestUnits({ close, above }: CompactSegment, first: number, last: number): number {
  let high = (close[first] ?? 0) + (above[first] ?? 0)
  for (let place = first + 1; place <= last; place++) {
    const units = (close[place] ?? 0) + (above[place] ?? 0)
    if (units > high) high = units
  }
  return high
}

function lowestUnits({ close, below }: CompactSegment, first: number, last: number): number {
  let low = (close[first] ?? 0) - (below[first] ?? 0)
  for (let place = first + 1; place <= last; place++) {
    const units = (close[place] ?? 0) - (below[place] ?? 0)
    if (units < low) low = units
  }
  return low
}

function highAt(segment: Segment, place: number): number {
  return segment.isCompact ? (segment.close[place] ?? 0) + (segment.above[place] ?? 0) : (segment.high[place] ?? 0)
}

function lowAt(segment: Segment, place: number): number {
  return segment.isCompact ? (segment.close[place] ?? 0) - (segment.below[place] ?? 0) : (segment.low[place] ?? 0)
}
