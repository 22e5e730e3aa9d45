import type { HeadlineInput } from '../../src/enrichment/sign/input.pure.ts'
import {
  HEAD_WIDTH,
  layoutOf,
  type NetworkShape,
  rowOfDistance,
  SIGNS,
  softmax,
  VECTOR_SCALE,
  WIDTH,
  type WordVectors,
} from '../../src/enrichment/sign/layout.pure.ts'
import { apply, back } from './dense.ts'
import { addNeighbours, backNeighbours } from './neighbours.ts'

/** A labelled headline: the index in SIGNS of each name, -1 where it is not known, and the index of the kind of event, or -1. */
export interface Example {
  readonly input: HeadlineInput
  readonly signs: readonly number[]
  readonly kind: number
}

/** Shares that are left out at random while training (Srivastava et al., "Dropout", 2014). */
export interface Dropout {
  readonly words: number
  /** Of the learnt numbers of a word alone, so that they add to its vector what only they know. */
  readonly learnt: number
  readonly numbers: number
  /** How often what the rules read is left out, so that the words are learnt too. */
  readonly readings: number
}

/** Share of a label that is given to all others alike (Szegedy et al. 2016). */
const SMOOTHING = 0.05
/** How much the kind of event counts beside the signs. */
const KIND_WEIGHT = 0.5

