// Conditions of single bars: 1 where they hold, 0 where they do not or a value is not defined.

/** `a` is higher than `b`. */
export function isAbove(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  for (let index = 0; index < out.length; index++)
    out[index] = (a[index] ?? Number.NaN) > (b[index] ?? Number.NaN) ? 1 : 0
}

/** `value` is at least `factor` times `level`. */
export function isAtLeast(value: Float64Array, level: Float64Array, factor: number, out: Uint8Array): void {
  for (let index = 0; index < out.length; index++)
    out[index] = (value[index] ?? Number.NaN) >= factor * (level[index] ?? Number.NaN) ? 1 : 0
}

/** `value` is at most `factor` times `level`. */
export function isAtMost(value: Float64Array, level: Float64Array, factor: number, out: Uint8Array): void {
  for (let index = 0; index < out.length; index++)
    out[index] = (value[index] ?? Number.NaN) <= factor * (level[index] ?? Number.NaN) ? 1 : 0
}

/** `value` lies between two levels, both included. */
export function isWithin(value: Float64Array, low: number, high: number, out: Uint8Array): void {
  for (let index = 0; index < out.length; index++) {
    const at = value[index] ?? Number.NaN
    out[index] = at >= low && at <= high ? 1 : 0
  }
}

/** The line is higher than one bar before. */
export function isRising(line: Float64Array, out: Uint8Array): void {
  for (let index = 1; index < out.length; index++)
    out[index] = (line[index] ?? Number.NaN) > (line[index - 1] ?? Number.NaN) ? 1 : 0
}

/** The line is lower than one bar before. */
export function isFalling(line: Float64Array, out: Uint8Array): void {
  for (let index = 1; index < out.length; index++)
    out[index] = (line[index] ?? Number.NaN) < (line[index - 1] ?? Number.NaN) ? 1 : 0
}

/** The lines are closer to each other than one bar before. */
export function isConverging(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  let before = Number.NaN
  for (let index = 0; index < out.length; index++) {
    const distance = Math.abs((a[index] ?? Number.NaN) - (b[index] ?? Number.NaN))
    out[index] = distance < before ? 1 : 0
    before = distance
  }
}

/** The lines are farther from each other than one bar before. */
export function isSpreading(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  let before = Number.NaN
  for (let index = 0; index < out.length; index++) {
    const distance = Math.abs((a[index] ?? Number.NaN) - (b[index] ?? Number.NaN))
    out[index] = distance > before ? 1 : 0
    before = distance
  }
}

/** The lines are no farther from each other than `tolerance`. */
export function isNear(a: Float64Array, b: Float64Array, tolerance: Float64Array, out: Uint8Array): void {
  for (let index = 0; index < out.length; index++) {
    const distance = Math.abs((a[index] ?? Number.NaN) - (b[index] ?? Number.NaN))
    out[index] = distance <= (tolerance[index] ?? Number.NaN) ? 1 : 0
  }
}

/** Keeps a bar only if the condition also holds on the bars before, `bars` in a row with this one. */
export function keepHeld(condition: Uint8Array, bars: number): void {
  if (bars <= 1) return
  let held = 0
  for (let index = 0; index < condition.length; index++) {
    held = condition[index] === 1 ? held + 1 : 0
    condition[index] = held >= bars ? 1 : 0
  }
}

/** Keeps a bar only if the other condition holds there too. */
export function keepBoth(condition: Uint8Array, other: Uint8Array): void {
  for (let index = 0; index < condition.length; index++)
    condition[index] = (condition[index] ?? 0) & (other[index] ?? 0)
}
