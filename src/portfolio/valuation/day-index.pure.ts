/** Index of the first of ascending days that is not before `day`. */
export function firstOnOrAfter(days: ArrayLike<number>, day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}
