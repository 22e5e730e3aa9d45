import { layoutOf, type NetworkShape, WIDTH, type WordVectors } from '../../src/enrichment/sign/layout.pure.ts'
import { createGradient, type Dropout, type Example } from './gradient.ts'

/** How a network is trained. */
export interface Training {
  readonly epochs: number
  readonly batch: number
  readonly rate: number
  readonly decay: number
  readonly seed: number
  readonly dropout: Dropout
}

export const TRAINING: Training = {
  epochs: 26,
  batch: 64,
  rate: 0.002,
  decay: 0.3,
  seed: 7,
  dropout: { words: 0.06, learnt: 0.2, numbers: 0.1, readings: 0.5 },
}

/** Longest gradient of a batch. */
const GRADIENT_MAX = 2

/**
 * Trains a network from the start: AdamW (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019) with one cycle of the
 * learning rate (Smith 2018). The same examples give the same network.
 */
export function fitNetwork(
  shape: NetworkShape,
  vectors: WordVectors,
  examples: readonly Example[],
  training: Training,
  onEpoch: (epoch: number, loss: number, weights: Float32Array) => void,
): Float32Array {
  const { epochs, batch, rate, decay, seed } = training
  const random = createRandom(seed)
  const weights = startWeights(shape, random)
  const gradient = new Float32Array(weights.length)
  const first = new Float32Array(weights.length)
  const second = new Float32Array(weights.length)
  const learn = createGradient(shape, vectors, training.dropout, random)
  const order = examples.map((_, i) => i)
  const steps = epochs * Math.ceil(examples.length / batch)
  let step = 0
  for (let epoch = 1; epoch <= epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0]
    }
    let loss = 0
    for (let from = 0; from < order.length; from += batch) {
      const some = order.slice(from, from + batch).flatMap((i) => examples[i] ?? [])
      const names = some.reduce((sum, { signs }) => sum + signs.filter((one) => one >= 0).length, 0)
      gradient.fill(0)
      for (const example of some) loss += learn(example, weights, gradient, 1 / Math.max(1, names))
      step++
      update(step)
    }
    onEpoch(epoch, loss / Math.ceil(order.length / batch), weights)
  }
  return weights

  function update(at: number): void {
    const part = at / steps
    const warm = 0.1
    const now =
      rate * (part < warm ? 0.04 + 0.96 * (part / warm) : 0.5 * (1 + Math.cos((Math.PI * (part - warm)) / (1 - warm))))
    let length = 0
    for (const one of gradient) length += one * one
    const shrink = Math.min(1, GRADIENT_MAX / Math.sqrt(length + 1e-12))
    const [ofFirst, ofSecond] = [1 - 0.9 ** at, 1 - 0.999 ** at]
    for (let i = 0; i < weights.length; i++) {
      const g = (gradient[i] ?? 0) * shrink
      const m = 0.9 * (first[i] ?? 0) + 0.1 * g
      const v = 0.999 * (second[i] ?? 0) + 0.001 * g * g
      first[i] = m
      second[i] = v
      const weight = weights[i] ?? 0
      weights[i] = weight - now * (m / ofFirst / (Math.sqrt(v / ofSecond) + 1e-8) + decay * weight)
    }
  }
}

function startWeights(shape: NetworkShape, random: () => number): Float32Array {
  const at = layoutOf(shape)
  const weights = new Float32Array(at.size)
  const fill = (start: number, size: number, spread: number) => {
    for (let i = start; i < start + size; i++) weights[i] = (random() * 2 - 1) * spread
  }
  const square = WIDTH * WIDTH
  fill(at.word, square, 1 / Math.sqrt(WIDTH))
  fill(at.class, at.name - at.class, 0.08)
  fill(at.name, at.distance - at.name, 0.5)
  fill(at.distance, at.query - at.distance, 0.17)
  fill(at.context, 3 * square, 1 / Math.sqrt(3 * WIDTH))
  for (const start of [at.query, at.key, at.value]) fill(start, square, 1 / Math.sqrt(WIDTH))
  fill(at.hidden, WIDTH * at.features, 1 / Math.sqrt(at.features))
  fill(at.sign, at.kind - at.sign, 1 / Math.sqrt(WIDTH))
  fill(at.kind, at.size - at.kind, 1 / Math.sqrt(2 * WIDTH))
  return weights
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
