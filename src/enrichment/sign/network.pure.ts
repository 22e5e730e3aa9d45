import { createEncoder, type Encoded } from './encoder.pure.ts'
import type { HeadlineInput } from './input.pure.ts'
import {
  apply,
  dot,
  HEAD_WIDTH,
  layoutOf,
  rowOfDistance,
  SIGNS,
  type SignModel,
  softmax,
  WIDTH,
} from './layout.pure.ts'

/** Countries and governments decide or suffer: what is told of them moves nothing that is listed by itself. */
const UNASKED: ReadonlySet<string> = new Set(['country', 'government'])

const ROOT = Math.sqrt(HEAD_WIDTH)

/**
 * Compiles a trained network. The returned function gives the shares of SIGNS for each name of a headline, and undefined where the sign of
 * such a name is not asked for. The tokens of `createEncoder`, attention from a name to them (Vaswani et al., "Attention Is All You Need",
 * 2017, with learnt distances after Shaw et al. 2018), one hidden layer.
 */
export function createSignNetwork(model: SignModel): (input: HeadlineInput) => readonly (Float32Array | undefined)[] {
  const { shape, weights } = model
  const at = layoutOf(shape)
  const encode = createEncoder(model)
  const query = new Float32Array(WIDTH)
  const folded = new Float32Array(WIDTH)
  const mixed = new Float32Array(WIDTH)
  return ({ tokens, names }) => {
    if (names.every(({ kind }) => UNASKED.has(kind))) return names.map(() => undefined)
    const encoded = encode(tokens)
    const features = new Float32Array(at.features)
    features.set(encoded.pooled, 2 * WIDTH)
    /** What the whole headline adds to the hidden layer, the same for all names. */
    const ofAll = new Float32Array(WIDTH)
    const bias = at.hidden + WIDTH * at.features
    for (let row = 0; row < WIDTH; row++)
      ofAll[row] = (weights[bias + row] ?? 0) + sumRow(row, features, 2 * WIDTH, 4 * WIDTH)
    const hidden = new Float32Array(WIDTH)
    return names.map(({ token, kind, readings }) => {
      if (UNASKED.has(kind)) return undefined
      features.set(encoded.x.subarray(token * WIDTH, token * WIDTH + WIDTH))
      attend(token, encoded, features)
      features.set(readings, 4 * WIDTH)
      for (let row = 0; row < WIDTH; row++) {
        const own = sumRow(row, features, 0, 2 * WIDTH) + sumRow(row, features, 4 * WIDTH, at.features)
        hidden[row] = Math.max(0, (ofAll[row] ?? 0) + own)
      }
      const out = new Float32Array(SIGNS.length)
      apply(weights, at.sign, SIGNS.length, hidden, 0, WIDTH, out, 0)
      softmax(out)
      return out
    })
  }

  /** The share of some features in a unit of the hidden layer. */
  function sumRow(row: number, features: Float32Array, from: number, to: number): number {
    return dot(weights, at.hidden + row * at.features + from, features, from, to - from)
  }

  /**
   * Writes what a name attends to behind the name itself. Keys and values are linear in the tokens, so the query is taken to the tokens, and
   * the shares of tokens to the values, instead of each token to its key and value.
   */
  function attend(token: number, { x }: Encoded, features: Float32Array): void {
    const count = x.length / WIDTH
    apply(weights, at.query, WIDTH, x, token * WIDTH, WIDTH, query, 0)
    const shares = new Float32Array(count)
    for (let head = 0; head < WIDTH; head += HEAD_WIDTH) {
      folded.fill(0)
      for (let i = head; i < head + HEAD_WIDTH; i++) {
        const own = query[i] ?? 0
        const row = at.key + i * WIDTH
        for (let j = 0; j < WIDTH; j++) folded[j] = (folded[j] ?? 0) + own * (weights[row + j] ?? 0)
      }
      for (let t = 0; t < count; t++) {
        const near = at.distance + rowOfDistance(token, t)
        const sum = dot(folded, 0, x, t * WIDTH, WIDTH) + dot(query, head, weights, near + head, HEAD_WIDTH)
        shares[t] = sum / ROOT
      }
      softmax(shares)
      mixed.fill(0)
      for (let i = head; i < head + HEAD_WIDTH; i++) features[WIDTH + i] = weights[at.value + WIDTH * WIDTH + i] ?? 0
      for (let t = 0; t < count; t++) {
        const near = at.distance + rowOfDistance(token, t)
        const share = shares[t] ?? 0
        for (let j = 0; j < WIDTH; j++) mixed[j] = (mixed[j] ?? 0) + share * (x[t * WIDTH + j] ?? 0)
        for (let i = head; i < head + HEAD_WIDTH; i++)
          features[WIDTH + i] = (features[WIDTH + i] ?? 0) + share * (weights[near + i] ?? 0)
      }
      for (let i = head; i < head + HEAD_WIDTH; i++) {
        features[WIDTH + i] = (features[WIDTH + i] ?? 0) + dot(weights, at.value + i * WIDTH, mixed, 0, WIDTH)
      }
    }
  }
}
