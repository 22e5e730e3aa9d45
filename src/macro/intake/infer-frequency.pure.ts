import type { MacroFrequency } from '../value/frequency.pure.ts'

/** Distances of two values in days, by the longest of each. */
const LONGEST: readonly (readonly [number, MacroFrequency])[] = [
  [4, 'daily'],
  [8, 'weekly'],
  [16, 'biweekly'],
  [31, 'monthly'],
  [92, 'quarterly'],
  [184, 'semiannual'],
  [366, 'annual'],
]

/** How often a series has a value, by the median of the distances. */
export function inferFrequency(days: readonly number[]): MacroFrequency {
  const gaps = days
    .slice(1)
    .map((day, place) => day - (days[place] ?? 0))
    .sort((a, b) => a - b)
  const median = gaps[gaps.length >> 1]
  return LONGEST.find(([longest]) => median !== undefined && median <= longest)?.[1] ?? 'irregular'
}
