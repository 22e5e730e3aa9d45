import { createEncoder, type Encoded } from './encoder.pure.ts'
import type { HeadlineInput } from './input.pure.ts'
import { apply, HEAD_WIDTH, layoutOf, rowOfDistance, SIGNS, type SignModel, softmax, WIDTH } from './layout.pure.ts'

/** Countries decide or suffer, and what is told of currencies and rates is read by the conventions of their quotes. */
const ASKED: ReadonlySet<string> = new Set(['company', 'product', 'firm', 'name', 'commodity', 'good', 'place'])

/**
 * Compiles a trained network. The returned function gives the shares of SIGNS for each name of a headline, and undefined where the sign of
 * such a name is not asked for. Word vectors with what is known of each word, attention from a name to the words around it (Vaswani et
 * al., "Attention Is All You Need", 2017, with learnt distances after Shaw et al. 2018), one hidden layer. The parts of a token are
 * added up, and key and value are linear in it, so each part is multiplied once and kept.
 */
export function createSignNetwork(model: SignModel): (input: HeadlineInput) => readonly (Float32Array | undefined)[] {
  const { shape, weights } = model
  const at = layoutOf(shape)
  const encode = createEncoder(model)
  return ({ tokens, names }) => {
    if (!names.some(({ kind }) => ASKED.has(kind))) return names.map(() => undefined)
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
      if (!ASKED.has(kind)) return undefined
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
    const start = at.hidden + row * at.features
    let sum = 0
    for (let i = from; i < to; i++) sum += (weights[start + i] ?? 0) * (features[i] ?? 0)
    return sum
  }

  /** Writes what a name attends to behind the name itself. */
  function attend(token: number, { x, keys, values }: Encoded, features: Float32Array): void {
    const count = keys.length / WIDTH
    const query = new Float32Array(WIDTH)
    const shares = new Float32Array(count)
    features.fill(0, WIDTH, 2 * WIDTH)
    apply(weights, at.query, WIDTH, x, token * WIDTH, WIDTH, query, 0)
    for (let head = 0; head < WIDTH; head += HEAD_WIDTH) {
      for (let t = 0; t < count; t++) {
        const near = at.distance + rowOfDistance(token, t)
        let sum = 0
        for (let i = head; i < head + HEAD_WIDTH; i++)
          sum += (query[i] ?? 0) * ((keys[t * WIDTH + i] ?? 0) + (weights[near + i] ?? 0))
        shares[t] = sum / Math.sqrt(HEAD_WIDTH)
      }
      softmax(shares)
      for (let t = 0; t < count; t++) {
        const near = at.distance + rowOfDistance(token, t)
        const share = shares[t] ?? 0
        for (let i = head; i < head + HEAD_WIDTH; i++)
          features[WIDTH + i] =
            (features[WIDTH + i] ?? 0) + share * ((values[t * WIDTH + i] ?? 0) + (weights[near + i] ?? 0))
      }
    }
  }
}
