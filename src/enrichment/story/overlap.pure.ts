/** The number of values two lists share. */
export function countShared(a: readonly number[], b: readonly number[]): number {
  let both = 0
  for (const value of a) if (b.includes(value)) both++
  return both
}

/** The number of values two sorted lists share. */
export function countSharedSorted(a: readonly number[], b: readonly number[]): number {
  let both = 0
  let i = 0
  let k = 0
  while (i < a.length && k < b.length) {
    const left = a[i] ?? 0
    const right = b[k] ?? 0
    if (left === right) {
      both++
      i++
      k++
    } else if (left < right) i++
    else k++
  }
  return both
}

/** The number of names two lists share, whatever their lowest bits; `parties` are those secondary in neither. */
export function countSharedNames(
  a: readonly number[],
  b: readonly number[],
): { readonly all: number; readonly parties: number } {
  let all = 0
  let parties = 0
  for (const name of a) {
    const other = b.find((one) => one >>> 1 === name >>> 1)
    if (other === undefined) continue
    all++
    if (((name | other) & 1) === 0) parties++
  }
  return { all, parties }
}
