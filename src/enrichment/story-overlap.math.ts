/** How many values two lists have in common. */
export function shared(a: readonly number[], b: readonly number[]): number {
  let both = 0
  for (const value of a) if (b.includes(value)) both++
  return both
}

/** How many values two sorted lists have in common. */
export function overlap(a: readonly number[], b: readonly number[]): number {
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

/** Names both lists have, whatever their lowest bits; `parties` are those unmarked in both. */
export function sharedNames(
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
