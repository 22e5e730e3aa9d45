import type { HeadlineInput } from './input.pure.ts'
import { apply, layoutOf, type SignModel, VECTOR_SCALE, WIDTH } from './layout.pure.ts'

/** A headline in numbers: of each token what it is, and its key and value for attention. */
export interface Encoded {
  readonly x: Float32Array
  readonly keys: Float32Array
  readonly values: Float32Array
  /** The most and the mean of each number over the tokens. */
  readonly pooled: Float32Array
}

/** Numbers of a part of a token: itself, its key and its value. */
const PART = 3 * WIDTH
/** Words that are kept multiplied. */
const KNOWN_MAX = 20_000

/** Prepares the first layer; the returned function adds up the parts of each token. */
export function createEncoder({ shape, vectors, weights }: SignModel): (tokens: HeadlineInput['tokens']) => Encoded {
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
  const learntIndex = new Map(shape.words.map((word, i) => [word, i]))
  const wordParts = new Map<string, Float32Array>()
  const partOf = (word: string) => {
    const found = wordParts.get(word)
    const index = vectors.indexOf.get(word)
    const learnt = learntIndex.get(word)
    if (found !== undefined || (index === undefined && learnt === undefined)) return found
    const x = new Float32Array(WIDTH)
    if (learnt !== undefined) x.set(rowOf(at.learnt, learnt))
    if (index !== undefined) addVector(x, index)
    const part = multiplyPart(x)
    if (wordParts.size >= KNOWN_MAX) wordParts.clear()
    wordParts.set(word, part)
    return part
  }
  const addVector = (x: Float32Array, index: number) => {
    for (let r = 0; r < WIDTH; r++) {
      let sum = 0
      for (let i = 0; i < WIDTH; i++)
        sum += (weights[at.word + r * WIDTH + i] ?? 0) * (vectors.values[index * WIDTH + i] ?? 0)
      x[r] = (x[r] ?? 0) + sum / VECTOR_SCALE
    }
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
