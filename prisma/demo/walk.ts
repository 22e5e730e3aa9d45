import { SeededRandom } from './random.ts'

/** A seed of its own for each name under one seed (FNV-1a): one more listing leaves all others as they were. */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash
}

/** Draws of a normal distribution (Box and Muller 1958), both of a pair used. */
export class Normal {
  readonly random: SeededRandom
  #spare: number | null = null

  constructor(seed: number) {
    this.random = new SeededRandom(seed)
  }

  /** Mean 0, standard deviation 1. */
  next(): number {
    if (this.#spare !== null) {
      const spare = this.#spare
      this.#spare = null
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.random.next()))
    const angle = 2 * Math.PI * this.random.next()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** Persistence of volatility, as daily returns of shares show it: GARCH(1,1), Bollerslev 1986. */
const ALPHA = 0.08
const BETA = 0.9

/** Returns whose volatility clusters around `volatility` a day. */
export class Clustering {
  readonly #normal: Normal
  readonly #usual: number
  #variance: number

  constructor(normal: Normal, volatility: number) {
    this.#normal = normal
    this.#usual = volatility ** 2
    this.#variance = this.#usual
  }

  /** The next day's return. */
  next(): number {
    const value = Math.sqrt(this.#variance) * this.#normal.next()
    const floor = (1 - ALPHA - BETA) * this.#usual
    this.#variance = Math.min(floor + ALPHA * value ** 2 + BETA * this.#variance, 25 * this.#usual)
    return value
  }
}

/** A level that wanders around `home` and is drawn back to it (Ornstein and Uhlenbeck 1930); the steps are those of one day. */
export function wandering(normal: Normal, days: number, volatility: number, pull: number): Float64Array {
  const path = new Float64Array(days)
  let level = normal.next() * volatility * 10
  for (let day = 0; day < days; day++) {
    level += volatility * normal.next() - pull * level
    path[day] = level
  }
  return path
}
