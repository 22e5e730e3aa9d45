import { once } from '../../core/once.pure.ts'
import type { KindShare } from '../event/learnt/learnt-title.pure.ts'
import { createAttention } from './attention.pure.ts'
import { createEncoder } from './encoder.pure.ts'
import { type HeadlineInput, type InputName, TOKENS_MAX } from './input.pure.ts'
import { layoutOf, SIGNS, type SignModel, softmax, WIDTH } from './layout.pure.ts'
import { createProductMemory, type ProductMemory, roundToFour } from './product.pure.ts'

/** Kinds with a smaller share are left out. */
const LEAST = 0.001

/** What the network reads of a headline. All of it is computed when it is asked for. */
export interface NetworkReading {
  /** Shares of SIGNS of the name with this index in the input. */
  readonly signsOf: (index: number) => Float32Array
  /** Kinds of events with their shares, the likeliest first. */
  readonly listKinds: () => readonly KindShare[]
}

/** A headline in numbers: of each token what it is among the others. */
interface Encoded {
  readonly x: Float32Array
  /** The most and the mean of each number over the tokens. */
  readonly pooled: Float32Array
}

/**
 * Compiles a trained network. The tokens of `createEncoder`, attention from a name to them, one hidden layer for the signs of a
 * name; kinds by what is pooled of all tokens.
 */
export function createSignNetwork(model: SignModel): (input: HeadlineInput) => NetworkReading {
  const { shape, weights } = model
  const at = layoutOf(shape)
  const ofName = 2 * WIDTH + roundToFour(shape.readings)
  const kinds = roundToFour(shape.kinds.length)
  const memory = createProductMemory()
  const { numbers } = memory
  const x = memory.take(TOKENS_MAX * WIDTH)
  const encode = createEncoder(model)
  const attend = createAttention(memory, weights, at, x)
  /** The hidden layer in two: what a name adds, and what the whole headline adds, the same for all names. */
  const hiddenOfName = createDense(memory, WIDTH, ofName)
  const attended = hiddenOfName.input.subarray(WIDTH, 2 * WIDTH)
  const hiddenOfHeadline = createDense(memory, WIDTH, 2 * WIDTH)
  for (let row = 0; row < WIDTH; row++) {
    const start = at.hidden + row * at.features
    hiddenOfName.setRow(row, [
      ...weights.subarray(start, start + 2 * WIDTH),
      ...weights.subarray(start + 4 * WIDTH, start + at.features),
    ])
    hiddenOfHeadline.setRow(row, weights.subarray(start + 2 * WIDTH, start + 4 * WIDTH))
  }
  hiddenOfHeadline.setBias(weights.subarray(at.hidden + WIDTH * at.features, at.sign))
  const sign = createDense(memory, SIGNS.length, WIDTH)
  sign.fill(weights, at.sign, SIGNS.length)
  const kind = createDense(memory, kinds, 2 * WIDTH)
  kind.fill(weights, at.kind, shape.kinds.length)

  return (input) => {
    const encoded = once((): Encoded => {
      const count = input.tokens.length
      const own = numbers.subarray(x, x + count * WIDTH)
      encode(input.tokens, own)
      return { x: own.slice(), pooled: pool(own) }
    })
    const shared = once(() => hiddenOfHeadline.multiply(encoded().pooled).slice())
    const signName = ({ token, readings }: InputName): Float32Array => {
      // Another headline may have been read since.
      numbers.set(encoded().x, x)
      hiddenOfName.input.set(encoded().x.subarray(token * WIDTH, token * WIDTH + WIDTH))
      attend(token, encoded().x.length / WIDTH, attended)
      hiddenOfName.input.set(readings, 2 * WIDTH)
      const hidden = hiddenOfName.multiply()
      const added = shared()
      for (let row = 0; row < WIDTH; row++) sign.input[row] = Math.max(0, (hidden[row] ?? 0) + (added[row] ?? 0))
      const out = sign.multiply().slice()
      softmax(out)
      return out
    }
    const signs: Float32Array[] = []
    const listKinds = once(() => {
      const shares = kind.multiply(encoded().pooled).subarray(0, shape.kinds.length)
      softmax(shares)
      const likely = shape.kinds.flatMap((name, i): KindShare[] => {
        const share = shares[i] ?? 0
        return share < LEAST ? [] : [[name, share]]
      })
      return likely.sort((a, b) => b[1] - a[1])
    })
    return {
      signsOf: (index) => {
        const name = input.names[index]
        signs[index] ??= name === undefined ? new Float32Array(SIGNS.length) : signName(name)
        return signs[index]
      },
      listKinds,
    }
  }
}

function pool(x: Float32Array): Float32Array {
  const pooled = new Float32Array(2 * WIDTH).fill(-Infinity, 0, WIDTH)
  const count = x.length / WIDTH
  for (let t = 0; t < count; t++)
    for (let i = 0; i < WIDTH; i++) {
      const value = x[t * WIDTH + i] ?? 0
      if (value > (pooled[i] ?? 0)) pooled[i] = value
      pooled[WIDTH + i] = (pooled[WIDTH + i] ?? 0) + value / count
    }
  return pooled
}

/** A dense layer: a matrix with what it is multiplied with and what comes out, in the memory, and a bias. */
function createDense({ numbers, take, addProducts }: ProductMemory, rows: number, columns: number) {
  const [start, x, out] = [take(rows * columns), take(columns), take(rows)]
  const bias = new Float32Array(rows)
  const input = numbers.subarray(x, x + columns)
  const output = numbers.subarray(out, out + rows)
  return {
    /** What is multiplied next. */
    input,
    setRow: (row: number, values: ArrayLike<number>) => numbers.set(values, start + row * columns),
    setBias: (values: ArrayLike<number>) => bias.set(values),
    /** Sets so many rows, and behind them their bias. */
    fill: (weights: Float32Array, from: number, count: number) => {
      const to = from + count * columns
      numbers.set(weights.subarray(from, to), start)
      bias.set(weights.subarray(to, to + count))
    },
    /** The product, until the next one. */
    multiply: (values?: ArrayLike<number>): Float32Array => {
      if (values !== undefined) input.set(values)
      output.set(bias)
      addProducts(start, rows, columns, x, 1, out)
      return output
    },
  }
}
