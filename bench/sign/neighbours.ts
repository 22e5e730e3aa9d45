import { WIDTH } from '../../src/enrichment/sign/layout.pure.ts'

/** Tokens that stand beside each other: the one before, the token itself, the one after. */
const BESIDE = 3
/** Numbers of its matrices, behind which its bias stands. */
const SIZE = BESIDE * WIDTH * WIDTH

/** What each token is by itself, and what its neighbours add. */
export interface Neighboured {
  readonly x: Float32Array
  readonly added: Float32Array
}

/** Reads each token with its neighbours, as `createEncoder` does; `mask` leaves numbers out while training. */
export function addNeighbours(
  weights: Float32Array,
  start: number,
  plain: Float32Array,
  mask: Float32Array,
): Neighboured {
  const x = plain.slice()
  const added = new Float32Array(plain.length)
  const count = plain.length / WIDTH
  for (let t = 0; t < count; t++)
    for (let r = 0; r < WIDTH; r++) {
      let sum = weights[start + SIZE + r] ?? 0
      forEachNeighbour(t, count, (k, other) => {
        const row = start + (k * WIDTH + r) * WIDTH
        for (let i = 0; i < WIDTH; i++) sum += (weights[row + i] ?? 0) * (plain[other * WIDTH + i] ?? 0)
      })
      const value = Math.max(0, sum) * (mask[t * WIDTH + r] ?? 0)
      added[t * WIDTH + r] = value
      x[t * WIDTH + r] = (x[t * WIDTH + r] ?? 0) + value
    }
  return { x, added }
}

/** Backward of `addNeighbours`: adds to the gradient and gives that of the tokens by themselves. */
export function backNeighbours(
  weights: Float32Array,
  gradient: Float32Array,
  start: number,
  plain: Float32Array,
  mask: Float32Array,
  { added }: Neighboured,
  dx: Float32Array,
): Float32Array {
  const dPlain = dx.slice()
  const count = plain.length / WIDTH
  for (let t = 0; t < count; t++)
    for (let r = 0; r < WIDTH; r++) {
      const d = (added[t * WIDTH + r] ?? 0) <= 0 ? 0 : (dx[t * WIDTH + r] ?? 0) * (mask[t * WIDTH + r] ?? 0)
      if (d === 0) continue
      const bias = start + SIZE + r
      gradient[bias] = (gradient[bias] ?? 0) + d
      forEachNeighbour(t, count, (k, other) => {
        const row = start + (k * WIDTH + r) * WIDTH
        for (let i = 0; i < WIDTH; i++) {
          gradient[row + i] = (gradient[row + i] ?? 0) + d * (plain[other * WIDTH + i] ?? 0)
          dPlain[other * WIDTH + i] = (dPlain[other * WIDTH + i] ?? 0) + d * (weights[row + i] ?? 0)
        }
      })
    }
  return dPlain
}

function forEachNeighbour(token: number, count: number, visit: (matrix: number, other: number) => void): void {
  for (let k = 0; k < BESIDE; k++) {
    const other = token + k - 1
    if (other >= 0 && other < count) visit(k, other)
  }
}
