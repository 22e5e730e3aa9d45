import { createEncoder, type Encoded } from './encoder.pure.ts'
import type { HeadlineInput, InputName } from './input.pure.ts'
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

const ROOT = Math.sqrt(HEAD_WIDTH)

/** A kind of event, and how likely it is. */
type KindShare = readonly [kind: string, share: number]

/** What the network reads of a headline. All of it is computed when it is asked for. */
export interface NetworkReading {
  /** Shares of SIGNS of the name with this index in the input. */
  readonly signsOf: (index: number) => Float32Array
  /** Kinds of events with their shares, the likeliest first. */
  readonly listKinds: () => readonly KindShare[]
  readonly likeliestKind: () => KindShare
}

/**
 * Compiles a trained network. The tokens of `createEncoder`, attention from a name to them (Vaswani et al., "Attention Is All You Need",
 * 2017, with learnt distances after Shaw et al. 2018), one hidden layer for the signs of a name; kinds by what is pooled of all tokens.
 */
export function createSignNetwork(model: SignModel): (input: HeadlineInput) => NetworkReading {
  const { shape, weights } = model
  const at = layoutOf(shape)
  const encode = createEncoder(model)
  const query = new Float32Array(WIDTH)
  const folded = new Float32Array(WIDTH)
  const mixed = new Float32Array(WIDTH)
  const hidden = new Float32Array(WIDTH)
  const features = new Float32Array(at.features)
  return ({ tokens, names }) => {
    const encoded = once(() => encode(tokens))
    /** What the whole headline adds to the hidden layer, the same for all names. */
    const ofAll = once(() => {
      features.set(encoded().pooled, 2 * WIDTH)
      const bias = at.hidden + WIDTH * at.features
      return hidden.map((_, row) => (weights[bias + row] ?? 0) + sumRow(row, features, 2 * WIDTH, 4 * WIDTH))
    })
    const signName = ({ token, readings }: InputName): Float32Array => {
      const shared = ofAll()
      features.set(encoded().x.subarray(token * WIDTH, token * WIDTH + WIDTH))
      attend(token, encoded(), features)
      features.set(readings, 4 * WIDTH)
      for (let row = 0; row < WIDTH; row++) {
        const own = sumRow(row, features, 0, 2 * WIDTH) + sumRow(row, features, 4 * WIDTH, at.features)
        hidden[row] = Math.max(0, (shared[row] ?? 0) + own)
      }
      const out = new Float32Array(SIGNS.length)
      apply(weights, at.sign, SIGNS.length, hidden, 0, WIDTH, out, 0)
      softmax(out)
      return out
    }
    const signs = names.map((name) => once(() => signName(name)))
    const kinds = once(() => {
      const out = new Float32Array(shape.kinds.length)
      apply(weights, at.kind, shape.kinds.length, encoded().pooled, 0, 2 * WIDTH, out, 0)
      softmax(out)
      return out
    })
    return {
      signsOf: (index) => signs[index]?.() ?? new Float32Array(SIGNS.length),
      listKinds: () => shape.kinds.map((kind, i) => [kind, kinds()[i] ?? 0] as const).toSorted((a, b) => b[1] - a[1]),
      likeliestKind: () => {
        const share = Math.max(...kinds())
        return [shape.kinds[kinds().indexOf(share)] ?? '', share]
      },
    }
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

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}
