import { SeededRandom } from './random.ts'

/** Derives a seed per name (FNV-1a), so that adding a listing does not change the others. */
export function deriveSeed(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash
}

/** Standard normal random numbers (Box and Muller 1958). */
export class Normal {
  readonly random: SeededRandom
  /** NaN when there is none. */
  #spare = Number.NaN

  constructor(seed: number) {
    this.random = new SeededRandom(seed)
  }

  /** Normal random number with mean 0 and standard deviation 1. */
  next(): number {
    const spare = this.#spare
    if (!Number.isNaN(spare)) {
      this.#spare = Number.NaN
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.random.next()))
    const angle = 2 * Math.PI * this.random.next()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** GARCH(1,1) parameters typical of daily equity returns (Bollerslev 1986). */
const ALPHA = 0.08
const BETA = 0.9

/** GARCH(1,1) returns with long-run daily volatility `volatility`. */
export class VolatilityClustering {
  readonly #normal: Normal
  readonly #longRunVariance: number
  #variance: number

  constructor(normal: Normal, volatility: number) {
    this.#normal = normal
    this.#longRunVariance = volatility ** 2
    this.#variance = this.#longRunVariance
  }

  /** The next day's return. */
  next(): number {
    const value = Math.sqrt(this.#variance) * this.#normal.next()
    const floor = (1 - ALPHA - BETA) * this.#longRunVariance
    this.#variance = Math.min(floor + ALPHA * value ** 2 + BETA * this.#variance, 25 * this.#longRunVariance)
    return value
  }
}

/** Generates a daily mean-reverting path around 0 (Ornstein and Uhlenbeck 1930); `pull` is the daily speed of reversion. */
export function generateMeanReversion(normal: Normal, days: number, volatility: number, pull: number): Float64Array {
  const path = new Float64Array(days)
  let level = normal.next() * volatility * 10
  for (let day = 0; day < days; day++) {
    level += volatility * normal.next() - pull * level
    path[day] = level
  }
  return path
}
