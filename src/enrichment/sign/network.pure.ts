import type { HeadlineInput } from './input.pure.ts'

/** Numbers of a word vector and of every layer. */
export const WIDTH = 64
/** Heads of the attention, each over its share of the width. */
const HEADS = 4
/** Tokens between a name and a word from which on all distances are alike. */
const REACH = 20
/** What the network tells of a name. */
export const SIGNS = ['none', 'pos', 'neg', 'decides'] as const

/** The shape of the network: the vocabulary of its inputs and outputs. */
export interface NetworkShape {
  readonly classes: readonly string[]
  readonly kinds: readonly string[]
  /** What a name may be: NAME_KINDS of input.pure.ts. */
  readonly nameKinds: readonly string[]
  /** Numbers that say what the rules read of a name. */
  readonly readings: number
}

/** Word vectors, one byte a number. */
export interface WordVectors {
  readonly indexOf: ReadonlyMap<string, number>
  readonly values: Int8Array
}

/** A trained network: its shape, word vectors and all trained numbers in the order of `layoutOf`. */
export interface SignModel {
  readonly shape: NetworkShape
  readonly vectors: WordVectors
  readonly weights: Float32Array
}

/** Bytes of a word vector are this many times its numbers. */
export const VECTOR_SCALE = 32

/** Where each part of the trained numbers begins. */
export function layoutOf({ classes, kinds, nameKinds, readings }: NetworkShape) {
  let end = 0
  const take = (size: number) => {
    const start = end
    end += size
    return start
  }
  const features = 4 * WIDTH + readings
  return {
    word: take(WIDTH * WIDTH),
    class: take((classes.length + 1) * WIDTH),
    name: take((nameKinds.length + 1) * WIDTH),
    pause: take(2 * WIDTH),
    distance: take((2 * REACH + 1) * WIDTH),
    query: take(WIDTH * WIDTH + WIDTH),
    key: take(WIDTH * WIDTH + WIDTH),
    value: take(WIDTH * WIDTH + WIDTH),
    hidden: take(WIDTH * features + WIDTH),
    sign: take(SIGNS.length * WIDTH + SIGNS.length),
    kind: take(kinds.length * 2 * WIDTH + kinds.length),
    features,
    size: end,
  }
}

/** Where the row of a distance begins in the table of distances. */
export function rowOfDistance(from: number, to: number): number {
  return (Math.max(-REACH, Math.min(REACH, to - from)) + REACH) * WIDTH
}

/** The share of the width that one head reads. */
export const HEAD_WIDTH = WIDTH / HEADS

/** out = matrix * x + bias, the bias behind the matrix. */
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
  for (let row = 0; row < rows; row++) {
    let sum = weights[start + rows * columns + row] ?? 0
    const at = start + row * columns
    for (let i = 0; i < columns; i++) sum += (weights[at + i] ?? 0) * (x[from + i] ?? 0)
    out[to + row] = sum
  }
}

/** Turns scores into shares that add up to 1. */
export function softmax(x: Float32Array, from = 0, count = x.length): void {
  let most = -Infinity
  for (let i = from; i < from + count; i++) most = Math.max(most, x[i] ?? 0)
  let sum = 0
  for (let i = from; i < from + count; i++) {
    x[i] = Math.exp((x[i] ?? 0) - most)
    sum += x[i] ?? 0
  }
  for (let i = from; i < from + count; i++) x[i] = (x[i] ?? 0) / sum
}

/** Countries decide or suffer, and what is told of currencies and rates is read by the conventions of their quotes. */
const ASKED: ReadonlySet<string> = new Set(['company', 'product', 'firm', 'name', 'commodity', 'good', 'place'])

/** A headline in numbers: of each token what it is, and its key and value for attention. */
interface Encoded {
  readonly x: Float32Array
  readonly keys: Float32Array
  readonly values: Float32Array
  /** The most and the mean of each number over the tokens. */
  readonly pooled: Float32Array
}

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

