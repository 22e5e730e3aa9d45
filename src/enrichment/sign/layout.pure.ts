/** Numbers of a word vector and of every layer. */
export const WIDTH = 64
/** Heads of the attention, each over its share of the width. */
export const HEADS = 4
/** Tokens between a name and a word from which on all distances are alike. */
const REACH = 20
/** What the network tells of a name. */
export const SIGNS = ['none', 'pos', 'neg', 'decides'] as const

/** The shape of the network: the vocabulary of its inputs and outputs. */
export interface NetworkShape {
  /** Words with learnt numbers beside their vector: vectors say that "bans" and "lifts" are alike. */
  readonly words: readonly string[]
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
export function layoutOf({ words, classes, kinds, nameKinds, readings }: NetworkShape) {
  let end = 0
  const take = (size: number) => {
    const start = end
    end += size
    return start
  }
  const features = 4 * WIDTH + readings
  return {
    word: take(WIDTH * WIDTH),
    learnt: take(words.length * WIDTH),
    class: take((classes.length + 1) * WIDTH),
    name: take((nameKinds.length + 1) * WIDTH),
    pause: take(2 * WIDTH),
    distance: take((2 * REACH + 1) * WIDTH),
    /** Of the token before, the token itself and the one after. */
    context: take(3 * WIDTH * WIDTH + WIDTH),
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

/** Turns scores into shares that add up to 1. */
export function softmax(x: Float32Array, from = 0, count = x.length): void {
  let most = -Infinity
  for (let i = from; i < from + count; i++) {
    const one = x[i] ?? 0
    if (one > most) most = one
  }
  let sum = 0
  for (let i = from; i < from + count; i++) {
    x[i] = Math.exp((x[i] ?? 0) - most)
    sum += x[i] ?? 0
  }
  for (let i = from; i < from + count; i++) x[i] = (x[i] ?? 0) / sum
}