/** Prepares training; the returned function adds the gradient of the loss on one example and gives the loss. */
export function createGradient(shape: NetworkShape, vectors: WordVectors, dropout: Dropout, random: () => number) {
  const at = layoutOf(shape)
  const classIndex = new Map(shape.classes.map((name, i) => [name, i + 1]))
  const learntIndex = new Map(shape.words.map((word, i) => [word, i]))
  const kindIndex = new Map(shape.nameKinds.map((name, i) => [name, i + 1]))
  const keep = 1 - dropout.numbers
  const mask = (size: number) => Float32Array.from({ length: size }, () => (random() < keep ? 1 / keep : 0))
  const unitsOf = (size: number) => new Float32Array(size)

  return ({ input, signs, kind }: Example, weights: Float32Array, gradient: Float32Array, scale: number): number => {
    const { tokens, names } = input
    const count = tokens.length
    if (count === 0) return 0
    let loss = 0
    // Forward.
    const raw = unitsOf(count * WIDTH)
    /** Rows that add to a token, with the share of each. */
    const rows: (readonly [number, number])[][] = tokens.map(({ classes, name, isAfterPause }) => [
      ...classes.map((one) => [at.class + (classIndex.get(one) ?? 0) * WIDTH, 1] as const),
      [at.name + (name === null ? 0 : (kindIndex.get(name) ?? 0)) * WIDTH, 1],
      [at.pause + (isAfterPause ? WIDTH : 0), 1],
    ])
    tokens.forEach(({ words }, t) => {
      for (const word of words) {
        if (random() < dropout.words) continue
        const learnt = random() < dropout.learnt ? undefined : learntIndex.get(word)
        if (learnt !== undefined) rows[t]?.push([at.learnt + learnt * WIDTH, 1 / words.length])
        const index = vectors.indexOf.get(word)
        if (index === undefined) continue
        for (let i = 0; i < WIDTH; i++)
          raw[t * WIDTH + i] =
            (raw[t * WIDTH + i] ?? 0) + (vectors.values[index * WIDTH + i] ?? 0) / VECTOR_SCALE / words.length
      }
    })
    const plain = unitsOf(count * WIDTH)
    const xMask = mask(count * WIDTH)
    for (let t = 0; t < count; t++) {
      for (let r = 0; r < WIDTH; r++) {
        let sum = 0
        for (let i = 0; i < WIDTH; i++) sum += (weights[at.word + r * WIDTH + i] ?? 0) * (raw[t * WIDTH + i] ?? 0)
        for (const [row, share] of rows[t] ?? []) sum += share * (weights[row + r] ?? 0)
        plain[t * WIDTH + r] = sum * (xMask[t * WIDTH + r] ?? 0)
      }
    }
    const besideMask = mask(count * WIDTH)
    const neighboured = addNeighbours(weights, at.context, plain, besideMask)
    const { x } = neighboured
    const dx = unitsOf(count * WIDTH)
    const pooled = unitsOf(2 * WIDTH)
    const most = new Int32Array(WIDTH)
    for (let i = 0; i < WIDTH; i++) {
      let sum = 0
      for (let t = 0; t < count; t++) {
        sum += x[t * WIDTH + i] ?? 0
        if ((x[t * WIDTH + i] ?? 0) > (x[(most[i] ?? 0) * WIDTH + i] ?? 0)) most[i] = t
      }
      pooled[i] = x[(most[i] ?? 0) * WIDTH + i] ?? 0
      pooled[WIDTH + i] = sum / count
    }
    const dPooled = unitsOf(2 * WIDTH)
    if (kind >= 0) {
      const size = shape.kinds.length
      const out = unitsOf(size)
      apply(weights, at.kind, size, pooled, 0, 2 * WIDTH, out, 0)
      softmax(out)
      loss -= KIND_WEIGHT * Math.log(out[kind] ?? 1) * scale
      for (let k = 0; k < size; k++) out[k] = ((out[k] ?? 0) - (k === kind ? 1 : 0)) * KIND_WEIGHT * scale
      back(weights, gradient, at.kind, size, pooled, 0, 2 * WIDTH, out, 0, dPooled, 0)
    }
    const keys = unitsOf(count * WIDTH)
    const values = unitsOf(count * WIDTH)
    for (let t = 0; t < count; t++) {
      apply(weights, at.key, WIDTH, x, t * WIDTH, WIDTH, keys, t * WIDTH)
      apply(weights, at.value, WIDTH, x, t * WIDTH, WIDTH, values, t * WIDTH)
    }
    const dKeys = unitsOf(count * WIDTH)
    const dValues = unitsOf(count * WIDTH)
    const query = unitsOf(WIDTH)
    const root = Math.sqrt(HEAD_WIDTH)
    for (const [n, { token, readings }] of names.entries()) {
      const label = signs[n] ?? -1
      if (label < 0) continue
      const features = unitsOf(at.features)
      features.set(x.subarray(token * WIDTH, token * WIDTH + WIDTH))
      apply(weights, at.query, WIDTH, x, token * WIDTH, WIDTH, query, 0)
      const shares = unitsOf(count * (WIDTH / HEAD_WIDTH))
      for (let head = 0, h = 0; head < WIDTH; head += HEAD_WIDTH, h++) {
        for (let t = 0; t < count; t++) {
          const near = at.distance + rowOfDistance(token, t)
          let sum = 0
          for (let i = head; i < head + HEAD_WIDTH; i++)
            sum += (query[i] ?? 0) * ((keys[t * WIDTH + i] ?? 0) + (weights[near + i] ?? 0))
          shares[h * count + t] = sum / root
        }
        softmax(shares, h * count, count)
        for (let t = 0; t < count; t++) {
          const near = at.distance + rowOfDistance(token, t)
          const share = shares[h * count + t] ?? 0
          for (let i = head; i < head + HEAD_WIDTH; i++)
            features[WIDTH + i] =
              (features[WIDTH + i] ?? 0) + share * ((values[t * WIDTH + i] ?? 0) + (weights[near + i] ?? 0))
        }
      }
      features.set(pooled, 2 * WIDTH)
      if (random() >= dropout.readings) features.set(readings, 4 * WIDTH)
      const fMask = mask(4 * WIDTH)
      for (let i = 0; i < 4 * WIDTH; i++) features[i] = (features[i] ?? 0) * (fMask[i] ?? 0)
      const hidden = unitsOf(WIDTH)
      apply(weights, at.hidden, WIDTH, features, 0, at.features, hidden, 0)
      const hMask = mask(WIDTH)
      for (let i = 0; i < WIDTH; i++) hidden[i] = Math.max(0, hidden[i] ?? 0) * (hMask[i] ?? 0)
      const out = unitsOf(SIGNS.length)
      apply(weights, at.sign, SIGNS.length, hidden, 0, WIDTH, out, 0)
      softmax(out)
      loss -= Math.log(out[label] ?? 1) * scale
      // Backward.
      for (let s = 0; s < SIGNS.length; s++) {
        const wanted = SMOOTHING / SIGNS.length + (s === label ? 1 - SMOOTHING : 0)
        out[s] = ((out[s] ?? 0) - wanted) * scale
      }
      const dHidden = unitsOf(WIDTH)
      back(weights, gradient, at.sign, SIGNS.length, hidden, 0, WIDTH, out, 0, dHidden, 0)
      for (let i = 0; i < WIDTH; i++) dHidden[i] = (hidden[i] ?? 0) > 0 ? (dHidden[i] ?? 0) * (hMask[i] ?? 0) : 0
      const dFeatures = unitsOf(at.features)
      back(weights, gradient, at.hidden, WIDTH, features, 0, at.features, dHidden, 0, dFeatures, 0)
      for (let i = 0; i < 4 * WIDTH; i++) dFeatures[i] = (dFeatures[i] ?? 0) * (fMask[i] ?? 0)
      for (let i = 0; i < WIDTH; i++) {
        dx[token * WIDTH + i] = (dx[token * WIDTH + i] ?? 0) + (dFeatures[i] ?? 0)
        dPooled[i] = (dPooled[i] ?? 0) + (dFeatures[2 * WIDTH + i] ?? 0)
        dPooled[WIDTH + i] = (dPooled[WIDTH + i] ?? 0) + (dFeatures[3 * WIDTH + i] ?? 0)
      }
      const dQuery = unitsOf(WIDTH)
      for (let head = 0, h = 0; head < WIDTH; head += HEAD_WIDTH, h++) {
        const dShares = unitsOf(count)
        let mean = 0
        for (let t = 0; t < count; t++) {
          const near = at.distance + rowOfDistance(token, t)
          const share = shares[h * count + t] ?? 0
          let sum = 0
          for (let i = head; i < head + HEAD_WIDTH; i++) {
            const d = dFeatures[WIDTH + i] ?? 0
            sum += d * ((values[t * WIDTH + i] ?? 0) + (weights[near + i] ?? 0))
            dValues[t * WIDTH + i] = (dValues[t * WIDTH + i] ?? 0) + share * d
            gradient[near + i] = (gradient[near + i] ?? 0) + share * d
          }
          dShares[t] = sum
          mean += share * sum
        }
        for (let t = 0; t < count; t++) {
          const near = at.distance + rowOfDistance(token, t)
          const d = ((shares[h * count + t] ?? 0) * ((dShares[t] ?? 0) - mean)) / root
          for (let i = head; i < head + HEAD_WIDTH; i++) {
            dQuery[i] = (dQuery[i] ?? 0) + d * ((keys[t * WIDTH + i] ?? 0) + (weights[near + i] ?? 0))
            dKeys[t * WIDTH + i] = (dKeys[t * WIDTH + i] ?? 0) + d * (query[i] ?? 0)
            gradient[near + i] = (gradient[near + i] ?? 0) + d * (query[i] ?? 0)
          }
        }
      }
      back(weights, gradient, at.query, WIDTH, x, token * WIDTH, WIDTH, dQuery, 0, dx, token * WIDTH)
    }
    for (let t = 0; t < count; t++) {
      back(weights, gradient, at.key, WIDTH, x, t * WIDTH, WIDTH, dKeys, t * WIDTH, dx, t * WIDTH)
      back(weights, gradient, at.value, WIDTH, x, t * WIDTH, WIDTH, dValues, t * WIDTH, dx, t * WIDTH)
    }
    for (let i = 0; i < WIDTH; i++) {
      const top = (most[i] ?? 0) * WIDTH + i
      dx[top] = (dx[top] ?? 0) + (dPooled[i] ?? 0)
      for (let t = 0; t < count; t++) dx[t * WIDTH + i] = (dx[t * WIDTH + i] ?? 0) + (dPooled[WIDTH + i] ?? 0) / count
    }
    const dPlain = backNeighbours(weights, gradient, at.context, plain, besideMask, neighboured, dx)
    for (let t = 0; t < count; t++) {
      for (let r = 0; r < WIDTH; r++) {
        const d = (dPlain[t * WIDTH + r] ?? 0) * (xMask[t * WIDTH + r] ?? 0)
        if (d === 0) continue
        for (let i = 0; i < WIDTH; i++) {
          const w = at.word + r * WIDTH + i
          gradient[w] = (gradient[w] ?? 0) + d * (raw[t * WIDTH + i] ?? 0)
        }
        for (const [row, share] of rows[t] ?? []) gradient[row + r] = (gradient[row + r] ?? 0) + share * d
      }
    }
    return loss
  }
}
