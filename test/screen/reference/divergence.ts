import { type PlainBar, type PlainLine, valueAt } from './bar.ts'

const SIDE = 5
const FARTHEST = 60

/** What a divergence compares: which turn of the oscillator, and which way price and oscillator went since the one before. */
export interface Divergence {
  readonly turn: 'low' | 'high'
  readonly price: 'lower' | 'higher'
  readonly oscillator: 'lower' | 'higher'
}

const isBeyond = (value: number, other: number, way: 'lower' | 'higher') =>
  way === 'lower' ? value < other : value > other

/** A pivot is strictly lower (higher) than each of the five bars on either side. */
function isPivot(oscillator: PlainLine, index: number, turn: 'low' | 'high'): boolean {
  const value = valueAt(oscillator, index)
  if (value === null) return false
  for (let away = 1; away <= SIDE; away++) {
    const left = valueAt(oscillator, index - away)
    const right = valueAt(oscillator, index + away)
    if (left === null || right === null) return false
    const way = turn === 'low' ? 'lower' : 'higher'
    if (!isBeyond(value, left, way) || !isBeyond(value, right, way)) return false
  }
  return true
}

/** Fires five bars after a pivot that diverges from the pivot of the same kind just before it, 5-60 bars earlier. */
export function findDivergences(oscillator: PlainLine, bars: readonly PlainBar[], rule: Divergence): boolean[] {
  return bars.map((_, index) => {
    const pivot = index - SIDE
    if (!isPivot(oscillator, pivot, rule.turn)) return false
    let before = pivot - 1
    while (before >= 0 && !isPivot(oscillator, before, rule.turn)) before--
    if (before < 0 || pivot - before < SIDE || pivot - before > FARTHEST) return false

    const now = bars[pivot]
    const then = bars[before]
    const at = valueAt(oscillator, pivot)
    const was = valueAt(oscillator, before)
    if (now === undefined || then === undefined || at === null || was === null) return false
    const [price, earlier] = rule.turn === 'low' ? [now.low, then.low] : [now.high, then.high]
    return isBeyond(price, earlier, rule.price) && isBeyond(at, was, rule.oscillator)
  })
}
