import { once } from '../../core/once.pure.ts'
import type { KindShare } from '../event/learnt/learnt-title.pure.ts'
import { createEncoder } from './encoder.pure.ts'
import type { HeadlineInput, InputName } from './input.pure.ts'
import {
  apply,
  HEAD_WIDTH,
  HEADS,
  layoutOf,
  rowOfDistance,
  SIGNS,
  type SignModel,
  softmax,
  WIDTH,
} from './layout.pure.ts'

/** Kinds with a smaller share are left out. */
const LEAST = 0.001
const ROOT = Math.sqrt(HEAD_WIDTH)

/** What the network reads of a headline. All of it is computed when it is asked for. */
export interface NetworkReading {
  /** Shares of SIGNS of the name with this index in the input. */
  readonly signsOf: (index: number) => Float64Array
  /** Kinds of events with their shares, the likeliest first. */
  readonly listKinds: () => readonly KindShare[]
}

/**
 * Compiles a trained network. The tokens of `createEncoder`, attention from a name to them (Vaswani et al., "Attention Is All You Need",
 * 2017, with learnt distances after Shaw et al. 2018), one hidden layer for the signs of a name; kinds by what is pooled of all tokens.
 */
export function createSignNetwork(model: SignModel): (input: HeadlineInput) => NetworkReading {
  const { shape } = model
  const at = layoutOf(shape)
  const weights = Float64Array.from(model.weights)
  const encode = createEncoder(model)
  const attend = createAttention(weights, at)
  const columnsOfName = 2 * WIDTH + shape.readings
  /** The hidden layer in two: what a name adds, and what the whole headline adds, the same for all names. */
  const ofName = new Float64Array(WIDTH * columnsOfName + WIDTH)
  const ofHeadline = new Float64Array(WIDTH * 2 * WIDTH + WIDTH)
  for (let row = 0; row < WIDTH; row++) {
    const start = at.hidden + row * at.features
    ofName.set(weights.subarray(start, start + 2 * WIDTH), row * columnsOfName)
    ofName.set(weights.subarray(start + 4 * WIDTH, start + at.features), row * columnsOfName + 2 * WIDTH)
    ofHeadline.set(weights.subarray(start + 2 * WIDTH, start + 4 * WIDTH), row * 2 * WIDTH)
  }
  ofHeadline.set(weights.subarray(at.hidden + WIDTH * at.features, at.sign), WIDTH * 2 * WIDTH)
  const features = new Float64Array(columnsOfName)
  const hidden = new Float64Array(WIDTH)
  const shares = new Float64Array(shape.kinds.length)
  return ({ tokens, names }) => {
    const encoded = once(() => encode(tokens))
    const shared = once(() => {
      const added = new Float64Array(WIDTH)
      apply(ofHeadline, 0, WIDTH, encoded().pooled, 0, 2 * WIDTH, added, 0)
      return added
    })
    const signName = ({ token, readings }: InputName): Float64Array => {
      const { x } = encoded()
      features.set(x.subarray(token * WIDTH, token * WIDTH + WIDTH))
      attend(token, x, features)
      features.set(readings, 2 * WIDTH)
      apply(ofName, 0, WIDTH, features, 0, columnsOfName, hidden, 0)
      const added = shared()
      for (let row = 0; row < WIDTH; row++) {
        let sum = (hidden[row] ?? 0) + (added[row] ?? 0)
        if (sum < 0) sum = 0
        hidden[row] = sum
      }
      const out = new Float64Array(SIGNS.length)
      apply(weights, at.sign, SIGNS.length, hidden, 0, WIDTH, out, 0)
      softmax(out)
      return out
    }
    const signs: Float64Array[] = []
    const listKinds = once(() => {
      apply(weights, at.kind, shape.kinds.length, encoded().pooled, 0, 2 * WIDTH, shares, 0)
      softmax(shares)
      const likely = shape.kinds.flatMap((kind, i): KindShare[] => {
        const share = shares[i] ?? 0
        return share < LEAST ? [] : [[kind, share]]
      })
      return likely.sort((a, b) => b[1] - a[1])
    })
    return {
      signsOf: (index) => {
        const name = names[index]
        signs[index] ??= name === undefined ? new Float64Array(SIGNS.length) : signName(name)
        return signs[index]
      },
      listKinds,
    }
  }
}

