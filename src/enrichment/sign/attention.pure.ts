import { TOKENS_MAX } from './input.pure.ts'
import { HEAD_WIDTH, HEADS, type layoutOf, rowOfDistance, softmax, WIDTH } from './layout.pure.ts'
import type { ProductMemory } from './product.pure.ts'

const ROOT = Math.sqrt(HEAD_WIDTH)
const SQUARE = WIDTH * WIDTH

/**
 * Prepares attention (Vaswani et al., "Attention Is All You Need", 2017, with learnt distances after Shaw et al. 2018) to the tokens at `x`;
 * the returned function writes what a token attends to. Keys and values are linear in the tokens, so the query is taken to the tokens, and
 * the shares of tokens to the values, instead of each token to its key and value.
 */
export function createAttention(
  { numbers, take, addProducts }: ProductMemory,
  weights: Float32Array,
  at: ReturnType<typeof layoutOf>,
  x: number,
): (token: number, count: number, attended: Float32Array) => void {
  const [queries, keys, values] = [take(SQUARE), take(SQUARE), take(SQUARE)]
  const [query, out] = [take(WIDTH), take(WIDTH)]
  /** A row for each head. */
  const [folded, mixed] = [take(HEADS * WIDTH), take(HEADS * WIDTH)]
  const scores = take(TOKENS_MAX * HEADS)
  numbers.set(weights.subarray(at.query, at.query + SQUARE), queries)
  numbers.set(weights.subarray(at.value, at.value + SQUARE), values)
  // Of each head the keys, a row for each number of a token. The same is added to the keys of all tokens, so it is left out.
  for (let head = 0; head < HEADS; head++)
    for (let i = 0; i < HEAD_WIDTH; i++)
      for (let j = 0; j < WIDTH; j++)
        numbers[keys + (head * WIDTH + j) * HEAD_WIDTH + i] = weights[at.key + (head * HEAD_WIDTH + i) * WIDTH + j] ?? 0
  const biasOf = (part: number) => weights.subarray(part + SQUARE, part + SQUARE + WIDTH)
  const [biasOfQuery, biasOfValue] = [biasOf(at.query), biasOf(at.value)]
  return (token, count, attended) => {
    const shares = new Float32Array(HEADS * count)
    numbers.set(biasOfQuery, query)
    addProducts(queries, WIDTH, WIDTH, x + token * WIDTH, 1, query)
    for (const part of [folded, mixed]) numbers.fill(0, part, part + HEADS * WIDTH)
    numbers.fill(0, scores, scores + count * HEADS)
    for (let head = 0; head < HEADS; head++)
      addProducts(
        keys + head * WIDTH * HEAD_WIDTH,
        WIDTH,
        HEAD_WIDTH,
        query + head * HEAD_WIDTH,
        1,
        folded + head * WIDTH,
      )
    addProducts(folded, HEADS, WIDTH, x, count, scores)
    for (let t = 0; t < count; t++) {
      const near = at.distance + rowOfDistance(token, t)
      for (let head = 0, i = 0; head < HEADS; head++) {
        let sum = numbers[scores + t * HEADS + head] ?? 0
        for (const end = i + HEAD_WIDTH; i < end; i++) sum += (numbers[query + i] ?? 0) * (weights[near + i] ?? 0)
        shares[head * count + t] = sum / ROOT
      }
    }
    numbers.set(biasOfValue, out)
    for (let head = 0; head < HEADS; head++) {
      softmax(shares, head * count, count)
      const [mix, from] = [mixed + head * WIDTH, head * HEAD_WIDTH]
      for (let t = 0; t < count; t++) {
        const share = shares[head * count + t] ?? 0
        for (let j = 0; j < WIDTH; j++)
          numbers[mix + j] = (numbers[mix + j] ?? 0) + share * (numbers[x + t * WIDTH + j] ?? 0)
        const near = at.distance + rowOfDistance(token, t) + from
        for (let i = 0; i < HEAD_WIDTH; i++)
          numbers[out + from + i] = (numbers[out + from + i] ?? 0) + share * (weights[near + i] ?? 0)
      }
      addProducts(values + from * WIDTH, HEAD_WIDTH, WIDTH, mix, 1, out + from)
    }
    attended.set(numbers.subarray(out, out + WIDTH))
  }
}
