/** Binary search for the first index from `from` on, up to `length`, for which `isBefore` is false. */
export function lowerBound(length: number, isBefore: (index: number) => boolean, from = 0): number {
  let low = from
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the first of ascending numbers that is not less than `least`; `length`, of which there may be more, when all are less. */
export function firstNotBelow(ascending: ArrayLike<number>, least: number, length = ascending.length): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
