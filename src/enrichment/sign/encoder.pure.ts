import type { HeadlineInput } from './input.pure.ts'
import { layoutOf, type SignModel, VECTOR_SCALE, WIDTH } from './layout.pure.ts'

/** Numbers of a part of a token: itself, and what it adds to the token after it, to its own and to the one before it. */
const PART = 4 * WIDTH
/** Words that are kept multiplied. */
const WORDS_MAX = 20_000
/** Tokens that are kept added up. */
const TOKENS_MAX = 8_000
/** What stands before the first token and after the last. */
const NOTHING = new Float32Array(PART)

/**
 * Prepares the first two layers: the parts of each token are added up, and a token is read with its neighbours (a convolution over three
 * tokens, after Kim, "Convolutional Neural Networks for Sentence Classification", 2014), added to what it is by itself (He et al. 2016).
 * What a part adds is linear in it, so each part is multiplied once and kept. The returned function writes what tokens are, WIDTH numbers
 * each.
 */
export function createEncoder({
  shape,
  vectors,
  weights,
}: SignModel): (tokens: HeadlineInput['tokens'], x: Float32Array) => void {
  const at = layoutOf(shape)
  const multiply = (x: Float32Array) => {
    const part = new Float32Array(PART)
    part.set(x)
    for (let row = 0; row < 3 * WIDTH; row++) {
      let sum = 0
      for (let i = 0; i < WIDTH; i++) sum += (weights[at.context + row * WIDTH + i] ?? 0) * (x[i] ?? 0)
      part[WIDTH + row] = sum
    }
    return part
  }
  const rowOf = (start: number, i: number) => weights.subarray(start + i * WIDTH, start + (i + 1) * WIDTH)
  const classParts = new Map(['', ...shape.classes].map((name, i) => [name, multiply(rowOf(at.class, i))]))
  /** What every token has: the kind of name, if any, without and with a pause before it. */
  const startOf = (name: number, pause: number) => {
    const paused = rowOf(at.pause, pause)
    return multiply(rowOf(at.name, name).map((value, i) => value + (paused[i] ?? 0)))
  }
  const starts = new Map<string | null, readonly [Float32Array, Float32Array]>(
    [null, ...shape.nameKinds].map((name, i) => [name, [startOf(i, 0), startOf(i, 1)]]),
  )
  const learntIndex = new Map(shape.words.map((word, i) => [word, i]))
  const partOf = keep(
    WORDS_MAX,
    (word: string) => {
      const index = vectors.indexOf.get(word)
      const learnt = learntIndex.get(word)
      const x = new Float32Array(WIDTH)
      if (learnt !== undefined) x.set(rowOf(at.learnt, learnt))
      if (index !== undefined) addVector(x, index)
      return multiply(x)
    },
    (word) => word,
  )
  const addVector = (x: Float32Array, index: number) => {
    for (let r = 0; r < WIDTH; r++) {
      let sum = 0
      for (let i = 0; i < WIDTH; i++)
        sum += (weights[at.word + r * WIDTH + i] ?? 0) * (vectors.values[index * WIDTH + i] ?? 0)
      x[r] = (x[r] ?? 0) + sum / VECTOR_SCALE
    }
  }
  const bias = rowOf(at.context, 3 * WIDTH)
  const add = (sum: Float32Array, part: Float32Array = NOTHING, factor = 1) => {
    for (let i = 0; i < PART; i++) sum[i] = (sum[i] ?? 0) + factor * (part[i] ?? 0)
  }
  const addParts = ({ words, classes, name, isAfterPause }: HeadlineInput['tokens'][number]) => {
    const sum = new Float32Array(PART)
    add(sum, starts.get(name)?.[isAfterPause ? 1 : 0])
    for (const word of words) add(sum, partOf(word), 1 / words.length)
    for (const one of classes) add(sum, classParts.get(one) ?? classParts.get(''))
    return sum
  }
  /** The same tokens come again and again. */
  const tokenOf = keep(TOKENS_MAX, addParts, ({ name, isAfterPause, words, classes }) =>
    [name, isAfterPause, ...words, '/', ...classes].join(' '),
  )
  return (tokens, x) => {
    const parts = tokens.map((token) => tokenOf(token))
    for (let t = 0; t < parts.length; t++) {
      const own = parts[t] ?? NOTHING
      const before = parts[t - 1] ?? NOTHING
      const after = parts[t + 1] ?? NOTHING
      const at = t * WIDTH
      for (let i = 0; i < WIDTH; i++) {
        const beside =
          (bias[i] ?? 0) + (before[WIDTH + i] ?? 0) + (own[2 * WIDTH + i] ?? 0) + (after[3 * WIDTH + i] ?? 0)
        // Not Math.max, by which the loop takes longer.
        x[at + i] = beside > 0 ? (own[i] ?? 0) + beside : (own[i] ?? 0)
      }
    }
  }
}

/** Keeps what was found for so many keys by their names, then begins anew. */
function keep<Key, Value>(most: number, find: (key: Key) => Value, nameOf: (key: Key) => string): (key: Key) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const name = nameOf(key)
    const found = known.get(name)
    if (found !== undefined) return found
    const value = find(key)
    if (known.size >= most) known.clear()
    known.set(name, value)
    return value
  }
}