/**
 * Prepares attention; the returned function writes what a token attends to behind the first WIDTH numbers of `features`. Keys and values
 * are linear in the tokens, so the query is taken to the tokens, and the shares of tokens to the values, instead of each token to its key
 * and value.
 */
function createAttention(weights: Float64Array, at: ReturnType<typeof layoutOf>) {
  /** Of each head the keys, a row for each number of a token, and the values. The same is added to the keys of all tokens, so it is left out. */
  const keys = Array.from({ length: HEADS }, (_, head) => {
    const matrix = new Float64Array(WIDTH * HEAD_WIDTH + WIDTH)
    for (let i = 0; i < HEAD_WIDTH; i++)
      for (let j = 0; j < WIDTH; j++)
        matrix[j * HEAD_WIDTH + i] = weights[at.key + (head * HEAD_WIDTH + i) * WIDTH + j] ?? 0
    return matrix
  })
  const values = Array.from({ length: HEADS }, (_, head) => {
    const start = at.value + head * HEAD_WIDTH * WIDTH
    const bias = at.value + WIDTH * WIDTH + head * HEAD_WIDTH
    const matrix = new Float64Array(HEAD_WIDTH * WIDTH + HEAD_WIDTH)
    matrix.set(weights.subarray(start, start + HEAD_WIDTH * WIDTH))
    matrix.set(weights.subarray(bias, bias + HEAD_WIDTH), HEAD_WIDTH * WIDTH)
    return matrix
  })
  const query = new Float64Array(WIDTH)
  /** A row for each head, without a bias. */
  const folded = new Float64Array(HEADS * WIDTH + HEADS)
  const scores = new Float64Array(HEADS)
  const mixed = new Float64Array(WIDTH)
  return (token: number, x: Float64Array, features: Float64Array): void => {
    const count = x.length / WIDTH
    const shares = new Float64Array(HEADS * count)
    apply(weights, at.query, WIDTH, x, token * WIDTH, WIDTH, query, 0)
    keys.forEach((matrix, head) => {
      apply(matrix, 0, WIDTH, query, head * HEAD_WIDTH, HEAD_WIDTH, folded, head * WIDTH)
    })
    for (let t = 0; t < count; t++) {
      apply(folded, 0, HEADS, x, t * WIDTH, WIDTH, scores, 0)
      const near = at.distance + rowOfDistance(token, t)
      for (let head = 0, i = 0; head < HEADS; head++) {
        let sum = scores[head] ?? 0
        for (const end = i + HEAD_WIDTH; i < end; i++) sum += (query[i] ?? 0) * (weights[near + i] ?? 0)
        shares[head * count + t] = sum / ROOT
      }
    }
    values.forEach((matrix, head) => {
      softmax(shares, head * count, count)
      mixed.fill(0)
      const to = WIDTH + head * HEAD_WIDTH
      for (let t = 0; t < count; t++) {
        const share = shares[head * count + t] ?? 0
        for (let j = 0; j < WIDTH; j++) mixed[j] = (mixed[j] ?? 0) + share * (x[t * WIDTH + j] ?? 0)
      }
      apply(matrix, 0, HEAD_WIDTH, mixed, 0, WIDTH, features, to)
      for (let t = 0; t < count; t++) {
        const share = shares[head * count + t] ?? 0
        const near = at.distance + rowOfDistance(token, t) + head * HEAD_WIDTH
        for (let i = 0; i < HEAD_WIDTH; i++)
          features[to + i] = (features[to + i] ?? 0) + share * (weights[near + i] ?? 0)
      }
    })
  }
}
