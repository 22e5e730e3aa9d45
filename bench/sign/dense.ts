/** out = matrix * x + bias, the bias behind the matrix. Four rows at once: each number of x is read once for them, and no sum waits. */
export function apply(
  weights: Float32Array,
  start: number,
  rows: number,
  x: Float32Array,
  from: number,
  columns: number,
  out: Float32Array,
  to: number,
): void {
  const bias = start + rows * columns
  let row = 0
  for (; row + 3 < rows; row += 4) {
    const first = start + row * columns
    const second = first + columns
    const third = second + columns
    const fourth = third + columns
    let a = weights[bias + row] ?? 0
    let b = weights[bias + row + 1] ?? 0
    let c = weights[bias + row + 2] ?? 0
    let d = weights[bias + row + 3] ?? 0
    for (let i = 0; i < columns; i++) {
      const value = x[from + i] ?? 0
      a += (weights[first + i] ?? 0) * value
      b += (weights[second + i] ?? 0) * value
      c += (weights[third + i] ?? 0) * value
      d += (weights[fourth + i] ?? 0) * value
    }
    out[to + row] = a
    out[to + row + 1] = b
    out[to + row + 2] = c
    out[to + row + 3] = d
  }
  for (; row < rows; row++) {
    let sum = weights[bias + row] ?? 0
    for (let i = 0; i < columns; i++) sum += (weights[start + row * columns + i] ?? 0) * (x[from + i] ?? 0)
    out[to + row] = sum
  }
}

/** Backward of `apply`: adds to the gradient of matrix and bias, and to that of x. */
export function back(
  weights: Float32Array,
  gradient: Float32Array,
  start: number,
  rows: number,
  x: Float32Array,
  from: number,
  columns: number,
  dOut: Float32Array,
  to: number,
  dx: Float32Array,
  dFrom: number,
): void {
  for (let row = 0; row < rows; row++) {
    const d = dOut[to + row] ?? 0
    if (d === 0) continue
    const at = start + row * columns
    const bias = start + rows * columns + row
    gradient[bias] = (gradient[bias] ?? 0) + d
    for (let i = 0; i < columns; i++) {
      gradient[at + i] = (gradient[at + i] ?? 0) + d * (x[from + i] ?? 0)
      dx[dFrom + i] = (dx[dFrom + i] ?? 0) + d * (weights[at + i] ?? 0)
    }
  }
}
