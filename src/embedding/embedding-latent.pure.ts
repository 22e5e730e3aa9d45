import type { Pieces } from '../core/pieces.pure.ts'

/** Sparse document-term matrix in CSR form: row `d` has the entries `starts[d] .. starts[d + 1]`. */
export interface TermMatrix {
  readonly rows: number
  readonly terms: number
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly weights: Float32Array
}

const POWER_STEPS = 1
/** Rows that are worked on in one go. */
const PIECE_ROWS = 64

/**
 * Latent directions of the terms (latent semantic analysis, Deerwester et al. 1990): an orthonormal basis of the leading right
 * singular space by randomised subspace iteration (Halko, Martinsson, Tropp 2011). Row-major, `terms` x `dimensions`.
 */
export function* computeLatentDirections(matrix: TermMatrix, dimensions: number): Pieces<Float64Array> {
  const { rows, terms } = matrix
  let byTerm = new Float64Array(terms * dimensions)
  const byRow = pseudoRandom(rows * dimensions)
  for (let step = 0; step <= POWER_STEPS; step++) {
    byTerm = new Float64Array(terms * dimensions)
    yield* multiply(matrix, byRow, byTerm, dimensions, true)
    if (step === POWER_STEPS) break
    byRow.fill(0)
    yield* multiply(matrix, byTerm, byRow, dimensions, false)
    yield* orthonormalise(byRow, rows, dimensions)
  }
  yield* orthonormalise(byTerm, terms, dimensions)
  return byTerm
}

/** Adds matrix x `from` to `into`, or the transposed matrix x `from`. */
function* multiply(
  matrix: TermMatrix,
  from: Float64Array,
  into: Float64Array,
  width: number,
  transposed: boolean,
): Pieces<void> {
  const { rows, starts, columns, weights } = matrix
  for (let row = 0; row < rows; row++) {
    if (row % PIECE_ROWS === 0) yield
    const end = starts[row + 1] ?? 0
    for (let entry = starts[row] ?? 0; entry < end; entry++) {
      const weight = weights[entry] ?? 0
      const column = columns[entry] ?? 0
      const source = (transposed ? row : column) * width
      const target = (transposed ? column : row) * width
      for (let k = 0; k < width; k++) into[target + k] = (into[target + k] ?? 0) + weight * (from[source + k] ?? 0)
    }
  }
}

/** Orthonormalises the columns of a row-major block by Cholesky QR; linearly dependent columns become zero. */
function* orthonormalise(block: Float64Array, rows: number, width: number): Pieces<void> {
  const gram = new Float64Array(width * width)
  for (let row = 0; row < rows; row++) {
    if (row % PIECE_ROWS === 0) yield
    const at = row * width
    for (let i = 0; i < width; i++) {
      const value = block[at + i] ?? 0
      if (value === 0) continue
      for (let j = 0; j <= i; j++) gram[i * width + j] = (gram[i * width + j] ?? 0) + value * (block[at + j] ?? 0)
    }
  }
  const lower = cholesky(gram, width)
  for (let row = 0; row < rows; row++) {
    if (row % PIECE_ROWS === 0) yield
    const at = row * width
    for (let i = 0; i < width; i++) {
      const pivot = lower[i * width + i] ?? 0
      let value = block[at + i] ?? 0
      for (let j = 0; j < i; j++) value -= (lower[i * width + j] ?? 0) * (block[at + j] ?? 0)
      block[at + i] = pivot === 0 ? 0 : value / pivot
    }
  }
}

/** Lower Cholesky factor of a symmetric matrix; a pivot below rounding error is set to 0. */
function cholesky(gram: Float64Array, width: number): Float64Array {
  const lower = new Float64Array(width * width)
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = gram[i * width + j] ?? 0
      for (let k = 0; k < j; k++) sum -= (lower[i * width + k] ?? 0) * (lower[j * width + k] ?? 0)
      if (i === j) lower[i * width + i] = sum > 1e-9 * (gram[i * width + i] ?? 0) ? Math.sqrt(sum) : 0
      else {
        const pivot = lower[j * width + j] ?? 0
        lower[i * width + j] = pivot === 0 ? 0 : sum / pivot
      }
    }
  }
  return lower
}

/** Deterministic pseudo-random numbers in -1..1 (Marsaglia's xorshift32). */
function pseudoRandom(count: number): Float64Array {
  const numbers = new Float64Array(count)
  let state = 0x9e3779b9
  for (let i = 0; i < count; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    numbers[i] = state / 0x80000000
  }
  return numbers
}
