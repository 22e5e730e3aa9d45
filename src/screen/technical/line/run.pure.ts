/** A stretch of consecutive bars without a gap: from `first` up to `end` (exclusive). */
export interface Run {
  readonly first: number
  readonly end: number
}

/** A line of `length` bars that is not defined anywhere yet. */
export function createLine(length: number): Float64Array {
  return new Float64Array(length).fill(Number.NaN)
}

const scratch: Float64Array[] = []

/**
 * Working memory of `length` values with undefined content, the same for each `place` until the next call: lines are computed one at a
 * time, and a fresh array per listing would cost more than the sums in it.
 */
export function borrow(place: number, length: number): Float64Array {
  let memory = scratch[place]
  if (memory === undefined || memory.length < length) {
    memory = new Float64Array(Math.max(length, 2 * (memory?.length ?? 0)))
    scratch[place] = memory
  }
  return memory
}

/** Stretches in which every value of every column is finite and greater than `above`. */
export function findRuns(columns: readonly Float64Array[], above = Number.NEGATIVE_INFINITY): Run[] {
  const length = columns[0]?.length ?? 0
  if (length === 0) return []
  if (columns.every((column) => findGap(column, above) < 0)) return [{ first: 0, end: length }]
  const runs: Run[] = []
  let first = -1
  for (let index = 0; index <= length; index++) {
    const known = index < length && columns.every((column) => isKnown(column[index] ?? Number.NaN, above))
    if (known && first < 0) first = index
    if (!known && first >= 0) {
      runs.push({ first, end: index })
      first = -1
    }
  }
  return runs
}

function isKnown(value: number, above: number): boolean {
  return value > above && value < Number.POSITIVE_INFINITY
}

function findGap(column: Float64Array, above: number): number {
  if (above === Number.NEGATIVE_INFINITY) {
    // One comparison a bar: what is not finite does not come to zero.
    for (let index = 0; index < column.length; index++) {
      const value = column[index] ?? Number.NaN
      if (value - value !== 0) return index
    }
    return -1
  }
  for (let index = 0; index < column.length; index++) if (!isKnown(column[index] ?? Number.NaN, above)) return index
  return -1
}
