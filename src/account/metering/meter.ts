import { ApiError } from '../../core/errors.ts'
import type { Meter } from '../../core/graphql/meter.ts'
import { costOf } from './cost.ts'

/** A meter that prices operations by costs.csv. */
export class CostMeter implements Meter {
  #credits = 0
  #allowance = Number.POSITIVE_INFINITY
  #stop: ((reason: ApiError) => void) | null = null
  readonly #operations: string[] = []

  charge(operation: string, rowCount: number): void {
    const credits = costOf(operation, rowCount)
    if (credits === 0) return
    this.#credits += credits
    if (!this.#operations.includes(operation)) this.#operations.push(operation)
    if (!this.isExceeded) return
    const reason = new ApiError('credits_exhausted', 'The balance does not hold what this call costs.')
    this.#stop?.(reason)
    throw reason
  }

  allow(credits: number, stop: (reason: ApiError) => void): void {
    this.#allowance = credits
    this.#stop = stop
  }

  get isExceeded(): boolean {
    return this.#credits > this.#allowance
  }

  get credits(): number {
    return this.#credits
  }

  get operation(): string {
    return this.#operations.join('+').slice(0, 200)
  }
}