/** Numbers of a part of a token: itself, its key and its value. */
const PART = 3 * WIDTH
/** Words that are kept multiplied. */
const KNOWN_MAX = 20_000

/** Prepares the first layer; the returned function adds up the parts of each token. */
function createEncoder({ shape, vectors, weights }: SignModel): (tokens: HeadlineInput['tokens']) => Encoded {
  const at = layoutOf(shape)
  /** What a token is, with its key and value. */
  const multiply = (x: Float32Array) => {
    const part = new Float32Array(PART)
    part.set(x)
    apply(weights, at.key, WIDTH, x, 0, WIDTH, part, WIDTH)
    apply(weights, at.value, WIDTH, x, 0, WIDTH, part, 2 * WIDTH)
    return part
  }
  const nothing = multiply(new Float32Array(WIDTH))
  /** What a part adds to a token, its key and its value. */
  const multiplyPart = (x: Float32Array) => multiply(x).map((value, i) => value - (nothing[i] ?? 0))
  const rowOf = (start: number, i: number) => weights.subarray(start + i * WIDTH, start + (i + 1) * WIDTH)
  const ofClass = ['', ...shape.classes].map((name, i) => [name, multiplyPart(rowOf(at.class, i))] as const)
  const classParts = new Map(ofClass)
  /** What every token has: the kind of name, if any, without and with a pause before it. */
  const startOf = (name: number, pause: number) => {
    const paused = rowOf(at.pause, pause)
    return multiply(rowOf(at.name, name).map((value, i) => value + (paused[i] ?? 0)))
  }
  const starts = new Map<string | null, readonly [Float32Array, Float32Array]>(
    [null, ...shape.nameKinds].map((name, i) => [name, [startOf(i, 0), startOf(i, 1)]]),
  )
  const wordParts = new Map<string, Float32Array>()
  const partOf = (word: string) => {
    const found = wordParts.get(word)
    const index = vectors.indexOf.get(word)
    if (index === undefined || found !== undefined) return found
    const x = new Float32Array(WIDTH)
    for (let r = 0; r < WIDTH; r++) {
      let sum = 0
      for (let i = 0; i < WIDTH; i++)
        sum += (weights[at.word + r * WIDTH + i] ?? 0) * (vectors.values[index * WIDTH + i] ?? 0)
      x[r] = sum / VECTOR_SCALE
    }
    const part = multiplyPart(x)
    if (wordParts.size >= KNOWN_MAX) wordParts.clear()
    wordParts.set(word, part)
    return part
  }
  return (tokens) => {
    const count = tokens.length
    const x = new Float32Array(count * WIDTH)
    const keys = new Float32Array(count * WIDTH)
    const values = new Float32Array(count * WIDTH)
    const pooled = new Float32Array(2 * WIDTH).fill(-Infinity, 0, WIDTH)
    const sum = new Float32Array(PART)
    const add = (part: Float32Array | undefined, factor: number) => {
      if (part !== undefined) for (let i = 0; i < PART; i++) sum[i] = (sum[i] ?? 0) + factor * (part[i] ?? 0)
    }
    for (const [t, { words, classes, name, isAfterPause }] of tokens.entries()) {
      sum.set(starts.get(name)?.[isAfterPause ? 1 : 0] ?? nothing)
      for (const word of words) add(partOf(word), 1 / words.length)
      for (const one of classes) add(classParts.get(one) ?? classParts.get(''), 1)
      x.set(sum.subarray(0, WIDTH), t * WIDTH)
      keys.set(sum.subarray(WIDTH, 2 * WIDTH), t * WIDTH)
      values.set(sum.subarray(2 * WIDTH), t * WIDTH)
      for (let i = 0; i < WIDTH; i++) {
        pooled[i] = Math.max(pooled[i] ?? 0, sum[i] ?? 0)
        pooled[WIDTH + i] = (pooled[WIDTH + i] ?? 0) + (sum[i] ?? 0) / count
      }
    }
    return { x, keys, values, pooled }
  }
}
